const WEEKDAYS = ['пн', 'вт', 'ср', 'чт', 'пт', 'сб', 'вс']

/** «пн» of 1: ISO, Monday is 1. */
export const weekdayName = (weekday: number): string => WEEKDAYS[weekday - 1] ?? ''

/** «пн, ср» of 3 and 1. */
export const weekdayNames = (weekdays: readonly number[]): string =>
  weekdays
    .toSorted((one, other) => one - other)
    .map(weekdayName)
    .join(', ')

/** Days on which a warehouse ships; null: every working day. */
export const shippingText = (weekdays: readonly number[] | null): string =>
  weekdays === null ? 'каждый рабочий' : weekdayNames(weekdays)

/** 1 of «пн»; 0 of anything else. */
export const weekdayOf = (name: string): number => WEEKDAYS.indexOf(name.toLowerCase()) + 1
