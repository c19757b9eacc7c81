const WEEKDAYS = ['пн', 'вт', 'ср', 'чт', 'пт', 'сб', 'вс']

/** «пн» of 1: ISO, Monday is 1. */
export const weekdayName = (weekday: number): string => WEEKDAYS[weekday - 1] ?? ''

/** 1 of «пн»; 0 of anything else. */
export const weekdayOf = (name: string): number => WEEKDAYS.indexOf(name.toLowerCase()) + 1
