import { expect, test } from 'vitest'
import { readStatementFile } from './read-file.ts'

const PERIOD = { from: '2026-10-01', to: '2026-10-31' }
const read = (rows: readonly string[]) => readStatementFile({ content: Buffer.from(rows.join('\r\n')) }, null, PERIOD)
const documentsOf = async (rows: readonly string[]) =>
  (await read(rows)).documents.map(({ numbers, day, kop }) => [numbers, day, kop])

test('1C card of account 60 is read with accounts and sums under «Дебет» and «Кредит»', async () => {
  expect(
    await documentsOf([
      'ООО «Автосервис»;;;;;;;;',
      'Карточка счёта 60 за октябрь 2026 г.;;;;;;;;',
      'Период;Документ;Аналитика Дт;Аналитика Кт;Дебет;;Кредит;;Текущее сальдо',
      'Сальдо на начало;;;;;;;;0,00',
      '01.10.2026;Поступление (акт, накладная, УПД) 0000-000123 от 01.10.2026 12:00:01;;;41.01;;60.01;100 000,00;100 000,00',
      '20.10.2026;Списание с расчётного счёта 0000-000055 от 20.10.2026;;;60.01;80 000,00;51;;20 000,00',
      'Обороты за период;;;;;80 000,00;;100 000,00;',
    ]),
  ).toEqual([
    [['123'], '2026-10-01', 10_000_000],
    [['55'], '2026-10-20', -8_000_000],
  ])
})

test('two-part reconciliation statement is read from the half of its author', async () => {
  const read_ = await read([
    'По данным Покупателя, руб.;;;;По данным Поставщика, руб.;;;',
    'Дата;Документ;Дебет;Кредит;Дата;Документ;Дебет;Кредит',
    'Сальдо начальное;;;500,00;Сальдо начальное;;;',
    '05.10.26;Приход (101 от 05.10.2026);;1 000,00;;;;',
    '06.10.26;Сторно (101 от 06.10.2026);;-200,00;;;;',
    'Сальдо конечное;;;1 300,00;;;;',
  ])
  expect(read_.documents.map(({ day, kop }) => [day, kop])).toEqual([
    ['2026-10-05', 100_000],
    ['2026-10-06', -20_000],
  ])
  expect([read_.opening_kop, read_.closing_kop]).toEqual([50_000, 130_000])
})

test('header with unknown words is not recognised, and the file has no documents', async () => {
  const strange = await read(['__proto__;constructor;toString', '01.10.2026;Поступление 1;5'])
  expect([strange.documents, strange.layout.header_row]).toEqual([[], null])
  expect(strange.passed).toHaveLength(2)
})

test('C-18 file of empty lines is rejected with a reason', async () => {
  await expect(read(Array<string>(100).fill(';;'))).rejects.toMatchObject({
    details: { detail: 'В файле нет ни одной заполненной строки' },
  })
})
