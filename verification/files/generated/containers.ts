import * as xlsx from '@e965/xlsx'
import iconv from 'iconv-lite'
import { zipOf } from '../../../server/src/modules/suppliers/price-list-import/price-list.factory.ts'

export type Cell = string | number | null | xlsx.CellObject

export interface Sheet {
  name: string
  rows: readonly (readonly Cell[])[]
  merges?: readonly xlsx.Range[]
}

/** Kinds of files that suppliers send. Text files hold one sheet without number formats and merged cells. */
export const CONTAINERS = [
  'xlsx',
  'xls',
  'ods',
  'spreadsheetml',
  'html',
  'csv-utf-8',
  'csv-utf-8-bom',
  'csv-windows-1251',
  'csv-utf-16',
  'zip-xlsx',
  'zip-csv',
] as const
export type Container = (typeof CONTAINERS)[number]

/** Containers whose cells have number formats, and those with several sheets. */
export const WITH_FORMATS: readonly Container[] = ['xlsx', 'xls', 'spreadsheetml', 'zip-xlsx']
export const WITH_SHEETS: readonly Container[] = ['xlsx', 'xls', 'ods', 'spreadsheetml', 'zip-xlsx']
export const WITH_MERGES: readonly Container[] = ['xlsx', 'xls', 'ods', 'zip-xlsx']

function toWorkbook(sheets: readonly Sheet[], bookType: xlsx.BookType): Buffer {
  const book = xlsx.utils.book_new()
  for (const { name, rows, merges = [] } of sheets) {
    const sheet = xlsx.utils.aoa_to_sheet(rows as unknown[][])
    sheet['!merges'] = [...merges]
    xlsx.utils.book_append_sheet(book, sheet, name)
  }
  return Buffer.from(xlsx.write(book, { type: 'buffer', bookType }) as Buffer)
}

const textOf = (cell: Cell | undefined): string => {
  const value = cell !== null && typeof cell === 'object' ? (cell.v as string | number) : (cell ?? '')
  return typeof value === 'number' ? String(value).replace('.', ',') : value
}

const quoted = (text: string, delimiter: string) =>
  text.includes(delimiter) || text.includes('"') ? `"${text.replaceAll('"', '""')}"` : text

function toCsv([sheet]: readonly Sheet[], delimiter: string): string {
  return (sheet?.rows ?? [])
    .map((row) => `${row.map((cell) => quoted(textOf(cell), delimiter)).join(delimiter)}\r\n`)
    .join('')
}

/** Writes the sheets in the container. */
export function pack(sheets: readonly Sheet[], container: Container): { extension: string; content: Buffer } {
  switch (container) {
    case 'xlsx':
    case 'ods':
      return { extension: container, content: toWorkbook(sheets, container) }
    case 'xls':
      return { extension: 'xls', content: toWorkbook(sheets, 'biff8') }
    case 'spreadsheetml':
      return { extension: 'xml', content: toWorkbook(sheets, 'xlml') }
    case 'html':
      return { extension: 'xls', content: toWorkbook(sheets, 'html') }
    case 'csv-utf-8':
      return { extension: 'csv', content: Buffer.from(toCsv(sheets, ';')) }
    case 'csv-utf-8-bom':
      return { extension: 'csv', content: Buffer.from(`\ufeff${toCsv(sheets, ';')}`) }
    case 'csv-windows-1251':
      return { extension: 'csv', content: iconv.encode(toCsv(sheets, '\t'), 'windows-1251') }
    case 'csv-utf-16':
      return { extension: 'txt', content: Buffer.from(`\ufeff${toCsv(sheets, '\t')}`, 'utf16le') }
    case 'zip-xlsx':
      return { extension: 'zip', content: zipOf([{ name: 'price.xlsx', content: toWorkbook(sheets, 'xlsx') }]) }
    case 'zip-csv':
      return {
        extension: 'zip',
        content: zipOf([{ name: 'price.csv', content: iconv.encode(toCsv(sheets, ';'), 'windows-1251') }]),
      }
  }
}
