export const MAX_STEPS = 10
/** Largest markup in hundredths of a per cent: ten times the price. */
export const HIGHEST_MARKUP = 100_000

/** Markup of a buyer for their own buyers: steps by own price with rising bounds. */
export interface ClientMarkup {
  /** Markups in hundredths of a per cent. */
  steps: { up_to_kop: number; markup_hundredths: number }[]
  /** Markup above the last bound. */
  above_hundredths: number
  /** Unit to which the client's price is rounded up, kopecks: a kopeck, a rouble, ten roubles. */
  round_up_to_kop: 1 | 100 | 1000
}

export const USUAL_MARKUP: ClientMarkup = {
  steps: [
    { up_to_kop: 100_000, markup_hundredths: 4000 },
    { up_to_kop: 500_000, markup_hundredths: 3000 },
  ],
  above_hundredths: 2000,
  round_up_to_kop: 100,
}

/**
 * Returns the price for the buyer's own client: computed exactly and rounded up once, at the end.
 *
 * @param ownKop the buyer's own price, kopecks; the bound of a step belongs to the step
 */
export function clientPriceKop(ownKop: number, { steps, above_hundredths, round_up_to_kop }: ClientMarkup): number {
  const step = steps.find(({ up_to_kop }) => ownKop <= up_to_kop)
  const raised = BigInt(ownKop) * BigInt(10_000 + (step?.markup_hundredths ?? above_hundredths))
  const unit = BigInt(10_000 * round_up_to_kop)
  return Number((raised + unit - 1n) / unit) * round_up_to_kop
}
