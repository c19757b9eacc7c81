import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { read, utils } from '@e965/xlsx'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { csvText } from '../files/csv-text.ts'
import { writeCsvFile, writeXlsxFile, type Column, type Row } from './index.ts'
import { writeXlsxFile as writeSheets } from './xlsx.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'artikul-table-'))
})
afterAll(() => rm(folder, { recursive: true }))

async function* pagesOf(...pages: Row[][]) {
  for (const page of pages) yield await Promise.resolve(page)
}

/** Hostile names of articles and parts in a price list. */
const PAYLOADS = [
  ...["=cmd|'/c calc'!A0", '=1+1', '@SUM(A1)', '+7999', '-5', '\t=1', '\r=1', '＝1+1', '＋1', '－1', '＠A1'],
  ...['=HYPERLINK("http://evil")', '<script>', '&lt;', '"; =1', 'a;b', 'a\nb', ' =1', '{=1}', 'DDE("cmd")'],
]

describe('CSV', () => {
  test('is written in the format that Russian Excel opens', async () => {
    expect(await csvOf([rowOf('26300-35503', { qty: 1.5 })], [], [rowOf('A;"B"', { qty: '>10', kop: 5 })])).toBe(
      '\ufeffАртикул;Наличие;Цена;Ожидаем;Обновлено\r\n' +
        '26300-35503;1,5;1234,50;18.11.2026;18.11.2026 00:05\r\n' +
        '"A;""B""";>10;0,05;18.11.2026;18.11.2026 00:05\r\n',
    )
  })

  test.each(PAYLOADS)('turns %j into no formula', (payload) => {
    expect(csvText(payload)).not.toMatch(/^"?[=+\-@\t\r\n＝＋－＠]/)
    expect(csvText(payload).replace(/^(")?'/, '$1')).toBe(
      /[";\r\n]/.test(payload) ? `"${payload.replaceAll('"', '""')}"` : payload,
    )
  })

  test.each([
    '0012',
    '1234567890123',
    '12-05',
    '1E5',
    '1.23E+15',
    '3.10',
    '2026-11-17',
    'MAR1',
    'мар.10',
    '5 сен',
    '1 234',
  ])('guards %j so that it stays text', (article) => {
    expect(csvText(article)).toBe(`'${article}`)
  })

  test.each(['26300-35503', '26300', 'W 811/80', 'OC90', '18E292A', 'MARKET', 'A-0012', '00.P034.42'])(
    'writes %j without a guard',
    (article) => {
      expect(csvText(article)).toBe(article)
    },
  )
})

describe('XLSX', () => {
  test('keeps numbers as numbers, dates as dates and text as text', async () => {
    const book = await workbookOf([[rowOf('0012', { qty: 1.5 })], [rowOf('A&<b>\u0001', { qty: '>10' })]])
    expect(book.SheetNames).toEqual(['Лист 1'])
    const sheet = book.Sheets['Лист 1'] ?? expect.fail('no sheet')
    expect(utils.sheet_to_json<Row>(sheet, { header: 1 }).map((row) => row.slice(0, 3))).toEqual([
      COLUMNS.slice(0, 3).map(({ title }) => title),
      ['0012', 1.5, 1234.5],
      ['A&<b>', '>10', 1234.5],
    ])
    expect(sheet['C2']).toMatchObject({ t: 'n', w: '1,234.50' })
    expect(sheet['D2']).toMatchObject({ t: 'n', v: 46_344 })
    expect(sheet['E2']).toMatchObject({ t: 'n', w: '18.11.2026 00:05' })
  })

  test('turns no text into a formula', async () => {
    const book = await workbookOf([PAYLOADS.map((payload) => rowOf(payload))])
    const sheet = book.Sheets['Лист 1'] ?? {}
    PAYLOADS.forEach((payload, at) => {
      const cell = sheet[`A${at + 2}`] as { t: string; v: string; f?: string }
      expect(cell).toMatchObject({ t: 's', v: payload })
      expect(cell.f).toBeUndefined()
    })
  })

  test('continues on the next sheet when one is full', async () => {
    const rows = Array.from({ length: 7 }, (_, at) => rowOf(`A-${at}`))
    const book = await workbookOf([rows.slice(0, 5), [], rows.slice(5)], 4)
    expect(book.SheetNames).toEqual(['Лист 1', 'Лист 2', 'Лист 3'])
    const articles = book.SheetNames.map((name) =>
      utils.sheet_to_json<string[]>(book.Sheets[name] ?? {}, { header: 1 }).map(([article]) => article),
    )
    expect(articles).toEqual([
      ['Артикул', 'A-0', 'A-1', 'A-2'],
      ['Артикул', 'A-3', 'A-4', 'A-5'],
      ['Артикул', 'A-6'],
    ])
  })

  test('without rows has a header', async () => {
    const book = await workbookOf([])
    expect(utils.sheet_to_json(book.Sheets['Лист 1'] ?? {}, { header: 1 })).toHaveLength(1)
  })

  test('writing fails with the error of its row source', async () => {
    async function* broken(): AsyncGenerator<Row[]> {
      yield await Promise.resolve([rowOf('A')])
      throw new Error('the database is gone')
    }
    const path = join(folder, 'broken')
    await expect(writeXlsxFile(path, { columns: COLUMNS, pages: broken() })).rejects.toThrow('the database is gone')
    await expect(writeCsvFile(path, COLUMNS, broken())).rejects.toThrow('the database is gone')
    const nowhere = join(folder, 'no', 'such', 'folder')
    await expect(writeXlsxFile(nowhere, { columns: COLUMNS, pages: pagesOf([rowOf('A')]) })).rejects.toThrow('ENOENT')
  })
})

const COLUMNS: readonly Column[] = [
  { title: 'Артикул', kind: 'text', width: 20 },
  { title: 'Наличие', kind: 'qty', width: 10 },
  { title: 'Цена', kind: 'kop', width: 10 },
  { title: 'Ожидаем', kind: 'day', width: 10 },
  { title: 'Обновлено', kind: 'moment', width: 16 },
]

const rowOf = (article: string, more: Partial<{ qty: string | number; kop: number }> = {}): Row => [
  article,
  more.qty ?? 4,
  more.kop ?? 123_450,
  '2026-11-18',
  '2026-11-17T21:05:00.000Z',
]

async function csvOf(...pages: Row[][]) {
  const path = join(folder, 'table.csv')
  await writeCsvFile(path, COLUMNS, pagesOf(...pages))
  return readFile(path, 'utf8')
}

async function workbookOf(pages: Row[][], sheetRows?: number) {
  const path = join(folder, 'table.xlsx')
  await writeSheets(path, { columns: COLUMNS, pages: pagesOf(...pages), ...(sheetRows && { sheetRows }) })
  return read(await readFile(path), { cellNF: true })
}
