import { CFB } from '@e965/xlsx'
import { workbookOf, zipOf } from '../../../server/src/modules/suppliers/price-list-import/price-list.factory.ts'
import {
  bombOf,
  pdfBombOf,
  bookOf,
  crowdOf,
  deflatedMegabytes,
  packedArchive,
  partsOf,
  sheetOf,
  type HostileFile,
  type Table,
} from '../../../server/src/testing/files/hostile-archives.factory.ts'
import { exe, html, svg } from './hostile-pictures.factory.ts'

const strings = (content: string) => [{ name: 'xl/sharedStrings.xml', content }]

const laughs = () => {
  const entities = Array.from({ length: 12 }, (_, at) => `<!ENTITY a${at + 1} "${`&a${at};`.repeat(10)}">`).join('')
  return `<?xml version="1.0"?><!DOCTYPE s [<!ENTITY a0 "ха">${entities}]><sst><si><t>&a12;</t></si></sst>`
}
const quadratic = () =>
  `<?xml version="1.0"?><!DOCTYPE s [<!ENTITY a "${'ха'.repeat(50_000)}">]><sst><si><t>${'&a;'.repeat(50_000)}</t></si></sst>`
const external = (port: number) =>
  `<?xml version="1.0"?><!DOCTYPE s SYSTEM "http://127.0.0.1:${port}/x.dtd" [<!ENTITY b SYSTEM "file:///etc/passwd">]>`

type Container = { add: (name: string, bytes: Buffer) => void; bytes: () => Buffer }
/** Container of the old compound format; its library is declared as `any`. */
function containerOf(): Container {
  const library = CFB as {
    utils: { cfb_new: () => object; cfb_add: (file: object, name: string, bytes: Buffer) => void }
    write: (file: object, options: { type: 'buffer' }) => Buffer
  }
  const file = library.utils.cfb_new()
  return {
    add: (name, bytes) => library.utils.cfb_add(file, name, bytes),
    bytes: () => Buffer.from(library.write(file, { type: 'buffer' })),
  }
}

function locked(): Buffer {
  const container = containerOf()
  container.add('/EncryptionInfo', Buffer.alloc(248, 4))
  container.add('/EncryptedPackage', Buffer.alloc(8192, 7))
  return container.bytes()
}

/** The first sector of the table of sectors names itself as the next one. */
function looped(table: Table): Buffer {
  const book = Buffer.from(workbookOf(table, 'biff8'))
  const allocation = 512 * (1 + book.readUInt32LE(76))
  for (let at = allocation; at < allocation + 512; at += 4) book.writeUInt32LE((at - allocation) / 4, at)
  return book
}

const LAST_ROW = 1_048_576
const manyRows = (cells: string) => (table: Table) =>
  bookOf(sheetOf(table, { rows: `<row>${cells}</row>`.repeat(LAST_ROW) }))
const macros = { name: 'xl/vbaProject.bin', content: 'x' }
const link = `<externalLink xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><ddeLink ddeService="cmd" ddeTopic="/c calc"/></externalLink>`
const outside = (name: string) => (table: Table) => zipOf([...partsOf(sheetOf(table)), { name, content: 'root:x' }])

const BOOKS: HostileFile[] = [
  { name: 'C-1 36 kB that are 4 GB', outcome: 'refused', bytes: () => bombOf(16, 256) },
  { name: 'C-1 a sheet of 4 GB', outcome: 'refused', bytes: () => bombOf(4080) },
  { name: 'C-1 a PDF page of 4 GB', outcome: 'refused', bytes: () => pdfBombOf(4080) },
  {
    name: 'C-1 a packed text of 4 GB in one line',
    outcome: 'refused',
    bytes: () => packedArchive([{ name: 'a.csv', packed: deflatedMegabytes(4080), size: 4080 * 1024 * 1024 }]),
  },
  {
    name: 'C-1 a packed text of 4 GB of empty lines',
    outcome: 'refused',
    bytes: () => packedArchive([{ name: 'a.csv', packed: deflatedMegabytes(4080, '\n'), size: 4080 * 1024 * 1024 }]),
  },
  {
    name: 'C-2 sizes that lie',
    outcome: 'refused',
    bytes: (table) => zipOf(partsOf(sheetOf(table)).map((part) => ({ ...part, claimedSize: 10 }))),
  },
  {
    name: 'C-2 two entries of one name',
    outcome: 'refused',
    bytes: (table) => zipOf([...partsOf(sheetOf(table)), ...partsOf(sheetOf(table)).slice(-1)]),
  },
  { name: 'C-2 100,000 entries', outcome: 'refused', bytes: () => crowdOf(100_000) },
  { name: 'C-3 a way out of the folder', outcome: 'refused', bytes: outside('../../etc/passwd') },
  { name: 'C-3 a way out of the folder, as Windows writes it', outcome: 'refused', bytes: outside('..\\..\\x') },
  { name: 'C-3 a path from the root', outcome: 'refused', bytes: outside('/etc/passwd') },
  {
    name: 'C-3 a symbolic link',
    outcome: 'refused',
    bytes: (table) => zipOf([...partsOf(sheetOf(table)), { name: 'a', content: '/etc/passwd', symlink: true }]),
  },
  { name: 'C-5 a billion laughs', outcome: 'refused', bytes: (table) => bookOf(sheetOf(table), strings(laughs())) },
  {
    name: 'C-5 a quadratic blow-up',
    outcome: 'refused',
    bytes: (table) => bookOf(sheetOf(table), strings(quadratic())),
  },
  {
    name: 'C-6 a dimension and a merge of the whole sheet',
    outcome: 'read',
    bytes: (table) =>
      bookOf(
        sheetOf(table, {
          before: '<dimension ref="A1:XFD1048576"/>',
          after: '<mergeCells><mergeCell ref="A1:XFD1048576"/></mergeCells>',
        }),
      ),
  },
  {
    name: 'C-6 the last row and cell alone',
    outcome: 'either',
    bytes: (table) =>
      bookOf(
        sheetOf(table, {
          rows: `<row r="${LAST_ROW}"><c r="XFD${LAST_ROW}" t="inlineStr"><is><t>я</t></is></c></row>`,
        }),
      ),
  },
  {
    name: 'C-6 a hundred thousand merges',
    outcome: 'either',
    bytes: (table) =>
      bookOf(
        sheetOf(table, { after: `<mergeCells>${'<mergeCell ref="A1:XFD1048576"/>'.repeat(100_000)}</mergeCells>` }),
      ),
  },
  {
    name: 'C-6 a hundred thousand merges of far cells',
    outcome: 'either',
    bytes: (table) =>
      bookOf(sheetOf(table, { after: `<mergeCells>${'<mergeCell ref="XFC1:XFD1"/>'.repeat(100_000)}</mergeCells>` })),
  },
  { name: 'C-7 1,048,576 rows of nothing', outcome: 'either', bytes: manyRows('<c/>') },
  {
    name: 'C-7 1,048,576 rows of two cells',
    outcome: 'refused',
    bytes: manyRows('<c t="inlineStr"><is><t>A</t></is></c><c><v>1</v></c>'),
  },
  {
    name: 'C-8 an old book that is cut',
    outcome: 'refused',
    bytes: (table) => workbookOf(table, 'biff8').subarray(0, 900),
  },
  { name: 'C-8 a container whose sectors name themselves', outcome: 'refused', bytes: looped },
  { name: 'C-8 a program', outcome: 'refused', bytes: () => exe },
  { name: 'C-8 a page', outcome: 'refused', bytes: () => html },
  { name: 'C-8 a vector picture', outcome: 'refused', bytes: () => svg },
  { name: 'C-8 a book that is cut', outcome: 'refused', bytes: (table) => bookOf(sheetOf(table)).subarray(0, 700) },
  { name: 'C-9 a book under a password', outcome: 'refused', bytes: locked },
  { name: 'C-9 a binary book', outcome: 'refused', bytes: (table) => workbookOf(table, 'xlsb') },
  { name: 'C-9 an open document', outcome: 'read', bytes: (table) => workbookOf(table, 'ods') },
  { name: 'C-9 a book with macros', outcome: 'refused', bytes: (table) => bookOf(sheetOf(table), [macros]) },
  {
    name: 'C-9 a book with a DDE link',
    outcome: 'read',
    bytes: (table) => bookOf(sheetOf(table), [{ name: 'xl/externalLinks/externalLink1.xml', content: link }]),
  },
]

/** Files that refer to a server, with the request that they would cause. */
const askingFiles = (port: number): HostileFile[] => [
  {
    name: 'C-4 an external entity among the words',
    outcome: 'refused',
    bytes: (table) => bookOf(sheetOf(table), strings(`${external(port)}<sst><si><t>&b;</t></si></sst>`)),
  },
  {
    name: 'C-4 an external entity in the sheet',
    outcome: 'refused',
    bytes: (table) => bookOf(sheetOf(table, { prolog: external(port) })),
  },
  {
    name: 'C-4 an external entity in UTF-16',
    outcome: 'refused',
    bytes: (table) => bookOf(Buffer.from(`\ufeff${sheetOf(table, { prolog: external(port) })}`, 'utf16le')),
  },
  {
    name: 'C-4 an external entity in a document of Excel 2003',
    outcome: 'refused',
    bytes: (table) =>
      Buffer.from(
        `<?xml version="1.0"?><!DOCTYPE s SYSTEM "http://127.0.0.1:${port}/x.dtd"><Workbook xmlns="urn:schemas-microsoft-com:office:spreadsheet"><Worksheet Name="a"><Table>${table.map((row) => `<Row>${row.map((cell) => `<Cell><Data Type="String">${cell}</Data></Cell>`).join('')}</Row>`).join('')}</Table></Worksheet></Workbook>`,
      ),
  },
]

export const hostileBooks = (port: number): HostileFile[] => [...BOOKS, ...askingFiles(port)]
