import PDFDocument from 'pdfkit'
import { beforeAll, expect, test } from 'vitest'
import { pdfBombOf } from '../../../testing/files/hostile-archives.factory.ts'
import { cellText } from './cells.ts'
import { drawPdf, sheets } from '../pdf.ts'
import type { PriceListRefused } from './price-list-refused.ts'
import { readPdf } from './read-pdf.ts'

const SHEETS = sheets({ title: 'Заявка', author: 'СТО', number: '1', madeAt: '2026-11-17' })
const GOODS = Array.from({ length: 90 }, (_, at) => ({
  brand: at % 2 === 0 ? 'MAHLE' : 'Febi Bilstein',
  article: at % 2 === 0 ? `OC ${100 + at}` : `${21000 + at}`,
  name: at % 10 === 0 ? 'Фильтр масляный двигателя с длинным названием, которое стоит в двух строках' : 'Фильтр',
  qty: at + 1,
}))

let bytes: Buffer

beforeAll(async () => {
  bytes = await drawPdf({
    ...SHEETS,
    content: [
      { text: 'Заявка на запчасти для отдела снабжения от 17 ноября 2026 года', fontSize: 14 },
      {
        table: {
          headerRows: 1,
          dontBreakRows: true,
          widths: [30, 90, 90, 150, 50],
          body: [
            ['№', 'Бренд', 'Артикул', 'Наименование', 'Кол-во'],
            ...GOODS.map(({ brand, article, name, qty }, at) => [
              String(at + 1),
              brand,
              article,
              name,
              { text: String(qty), alignment: 'right' as const },
            ]),
          ],
        },
      },
    ],
  })
})

test('table of a PDF with text is read row by row over all pages', async () => {
  const rows = await readPdf(bytes, 1000)
  const table = rows.filter(({ cells }) => /^\d+$/.test(cellText(cells[0])) && cells[2] !== '')
  expect(table.map(({ cells }) => [cells[1], cells[2], cells[3], cells[4]])).toEqual(
    GOODS.map(({ brand, article, name, qty }) => [brand, article, name, String(qty)]),
  )
  expect(rows.some(({ cells }) => cells[2] === 'Артикул')).toBe(true)
})

test('short rows and the last row of a page are rows of their own', async () => {
  const body = Array.from({ length: 3 }, (_, at) => [`OC ${500 + at}`, String(at + 2)])
  const content = [
    { table: { widths: [120, 60], body }, layout: 'noBorders', pageBreak: 'after' as const },
    { table: { widths: [120, 60], body: [['GDB1234', '7']] }, layout: 'noBorders' },
  ]
  const rows = await readPdf(await drawPdf({ ...SHEETS, content }), 1000)
  expect(rows.map(({ cells }) => cells.slice(0, 2)).filter(([, qty]) => qty !== '')).toEqual([
    ['OC 500', '2'],
    ['OC 501', '3'],
    ['OC 502', '4'],
    ['GDB1234', '7'],
  ])
})

async function pdfOf(
  draw: (doc: PDFKit.PDFDocument) => void,
  options: PDFKit.PDFDocumentOptions = {},
): Promise<Buffer> {
  const doc = new PDFDocument(options)
  const chunks: Buffer[] = []
  doc.on('data', (chunk: Buffer) => chunks.push(chunk))
  const ended = new Promise((resolve) => doc.on('end', resolve))
  draw(doc)
  doc.end()
  await ended
  return Buffer.concat(chunks)
}

test.each([
  ['without a text layer', () => pdfOf((doc) => doc.rect(0, 0, 100, 100).fill()), 'picture'],
  ['with a password', () => pdfOf((doc) => doc.text('OC 500 MAHLE'), { userPassword: 'secret' }), 'encrypted'],
  ['that is cut off', async () => bytes.subarray(0, 200), 'damaged'],
  ['with a page of 128 MB', async () => pdfBombOf(128), 'too_large'],
] as const)('PDF %s is refused with a reason', async (_, content, reason) => {
  await expect(readPdf(await content(), 1000)).rejects.toEqual(
    expect.objectContaining({ reason } satisfies Partial<PriceListRefused>),
  )
})
