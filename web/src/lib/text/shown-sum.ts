/** Sums visible amounts; null when any part is hidden, because a partial sum would be wrong. */
export const shownSum = (parts: readonly (number | null)[]) =>
  parts.reduce<number | null>((sum, part) => (sum === null || part === null ? null : sum + part), 0)
