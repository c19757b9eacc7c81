import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { buildParties } from '../../../testing/parties.factory.ts'
import { loginAs, runJob, useTestApp } from '../../../testing/test-app.ts'
import { csvOf, fileOf } from '../price-list-import/price-list.factory.ts'
import { importByCommand } from './index.ts'
import { priceListDesk } from './price-lists.factory.ts'

const HEADER = ['Бренд', 'Артикул', 'Остаток', 'Закупка']
const WAREHOUSE = 'Склад команды'
const test_ = useTestApp()
let manager: { authorization: string }
const desk = priceListDesk(test_, () => manager)
const load = (...rows: (string | number)[][]) =>
  importByCommand(test_.database, { path: fileOf(csvOf([HEADER, ...rows])), warehouse: WAREHOUSE }, test_.clock)

beforeAll(async () => {
  const parties = await buildParties(test_.database.db)
  manager = await loginAs(test_, parties.manager)
})

test('refused command-line import leaves its reason in the history', async () => {
  await expect(load(['БРЕНД', 'A-1', 5, 'договорная'])).rejects.toThrow('Ни одна строка не принята')
  const [row] = await desk.list()
  expect(row).toMatchObject({ origin: 'command', state: 'failed', warehouse: WAREHOUSE, author: null })
  expect(row?.failure).toContain('не указана цена: 1')
})

test('command-line import creates its warehouse, is listed in the history and can be rolled back', async () => {
  await load(['БРЕНД', 'A-1', 5, 100], ['БРЕНД', 'A-2', 5, 100])
  await load(['БРЕНД', 'A-1', 5, 10_000])
  const [last, first] = await desk.list()
  expect(first).toMatchObject({ state: 'applied', added_count: 2, can_roll_back: false, has_report: false })
  expect(last).toMatchObject({ state: 'applied', changed_count: 1, withdrawn_count: 1, can_roll_back: true })
  expect((await desk.act(last?.id ?? 0, 'roll-back')).json).toMatchObject({ state: 'rolled_back' })
  const offers = await test_.database.db.selectFrom('offers').select('purchase_kop').execute()
  expect(offers).toEqual([{ purchase_kop: 10_000 }, { purchase_kop: 10_000 }])
})

test('command-line import stops at an open question, which an option answers', async () => {
  const path = fileOf(
    csvOf([
      ['Бренд', 'Артикул', 'Закупка'],
      ['БРЕНД', 'C-1', 100],
    ]),
  )
  const before = await desk.list()
  const request = { path, warehouse: 'Склад без остатков' }
  await expect(importByCommand(test_.database, request, test_.clock)).rejects.toThrow('Остатка в файле нет')
  expect(await desk.list()).toEqual(before)
  const answered = { ...request, reading: { missingStock: 'in_stock' as const } }
  expect(await importByCommand(test_.database, answered, test_.clock)).toMatchObject({ added: 1 })
})

test('import killed with SIGKILL keeps the old prices and is shown as interrupted', async () => {
  const offers = () => test_.database.db.selectFrom('offers').selectAll().orderBy('id').execute()
  const before = await offers()
  const rows = Array.from({ length: 150_000 }, (_, at) => ['БРЕНД', `K-${at}`, 5, 200])
  const path = fileOf(csvOf([HEADER, ...rows]))
  const command = join(import.meta.dirname, '../../../import-cli.ts')
  const child = spawn(process.execPath, [command, path, '--warehouse', WAREHOUSE], {
    env: { ...process.env, DATABASE_URL: test_.databaseUrl, DEMO_DATA: 'off' },
    stdio: 'ignore',
  })
  await expect
    .poll(async () => (await desk.list('state=running'))[0]?.rows_done, { timeout: 30_000 })
    .toBeGreaterThan(0)
  child.kill('SIGKILL')
  await once(child, 'exit')
  const state = async () => {
    await runJob(test_.app, 'price_imports')
    return (await desk.list())[0]?.state
  }
  await expect.poll(state, { timeout: 15_000 }).toBe('interrupted')
  expect(await offers()).toEqual(before)
}, 60_000)
