import { formatQty } from './money.ts'

/**
 * Chooses the form of a Russian noun after a number: «1 позиция», «2 позиции», «5 позиций»; a fraction takes the
 * genitive singular («1,5 позиции»), which looks like the second form.
 *
 * @param n quantity, may be negative or a fraction
 * @returns the word alone
 */
export function plural(n: number, one: string, few: string, many: string): string {
  const size = Math.abs(n)
  if (!Number.isInteger(size)) return few
  if (size % 100 >= 11 && size % 100 <= 19) return many
  if (size % 10 === 1) return one
  return size % 10 >= 2 && size % 10 <= 4 ? few : many
}

/** Formats a number with its noun, joined by U+00A0 so that a line never breaks between them: `5 позиций`. */
export function counted(n: number, one: string, few: string, many: string): string {
  return `${formatQty(n)}\u00a0${plural(n, one, few, many)}`
}
