import { seesPrices } from '../../../platform/access/index.ts'
import type { Cart, CartLine } from '@artikul/contract/ordering/cart'
import { lineSumKop, toThousandths } from '@artikul/contract/core/money'
import type { Tolerance } from '@artikul/contract/companies/tolerance'
import { moscowDate, moscowMoment, moscowTime } from '../../../platform/clock.ts'
import type { Db } from '../../../platform/db/index.ts'
import { isOnBehalf } from '../../../platform/http/index.ts'
import { readTolerance } from '../../companies/index.ts'
import { findDifference, withoutSums, type PricedLine } from './cart-differences.ts'
import { selectCartLines, type CartLineRow } from './cart.queries.ts'
import { priceLines, type Buyer, type CartDeps } from './cart.ts'
import { selectCurrentCart } from './current-cart.queries.ts'

type ReadDeps = Pick<CartDeps, 'pricing' | 'clock'>

const isManagers = ({ actor_id, subject_id }: CartLineRow) => isOnBehalf({ actorId: actor_id, subjectId: subject_id })

/** Describes the manager who added or changed a line for the client, and when. */
function addedBy(line: CartLineRow): string {
  const { author_name: name, created_at: addedAt, changed_at: changedAt } = line
  if (!isManagers(line)) return name
  return changedAt
    ? `изменил менеджер ${name}, ${moscowTime(changedAt)}`
    : `добавил менеджер ${name}, ${moscowTime(addedAt)}`
}

/** Describes the last change of the line by another person, and when; selecting it for an order is no change. */
function byColleague(line: CartLineRow, { actorId }: Buyer, today: string): string | null {
  const when = (at: Date) => (moscowDate(at) === today ? moscowTime(at) : moscowMoment(at))
  const adderId = line.added_by ?? line.actor_id
  if (adderId !== actorId) return `Добавлено: ${line.adder_name ?? line.author_name}, ${when(line.created_at)}`
  const isOthers = line.written_by !== null && line.written_by !== actorId
  return isOthers && line.written_at ? `Изменено: ${line.writer_name ?? ''}, ${when(line.written_at)}` : null
}

/** Reader of a cart, the current day and the company's tolerance. */
interface Reading {
  reader: Buyer
  today: string
  tolerance: Tolerance
}

function presentLine(
  line: CartLineRow,
  priced: PricedLine | undefined,
  { reader, today, tolerance }: Reading,
): CartLine & { sum_kop: number } {
  const price = priced?.offer.price_kop ?? line.price_kop
  const difference = findDifference(line, priced ?? null)
  return {
    ...line,
    product: {
      id: line.product_id,
      code: line.code,
      brand: line.brand,
      article: line.article,
      name: line.name,
      unit: line.unit,
    },
    offer: priced?.offer ?? null,
    sum_kop: lineSumKop(price, toThousandths(line.qty)),
    replacement_policy: line.replacement_policy === 'only_this' ? 'only_this' : 'allowed',
    within_tolerance: difference !== null && findDifference(line, priced ?? null, tolerance) === null,
    difference: difference && !seesPrices(reader) ? withoutSums(difference) : difference,
    special_until: priced?.specialUntil ?? null,
    added_by: addedBy(line),
    on_behalf: isManagers(line),
    by_colleague: byColleague(line, reader, today),
  }
}

const sumOf = (lines: { sum_kop: number }[]) => lines.reduce((sum, line) => sum + line.sum_kop, 0)

/**
 * Reads the lines of a cart visible to the person at their current prices; undefined for lines whose goods are gone.
 */
export async function readPricedLines(db: Db, buyer: Buyer, { pricing, clock }: ReadDeps, cartId: number) {
  const rows = await selectCartLines(db, buyer, { cartId })
  const [priced, tolerance] = await Promise.all([
    priceLines(db, pricing, buyer.contractorId, rows),
    readTolerance(db, buyer.contractorId),
  ])
  const reading = { reader: buyer, today: moscowDate(clock.now()), tolerance }
  return rows.map((row) => ({
    row,
    priced: priced.get(row.id),
    shown: { ...presentLine(row, priced.get(row.id), reading), consignee: row.consignee },
  }))
}

/** Reads the lines of a cart visible to the person, at today's prices and dates. */
export const readCartLines = async (db: Db, buyer: Buyer, deps: ReadDeps, cartId: number) =>
  (await readPricedLines(db, buyer, deps, cartId)).map(({ shown }) => shown)

/**
 * Reads the person's current cart at today's prices and dates, with the differences of each line since it was added.
 */
export async function readCart(db: Db, buyer: Buyer, { pricing, clock }: ReadDeps) {
  const cart = await selectCurrentCart(db, buyer)
  const lines = cart ? await readCartLines(db, buyer, { pricing, clock }, cart.id) : []
  const selected = lines.filter((line) => line.selected)
  return {
    id: cart?.id ?? null,
    name: cart?.name ?? 'Основная',
    from_manager:
      cart?.sent_at && cart.sender !== null
        ? { name: cart.sender, at: cart.sent_at.toISOString(), message: cart.message }
        : null,
    lines,
    selected_count: selected.length,
    selected_sum_kop: sumOf(selected),
    total_sum_kop: sumOf(lines),
  } satisfies Cart
}
