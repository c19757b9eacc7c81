import { beforeAll, expect, test } from 'vitest'
import { buildParties } from '../../promises/parties.factory.ts'
import { loginAs, useTestApp } from '../../testing/test-app.ts'
import { csvOf, fileOf } from '../imports/price-list.factory.ts'
import { importByCommand } from './index.ts'
import { priceListDesk } from './price-lists.factory.ts'

const test_ = useTestApp()
let manager: { authorization: string }
const desk = priceListDesk(test_, () => manager)
const load = (...rows: (string | number)[][]) =>
  importByCommand(
    test_.database,
    { path: fileOf(csvOf([['Бренд', 'Артикул', 'Остаток', 'Закупка'], ...rows])), warehouse: 'Склад команды' },
    test_.clock,
  )

beforeAll(async () => {
  const parties = await buildParties(test_.database.db)
  manager = await loginAs(test_, parties.manager)
})

test('a command that is refused leaves its reason in the history', async () => {
  await expect(load(['БРЕНД', 'A-1', 5, 'договорная'])).rejects.toThrow('Ни одна строка не принята')
  const [row] = await desk.list()
  expect(row).toMatchObject({ origin: 'command', state: 'failed', warehouse: 'Склад команды', author: null })
  expect(row?.failure).toContain('не указана цена: 1')
})

test('a command makes its warehouse, stands in the history and may be taken back', async () => {
  await load(['БРЕНД', 'A-1', 5, 100], ['БРЕНД', 'A-2', 5, 100])
  await load(['БРЕНД', 'A-1', 5, 10_000])
  const [last, first] = await desk.list()
  expect(first).toMatchObject({ state: 'applied', added_count: 2, can_roll_back: false, has_report: false })
  expect(last).toMatchObject({ state: 'applied', changed_count: 1, withdrawn_count: 1, can_roll_back: true })
  expect((await desk.act(last?.id ?? 0, 'roll_back')).json).toMatchObject({ state: 'rolled_back' })
  const offers = await test_.database.db.selectFrom('offers').select('purchase_kop').execute()
  expect(offers).toEqual([{ purchase_kop: 10_000 }, { purchase_kop: 10_000 }])
})

test('a command that dies in the middle is shown as interrupted', async () => {
  const path = fileOf(
    csvOf([
      ['Бренд', 'Артикул', 'Остаток', 'Закупка'],
      ['БРЕНД', 'A-1', 5, 1],
    ]),
  )
  const died = importByCommand(
    test_.database,
    {
      path,
      warehouse: 'Склад команды',
      onProgress: ({ stage }) => {
        if (stage === 'offers') throw new Error('died')
      },
    },
    test_.clock,
  )
  await expect(died).rejects.toThrow('died')
  expect((await desk.list())[0]).toMatchObject({ state: 'interrupted', failure: null, changed_count: 0 })
})
