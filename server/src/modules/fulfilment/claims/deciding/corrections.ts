import { halfUpShare, lineSumKop, toThousandths } from '@artikul/contract/core/money'
import { vatIncludedKop, type VatRate } from '@artikul/contract/core/vat'

/** Line of a shipment with its price after all previous corrections. */
export interface CorrectedLine {
  price_kop: number
  sum_kop: number
  vat_rate: VatRate
  qty: number
  /** Credited pieces, and the total sum credited or withheld. */
  credited_qty: number
  gone_kop: number
}

export interface Credit {
  qty: number | null
  price_kop: number | null
  withheld_kop: number
  sum_kop: number
  vat_rate: VatRate
  vat_kop: number
}

const leftKop = ({ sum_kop: sum, gone_kop: correctedKop }: CorrectedLine) => Math.max(sum - correctedKop, 0)

/**
 * Adds VAT at the shipment's own rate, as the difference before and after, so that partial credits add up to the whole.
 */
function withVat(line: CorrectedLine, credit: Omit<Credit, 'vat_kop' | 'vat_rate'>): Credit {
  const { vat_rate: rate } = line
  const left = leftKop(line)
  const vat = vatIncludedKop(left, rate) - vatIncludedKop(left - credit.sum_kop, rate)
  return { ...credit, vat_rate: rate, vat_kop: vat }
}

/**
 * Credits returned or undelivered pieces. The sum is the difference of the totals before and after, so that a line
 * returned in parts is credited to the kopeck.
 */
export function creditPieces(line: CorrectedLine, qty: number, withheldPercent: number): Credit {
  const before = toThousandths(line.credited_qty)
  const full = lineSumKop(line.price_kop, before + toThousandths(qty)) - lineSumKop(line.price_kop, before)
  const whole = Math.min(full, leftKop(line))
  const withheld = halfUpShare(whole, withheldPercent, 100)
  return withVat(line, { qty, price_kop: null, withheld_kop: withheld, sum_kop: whole - withheld })
}

/** Credits a lower price for all pieces that the buyer keeps. */
export function creditPrice(line: CorrectedLine, priceKop: number): Credit {
  const kept = toThousandths(line.qty) - toThousandths(line.credited_qty)
  const less = lineSumKop(line.price_kop, kept) - lineSumKop(priceKop, kept)
  return withVat(line, {
    qty: null,
    price_kop: priceKop,
    withheld_kop: 0,
    sum_kop: Math.min(Math.max(less, 0), leftKop(line)),
  })
}
