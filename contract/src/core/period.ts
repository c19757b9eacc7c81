interface Period {
  from: string
  to: string
}

/** Days of a period, its first and its last included. */
export const daysOf = ({ from, to }: Period): number => (Date.parse(to) - Date.parse(from)) / 86_400_000 + 1

/** A period that has no end or no beginning is in order too. */
export const inOrder = ({ from, to }: { [Day in keyof Period]?: string | undefined }): boolean =>
  from === undefined || to === undefined || from <= to

/** Error of a period that ends before it begins, reported at its first day. */
export const BACKWARDS = { error: 'Начало периода позже его конца', path: ['from'] }
