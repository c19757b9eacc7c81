import type { PriceListOptions } from '../../../platform/files/spreadsheet/types.ts'
import { randomUUID } from 'node:crypto'
import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { crc32, deflateRawSync } from 'node:zlib'
import * as xlsx from '@e965/xlsx'
import { readPriceList } from './index.ts'
import { readPriceListHere } from './read-price-list.ts'
import type {
  PriceListEvent,
  ResolvedLayout,
  PriceListSummary,
  PriceRow,
  RefusedPriceRow,
  SkippedRow,
} from './price-list.ts'

interface ReadFile {
  layout: ResolvedLayout
  rows: PriceRow[]
  refused: RefusedPriceRow[]
  skipped: SkippedRow[]
  summary: PriceListSummary
}

/** Parses a whole file in this thread. */
export async function readFile(path: string, options: PriceListOptions = {}): Promise<ReadFile> {
  const read: Partial<ReadFile> & Pick<ReadFile, 'rows' | 'refused' | 'skipped'> = {
    rows: [],
    refused: [],
    skipped: [],
  }
  for await (const event of readPriceListHere(path, options)) {
    if (event.kind === 'layout') read.layout = event.layout
    if (event.kind === 'end') read.summary = event.summary
    if (event.kind !== 'rows') continue
    read.rows.push(...event.rows)
    read.refused.push(...event.refused)
    read.skipped.push(...event.skipped)
  }
  return read as ReadFile
}

/** Collects all events of the worker for a file. */
export async function eventsOf(path: string): Promise<PriceListEvent[]> {
  const events: PriceListEvent[] = []
  for await (const event of readPriceList(path)) events.push(event)
  return events
}

/** Creates a file of these bytes with a neutral name. */
export function fileOf(content: Buffer | string): string {
  const path = join(mkdtempSync(join(tmpdir(), 'price-list-')), randomUUID())
  writeFileSync(path, content)
  return path
}

export type CellValue = string | number | boolean | null | xlsx.CellObject

/** Creates a workbook of one or several sheets from rows. */
export function workbookOf(
  sheets: readonly (readonly CellValue[])[] | Readonly<Record<string, readonly (readonly CellValue[])[]>>,
  bookType: xlsx.BookType = 'xlsx',
  adjust: (sheet: xlsx.WorkSheet) => void = () => undefined,
): Buffer {
  const book = xlsx.utils.book_new()
  const named = Array.isArray(sheets) ? { TDSheet: sheets as CellValue[][] } : (sheets as Record<string, CellValue[][]>)
  for (const [name, rows] of Object.entries(named)) {
    const sheet = xlsx.utils.aoa_to_sheet(rows)
    adjust(sheet)
    xlsx.utils.book_append_sheet(book, sheet, name)
  }
  return Buffer.from(xlsx.write(book, { type: 'buffer', bookType }) as Buffer)
}

export interface ZipMember {
  name: string | Buffer
  content: Buffer | string
  /** Size declared in the directory instead of the true one. */
  claimedSize?: number
  encrypted?: boolean
  symlink?: boolean
  utf8?: boolean
}

/** Creates a zip archive member by member, optionally with false sizes. */
export function zipOf(members: readonly ZipMember[]): Buffer {
  const parts: Buffer[] = []
  const directory: Buffer[] = []
  let offset = 0
  for (const member of members) {
    const { local, central } = zipRecords(member, offset)
    parts.push(local)
    directory.push(central)
    offset += local.length
  }
  const listing = Buffer.concat(directory)
  const end = Buffer.alloc(22)
  end.writeUInt32LE(0x06054b50, 0)
  end.writeUInt16LE(members.length, 8)
  end.writeUInt16LE(members.length, 10)
  end.writeUInt32LE(listing.length, 12)
  end.writeUInt32LE(offset, 16)
  return Buffer.concat([...parts, listing, end])
}

function zipRecords(member: ZipMember, offset: number): { local: Buffer; central: Buffer } {
  const name = Buffer.from(member.name)
  const content = Buffer.from(member.content)
  const packed = deflateRawSync(content, { level: 9 })
  const flags = (member.encrypted === true ? 1 : 0) | (member.utf8 === true ? 0x800 : 0)
  const fields = Buffer.alloc(26)
  fields.writeUInt16LE(20, 0)
  fields.writeUInt16LE(flags, 2)
  fields.writeUInt16LE(8, 4)
  fields.writeUInt32LE(crc32(content), 10)
  fields.writeUInt32LE(packed.length, 14)
  fields.writeUInt32LE(member.claimedSize ?? content.length, 18)
  fields.writeUInt16LE(name.length, 22)
  const tail = Buffer.alloc(14)
  tail.writeUInt32LE(member.symlink === true ? 0xa1ff0000 : 0, 6)
  tail.writeUInt32LE(offset, 10)
  const local = Buffer.concat([Buffer.from([0x50, 0x4b, 3, 4]), fields, name, packed])
  const central = Buffer.concat([Buffer.from([0x50, 0x4b, 1, 2, 20, 3]), fields, tail, name])
  return { local, central }
}

/** Formats a table as a text file, by default with `;` and CRLF. */
export function csvOf(rows: readonly (readonly (string | number)[])[], delimiter = ';', lineFeed = '\r\n'): string {
  return rows.map((row) => row.join(delimiter) + lineFeed).join('')
}
