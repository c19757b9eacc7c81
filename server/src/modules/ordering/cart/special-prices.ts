import { formatQty, toThousandths } from '@artikul/contract/core/money'
import { dayText } from '../../../platform/clock.ts'
import type { Db } from '../../../platform/db/index.ts'
import type { SpecialPrice } from '../../pricing/index.ts'
import { lockAnswers, selectPromises, type PromisedGoods } from './special-prices.queries.ts'

/** Fields of a line that determine its promised price. */
export interface SpecialLine {
  id: number
  qty?: number
  answer_id?: number | null
  /** Price promised by a manager for this line; a null `special_qty` means any quantity. */
  special_kop?: number | null
  special_until?: string | null
  special_qty?: number | null
}

export interface Special {
  /** Special price; null when the line is not entitled to it. */
  price: SpecialPrice | null
  /** Reason why the ordinary price applies instead. */
  otherwise: string
}

const expired = (until: string) => `Специальная цена действовала до ${dayText(until)}`
const overQty = (most: number) => `По специальной цене не больше ${formatQty(most)}`

function ownSpecialOf({ qty = 0, special_kop, special_until, special_qty }: SpecialLine): Special | null {
  const [kop, until, most] = [special_kop ?? null, special_until ?? null, special_qty ?? null]
  if (kop === null || until === null) return null
  if (most !== null && toThousandths(qty) > toThousandths(most)) return { price: null, otherwise: overQty(most) }
  return { price: { kop, until }, otherwise: expired(until) }
}

/**
 * Finds the special price for the quantity; null when only the ordinary price was promised. Both quantities are in
 * thousandths.
 */
function specialOf(promised: PromisedGoods, qty: number, left: number): Special | null {
  const { special_kop: kop, valid_until: until } = promised
  if (kop === null || until === null) return null
  if (promised.withdrawn_at !== null) return { price: null, otherwise: 'Специальная цена отозвана' }
  if (left <= 0) return { price: null, otherwise: 'По специальной цене всё уже заказано' }
  if (qty > left) return { price: null, otherwise: overQty(left / 1000) }
  return { price: { kop, until }, otherwise: expired(until) }
}

/** Calculates the quantity that can still be ordered at the promised price, in thousandths. */
export const leftOf = ({ qty, ordered_qty }: PromisedGoods) => toThousandths(qty) - toThousandths(ordered_qty)

/** Distributes promised quantities among lines in order: a line gets the price for its whole quantity or not at all. */
export function shareOut(
  lines: readonly SpecialLine[],
  promises: ReadonlyMap<number, PromisedGoods>,
): Map<number, Special> {
  const left = new Map<number, number>()
  const specials = new Map<number, Special>()
  for (const { id, answer_id, qty = 0 } of lines) {
    const promised = promises.get(answer_id ?? 0)
    if (!promised) continue
    const rest = left.get(promised.id) ?? leftOf(promised)
    const special = specialOf(promised, toThousandths(qty), rest)
    if (special) specials.set(id, special)
    if (special?.price) left.set(promised.id, rest - toThousandths(qty))
  }
  return specials
}

/** Reads the special prices by line id; `lock` locks the promises while the lines are ordered. */
export async function readSpecials(db: Db, lines: readonly SpecialLine[], lock = false): Promise<Map<number, Special>> {
  const own = lines.flatMap((line): [number, Special][] => {
    const special = ownSpecialOf(line)
    return special ? [[line.id, special]] : []
  })
  const ids = [...new Set(lines.flatMap(({ answer_id }) => answer_id ?? []))]
  if (ids.length === 0) return new Map(own)
  if (lock) await lockAnswers(db, ids)
  return new Map([...shareOut(lines, await selectPromises(db, ids)), ...own])
}
