import { articleKey } from '@artikul/contract/catalog/article'
import type { OrderedLine, SupplierOrder } from '../../../suppliers/index.ts'

/** Longest comment that suppliers preserve. */
const MAX_CHARACTERS = 200

/** Builds the comment of a line for its supplier: the portal's own number returns with every answer. */
export const commentOf = ({ id, comment }: { id: number; comment: string }) =>
  `L${id} ${comment}`.trim().slice(0, MAX_CHARACTERS)

const lineIdIn = (comment: string): number => Number(/^L(\d{1,10})\b/.exec(comment.trim())?.[1] ?? 0)

export interface OwnLine {
  id: number
  brand: string
  article: string
  position_id?: string
}

/** Supplier's order and position for each of the portal's lines. */
export type Matches<L extends OwnLine> = Map<L, { order: SupplierOrder; position: OrderedLine }>

const nameOf = ({ brand, article }: { brand: string; article: string }) =>
  `${brand.trim().toLowerCase()} ${articleKey(article)}`

/**
 * Matches the portal's lines to the supplier's positions: by the number in the comment, by the supplier's position id,
 * and without a comment by maker and article, one line after another.
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
