import iconv from 'iconv-lite'
import { csvOf } from '../../../server/src/modules/suppliers/price-list-import/price-list.factory.ts'
import type { HostileFile, Table } from '../../../server/src/testing/files/hostile-archives.factory.ts'

/** Builds a row with one cell for each column of the table. */
const filled = (table: Table, cell: (at: number) => string | number) => (table[0] ?? []).map((_, at) => cell(at))
const repeated = (table: Table, rows: number): Table => [
  ...table.slice(0, 1),
  ...Array.from({ length: rows }, (_, at) => table[1 + (at % (table.length - 1))] ?? []),
]
const text = (table: Table) => Buffer.from(csvOf(table))
const dde = (sign: string) => `${sign}cmd|'/c calc'!A0`

export const HOSTILE_TEXTS: HostileFile[] = [
  { name: 'C-10 windows-1251', outcome: 'read', bytes: (table) => iconv.encode(csvOf(table), 'win1251') },
  {
    name: 'C-10 UTF-8 with a byte order mark',
    outcome: 'read',
    bytes: (table) => Buffer.from(`\ufeff${csvOf(table)}`),
  },
  { name: 'C-10 UTF-16', outcome: 'read', bytes: (table) => Buffer.from(`\ufeff${csvOf(table)}`, 'utf16le') },
  { name: 'C-10 tabs', outcome: 'read', bytes: (table) => Buffer.from(csvOf(table, '\t')) },
  {
    name: 'C-10 two encodings in one file',
    outcome: 'either',
    bytes: (table) => Buffer.concat([text(table), iconv.encode(csvOf(table.slice(1)), 'win1251')]),
  },
  {
    name: 'C-10 a quote that never closes',
    outcome: 'either',
    bytes: (table) => Buffer.from(`${csvOf(table)}"а;б\r\n`),
  },
  { name: 'C-10 a line of fifty megabytes', outcome: 'refused', bytes: () => Buffer.alloc(50_000_000, 'а') },
  { name: 'C-10 a line of nine megabytes', outcome: 'refused', bytes: () => Buffer.alloc(9_000_000, 'а') },
  { name: 'C-10 NUL bytes', outcome: 'refused', bytes: (table) => Buffer.from(`${csvOf(table)}a\0;b\0\r\n`) },
  {
    name: 'C-11 formulas in every cell',
    outcome: 'either',
    bytes: (table) =>
      text([...table, ...['=', '+', '-', '@', '\t=', '＝'].map((sign) => filled(table, () => dde(sign)))]),
  },
  {
    name: 'C-12 quantities that are none',
    outcome: 'either',
    bytes: (table) =>
      text([
        ...table,
        ...['1e9', '-1', '½', '１２', 'NaN', 'Infinity', '9007199254740993', '#REF!'].map((qty) =>
          filled(table, () => qty),
        ),
      ]),
  },
  {
    name: 'C-13 articles that look alike or hide signs',
    outcome: 'either',
    bytes: (table) =>
      text([
        ...table,
        ...['1.23E+15', "'0012", 'A\u00a01', 'АСО-1', 'A\u202e1', 'A\u200b1'].map((cell) => filled(table, () => cell)),
      ]),
  },
  {
    name: 'C-14 headers of the prototype',
    outcome: 'read',
    bytes: (table) => {
      const headers = ['__proto__', 'constructor', 'toString', '', table[0]?.[0] ?? '']
      return text(table.map((row, at) => [...row, ...(at === 0 ? headers : ['{"polluted":1}', '2', '3', '4', ''])]))
    },
  },
  { name: 'C-18 an empty file', outcome: 'refused', bytes: () => Buffer.alloc(0) },
  { name: 'C-18 a header without rows', outcome: 'either', bytes: (table) => text(table.slice(0, 1)) },
  { name: 'C-18 empty lines', outcome: 'refused', bytes: () => Buffer.from('\r\n'.repeat(1000)) },
  { name: 'C-18 one unknown column', outcome: 'either', bytes: () => Buffer.from('Погода\r\nснег\r\nдождь\r\n') },
  { name: 'C-7 200,000 rows', outcome: 'either', bytes: (table) => text(repeated(table, 200_000)) },
  ...['сумма цена нов закупка ', 'стоимость ', ' ', '1 ', 'а\u00a0', '"', '1.', '=x '].map((piece): HostileFile => {
    const cell = piece.repeat(Math.floor(900_000 / Buffer.byteLength(piece)))
    const name = JSON.stringify(piece.slice(0, 10))
    return {
      name: `C-5 a cell of a megabyte of ${name} among the headers and in every column`,
      outcome: 'either',
      bytes: (table) =>
        text([
          [cell],
          filled(table, (at) => (at === 1 ? cell : '')),
          ...table,
          [cell],
          [...filled(table, () => '1'), cell],
        ]),
    }
  }),
  ...['<!DOCTYPE ', '<!--', '<table><tr><td>', '<?xml ', '<Workbook ', '<td ', '&#1;', '%PDF-', 'sep=;'].map(
    (piece): HostileFile => ({
      name: `C-5 two megabytes that begin like another kind of file, ${piece.trim()}`,
      outcome: 'either',
      bytes: () => Buffer.from(piece.repeat(2_000_000 / piece.length)),
    }),
  ),
  {
    name: 'C-5 long cells in every column of every row',
    outcome: 'either',
    bytes: (table) =>
      text([
        ...table,
        ...Array.from({ length: 40 }, () => filled(table, (at) => `${'сумма цена 1 '.repeat(1200)}${at}`)),
      ]),
  },
  ...[';', '"";'].map((cell): HostileFile => ({
    name: `C-6 rows of half a million cells ${cell}`,
    outcome: 'either',
    bytes: (table) => text([...table, ...Array.from({ length: 9 }, () => [cell.repeat(900_000 / cell.length)])]),
  })),
  {
    name: 'C-6 thousands of headers in every row',
    outcome: 'either',
    bytes: (table) => text([...Array.from({ length: 10 }, () => ['сумма цена нов закупка;'.repeat(22_000)]), ...table]),
  },
  {
    name: 'C-5 one column of lines of spaces',
    outcome: 'either',
    bytes: () =>
      Buffer.from(Array.from({ length: 1000 }, (_, at) => `A${at}${' '.repeat(900)}x${' '.repeat(900)}2`).join('\r\n')),
  },
  {
    name: 'C-5 one column of long lines',
    outcome: 'either',
    bytes: () => Buffer.from(Array.from({ length: 8 }, (_, at) => `${at}${' - 1 x'.repeat(150_000)}`).join('\r\n')),
  },
]
