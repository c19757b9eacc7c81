const WEEKDAYS = ['пн', 'вт', 'ср', 'чт', 'пт', 'сб', 'вс']

/** Returns «пн» for 1: ISO weekdays, Monday is 1. */
export const weekdayName = (weekday: number): string => WEEKDAYS[weekday - 1] ?? ''

/** Returns «пн, ср» for 3 and 1. */
export const weekdayNames = (weekdays: readonly number[]): string =>
  weekdays
    .toSorted((one, other) => one - other)
    .map(weekdayName)
    .join(', ')

/** Describes the shipping days of a warehouse; null for every working day. */
export const shippingText = (weekdays: readonly number[] | null): string =>
  weekdays === null ? 'каждый рабочий' : weekdayNames(weekdays)

/** Returns 1 for «пн»; 0 for unknown names. */
export const weekdayOf = (name: string): number => WEEKDAYS.indexOf(name.toLowerCase()) + 1
