import { createWriteStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import { dayText } from '../clock.ts'
import { moscowClock, oncePerText, streamOf, type Column, type Row } from './column.ts'

const BOM = '\ufeff'
const END = '\r\n'

/** A spreadsheet would run it. */
const FORMULA = /^[=+\-@\t\r\n＝＋－＠]/
const MONTHS = 'янв|фев|мар|апр|ма[йя]|июн|июл|авг|сен|окт|ноя|дек|jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec'
/** A spreadsheet would take it for another number or a date: «0012», «12-05», «1E5», sixteen digits. */
const CHANGED = new RegExp(
  String.raw`^(?:0\d+|\d{12,}|\d+[.,]\d+|\d+(?:[.,]\d+)?e[+-]?\d+|\d{1,3}(?:\s\d{3})+|\d{1,4}[-./:]\d{1,2}(?:[-./:]\d{1,4})?` +
    String.raw`|(?:${MONTHS})[a-zа-я]*[-. ]?\d{1,4}|\d{1,2}[-. ]?(?:${MONTHS})[a-zа-я]*)$`,
  'i',
)

/** Text that a spreadsheet leaves as it is: an apostrophe in front says «this is text», and our own import drops it. */
export function csvText(value: string): string {
  const safe = FORMULA.test(value) || CHANGED.test(value) ? `'${value}` : value
  return /[";\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

function momentText(moment: string): string {
  const [day = '', time = ''] = moscowClock(moment).split('T')
  return `${dayText(day)} ${time}`
}

function csvCells() {
  const [dayCell, momentCell] = [oncePerText(dayText), oncePerText(momentText)]
  return (kind: Column['kind'], value: string | number): string => {
    if (typeof value === 'number') return (kind === 'kop' ? (value / 100).toFixed(2) : String(value)).replace('.', ',')
    if (kind === 'day') return dayCell(value)
    return kind === 'moment' ? momentCell(value) : csvText(value)
  }
}

async function* csvLines(columns: readonly Column[], pages: AsyncIterable<readonly Row[]>) {
  yield BOM + columns.map(({ title }) => csvText(title)).join(';') + END
  const kinds = columns.map(({ kind }) => kind)
  const cell = csvCells()
  for await (const rows of pages) {
    let lines = ''
    for (const row of rows) {
      let line = ''
      row.forEach((value, at) => (line += (at > 0 ? ';' : '') + cell(kinds[at] ?? 'text', value)))
      lines += line + END
    }
    if (lines) yield lines
  }
}

/** Writes a file as a Russian Excel opens it: `;`, UTF-8 with BOM, decimal comma. No more than a page is held. */
export const writeCsvFile = (path: string, columns: readonly Column[], pages: AsyncIterable<readonly Row[]>) =>
  pipeline(streamOf(csvLines(columns, pages)), createWriteStream(path, { mode: 0o600 }))
