import { crc32, inflateRawSync } from 'node:zlib'

const PACKED = 8

/** Extracts files of an archive by its central directory, because the headers before the data may omit the sizes. */
function unzip(bytes: Buffer): Map<string, string> {
  const files = new Map<string, string>()
  let at = bytes.readUInt32LE(bytes.lastIndexOf('PK\x05\x06') + 16)
  while (bytes.readUInt32LE(at) === 0x02014b50) {
    const local = bytes.readUInt32LE(at + 42)
    const start = local + 30 + bytes.readUInt16LE(local + 26) + bytes.readUInt16LE(local + 28)
    const data = bytes.subarray(start, start + bytes.readUInt32LE(at + 20))
    const next = at + 46 + bytes.readUInt16LE(at + 28)
    const isPacked = bytes.readUInt16LE(at + 10) === PACKED
    files.set(bytes.toString('utf8', at + 46, next), (isPacked ? inflateRawSync(data) : data).toString())
    at = next + bytes.readUInt16LE(at + 30) + bytes.readUInt16LE(at + 32)
  }
  return files
}

/** Builds an uncompressed archive of files. */
function zip(files: Record<string, string>): Buffer {
  const parts: Buffer[] = []
  const directory: Buffer[] = []
  let offset = 0
  for (const [path, text] of Object.entries(files)) {
    const [name, data] = [Buffer.from(path), Buffer.from(text)]
    const header = Buffer.alloc(26)
    header.writeUInt16LE(20, 0)
    header.writeUInt32LE(crc32(data), 10)
    header.writeUInt32LE(data.length, 14)
    header.writeUInt32LE(data.length, 18)
    header.writeUInt16LE(name.length, 22)
    const entry = Buffer.alloc(14)
    entry.writeUInt32LE(offset, 10)
    const file = [Buffer.from('PK\x03\x04'), header, name, data]
    directory.push(Buffer.from('PK\x01\x02\x14\x00'), header, entry, name)
    parts.push(...file)
    offset += file.reduce((sum, { length }) => sum + length, 0)
  }
  const end = Buffer.alloc(18)
  const count = Object.keys(files).length
  end.writeUInt16LE(count, 4)
  end.writeUInt16LE(count, 6)
  end.writeUInt32LE(Buffer.concat(directory).length, 8)
  end.writeUInt32LE(offset, 12)
  return Buffer.concat([...parts, ...directory, Buffer.from('PK\x05\x06'), end])
}

const LETTER_A = 65
const ENTITIES: Record<string, string> = { '&lt;': '<', '&gt;': '>', '&quot;': '"', '&apos;': "'", '&amp;': '&' }
const fromXml = (text: string) => text.replace(/&\w+;/g, (entity) => ENTITIES[entity] ?? entity)
const toXml = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
const letterOf = (column: number) => String.fromCharCode(LETTER_A + column)

/**
 * Reads the texts of the first sheet, row by row, as a spreadsheet program shows them; independent of the server's
 * library.
 */
export function readSheet(bytes: Buffer): string[][] {
  const files = unzip(bytes)
  const shared = [...(files.get('xl/sharedStrings.xml') ?? '').matchAll(/<si>(.*?)<\/si>/gs)].map(([, item = '']) =>
    fromXml([...item.matchAll(/<t[^>]*>(.*?)<\/t>/gs)].map(([, text]) => text).join('')),
  )
  const sheet = files.get('xl/worksheets/sheet1.xml') ?? ''
  return [...sheet.matchAll(/<row [^>]*>(.*?)<\/row>/gs)].map(([, row = '']) => {
    const cells: string[] = []
    for (const [, letter = '', text = ''] of row.matchAll(/<c r="([A-Z])\d+"[^>]*?(?:\/>|><v>(\d+)<\/v><\/c>)/g))
      cells[letter.charCodeAt(0) - LETTER_A] = shared[Number(text || Number.NaN)] ?? ''
    return Array.from(cells, (cell: string | undefined) => cell ?? '')
  })
}

const OOXML = 'http://schemas.openxmlformats.org'
const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>'
const TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml'

/** Builds a workbook of one sheet of texts. */
export function writeSheet(rows: readonly (readonly string[])[]): Buffer {
  const cellOf = (text: string, row: number, column: number) =>
    `<c r="${letterOf(column)}${row + 1}" t="inlineStr"><is><t>${toXml(text)}</t></is></c>`
  const data = rows
    .map((cells, row) => `<row r="${row + 1}">${cells.map((text, at) => cellOf(text, row, at)).join('')}</row>`)
    .join('')
  const relations = (type: string, target: string) =>
    `${XML}<Relationships xmlns="${OOXML}/package/2006/relationships"><Relationship Id="rId1" Type="${OOXML}/officeDocument/2006/relationships/${type}" Target="${target}"/></Relationships>`
  return zip({
    '[Content_Types].xml': `${XML}<Types xmlns="${OOXML}/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${TYPE}.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="${TYPE}.worksheet+xml"/></Types>`,
    '_rels/.rels': relations('officeDocument', 'xl/workbook.xml'),
    'xl/workbook.xml': `${XML}<workbook xmlns="${OOXML}/spreadsheetml/2006/main" xmlns:r="${OOXML}/officeDocument/2006/relationships"><sheets><sheet name="Лист1" sheetId="1" r:id="rId1"/></sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': relations('worksheet', 'worksheets/sheet1.xml'),
    'xl/worksheets/sheet1.xml': `${XML}<worksheet xmlns="${OOXML}/spreadsheetml/2006/main"><sheetData>${data}</sheetData></worksheet>`,
  })
}
