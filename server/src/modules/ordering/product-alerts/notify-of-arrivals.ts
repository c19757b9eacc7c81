import { roundedDown } from '@artikul/contract/catalog/sale-step'
import { toThousandths } from '@artikul/contract/core/money'
import type { Kysely, Transaction } from 'kysely'
import type { Clock } from '../../../platform/clock.ts'
import type { Db, DB } from '../../../platform/db/index.ts'
import type { Mailer } from '../../../platform/mail/index.ts'
import { publishEvents, type DomainEvent } from '../../../platform/events/index.ts'
import { processBatch, processEach } from '../../../platform/process-each.ts'
import type { PricedOffer, Pricing } from '../../pricing/index.ts'
import { arrivalsEmail, type Arrival } from './alert-emails.ts'
import {
  lockWaiting,
  markNotified,
  selectAvailable,
  selectWaitingPeople,
  type WaitingPerson,
  type WaitingProductAlert,
} from './product-alerts.queries.ts'

export interface NotifyDeps {
  clock: Clock
  mailer: Mailer
  pricing: Pricing
}

/** People per transaction, with at most 200 alerts each. */
const AT_ONCE = 10

/**
 * Notifies about arrivals and lower prices: one email per person, queued in the transaction that marks their alerts.
 */
export async function notifyOfArrivals(db: Kysely<DB>, deps: NotifyDeps, stopping?: AbortSignal) {
  const notify = (people: readonly WaitingPerson[]) => db.transaction().execute((tx) => notifyPeople(tx, deps, people))
  await processEach(selectAllWaiting(db), (people) => processBatch(people, notify, stopping), stopping)
}

async function* selectAllWaiting(db: Db) {
  let last: WaitingPerson | undefined
  do {
    const people: WaitingPerson[] = await selectWaitingPeople(
      db,
      { contractorId: last?.contractor_id ?? 0, subjectId: last?.user_id ?? 0 },
      AT_ONCE,
    )
    if (people.length > 0) yield people
    last = people.at(AT_ONCE - 1)
  } while (last)
}

async function notifyPeople(tx: Transaction<DB>, deps: NotifyDeps, people: readonly WaitingPerson[]) {
  const watches = await lockWaiting(tx, people)
  const offersOf = Map.groupBy(
    await selectAvailable(tx, [...new Set(watches.map((watch) => watch.product_id))]),
    (offer) => offer.product_id,
  )
  for (const person of people) {
    const quote = await deps.pricing(person.contractor_id)
    const arrivals = watches
      .filter((watch) => watch.subject_id === person.user_id && watch.contractor_id === person.contractor_id)
      .flatMap((watch) => {
        const offers = (offersOf.get(watch.product_id) ?? []).flatMap((offer) => quote(offer, null) ?? [])
        return arrivalOf(person, watch, offers) ?? []
      })
    if (arrivals.length === 0) continue
    const now = deps.clock.now()
    await markNotified(
      tx,
      arrivals.map(({ watch }) => watch.id),
      now,
    )
    await deps.mailer.queue(tx, arrivalsEmail(deps.mailer, person, arrivals))
    await publishEvents(tx, happeningsOf(person, arrivals), now)
  }
}

/** Builds one domain event for everything that has arrived for the person. */
function happeningsOf(person: WaitingPerson, arrivals: readonly Arrival[]): DomainEvent[] {
  const products = new Map(arrivals.map(({ watch }) => [watch.product_id, watch]))
  const [first] = products.values()
  if (!first) return []
  return [
    {
      kind: 'product_alert.triggered',
      about: 'product_alert',
      aboutId: first.id,
      contractorId: person.contractor_id,
      personId: person.user_id,
      label: `${first.brand} ${first.article}`,
      counts: { products: products.size },
    },
  ]
}

const seesPrices = ({ roles, sees_prices }: WaitingPerson) => sees_prices || roles.includes('CONTRACTOR_ADMIN')

/** Quantity that can be sold now; a lower bound («>10») counts as it is. */
const sellableQty = ({ offer, available }: PricedOffer) => (offer.qty_exact ? roundedDown(available, offer) : available)

/** Evaluates the alert for its company; null while its threshold is not reached. */
function arrivalOf(person: WaitingPerson, watch: WaitingProductAlert, all: readonly PricedOffer[]): Arrival | null {
  const offers = all.filter((priced) => sellableQty(priced) > 0)
  if (offers.length === 0) return null
  const total = offers.reduce((sum, priced) => sum + toThousandths(sellableQty(priced)), 0)
  const priceKop = Math.min(...offers.map(({ offer }) => offer.price_kop))
  const mayKnow = seesPrices(person)
  const isReached =
    watch.kind === 'price'
      ? mayKnow && watch.price_kop !== null && priceKop <= watch.price_kop
      : total >= toThousandths(watch.qty ?? 0)
  if (!isReached) return null
  const isExact = offers.every(({ offer }) => offer.qty_exact)
  return { watch, available: total / 1000, isExact, priceKop: mayKnow ? priceKop : null }
}
