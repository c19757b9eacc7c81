import type { ConsigneeOption } from '@artikul/contract/companies/consignees'
import { formatQty } from '@artikul/contract/core/money'
import { counted } from '@artikul/contract/core/plural'
import type { CartLine } from '@artikul/contract/ordering/cart'

/** Lines of one delivery point; `consigneeId` is null for lines without a point. */
export interface PointGroup {
  consigneeId: number | null
  name: string
  lines: readonly CartLine[]
}

/** Groups lines by delivery point, in the order of the points; lines without a point come first. */
export function groupByPoint(lines: readonly CartLine[], points: readonly ConsigneeOption[]): PointGroup[] {
  const groups = Map.groupBy(lines, (line) => line.consignee_id)
  const places = new Map(points.map(({ id }, place) => [id, place]))
  const names = new Map(points.map(({ id, name }) => [id, name]))
  const placeOf = (id: number | null) => (id === null ? -1 : (places.get(id) ?? points.length))
  return [...groups]
    .map(([id, own]) => ({
      consigneeId: id,
      name: id === null ? 'Точка не указана' : (names.get(id) ?? '\u00a0'),
      lines: own,
    }))
    .toSorted((a, b) => placeOf(a.consigneeId) - placeOf(b.consigneeId))
}

export const isAvailable = (line: CartLine) => line.offer !== null
/** True for a line that will be ordered. */
export const isToOrder = (line: CartLine) => line.selected && isAvailable(line)

/** «8,2 кг», «8,2 кг без 2 строк» when the weight of some goods is unknown; null when no weight is known. */
export function weightText(lines: readonly CartLine[]): string | null {
  const known = lines.flatMap(({ weight_g: grams, qty }) => (grams === null ? [] : grams * qty))
  if (known.length === 0) return null
  const grams = known.reduce((sum, one) => sum + one, 0)
  const weight = `${formatQty(Math.max(Math.round(grams / 100), 1) / 10)}\u00a0кг`
  const unknown = lines.length - known.length
  return unknown === 0 ? weight : `${weight} без ${counted(unknown, 'строки', 'строк', 'строк')}`
}
