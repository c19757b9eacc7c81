import { expect, describe, test } from 'vitest'
import { faultsOf, hasPdfTools, wordsOf } from '../testing/pdf-tools.ts'
import { drawRows, type TableRow } from './pdf-rows.ts'
import { openSheets } from './pdf-sheets.ts'

function draw(rows: Iterable<TableRow>) {
  const { doc, finish } = openSheets({ title: 'Таблица', author: 'ООО «Продавец»', madeAt: new Date('2026-11-21') })
  drawRows(doc, {
    columns: [{ width: 80 }, { width: 341 }, { width: 100, align: 'right' }],
    head: [{ cells: ['День', 'Документ', 'Сумма'], isBold: true, isCentred: true }],
    rows,
  })
  return finish((page, pages) => `Таблица, лист ${page} из ${pages}`)
}
const rowsOf = (count: number, document = (at: number) => `Продажа ${at}`): TableRow[] =>
  Array.from({ length: count }, (_, at) => ({ cells: ['01.02.2026', document(at), '1 234,56'] }))

test('drawn twice it is the same, byte for byte', async () => {
  expect((await draw(rowsOf(300))).equals(await draw(rowsOf(300)))).toBe(true)
})

describe.skipIf(!hasPdfTools)('as other readers see it', () => {
  test('every row is there once, and the head on every sheet', async () => {
    const bytes = await draw(rowsOf(1000, (at) => `Продажа (УПД №${at}) \\ по договору`))
    expect(faultsOf(bytes)).toBeNull()
    const words = wordsOf(bytes)
    const [, sheets] = /лист 1 из (\d+)/.exec(words) ?? []
    expect(words.split('Документ').length - 1).toBe(Number(sheets))
    for (let at = 0; at < 1000; at += 1) expect(words.split(`№${at})`).length - 1, `row ${at}`).toBe(1)
    expect(words.match(/1 234,56/g)).toHaveLength(1000)
  })

  test('what does not fit is broken, between words and within one', async () => {
    const long = `${'слово '.repeat(40)}${'ъ'.repeat(300)}`
    const bytes = await draw([{ cells: [long, long, long] }, ...rowsOf(1)])
    expect(faultsOf(bytes)).toBeNull()
    const words = wordsOf(bytes)
    expect(words.match(/слово/g)).toHaveLength(120)
    expect(words.match(/ъ/g)).toHaveLength(900)
    expect(words).toContain('Продажа 0')
  })

  test('cells may take several columns, one sheet says no number, and no rows leave the head', async () => {
    const total: TableRow = { cells: ['Итого за период', '99,00'], spans: [2, 1], isBold: true }
    expect(wordsOf(await draw([total])).trim()).toBe('День Документ Сумма Итого за период 99,00')
    expect(wordsOf(await draw([])).trim()).toBe('День Документ Сумма')
  })

  test('signs that no font has leave the rest in place', async () => {
    const bytes = await draw([{ cells: ['🚗', 'Фильтр 🚗 שמן масляный', '1,00'] }])
    expect(faultsOf(bytes)).toBeNull()
    expect(wordsOf(bytes)).toMatch(/Фильтр .*масляный/)
  })
})
