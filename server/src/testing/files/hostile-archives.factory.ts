import { constants, crc32, deflateRawSync } from 'node:zlib'
import { zipOf, type ZipMember } from '../../modules/suppliers/price-list-import/price-list.factory.ts'

const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006'
const TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml'

/** Rows of a typical table, its header first. */
export type Table = readonly (readonly (string | number)[])[]

/** Expected result of a parser: success, a readable refusal, or either, depending on the parser's columns. */
type Outcome = 'read' | 'refused' | 'either'

export interface HostileFile {
  /** Number in the list of bad inputs, and a description. */
  name: string
  outcome: Outcome
  /** Builds the file from rows that the parser would accept. */
  bytes: (table: Table) => Buffer
}

const escaped = (value: string | number) => String(value).replace(/&/g, '&amp;').replace(/</g, '&lt;')
const rowXml = (row: readonly (string | number)[]) =>
  `<row>${row.map((value) => `<c t="inlineStr"><is><t>${escaped(value)}</t></is></c>`).join('')}</row>`

/** Builds a sheet of the rows, with extra XML before its data, after its last row and after its data. */
export const sheetOf = (table: Table, { before = '', rows = '', after = '', prolog = '' } = {}) =>
  `${prolog}<worksheet xmlns="${MAIN}">${before}<sheetData>${table.map(rowXml).join('')}${rows}</sheetData>${after}</worksheet>`

/** Builds the parts of a workbook with one sheet. */
export function partsOf(sheet: string | Buffer, more: readonly ZipMember[] = []): ZipMember[] {
  const override = (part: string, type: string) =>
    `<Override PartName="/xl/${part}" ContentType="${TYPE}.${type}+xml"/>`
  const relation = (id: string, type: string, target: string) =>
    `<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="${id}" Type="${OFFICE}/${type}" Target="${target}"/></Relationships>`
  const types = `${override('workbook.xml', 'sheet.main')}${override('worksheets/sheet1.xml', 'worksheet')}${override('sharedStrings.xml', 'sharedStrings')}`
  return [
    { name: '[Content_Types].xml', content: `<Types xmlns="${PACKAGE}/content-types">${types}</Types>` },
    { name: '_rels/.rels', content: relation('r1', 'officeDocument', 'xl/workbook.xml') },
    {
      name: 'xl/workbook.xml',
      content: `<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}"><sheets><sheet name="TDSheet" sheetId="1" r:id="r1"/></sheets></workbook>`,
    },
    { name: 'xl/_rels/workbook.xml.rels', content: relation('r1', 'worksheet', 'worksheets/sheet1.xml') },
    { name: 'xl/worksheets/sheet1.xml', content: sheet },
    ...more,
  ]
}

export const bookOf = (sheet: string | Buffer, more: readonly ZipMember[] = []) => zipOf(partsOf(sheet, more))

const MEGABYTE = 1024 * 1024

/** Builds a deflated stream of megabytes of one character, a thousandth of them long. */
export function deflatedMegabytes(count: number, sign = ' '): Buffer {
  const block = deflateRawSync(Buffer.alloc(16 * MEGABYTE, sign), { level: 9, finishFlush: constants.Z_FULL_FLUSH })
  const end = Buffer.from([3, 0])
  return Buffer.concat([...Array<Buffer>(count / 16).fill(block), end])
}

interface Packed {
  name: string
  packed: Buffer
  size: number
  crc?: number
  /** True to refer to the bytes of the previous entry. */
  isSame?: boolean
}

const headOf = ({ name, packed, size, crc = 0 }: Packed) => {
  const head = Buffer.alloc(26)
  head.writeUInt16LE(20, 0)
  head.writeUInt16LE(8, 4)
  head.writeUInt32LE(crc, 10)
  head.writeUInt32LE(packed.length, 14)
  head.writeUInt32LE(size, 18)
  head.writeUInt16LE(Buffer.byteLength(name), 22)
  return head
}

/** Builds the end of a directory, also in the 64-bit form for more than 65,535 entries. */
function endOf(count: number, length: number, offset: number): Buffer {
  const wide = Buffer.alloc(56)
  wide.writeUInt32LE(0x06064b50, 0)
  wide.writeBigUInt64LE(44n, 4)
  wide.writeBigUInt64LE(BigInt(count), 24)
  wide.writeBigUInt64LE(BigInt(count), 32)
  wide.writeBigUInt64LE(BigInt(length), 40)
  wide.writeBigUInt64LE(BigInt(offset), 48)
  const locator = Buffer.alloc(20)
  locator.writeUInt32LE(0x07064b50, 0)
  locator.writeBigUInt64LE(BigInt(offset + length), 8)
  locator.writeUInt32LE(1, 16)
  const end = Buffer.alloc(22)
  end.writeUInt32LE(0x06054b50, 0)
  end.writeUInt16LE(Math.min(count, 0xffff), 8)
  end.writeUInt16LE(Math.min(count, 0xffff), 10)
  end.writeUInt32LE(length, 12)
  end.writeUInt32LE(offset, 16)
  return count > 0xffff ? Buffer.concat([wide, locator, end]) : end
}

/** Builds an archive of compressed entries, which may share their bytes. */
export function packedArchive(entries: readonly Packed[]): Buffer {
  const [parts, directory]: [Buffer[], Buffer[]] = [[], []]
  let [offset, place] = [0, 0]
  for (const entry of entries) {
    const [head, name] = [headOf(entry), Buffer.from(entry.name)]
    if (!entry.isSame) {
      place = offset
      parts.push(Buffer.from([0x50, 0x4b, 3, 4]), head, name, entry.packed)
      offset += 30 + name.length + entry.packed.length
    }
    const tail = Buffer.alloc(14)
    tail.writeUInt32LE(place, 10)
    directory.push(Buffer.from([0x50, 0x4b, 1, 2, 20, 3]), head, tail, name)
  }
  const listing = Buffer.concat(directory)
  return Buffer.concat([...parts, listing, endOf(entries.length, listing.length, offset)])
}

const packedPart = ({ name, content }: ZipMember): Packed => {
  const bytes = Buffer.from(content)
  return { name: String(name), packed: deflateRawSync(bytes), size: bytes.length, crc: crc32(bytes) }
}

/** Builds a workbook with a sheet of the given megabytes, and further sheets of the same bytes. */
export function bombOf(megabytes: number, times = 1): Buffer {
  const packed = deflatedMegabytes(megabytes)
  const sheets = Array.from({ length: times }, (_, at) => ({
    name: `xl/worksheets/sheet${at + 1}.xml`,
    packed,
    size: megabytes * MEGABYTE,
    isSame: at > 0,
  }))
  const others = partsOf('').filter(({ name }) => name !== 'xl/worksheets/sheet1.xml')
  return packedArchive([...others.map(packedPart), ...sheets])
}

/** Builds an archive of empty files. */
export const crowdOf = (count: number) =>
  packedArchive(
    Array.from({ length: count }, (_, at) => ({
      name: `${at}.csv`,
      packed: Buffer.from([3, 0]),
      size: 0,
      isSame: at > 0,
    })),
  )

/** Builds a PDF whose page inflates to the given megabytes. */
export function pdfBombOf(megabytes: number): Buffer {
  const zlibHeader = Buffer.from([0x78, 0x9c])
  const packed = Buffer.concat([zlibHeader, deflatedMegabytes(megabytes)])
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 600 800] /Contents 4 0 R >>',
    `<< /Length ${packed.length} /Filter /FlateDecode >>\nstream\n`,
  ]
  const texts = objects.map((object, at) => `${at + 1} 0 obj\n${object}`)
  const [stream = '', ...others] = texts.toReversed()
  const head = `%PDF-1.7\n${others.toReversed().join('\nendobj\n')}\nendobj\n${stream}`
  // Readers rebuild the missing cross-reference table.
  return Buffer.concat([
    Buffer.from(head),
    packed,
    Buffer.from('\nendstream\nendobj\ntrailer << /Root 1 0 R >>\n%%EOF'),
  ])
}
