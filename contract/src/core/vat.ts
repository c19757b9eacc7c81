import { halfUpShare } from './money.ts'
import type { Kopecks } from './money.ts'

/**
 * Rates of Russian VAT: 22 % since 2026-01-01, 20 % for shipments before it, 10 % and 0 %, 5 % and 7 % of the
 * simplified regime; `none` is «без НДС», which differs from 0 %. A document keeps its own rate permanently.
 */
export const VAT_RATES = ['22', '20', '10', '7', '5', '0', 'none'] as const
export type VatRate = (typeof VAT_RATES)[number]

const PERCENT: Readonly<Record<VatRate, number>> = { '22': 22, '20': 20, '10': 10, '7': 7, '5': 5, '0': 0, none: 0 }

/**
 * Computes VAT inside a sum: `gross × r / (100 + r)`, half-up to the kopeck (calculated rates 22/122, 10/110, …, НК РФ
 * ст. 164). Computed from the line sum, never from the unit price; the document's VAT is the sum over its lines.
 *
 * @param grossKop line sum with VAT, kopecks
 */
export function vatIncludedKop(grossKop: Kopecks, rate: VatRate): Kopecks {
  return halfUpShare(grossKop, PERCENT[rate], 100 + PERCENT[rate])
}

/**
 * Computes VAT on top of a sum: `net × r / 100`, half-up to the kopeck (НК РФ ст. 168).
 *
 * @param netKop line sum without VAT, kopecks
 */
export function vatOnTopKop(netKop: Kopecks, rate: VatRate): Kopecks {
  return halfUpShare(netKop, PERCENT[rate], 100)
}

/**
 * Splits a total in proportion to weights: shares are cut to whole kopecks and the remaining kopecks go to the largest
 * remainders (the earlier line first), so that the parts add up to the total.
 *
 * @param totalKop sum to split, kopecks; a negative total splits like a positive one
 * @param weights non-negative safe integers, usually line sums in kopecks; not all of them zero
 * @returns a share for each weight, kopecks
 */
export function spreadKop(totalKop: Kopecks, weights: readonly number[]): Kopecks[] {
  const sum = weights.reduce((total, weight) => total + BigInt(weight), 0n)
  if (weights.some((weight) => weight < 0) || sum === 0n) throw new RangeError('weights must be positive')
  const size = BigInt(Math.abs(totalKop))
  const parts = weights.map((weight, at) => {
    const product = size * BigInt(weight)
    return { at, share: Number(product / sum), remainder: product % sum }
  })
  let left = Number(size) - parts.reduce((total, part) => total + part.share, 0)
  for (const part of parts.toSorted((a, b) => Number(b.remainder > a.remainder) - Number(b.remainder < a.remainder))) {
    if (left-- <= 0) break
    part.share++
  }
  return parts.map((part) => (totalKop < 0 && part.share > 0 ? -part.share : part.share))
}
