import { type PriceListOptions, PRICE_LIST_LIMITS } from '../../../platform/files/spreadsheet/types.ts'
import { describe, expect, test } from 'vitest'
import { csvOf, eventsOf, fileOf, readFile, workbookOf, zipOf, type ZipMember } from './price-list.factory.ts'
import { readGrid } from '../../../platform/files/spreadsheet/read-grid.ts'
import { readSheetRows } from '../../../platform/files/spreadsheet/read-list.ts'
import { openWorker } from '../../../platform/files/spreadsheet/workers/worker-stream.ts'

const TABLE = [
  ['Бренд', 'Артикул', 'Цена'],
  ['Лада', 'A-1', 5],
]
const MEGABYTE = 1024 * 1024

function book(...members: ZipMember[]): Buffer {
  return zipOf([
    { name: '[Content_Types].xml', content: '<Types/>' },
    { name: 'xl/workbook.xml', content: '<workbook/>' },
    ...members,
  ])
}

describe('price list reader', () => {
  const sheetBytes = 4 * MEGABYTE

  test.each<[string, Buffer | string, string]>([
    ['an empty file', '', 'empty'],
    ['a program', Buffer.concat([Buffer.from('MZ'), Buffer.alloc(500)]), 'unknown_kind'],
    ['a picture', Buffer.from('89504e470d0a1a0a0000', 'hex'), 'picture'],
    ['a PDF', '%PDF-1.7 and more', 'pdf'],
    [
      'a vector picture called XLSX',
      '<svg xmlns="http://www.w3.org/2000/svg"><script>1</script></svg>',
      'unknown_kind',
    ],
    ['a page without a table', '<html><body>Прайс</body></html>', 'unknown_kind'],
    ['a RAR archive', 'Rar!\x1a\x07\x00', 'rar'],
    ['a cut book', workbookOf(TABLE).subarray(0, 4000), 'damaged'],
    ['a cut old book', workbookOf(TABLE, 'biff8').subarray(0, 700), 'damaged'],
    ['a book with macros', book({ name: 'xl/vbaProject.bin', content: 'x' }), 'macros'],
    ['a binary book', zipOf([{ name: 'xl/workbook.bin', content: 'x' }]), 'binary_workbook'],
    ['a protected archive', zipOf([{ name: 'a.csv', content: 'x', encrypted: true }]), 'encrypted'],
    ['a bomb', book({ name: 'xl/sheet1.xml', content: Buffer.alloc(8 * MEGABYTE, 32) }), 'too_large'],
    [
      'a bomb that lies about its size',
      book({ name: 'xl/a.xml', content: Buffer.alloc(8 * MEGABYTE, 32), claimedSize: 10 }),
      'damaged',
    ],
    ['a way out of the folder', zipOf([{ name: '../../etc/passwd', content: 'x' }]), 'archive_unsafe'],
    ['a symbolic link', zipOf([{ name: 'a.csv', content: '/etc/passwd', symlink: true }]), 'archive_unsafe'],
    [
      'two files of one name',
      zipOf([
        { name: 'a.csv', content: 'x' },
        { name: 'a.csv', content: 'y' },
      ]),
      'archive_unsafe',
    ],
    [
      'thousands of files',
      zipOf(Array.from({ length: 2500 }, (_, at) => ({ name: `${at}`, content: '' }))),
      'archive_unsafe',
    ],
    [
      'an archive of pictures',
      zipOf([{ name: 'a.png', content: Buffer.from('89504e470d0a1a0a', 'hex') }]),
      'archive_without_list',
    ],
    [
      'a book with an external entity',
      book({ name: 'xl/sharedStrings.xml', content: '<!DOCTYPE a SYSTEM "file:///etc/passwd"><a/>' }),
      'declares_entities',
    ],
    [
      'a book with an external entity in UTF-16',
      book({
        name: 'xl/sheet.xml',
        content: Buffer.from('\ufeff<!DOCTYPE a SYSTEM "file:///etc/passwd"><a/>', 'utf16le'),
      }),
      'declares_entities',
    ],
    [
      'a document of Excel 2003 with an external entity',
      '<?xml version="1.0"?><!DOCTYPE a SYSTEM "http://127.0.0.1/x.dtd"><Workbook xmlns="urn:schemas-microsoft-com:office:spreadsheet"/>',
      'declares_entities',
    ],
    [
      'a packed text that is nothing but a bomb, before it is unpacked',
      zipOf([{ name: 'a.csv', content: Buffer.alloc(32 * MEGABYTE, '\n') }]),
      'too_large',
    ],
    [
      'a table with a megabyte of document types',
      `<!DOCTYPE a${'<!DOCTYPE '.repeat(100_000)}><table/>`,
      'unknown_kind',
    ],
    ['a table with entities', '<?xml version="1.0"?><!DOCTYPE a [<!ENTITY b "c">]><table/>', 'declares_entities'],
    ['a line of fifty megabytes', `Бренд;Артикул;Цена\n${'я'.repeat(3 * MEGABYTE)}`, 'row_too_long'],
    ['zero bytes among the cells', `${csvOf(TABLE)}Лада;A-\0;5\n`, 'unreadable_text'],
    ['a text that is no table', 'Добрый день!\nПрайс вышлем завтра.\n', 'no_columns'],
  ])('refuses %s', async (_, content, reason) =>
    expect(await refusal(content, { limits: { sheetBytes } })).toBe(reason),
  )

  test('refuses more rows than allowed and names the limit', async () => {
    const rows = Array.from({ length: 40 }, (_, at) => ['Лада', `A-${at}`, 5])
    expect(await refusal(workbookOf([...TABLE, ...rows]), { limits: { sheetRows: 30 } })).toBe('too_many_rows')
    const text = readFile(fileOf(csvOf([...TABLE, ...rows])), { limits: { textRows: 30 } })
    await expect(text).rejects.toThrow('В файле слишком много строк, не более 30')
  })

  test('refuses zero bytes and names their row', async () => {
    const read = readFile(fileOf(`${csvOf(TABLE)}Лада;A-\0;5\n`))
    await expect(read).rejects.toMatchObject({ rowNumber: 3, message: 'В файле недопустимые символы (строка 3)' })
  })
})

test('file with only a header has no rows', async () => {
  expect(await refusal(csvOf(TABLE.slice(0, 1)))).toMatchObject({ rows: 0, accepted: 0 })
})

test('sheet with its last possible cell filled is read within the limits', async () => {
  const cell = (text: string) => `<c t="inlineStr"><is><t>${text}</t></is></c>`
  const rows = TABLE.map((row) => `<row>${row.map((text) => cell(String(text))).join('')}</row>`).join('')
  const last = `<row r="1048576"><c r="XFD1048576" t="inlineStr"><is><t>конец</t></is></c></row>`
  const merges = '<mergeCells><mergeCell ref="A1:XFD1048576"/></mergeCells>'
  const sheet = `<worksheet><dimension ref="A1:XFD1048576"/><sheetData>${rows}${last}</sheetData>${merges}</worksheet>`
  expect(await refusal(minimalBook(sheet))).toMatchObject({ rows: 1, accepted: 1 })
})

test('merged cells are read up to 1000 ranges', async () => {
  const rows = TABLE.map(
    (row) => `<row>${row.map((text) => `<c t="inlineStr"><is><t>${text}</t></is></c>`).join('')}</row>`,
  )
  const merges = `<mergeCells>${'<mergeCell ref="XFC1:XFD1"/>'.repeat(50_000)}</mergeCells>`
  const sheet = `<worksheet><sheetData>${rows.join('')}</sheetData>${merges}</worksheet>`
  expect((await readGrid(fileOf(minimalBook(sheet)), { mostRows: 10 })).merges).toHaveLength(1000)
})

test('long cells and wide rows are truncated, and normal rows are read whole', async () => {
  const path = fileOf(`Бренд;Артикул\n${'сумма '.repeat(10_000)};${';'.repeat(5000)}\nЛада;A-1\n`)
  const { rows } = await readGrid(path, { mostRows: 10 })
  expect(rows.map(({ cells }) => cells.length)).toEqual([2, 2000, 2])
  expect(rows[1]?.cells[0]).toHaveLength(4000)
  expect(rows[2]?.cells).toEqual(['Лада', 'A-1'])
})

test('repeated words in a header do not slow down column detection', async () => {
  const path = fileOf(`Артикул;${'сумма '.repeat(600)}\nA-1;5\n`)
  const words = { noHeader: 'нет заголовка', noRows: 'нет строк', tooMany: 'много строк' }
  const layout = {
    headers: { article: /артикул/i, sum: /сумма.*сумма/i },
    required: ['article'] as const,
    most: 10,
    words,
  }
  const rows = await readSheetRows(path, layout)
  expect(rows.map((row) => [row.text('article'), row.has('sum')])).toEqual([['A-1', false]])
})

test('files of one company leave a thread to another company', async () => {
  const path = fileOf(`Бренд;Артикул\n${'Лада;A-1\n'.repeat(20_000)}`)
  const read: number[] = []
  const readFor = async (company: number) => {
    await readGrid(path, { mostRows: 30_000, company })
    read.push(company)
  }
  // Starts both threads.
  await Promise.all([1, 2].map(readFor))
  await Promise.all([...Array<number>(11).fill(1), 2].map(readFor))
  expect(read.lastIndexOf(2)).toBeLessThan(read.length - 4)
})

test('refusal keeps its reason when it leaves the worker', async () => {
  const events = eventsOf(fileOf('Rar!\x1a\x07\x00'))
  await expect(events).rejects.toMatchObject({ name: 'PriceListRefused', reason: 'rar' })
})

test('looping reader is stopped by the time limit', async () => {
  const looping = new URL('data:text/javascript,for(;;);')
  const worker = openWorker(looping, {}, { ...PRICE_LIST_LIMITS, seconds: 0.3 })
  await expect(worker.next()).rejects.toMatchObject({ reason: 'too_slow' })
})

test('reader with a growing heap is stopped by the memory limit', async () => {
  const swelling = new URL('data:text/javascript,const a=[];for(;;)a.push(new Array(1e5).fill({}).map(()=>({})))')
  const worker = openWorker(swelling, {}, { ...PRICE_LIST_LIMITS, heapMb: 32 })
  await expect(worker.next()).rejects.toMatchObject({ reason: 'too_heavy' })
}, 30_000)

async function refusal(content: Buffer | string, options: PriceListOptions = {}): Promise<unknown> {
  return readFile(fileOf(content), options).then(
    ({ summary }) => summary,
    (error: unknown) => (error as { reason?: string }).reason,
  )
}

function minimalBook(sheet: string): Buffer {
  const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
  const relations = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
  const packaged = 'http://schemas.openxmlformats.org/package/2006'
  const type = 'application/vnd.openxmlformats-officedocument.spreadsheetml'
  return zipOf([
    {
      name: '[Content_Types].xml',
      content: `<Types xmlns="${packaged}/content-types"><Override PartName="/xl/workbook.xml" ContentType="${type}.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="${type}.worksheet+xml"/></Types>`,
    },
    {
      name: '_rels/.rels',
      content: `<Relationships xmlns="${packaged}/relationships"><Relationship Id="r1" Type="${relations}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    },
    {
      name: 'xl/workbook.xml',
      content: `<workbook xmlns="${main}" xmlns:r="${relations}"><sheets><sheet name="TDSheet" sheetId="1" r:id="r1"/></sheets></workbook>`,
    },
    {
      name: 'xl/_rels/workbook.xml.rels',
      content: `<Relationships xmlns="${packaged}/relationships"><Relationship Id="r1" Type="${relations}/worksheet" Target="worksheets/sheet1.xml"/></Relationships>`,
    },
    { name: 'xl/worksheets/sheet1.xml', content: sheet.replace('<worksheet>', `<worksheet xmlns="${main}">`) },
  ])
}
