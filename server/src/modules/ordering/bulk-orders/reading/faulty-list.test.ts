import type { List } from '@artikul/contract/ordering/bulk-orders'
import * as xlsx from '@e965/xlsx'
import { beforeAll, expect, test } from 'vitest'
import { buildParties } from '../../../../testing/parties.factory.ts'
import { loginAs, send, useTestApp } from '../../../../testing/test-app.ts'
import { buildOffer, buildProduct, buildWarehouse } from '../../../catalog/products/catalog.factory.ts'
import { workbookOf, type CellValue } from '../../../suppliers/price-list-import/price-list.factory.ts'

const URL = '/api/v1/bulk-orders'
const app = useTestApp()
const HEADER_ROW = 3

let list: List
let answer: Buffer

beforeAll(uploadList, 60_000)

test('C-12, C-13 each of 25 faulty rows among 300 gets its reason, and no other row does', () => {
  expect(list.rows).toHaveLength(300)
  const faultyRows = list.rows
    .filter((row) => row.notes.some(({ tone }) => tone === 'error'))
    .map((row) => [row.row_number, row.notes[0]?.text])
  expect(faultyRows).toEqual(
    FAULTS.map(([row, , , text]) => [row + HEADER_ROW + 1, expect.stringMatching(text) as string]),
  )
  expect(list.rows.filter((row) => row.selected)).toHaveLength(275)
  expect(list.skipped).toEqual([{ row_number: 304, why: 'итог' }])
})

test('answer file has the answers beside the rows, with articles as text and prices as numbers', () => {
  const book = xlsx.read(answer, { cellStyles: true })
  const sheet = book.Sheets[book.SheetNames[0] ?? ''] ?? {}
  const cell = (ref: string) => sheet[ref] as xlsx.CellObject | undefined
  expect(cell('A1')?.v).toBe('Заказ от 21.11.2026')
  const titles = ['F', 'G', 'H', 'I', 'J', 'K', 'L', 'M', 'N', 'O'].map((column) => cell(`${column}3`)?.v)
  expect(titles).toEqual([
    'Ответ',
    'Производитель',
    'Артикул',
    'Наименование',
    'Количество',
    'Цена с НДС, ₽',
    'Сумма, ₽',
    'Ожидаем',
    'Склад',
    'Примечание',
  ])
  expect(cell('H4')).toMatchObject({ t: 's', v: '04100000-F' })
  const first = list.rows[0]
  expect(cell('K4')).toMatchObject({ t: 'n', v: (first?.choices[0]?.offer.price_kop ?? 0) / 100 })
  expect(cell('L4')).toMatchObject({ t: 'n', v: (first?.sum_kop ?? 0) / 100 })
  expect([cell('F7')?.v, cell('O7')?.v]).toEqual(['Ошибка в строке', 'Количество не указано'])
  expect(cell('F304')).toBeUndefined()
})

async function uploadList() {
  const { db } = app.database
  const parties = await buildParties(db)
  const warehouse = await buildWarehouse(db, parties.seller.id)
  const headers = await loginAs(app, parties.admin)
  const rows: CellValue[][] = []
  for (let at = 0; at < 300; at++) {
    const article = `0${4_100_000 + at}-F`
    const product = await buildProduct(db, { brand: 'ТРИСТА', article })
    await buildOffer(db, product.id, warehouse.id, { on_hand: 50, qty_text: '50' })
    rows.push([at + 1, 'ТРИСТА', article, 'Деталь любая', (at % 4) + 1])
  }
  for (const [row, column, cell] of FAULTS) (rows[row] ?? [])[column] = cell
  const file = workbookOf([
    ['Заказ от 21.11.2026'],
    [],
    ['№ п/п', 'Производитель', 'Артикул', 'Наименование', 'Кол-во'],
    ...rows,
    ['Итого'],
  ])
  const { json } = await send<{ id: number }>(app, {
    method: 'POST',
    url: `${URL}?name=Заявка.xlsx`.replace('Заявка', encodeURIComponent('Заявка')),
    headers: { ...headers, 'content-type': 'application/octet-stream' },
    payload: file,
  })
  await send(app, { url: `${URL}/${json.id}/progress`, headers })
  list = (await send<List>(app, { url: `${URL}/${json.id}`, headers })).json
  const reply = await app.app.inject({ url: `${URL}/${json.id}/file`, headers })
  answer = reply.rawPayload
}

const [BRAND, ARTICLE, QTY] = [1, 2, 4]

/** Faults put into the list: the zero-based row, the column, the new cell and the expected message. */
const FAULTS: readonly (readonly [row: number, column: number, cell: CellValue, said: RegExp])[] = [
  [3, QTY, '', /^Количество не указано$/],
  [5, QTY, 'много', /^Количество не прочитано: «много»$/],
  [7, QTY, 0, /^Количество должно быть больше нуля: «0»$/],
  [9, QTY, -2, /^Количество должно быть больше нуля: «-2»$/],
  [11, QTY, 9_999_999, /^Слишком большое количество: 9999999$/],
  [13, ARTICLE, '', /^Не указан артикул$/],
  [15, ARTICLE, '1,23E+15', /экспонент|степен|число/i],
  [17, ARTICLE, '05.11.2026', /дат/i],
  [19, ARTICLE, '#Н/Д', /ошибк/i],
  [21, ARTICLE, 'НЕТ-ТАКОГО-000', /^Такого артикула нет/],
  [23, BRAND, 'НЕВЕДОМО', /^У «НЕВЕДОМО» такого артикула нет$/],
  [25, ARTICLE, 'ZZ-99-ZZ-99', /^Такого артикула нет/],
  [27, QTY, 'немного', /^Количество не прочитано: «немного»$/],
  [29, QTY, '1.2.3', /^Количество не прочитано: «1\.2\.3»$/],
  [31, ARTICLE, 'х'.repeat(80), /длиннее 64/],
  [33, ARTICLE, 'мар.12', /дат/i],
  [35, QTY, '>10', /^Количество не прочитано: «>10»$/],
  [37, ARTICLE, '-', /^Не указан артикул$/],
  [39, ARTICLE, 'НЕТУ12345', /^Такого артикула нет/],
  [41, QTY, '0,0001', /^Количество должно быть больше нуля/],
  [43, ARTICLE, 1e16, /цифр/i],
  [45, QTY, '#ЗНАЧ!', /^Количество не прочитано/],
  [47, BRAND, 'KIYA', /^У «KIYA» такого артикула нет$/],
  [49, ARTICLE, 'QQQ11QQQ', /^Такого артикула нет/],
  [51, QTY, '   ', /^Количество не указано$/],
]
