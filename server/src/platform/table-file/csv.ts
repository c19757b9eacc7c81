import { createWriteStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import { dayText } from '../clock.ts'
import { csvText } from '../files/csv-text.ts'
import { moscowClock, oncePerText, streamOf, type Column, type Row } from './column.ts'

const BOM = '\ufeff'
const END = '\r\n'

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

/** Writes a file for the Russian Excel: `;`, UTF-8 with BOM, decimal comma. At most one page is in memory. */
export const writeCsvFile = (path: string, columns: readonly Column[], pages: AsyncIterable<readonly Row[]>) =>
  pipeline(streamOf(csvLines(columns, pages)), createWriteStream(path, { mode: 0o600 }))
