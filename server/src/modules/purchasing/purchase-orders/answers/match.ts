import { articleKey } from '@artikul/contract/catalog/article'
import type { OrderedLine, SupplierOrder } from '../../../suppliers/index.ts'

/** The longest comment that suppliers keep whole. */
const MOST_SIGNS = 200

/** What is said of a line to its supplier: our own number of it comes back with every answer. */
export const commentOf = ({ id, comment }: { id: number; comment: string }) =>
  `L${id} ${comment}`.trim().slice(0, MOST_SIGNS)

const lineIdIn = (comment: string): number => Number(/^L(\d{1,10})\b/.exec(comment.trim())?.[1] ?? 0)

export interface OwnLine {
  id: number
  brand: string
  article: string
  position_id?: string
}

/** What of the supplier's orders stands for each of our lines. */
export type Matches<L extends OwnLine> = Map<L, { order: SupplierOrder; position: OrderedLine }>

const nameOf = ({ brand, article }: { brand: string; article: string }) =>
  `${brand.trim().toLowerCase()} ${articleKey(article)}`

/**
 * Finds our lines among what the supplier has: by our number in the comment, by his number of the position, and where he
 * repeats no comment, by maker and article, one line after another.
 */
export function matchLines<L extends OwnLine>(lines: readonly L[], orders: readonly SupplierOrder[]): Matches<L> {
  const positions = orders.flatMap((order) => order.lines.map((position) => ({ order, position })))
  const left = new Set(positions)
  const matches: Matches<L> = new Map()
  const take = (line: L, found: (typeof positions)[number] | undefined) => {
    if (!found || matches.has(line)) return
    matches.set(line, found)
    left.delete(found)
  }
  const byNumber = new Map(positions.map((one) => [lineIdIn(one.position.comment), one]))
  const byPosition = new Map(positions.map((one) => [one.position.positionId, one]))
  for (const line of lines) take(line, byNumber.get(line.id))
  for (const line of lines) if (line.position_id) take(line, byPosition.get(line.position_id))
  const nameless = [...left].filter(({ position }) => lineIdIn(position.comment) === 0)
  const byName = Map.groupBy(nameless, ({ position }) => nameOf(position))
  for (const line of lines) if (!matches.has(line)) take(line, byName.get(nameOf(line))?.shift())
  return matches
}
