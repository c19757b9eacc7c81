import { expect, test } from 'vitest'
import { wordsOf } from '../../testing/files/pdf-text.ts'
import { drawRows, type PdfTableRow } from './pdf-rows.ts'
import { openSheets } from './pdf-sheets.ts'
import { withDrawableTexts } from './pdf-signs.ts'

function draw(rows: Iterable<PdfTableRow>) {
  const { doc, finish } = openSheets({ title: 'Таблица', author: 'ООО «Продавец»', madeAt: new Date('2026-11-21') })
  drawRows(doc, {
    columns: [{ width: 80 }, { width: 341 }, { width: 100, align: 'right' }],
    head: [{ cells: ['День', 'Документ', 'Сумма'], isBold: true, isCentred: true }],
    rows,
  })
  return finish((page, pages) => `Таблица, лист ${page} из ${pages}`)
}
const rowsOf = (count: number, document = (at: number) => `Продажа ${at}`): PdfTableRow[] =>
  Array.from({ length: count }, (_, at) => ({ cells: ['01.02.2026', document(at), '1 234,56'] }))

test('PDF table is identical byte for byte when drawn twice', async () => {
  expect((await draw(rowsOf(300))).equals(await draw(rowsOf(300)))).toBe(true)
})

test('PDF table has every row once and the header on every page', async () => {
  const bytes = await draw(rowsOf(1000, (at) => `Продажа (УПД №${at}) \\ по договору`))
  const words = await wordsOf(bytes)
  const [, sheets] = /лист 1 из (\d+)/.exec(words) ?? []
  expect(words.split('Документ').length - 1).toBe(Number(sheets))
  for (let at = 0; at < 1000; at += 1) expect(words.split(`№${at})`).length - 1, `row ${at}`).toBe(1)
  expect(words.match(/1 234,56/g)).toHaveLength(1000)
})

test('PDF table wraps text that does not fit, between and within words', async () => {
  const long = `${'слово '.repeat(40)}${'ъ'.repeat(300)}`
  const bytes = await draw([{ cells: [long, long, long] }, ...rowsOf(1)])
  const words = await wordsOf(bytes)
  expect(words.match(/слово/g)).toHaveLength(120)
  expect(words.match(/ъ/g)).toHaveLength(900)
  expect(words).toContain('Продажа 0')
})

test('PDF table has spanning cells, no page number on a single page, and a header without rows', async () => {
  const total: PdfTableRow = { cells: ['Итого за период', '99,00'], spans: [2, 1], isBold: true }
  expect((await wordsOf(await draw([total]))).trim()).toBe('День Документ Сумма Итого за период 99,00')
  expect((await wordsOf(await draw([]))).trim()).toBe('День Документ Сумма')
})

test('PDF table shows a question mark for each character that the font lacks', async () => {
  const bytes = await draw(withDrawableTexts([{ cells: ['🚗', 'Фильтр 🚗 שמן масляный № 5 «А»', '1,00'] }]))
  expect(await wordsOf(bytes)).toContain('? Фильтр ? ??? масляный № 5 «А» 1,00')
})
