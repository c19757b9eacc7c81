import { setTimeout as delay } from 'node:timers/promises'
import type { Kysely } from 'kysely'
import type { Clock } from '../../../../platform/clock.ts'
import type { DB } from '../../../../platform/db/index.ts'
import type { ReadBrands } from '../../../catalog/index.ts'
import * as queries from './requery.queries.ts'
import type { KnownSupplier, ReadSuppliers } from '../directory.ts'
import type { Connections } from '../connections.ts'
import { offersOf, type SealedOffer } from '../offers.ts'
import { LATEST_MS } from './transport.ts'

export type { OfferedGoods } from './requery.queries.ts'

/**
 * Queries suppliers again for goods that are about to be ordered and stores their answers in the offers: a higher
 * price, a later day, no stock. Equal queries of several lines are sent once.
 * @returns goods whose supplier did not answer in time
 */
export type RequeryOffers = (
  readGoods: () => Promise<readonly queries.OfferedGoods[]>,
) => Promise<queries.OfferedGoods[]>

interface Deps {
  db: Kysely<DB>
  clock: Clock
  readSuppliers: ReadSuppliers
  readBrands: ReadBrands
  lines: Connections
}

/** Limit of concurrent queries to one supplier, which leaves room for searches. */
const AT_ONCE = 10
const SECOND_MS = 1000

/** Finds the chosen offer; else a cheaper one from the same place. */
function sameOffer(offers: readonly SealedOffer[], chosenOffer: queries.OnlineOfferRow): SealedOffer | undefined {
  const same = offers.filter(
    ({ warehouseId, brandId, articleKey }) =>
      warehouseId === chosenOffer.warehouse_id &&
      brandId === chosenOffer.brand_id &&
      articleKey === chosenOffer.article_key,
  )
  const keyOf = (handle: SealedOffer['handle']) => JSON.stringify(Object.entries(handle).toSorted())
  const chosen = same.find(({ handle }) => keyOf(handle) === keyOf(chosenOffer.handle))
  return chosen ?? same.toSorted((a, b) => a.purchaseKop - b.purchaseKop)[0]
}

interface Answers {
  found: queries.RequeriedOffer[]
  unavailable: number[]
  unanswered: queries.OfferedGoods[]
}

export function createAskingAgain({ db, clock, readSuppliers, readBrands, lines }: Deps): RequeryOffers {
  /** Queries the supplier's offers of one article; null when there is no answer in time. */
  const ask = async (supplier: KnownSupplier, { brand_id: brandId, brand, article }: queries.OnlineOfferRow) => {
    const spelling = supplier.spellings.get(brandId) ?? brand
    const reading = await lines.of(supplier).ask({ article, brand: spelling })
    return offersOf(supplier, reading, { brands: await readBrands(), onUnknown: () => undefined }).offers
  }
  const askAll = async (
    supplier: KnownSupplier | undefined,
    chosenOffers: readonly queries.OnlineOfferRow[],
    into: Answers,
  ) => {
    const questions = [...Map.groupBy(chosenOffers, (offer) => `${offer.brand_id} ${offer.article_key}`).values()]
    const turnsMs = (questions.length / (supplier?.per_second ?? 1)) * SECOND_MS
    const late = delay(Math.min((supplier?.budget_ms ?? 0) + turnsMs, LATEST_MS), null, { ref: false })
    const next = async (): Promise<void> => {
      const question = questions.pop()
      const [first] = question ?? []
      if (!question || !first) return
      const offers = supplier?.is_on ? await Promise.race([ask(supplier, first).catch(() => null), late]) : null
      for (const one of question) {
        const offer = offers && sameOffer(offers, one)
        if (!offers) into.unanswered.push(one)
        else if (offer) into.found.push({ id: one.id, offer })
        else into.unavailable.push(one.id)
      }
      await next()
    }
    await Promise.all(Array.from({ length: AT_ONCE }, next))
  }
  return async (readGoods) => {
    const suppliers = new Map((await readSuppliers()).map((supplier) => [supplier.supply_route_id, supplier]))
    const goods = suppliers.size > 0 ? await readGoods() : []
    const onlineOffers = goods.length > 0 ? await queries.selectOnlineOffers(db, goods) : []
    if (onlineOffers.length === 0) return []
    const answers: Answers = { found: [], unavailable: [], unanswered: [] }
    const bySource = Map.groupBy(onlineOffers, ({ supply_route_id }) => supply_route_id)
    await Promise.all([...bySource].map(([id, offers]) => askAll(suppliers.get(id), offers, answers)))
    const now = clock.now()
    await db.transaction().execute((tx) => queries.renewOffers(tx, answers.found, answers.unavailable, now))
    return answers.unanswered.map(({ product_id, warehouse_id }) => ({ product_id, warehouse_id }))
  }
}
