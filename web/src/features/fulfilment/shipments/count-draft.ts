import { articleKey } from '@artikul/contract/catalog/article'
import { CLAIM_TERMS, type ClaimOutcome } from '@artikul/contract/fulfilment/claim-rules'
import { toThousandths } from '@artikul/contract/core/money'
import {
  COUNT_DIFFERENCE_KINDS,
  type CountDifferenceKind,
  type Differences,
} from '@artikul/contract/fulfilment/new-claim'
import type { ShipmentLine } from '@artikul/contract/fulfilment/shipments'

/** Counted result of a line. */
export interface Counted {
  /** `null` when not counted, which means as in the documents. */
  qty: number | null
  /** Wrong and broken pieces among those that arrived. */
  wrong: number
  damage: number
}
export type CountedLines = Readonly<Record<number, Counted>>

const AS_SHIPPED: Counted = { qty: null, wrong: 0, damage: 0 }
export const countedOf = (counts: CountedLines, { id }: ShipmentLine): Counted => counts[id] ?? AS_SHIPPED

const minus = (one: number, other: number) => (toThousandths(one) - toThousandths(other)) / 1000

/** Returns the received quantity within the documents' quantity, which limits wrong and broken pieces. */
export const receivedQty = (line: ShipmentLine, { qty }: Counted) => Math.min(qty ?? line.qty, line.qty)

const FOUND: Record<CountDifferenceKind, (line: ShipmentLine, counted: Counted) => number> = {
  shortage: (line, { qty }) => Math.max(minus(line.qty, qty ?? line.qty), 0),
  surplus: (line, { qty }) => Math.max(minus(qty ?? line.qty, line.qty), 0),
  wrong: (_, { wrong }) => wrong,
  damage: (_, { damage }) => damage,
}

export interface DifferenceOfKind {
  kind: CountDifferenceKind
  lines: { line: ShipmentLine; qty: number }[]
}

/** Returns differences from the documents, by kind. */
export const differencesOf = (lines: readonly ShipmentLine[], counts: CountedLines): DifferenceOfKind[] =>
  COUNT_DIFFERENCE_KINDS.map((kind) => ({
    kind,
    lines: lines
      .map((line) => ({ line, qty: FOUND[kind](line, countedOf(counts, line)) }))
      .filter(({ qty }) => qty > 0),
  })).filter(({ lines: found }) => found.length > 0)

/** Evidence of a difference besides its goods. */
export interface Evidence {
  outcome: ClaimOutcome
  text: string
  files: readonly { id: number; name: string }[]
}

const WISHED: Record<CountDifferenceKind, ClaimOutcome> = {
  shortage: 'resupply',
  surplus: 'take_back',
  wrong: 'exchange',
  damage: 'exchange',
}
export const evidenceOf = (kind: CountDifferenceKind): Evidence => ({ outcome: WISHED[kind], text: '', files: [] })

/** Returns the kinds that lack required photos. */
export const withoutProof = (found: readonly DifferenceOfKind[], of: (kind: CountDifferenceKind) => Evidence) =>
  found.map(({ kind }) => kind).filter((kind) => of(kind).files.length < CLAIM_TERMS[kind].leastFiles)

export const bodyOf = (
  found: readonly DifferenceOfKind[],
  of: (kind: CountDifferenceKind) => Evidence,
): Differences => ({
  claims: found.map(({ kind, lines }) => ({
    kind,
    outcome: of(kind).outcome,
    text: of(kind).text.trim(),
    lines: lines.map(({ line, qty }) => ({ shipment_line_id: line.id, qty })),
    file_ids: of(kind).files.map(({ id }) => id),
  })),
})

/**
 * Returns the line that a scanned code counts, by the barcode of its box or by its article; of several lines with the
 * same goods, the first incomplete one. Undefined: the code is not in this shipment.
 */
export function lineOfCode(
  lines: readonly ShipmentLine[],
  counts: CountedLines,
  code: string,
): ShipmentLine | undefined {
  const typed = code.trim()
  const key = articleKey(typed)
  const found = lines.filter(
    ({ article, barcode }) => (barcode !== null && barcode === typed) || (key !== '' && articleKey(article) === key),
  )
  return found.find((line) => (countedOf(counts, line).qty ?? 0) < line.qty) ?? found.at(-1)
}
