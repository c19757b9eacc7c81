const MOST = 999_999

/** Rounds up to the next multiple, in thousandths, so that steps of 0.1 are exact. */
export function toMultiple(wanted: number, step: number): number {
  const unit = Math.max(1, Math.round(step * 1000))
  const thousandths = Math.round(Math.min(Math.max(wanted, 0), MOST) * 1000)
  return (Math.max(1, Math.ceil(thousandths / unit)) * unit) / 1000
}
