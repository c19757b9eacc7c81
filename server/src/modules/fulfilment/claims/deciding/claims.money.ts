import { halfUpShare, lineSumKop, toThousandths } from '@artikul/contract/core/money'
import { vatIncludedKop, type VatRate } from '@artikul/contract/core/vat'

/** What a line of a shipment costs after the corrections made so far. */
export interface StandingLine {
  price_kop: number
  sum_kop: number
  vat_rate: VatRate
  qty: number
  /** Pieces that were credited, and all that was credited or withheld. */
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

const leftKop = ({ sum_kop: sum, gone_kop: gone }: StandingLine) => Math.max(sum - gone, 0)

/** VAT goes by the rate of the shipment itself: the difference before and after, so that parts make up the whole. */
function withVat(line: StandingLine, credit: Omit<Credit, 'vat_kop' | 'vat_rate'>): Credit {
  const { vat_rate: rate } = line
  const left = leftKop(line)
  const vat = vatIncludedKop(left, rate) - vatIncludedKop(left - credit.sum_kop, rate)
  return { ...credit, vat_rate: rate, vat_kop: vat }
}

/**
 * Pieces that came back or never came. Their sum is the difference of the sums before and after, so that a line that
 * comes back in parts is credited to the kopeck.
 */
export function creditPieces(line: StandingLine, qty: number, withheldPercent: number): Credit {
  const before = toThousandths(line.credited_qty)
  const full = lineSumKop(line.price_kop, before + toThousandths(qty)) - lineSumKop(line.price_kop, before)
  const whole = Math.min(full, leftKop(line))
  const withheld = halfUpShare(whole, withheldPercent, 100)
  return withVat(line, { qty, price_kop: null, withheld_kop: withheld, sum_kop: whole - withheld })
}

/** All pieces that the buyer keeps cost less from now on. */
export function creditPrice(line: StandingLine, priceKop: number): Credit {
  const kept = toThousandths(line.qty) - toThousandths(line.credited_qty)
  const less = lineSumKop(line.price_kop, kept) - lineSumKop(priceKop, kept)
  return withVat(line, {
    qty: null,
    price_kop: priceKop,
    withheld_kop: 0,
    sum_kop: Math.min(Math.max(less, 0), leftKop(line)),
  })
}
