import { Readable } from 'node:stream'

/**
 * Column with its kind: `text`; `qty`, a number or its replacement in a price list («>10»); `kop`, money in kopecks;
 * `day`, `YYYY-MM-DD`; `moment`, ISO 8601 UTC, written in Moscow time.
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

/** `YYYY-MM-DDTHH:MM` in Moscow, whose offset has been constant since 2014. */
export const moscowClock = (moment: string): string =>
  new Date(Date.parse(moment) + MOSCOW_AHEAD_MS).toISOString().slice(0, 16)

/** Caches results by text, because days and moments are few and repeat in every row. */
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

/** Streams texts as bytes, at most one text ahead. */
export const streamOf = (texts: AsyncIterable<string>): Readable => Readable.from(texts, { highWaterMark: 1 })
