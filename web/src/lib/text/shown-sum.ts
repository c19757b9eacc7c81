/** A sum of shown money: hidden as soon as one part of it is, because a partial sum would be a wrong one. */
export const shownSum = (parts: readonly (number | null)[]) =>
  parts.reduce<number | null>((sum, part) => (sum === null || part === null ? null : sum + part), 0)
