import { Readable } from 'node:stream'

/**
 * What stands in a column: `text`; `qty`, a number or what a price list writes instead of it («>10»); `kop`, money in
 * kopecks; `day`, `YYYY-MM-DD`; `moment`, ISO 8601 UTC, written as the clock in Moscow shows it.
 */
export interface Column {
  title: string
  kind: 'text' | 'qty' | 'kop' | 'day' | 'moment'
  /** In characters. */
  width: number
}

/** Values in the order of the columns. */
export type Row = readonly (string | number)[]

const MOSCOW_AHEAD_MS = 3 * 3_600_000

/** `YYYY-MM-DDTHH:MM` by the clock in Moscow, which has not been changed since 2014. */
export const moscowClock = (moment: string): string =>
  new Date(Date.parse(moment) + MOSCOW_AHEAD_MS).toISOString().slice(0, 16)

/** Days and moments are few and repeat in every row: each is worked out once. */
export function oncePerText(work: (text: string) => string): (text: string) => string {
  const known = new Map<string, string>()
  return (text) => {
    const before = known.get(text)
    if (before !== undefined) return before
    const made = work(text)
    known.set(text, made)
    return made
  }
}

/** Texts as a stream of bytes that runs ahead by one of them at the most. */
export const streamOf = (texts: AsyncIterable<string>): Readable => Readable.from(texts, { highWaterMark: 1 })
