/** Sum in whole kopecks; always a safe integer, since floating point is not used for money. */
export type Kopecks = number

const NBSP = '\u00a0'

/**
 * Computes `amount × numerator / denominator`, rounding a half away from zero («от половины вверх», so that a
 * correction with the opposite sign cancels to the kopeck). Exact: large products are computed in BigInt.
 *
 * @param amount safe integer
 * @param numerator safe integer
 * @param denominator positive safe integer
 */
export function halfUpShare(amount: number, numerator: number, denominator: number): number {
  const product = requireSafe(amount) * requireSafe(numerator)
  if (!Number.isSafeInteger(product)) return largeShare(BigInt(amount) * BigInt(numerator), BigInt(denominator))
  const size = Math.abs(product)
  const rest = size % denominator
  const whole = (size - rest) / denominator + (rest * 2 >= denominator ? 1 : 0)
  return product < 0 ? -whole : whole
}

function largeShare(product: bigint, denominator: bigint): number {
  const size = product < 0n ? -product : product
  const whole = (size * 2n + denominator) / (denominator * 2n)
  return requireSafe(Number(product < 0n ? -whole : whole))
}

function requireSafe(value: number): number {
  if (!Number.isSafeInteger(value)) throw new RangeError(`not a safe integer: ${value}`)
  return value
}

/**
 * Computes the sum of an order or invoice line, half-up to the kopeck.
 *
 * @param priceKop price of one unit, kopecks
 * @param qtyThousandths quantity in thousandths of the unit (litres, metres and kilograms have up to three decimals)
 */
export function lineSumKop(priceKop: Kopecks, qtyThousandths: number): Kopecks {
  return halfUpShare(priceKop, qtyThousandths, 1000)
}

/**
 * Raises a price by a markup, or lowers it by a discount with a negative figure; half-up to the kopeck.
 *
 * @param kop price, kopecks
 * @param percentHundredths hundredths of a percent: 18,5 % is 1850
 */
export function markUp(kop: Kopecks, percentHundredths: number): Kopecks {
  return halfUpShare(kop, 10_000 + requireSafe(percentHundredths), 10_000)
}

/**
 * Converts a quantity to an integer of thousandths.
 *
 * @param qty quantity with at most three decimals; anything finer is refused rather than rounded
 */
export function toThousandths(qty: number): number {
  const thousandths = requireSafe(Math.round(qty * 1000))
  if (thousandths / 1000 !== qty) throw new RangeError(`quantity has more than three decimals: ${qty}`)
  return thousandths
}

/**
 * Formats money for display: `1 234,56`, thousands split by U+00A0, always two decimals. Implemented here because
 * number formats of the server and of a browser may come from different ICU versions.
 *
 * @param kop kopecks
 */
export function formatMoney(kop: Kopecks): string {
  const size = Math.abs(requireSafe(kop))
  const fraction = String(size % 100).padStart(2, '0')
  return `${kop < 0 ? '-' : ''}${grouped(Math.floor(size / 100))},${fraction}`
}

/**
 * Formats a quantity for display: thousands split by U+00A0, comma, at most three decimals without trailing zeros.
 *
 * @param qty quantity in units
 */
export function formatQty(qty: number): string {
  const thousandths = requireSafe(Math.round(qty * 1000))
  const size = Math.abs(thousandths)
  const fraction = String(size % 1000)
    .padStart(3, '0')
    .replace(/0{1,3}$/, '')
  return `${thousandths < 0 ? '-' : ''}${grouped(Math.floor(size / 1000))}${fraction && `,${fraction}`}`
}

/**
 * Formats a percent for display: `18,5 %`, the sign after U+00A0, at most two decimals.
 *
 * @param hundredths hundredths of a percent: 18,5 % is 1850
 */
export function formatPercent(hundredths: number): string {
  return `${formatQty(hundredths / 100)}${NBSP}%`
}

function grouped(whole: number): string {
  return String(whole).replace(/\B(?=(?:\d{3}){1,6}$)/g, NBSP)
}
