interface Period {
  from: string
  to: string
}

/** Counts the days of a period, its first and last included. */
export const daysOf = ({ from, to }: Period): number => (Date.parse(to) - Date.parse(from)) / 86_400_000 + 1

/** Checks that a period does not end before it begins; an open end or beginning is valid. */
export const inOrder = ({ from, to }: { [Day in keyof Period]?: string | undefined }): boolean =>
  from === undefined || to === undefined || from <= to

/** Error of a period that ends before it begins, reported at its first day. */
export const BACKWARDS = { error: 'Начало периода позже его конца', path: ['from'] }
