import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { PriceExportItem, PriceSchedule } from '@artikul/contract/ordering/price-exports'
import { read, utils } from '@e965/xlsx'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { readConfig } from '../../../platform/config.ts'
import { buildParties, type Parties } from '../../../testing/parties.factory.ts'
import { Browser } from '../../../testing/cookies.ts'
import { loginAs, runJob, send, useTestApp } from '../../../testing/test-app.ts'
import { buildOffer, buildProduct, buildWarehouse } from '../../catalog/products/catalog.factory.ts'
import { buildConsignee } from '../../companies/consignees/consignees.factory.ts'
import { buildContractor } from '../../companies/contractors/contractors.factory.ts'
import { createMailer } from '../../../platform/mail/index.ts'
import { buildUser } from '../../identity/users/users.factory.ts'
import { purgeExpiredPriceExports } from './purge-exports.ts'
import { buildPriceExport } from './price-exports.factory.ts'
import { createStore } from './export-storage.ts'
import { orderDueFiles } from './export-schedules.ts'

type Headers = { authorization: string }
const URL = '/api/v1/price-exports'
const CONFIG = readConfig({ NODE_ENV: 'test' }, '.')
const NOON = '2026-11-17T09:00:00Z'
const dataDir = await mkdtemp(join(tmpdir(), 'artikul-price-files-'))
const folder = join(dataDir, 'price-files')
const test_ = useTestApp({ DATA_DIR: dataDir })
let parties: Parties
let admin: Headers
let employee: Headers
let point: { id: number }

beforeAll(buildPoint)
beforeEach(resetFiles)
afterAll(() => rm(dataDir, { recursive: true, force: true }))

describe('refusals', () => {
  test('anonymous callers and staff cannot order price files', async () => {
    expect((await send(test_, { url: URL })).status).toBe(401)
    for (const person of [parties.manager, parties.warranty])
      expect((await order({}, await loginAs(test_, person))).status).toBe(403)
  })

  test('employee without price access cannot reach price files', async () => {
    const { db } = test_.database
    const person = await buildUser(db, { role: 'CONTRACTOR_USER', contractorIds: [parties.company.id] })
    await setMembership(person.id, { sees_prices: false })
    const headers = await loginAs(test_, person)
    const { id } = await buildPriceExport(db, { contractorId: parties.company.id, userId: person.id })
    const refused = { status: 403, json: { code: 'section.hidden' } }
    expect(await order({}, headers)).toMatchObject(refused)
    expect(await schedule({}, headers)).toMatchObject(refused)
    expect(await linkTo(id, headers)).toMatchObject(refused)
    for (const path of ['', '/brands?q=a'])
      expect(await send(test_, { url: URL + path, headers })).toMatchObject(refused)
  })

  test('pending company cannot order a price file', async () => {
    const { db } = test_.database
    const company = await buildContractor(db, { sellerIds: [parties.seller.id] })
    await db.updateTable('contractors').set({ status: 'pending' }).where('id', '=', company.id).execute()
    const person = await buildUser(db, { role: 'CONTRACTOR_ADMIN', contractorIds: [company.id] })
    expect(await order({}, await loginAs(test_, person))).toMatchObject({
      status: 403,
      json: { code: 'section.hidden' },
    })
  })

  test.each([
    [{ format: 'pdf' }, 'format'],
    [{ brand_ids: [0] }, 'brand_ids.0'],
    [{ brand_ids: [2_147_483_000] }, 'brand_ids'],
    [{ brand_ids: Array.from({ length: 201 }, (_, at) => at + 1) }, 'brand_ids'],
  ])('%o is rejected with its field named', async (more, path) => {
    expect(await order(more)).toMatchObject({ status: 400, json: { code: 'input.invalid', errors: [{ path }] } })
  })

  test('consignee of another company is not found', async () => {
    const { db } = test_.database
    const other = await buildContractor(db, { sellerIds: [parties.seller.id] })
    const foreign = await buildConsignee(db, other.id)
    const refused = { status: 404, json: { detail: 'Грузополучатель не найден' } }
    expect(await order({ consignee_id: foreign.id })).toMatchObject(refused)
    expect(await schedule({ consignee_id: foreign.id })).toMatchObject(refused)
  })

  test('file of another company, a changed link and an expired link are refused', async () => {
    const { db } = test_.database
    const other = await buildContractor(db, { sellerIds: [parties.seller.id] })
    const stranger = await loginAs(test_, await buildUser(db, { role: 'CONTRACTOR_ADMIN', contractorIds: [other.id] }))
    const { id } = (await order()).json
    await built(id)
    expect(await linkTo(id, stranger)).toMatchObject({ status: 404 })
    const { path } = (await linkTo(id)).json
    const [company, , ...rest] = path.split('/').at(-1)?.split('.') ?? []
    const changed = `${URL}/content/${[company, id + 1, ...rest].join('.')}`
    expect(await send(test_, { url: changed })).toMatchObject({ status: 410, json: { code: 'auth.link_expired' } })
    test_.clock.set('2026-11-17T09:01:02Z')
    expect(await send(test_, { url: path })).toMatchObject({ status: 410 })
  })

  test('link to an unfinished or deleted file is refused', async () => {
    const { db } = test_.database
    const owner = { contractorId: parties.company.id, userId: parties.admin.id }
    const lost = await buildPriceExport(db, owner)
    expect(await send(test_, { url: (await linkTo(lost.id)).json.path })).toMatchObject({
      status: 404,
      json: { detail: 'Файла больше нет, закажите новый' },
    })
    const later = { state: 'running', lease_until: new Date('2026-11-17T10:00:00Z'), keep_until: null }
    const running = await buildPriceExport(db, owner, later)
    expect(await linkTo(running.id)).toMatchObject({ status: 409, json: { code: 'price_export.not_ready' } })
    await db.deleteFrom('price_exports').where('id', '=', running.id).execute()
  })
})

describe('price file content', () => {
  const ARTICLES = ['0012', 'A-1', 'A-2', 'Б-3', 'W 811/80']

  beforeAll(async () => {
    const { db } = test_.database
    const own = await buildWarehouse(db, parties.seller.id, { warehouse: { shown_as: 'Москва, Южный' } })
    const partner = await buildWarehouse(db, parties.seller.id, {
      source: { kind: 'partner', markup_hundredths: 725, kg_markup_kop: 9_999, name: 'ООО «Тайный поставщик»' },
      warehouse: { name: 'Тайный склад', shown_as: 'Партнёр 7', imported_at: new Date(NOON), term_days: 3 },
    })
    const old = await buildWarehouse(db, parties.seller.id, {
      source: { kind: 'partner', fresh_hours: 1 },
      warehouse: { imported_at: new Date('2026-11-01T00:00:00Z') },
    })
    for (const [at, article] of ARTICLES.entries()) {
      const weight = at > 0 ? { weight_g: at * 333 } : {}
      const goods = { brand: 'ЯРКИЙ', article, name: '=cmd; "масло"', multiplicity: 2, ...weight }
      const { id } = await buildProduct(db, goods)
      await buildOffer(db, id, own.id, { purchase_kop: 33_333 + at * 777, on_hand: at, qty_text: String(at) })
      const partnerStock = { tracked: false, qty_exact: false, qty_text: '>10', on_hand: 10 }
      await buildOffer(db, id, partner.id, { ...partnerStock, purchase_kop: 11_111 + at * 1313, term_days: at })
      await buildOffer(db, id, old.id, { purchase_kop: 1, tracked: false })
    }
    const { id } = await buildProduct(db, { brand: 'АЛЬФА', article: 'Z-1' })
    await buildOffer(db, id, own.id)
    await buildProduct(db, { brand: 'ПУСТОЙ' })
  })

  interface Found {
    groups: { product: { article: string }; offers: { price_kop: number; expected_date: string; qty_text: string }[] }[]
  }
  const roubles = (kop: number) => (kop / 100).toFixed(2).replace('.', ',')
  const dayOf = (day: string) => day.split('-').reverse().join('.')

  test('has the prices, dates and stock of the search', async () => {
    const file = await built((await order({ consignee_id: point.id })).json.id)
    const rows = rowsOf(await download(file.id))
    expect(file).toMatchObject({ state: 'ready', rows_count: rows.length, point: { id: point.id, name: 'Сервис' } })
    for (const article of [...ARTICLES, 'Z-1']) {
      const url = `/api/v1/search?q=${encodeURIComponent(article)}&consignee_id=${point.id}`
      const { groups } = (await send<Found>(test_, { url, headers: admin })).json
      const shown = groups.find((group) => group.product.article === article)?.offers ?? []
      const written = rows.filter((row) => row[1]?.replace(/^'/, '') === article)
      expect(shown.length).toBeGreaterThan(0)
      expect(written.map((row) => [row.at(-5), row.at(-3), row.at(-2)])).toEqual(
        shown.map((offer) => [offer.qty_text, dayOf(offer.expected_date), roubles(offer.price_kop)]),
      )
    }
  })

  test('never includes purchase prices and supplier names', async () => {
    const file = await built((await order({ in_stock: false })).json.id)
    const text = (await download(file.id)).toString()
    expect(text.split('\r\n')[0]).toBe(
      '\ufeffБренд;Артикул;Наименование;Ед.;Кратность;Мин. заказ;Наличие;Склад;Ожидаем;Цена с НДС, ₽;Обновлено',
    )
    expect(text).toContain('Партнёр 7')
    expect(text).not.toMatch(/Тайный|111,11|333,33/)
    expect(text).toContain(`ЯРКИЙ;'0012;"'=cmd; ""масло""";шт.;2;2;>10;Партнёр 7`)
  })

  test('includes sold-out products only in the full list and is filtered by brand', async () => {
    const [brand] = (
      await send<{ results: { id: number; name: string }[] }>(test_, { url: `${URL}/brands?q=ярк`, headers: admin })
    ).json.results
    expect(brand?.name).toBe('ЯРКИЙ')
    const all = await built((await order({ in_stock: false, brand_ids: [brand?.id, brand?.id] })).json.id)
    const some = await built((await order({ in_stock: true, brand_ids: [brand?.id] })).json.id)
    const [allRows, someRows] = [rowsOf(await download(all.id)), rowsOf(await download(some.id))]
    expect(all.brands).toEqual([brand])
    expect([allRows.length, someRows.length]).toEqual([10, 9])
    expect(new Set(allRows.map(([name]) => name))).toEqual(new Set(['ЯРКИЙ']))
    expect(allRows.filter((row) => row.at(-5) === '0')).toHaveLength(1)
  })

  test('is filtered by product group with its subgroups, without hidden groups', async () => {
    const { db } = test_.database
    const group = (name: string, parent_id: number | null, is_hidden: boolean | null = null) =>
      db.insertInto('inventory_groups').values({ name, parent_id, is_hidden }).returning('id').executeTakeFirstOrThrow()
    const brakes = await group('Тормоза', null)
    const pads = await group('Колодки', brakes.id)
    const secret = await group('Скрытая', null, true)
    const [product] = await db.selectFrom('products').select(['id', 'article']).orderBy('id').limit(1).execute()
    await db
      .updateTable('products')
      .set({ group_id: pads.id })
      .where('id', '=', product?.id ?? 0)
      .execute()
    const { json } = await send(test_, { url: `${URL}/groups`, headers: admin })
    expect(json).toEqual({
      results: [
        { id: brakes.id, name: 'Тормоза' },
        { id: pads.id, name: 'Тормоза / Колодки' },
      ],
    })
    expect(await order({ group_ids: [secret.id] })).toMatchObject({
      status: 400,
      json: { errors: [{ path: 'group_ids', message: 'Такой группы нет' }] },
    })
    const file = await built((await order({ in_stock: false, group_ids: [brakes.id] })).json.id)
    expect(file.groups).toEqual([{ id: brakes.id, name: 'Тормоза' }])
    const rows = rowsOf(await download(file.id))
    expect(new Set(rows.map((row) => row[1]?.replace(/^'/, '')))).toEqual(new Set([product?.article]))
  })

  test('is the same in XLSX', async () => {
    const csv = rowsOf(await download((await built((await order()).json.id)).id))
    const file = await built((await order({ format: 'xlsx' })).json.id)
    const { path } = (await linkTo(file.id)).json
    const reply = await test_.app.inject({ url: path })
    expect(reply.headers).toMatchObject({
      'content-type': 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
      'content-length': String(file.bytes),
      'content-disposition': `attachment; filename*=UTF-8''${encodeURIComponent('Прайс 2026-11-17.xlsx')}`,
    })
    const book = read(reply.rawPayload)
    const rows = utils.sheet_to_json<(string | number)[]>(book.Sheets['Лист 1'] ?? {}, { header: 1 }).slice(1)
    expect(rows.map((row) => [row[1], roubles(Number(row[9]) * 100)])).toEqual(
      csv.map((row) => [row[1]?.replace(/^'/, ''), row.at(-2)]),
    )
    expect(rows[1]?.[2]).toBe('=cmd; "масло"')
  })
})

describe('price file order', () => {
  test('emails a link to the page, and the file is deleted after seven days', async () => {
    const file = await built((await order()).json.id)
    const rows = test_.database.db.selectFrom('price_exports').select('storage').where('id', '=', file.id)
    const stored = join(folder, `${(await rows.executeTakeFirstOrThrow()).storage}.csv`)
    expect(existsSync(stored)).toBe(true)
    expect(file).toMatchObject({ keep_until: '2026-11-24T09:00:00.000Z', is_daily: false })
    expect(await letters()).toMatchObject([
      {
        recipient: await emailOf(parties.admin.id),
        subject: 'Прайс готов',
        body: expect.stringMatching(/\/price-list\nФайл хранится до 24\.11\.2026/) as string,
      },
    ])
    await at('2026-11-24T09:00:01Z')
    await purgeExpiredPriceExports(test_.appDatabase.forTenant('any'), dataDir, test_.clock.now())
    expect((await list()).results).toEqual([])
    expect(existsSync(stored)).toBe(false)
  })

  test('is one at a time per company: a repeat returns it, a different one is refused', async () => {
    const { db } = test_.database
    const owner = { contractorId: parties.company.id, userId: parties.admin.id }
    const running = { state: 'running', lease_until: new Date('2026-11-17T10:00:00Z'), keep_until: null }
    const { id: held } = await buildPriceExport(db, owner, running)
    const first = await order({ consignee_id: point.id })
    const [again, ...rest] = await Promise.all([order(), order(), order({ consignee_id: point.id }, employee)])
    expect([again, ...rest].map(({ json }) => json.id)).toEqual(Array(3).fill(first.json.id))
    expect(await order({ in_stock: false })).toMatchObject({
      status: 409,
      json: { code: 'price_export.already_queued' },
    })
    await db.deleteFrom('price_exports').where('id', '=', held).execute()
    expect((await built(first.json.id)).state).toBe('ready')
    expect(await letters()).toHaveLength(1)
  })

  test('keeps twenty files, and a repeat replaces a failed one', async () => {
    const { db } = test_.database
    const owner = { contractorId: parties.company.id, userId: parties.admin.id }
    await mkdir(folder, { recursive: true })
    const failed = { state: 'failed', failure: 'fault', storage: null, consignee_id: point.id }
    const { id: failedId } = await buildPriceExport(db, owner, failed)
    const files = []
    for (let count = 0; count < 19; count += 1) files.push(await buildPriceExport(db, owner))
    const oldest = join(folder, `${files[0]?.storage}.csv`)
    await writeFile(oldest, 'any')
    const { id } = (await order()).json
    await built(id)
    const ids = (await list()).results.map((file) => file.id)
    expect(ids).toHaveLength(19)
    expect(ids[0]).toBe(id)
    expect(ids).not.toContain(failedId)
    expect(existsSync(oldest)).toBe(false)
  })

  test('is visible to an employee only for assigned consignees', async () => {
    const { db } = test_.database
    const other = await buildConsignee(db, parties.company.id)
    const person = await buildUser(db, { role: 'CONTRACTOR_USER', contractorIds: [parties.company.id] })
    await setMembership(person.id, { all_consignees: false })
    await db
      .insertInto('user_consignees')
      .values({ user_id: person.id, contractor_id: parties.company.id, consignee_id: other.id })
      .execute()
    const headers = await loginAs(test_, person)
    const { id } = (await order()).json
    await built(id)
    expect((await list(headers)).results).toEqual([])
    expect(await linkTo(id, headers)).toMatchObject({ status: 404 })
    const own = await built((await order({ consignee_id: other.id }, headers)).json.id, headers)
    expect(own).toMatchObject({ state: 'ready', point: { id: other.id } })
  })

  test('fails without an email when the user loses access', async () => {
    const person = await buildUser(test_.database.db, { role: 'CONTRACTOR_USER', contractorIds: [parties.company.id] })
    const owner = { contractorId: parties.company.id, userId: person.id }
    await test_.database.db.updateTable('users').set({ is_active: false }).where('id', '=', person.id).execute()
    const queued = { state: 'queued', storage: null, bytes: null, finished_at: null, keep_until: null }
    const { id } = await buildPriceExport(test_.database.db, owner, queued)
    expect((await send(test_, { url: URL, headers: employee })).status).toBe(200)
    await orderOfAnother()
    expect(await built(id)).toMatchObject({ state: 'failed', failure: 'no_access' })
    expect((await letters()).map((letter) => letter.recipient)).not.toContain(await emailOf(person.id))
  })

  /** Places another company's order, which makes the server check the queue. */
  async function orderOfAnother() {
    const { db } = test_.database
    const company = await buildContractor(db, { sellerIds: [parties.seller.id] })
    const person = await buildUser(db, { role: 'CONTRACTOR_ADMIN', contractorIds: [company.id] })
    const headers = await loginAs(test_, person)
    return { headers, id: (await order({}, headers)).json.id }
  }

  test('of a dead server is resumed, and given up after three attempts', async () => {
    const { db } = test_.database
    const owner = { contractorId: parties.company.id, userId: parties.admin.id }
    const dead = { state: 'running', lease_until: new Date('2026-11-17T08:59:00Z'), keep_until: null, attempts: 1 }
    const file = await buildPriceExport(db, owner, dead)
    await orderOfAnother()
    expect(await built(file.id)).toMatchObject({ state: 'ready' })
    const hopeless = await buildPriceExport(db, owner, { ...dead, attempts: 3 })
    await orderOfAnother()
    expect(await built(hopeless.id)).toMatchObject({ state: 'failed', failure: 'gave_up' })
  })

  test('is built once when two servers share the queue', async () => {
    const second = await test_.startNode()
    const companies = []
    for (let count = 0; count < 6; count += 1) {
      const company = await buildContractor(test_.database.db, { sellerIds: [parties.seller.id] })
      const person = await buildUser(test_.database.db, { role: 'CONTRACTOR_ADMIN', contractorIds: [company.id] })
      companies.push(await loginAs(test_, person))
    }
    const orders = await Promise.all(
      companies.map((headers, at) =>
        (at % 2 ? second : test_.app).inject({ method: 'POST', url: URL, headers, payload: fields() }),
      ),
    )
    await Promise.all([runJob(test_.app, 'price_exports'), runJob(second, 'price_exports')])
    for (const [at, reply] of orders.entries()) {
      const headers = companies[at] ?? admin
      expect(await built(reply.json<{ id: number }>().id, headers)).toMatchObject({ state: 'ready' })
    }
    const rows = await test_.database.db.selectFrom('price_exports').select('attempts').execute()
    expect(rows.map((row) => row.attempts)).toEqual(Array(6).fill(1))
    expect(await letters()).toHaveLength(6)
  })

  test('cleanup deletes unknown files from disk after an hour', async () => {
    const old = join(folder, `${crypto.randomUUID()}.csv`)
    const fresh = join(folder, `${crypto.randomUUID()}.csv`)
    await mkdir(folder, { recursive: true })
    for (const path of [old, fresh]) await writeFile(path, 'any')
    const twoHoursAgo = new Date(Date.now() - 7_200_000)
    await utimes(old, twoHoursAgo, twoHoursAgo)
    await purgeExpiredPriceExports(test_.appDatabase.forTenant('any'), dataDir, test_.clock.now())
    expect([existsSync(old), existsSync(fresh)]).toEqual([false, true])
    await rm(fresh)
  })
})

describe('daily price file', () => {
  const orderDue = () =>
    orderDueFiles({
      db: test_.appDatabase.forTenant('any'),
      clock: test_.clock,
      mailer: createMailer({
        db: test_.appDatabase.db,
        config: CONFIG,
        log: test_.app.log as never,
        clock: test_.clock,
      }),
      store: createStore(dataDir),
    })
  const daily = async () => (await list()).results.filter((file) => file.is_daily)

  test('is created at its hour once a day with an email of its own', async () => {
    expect((await schedule({ consignee_id: point.id })).json).toMatchObject({
      hour: 7,
      is_on: true,
      next_at: '2026-11-18T04:00:00.000Z',
      point: { id: point.id, name: 'Сервис' },
    })
    await orderDue()
    expect(await daily()).toEqual([])
    await at('2026-11-18T04:00:00Z')
    await Promise.all([orderDue(), orderDue(), orderDue()])
    expect(await daily()).toHaveLength(1)
    await built((await daily())[0]?.id ?? 0)
    await orderDue()
    expect(await daily()).toHaveLength(1)
    expect((await list()).schedule?.next_at).toBe('2026-11-19T04:00:00.000Z')
    expect(await letters()).toMatchObject([
      { subject: 'Прайс на 18.11.2026', body: expect.stringContaining('отключить рассылку можно там же') as string },
    ])
  })

  test('missed at its hour is made up the same day but not the next', async () => {
    await schedule()
    await at('2026-11-18T19:30:00Z')
    await orderDue()
    expect(await daily()).toHaveLength(1)
    await built((await daily())[0]?.id ?? 0)
    await at('2026-11-21T02:00:00Z')
    await orderDue()
    expect(await daily()).toHaveLength(1)
    expect((await list()).schedule?.next_at).toBe('2026-11-21T04:00:00.000Z')
  })

  test('is changed and switched off per person', async () => {
    await schedule()
    await schedule({ hour: 23, format: 'xlsx' }, employee)
    expect((await list()).schedule).toMatchObject({ hour: 7, format: 'csv' })
    expect((await schedule({ hour: 15, is_on: false })).json).toMatchObject({ hour: 15, is_on: false })
    expect((await list(employee)).schedule).toMatchObject({
      hour: 23,
      is_on: true,
      next_at: '2026-11-17T20:00:00.000Z',
    })
    await at('2026-11-17T16:00:00Z')
    await orderDue()
    expect(await daily()).toEqual([])
  })

  test('waits while another file of the company is queued', async () => {
    const { db } = test_.database
    await schedule()
    const owner = { contractorId: parties.company.id, userId: parties.admin.id }
    const bare = { storage: null, bytes: null, finished_at: null, keep_until: null }
    const running = { ...bare, state: 'running', storage: crypto.randomUUID(), lease_until: new Date('2026-12-01') }
    await buildPriceExport(db, owner, running)
    const queued = await buildPriceExport(db, owner, { ...bare, state: 'queued' })
    await at('2026-11-18T04:00:00Z')
    await orderDue()
    expect(await daily()).toEqual([])
    await db.deleteFrom('price_exports').where('id', '=', queued.id).execute()
    await orderDue()
    expect(await daily()).toHaveLength(1)
    await db.deleteFrom('price_exports').execute()
  })

  test('stops with an email when its product groups are gone', async () => {
    const { db } = test_.database
    const { id } = await db
      .insertInto('inventory_groups')
      .values({ name: 'Свечи' })
      .returning('id')
      .executeTakeFirstOrThrow()
    expect((await schedule({ group_ids: [id] })).json).toMatchObject({ is_on: true, groups_gone: false })
    const file = await built((await order({ group_ids: [id] })).json.id)
    await db.deleteFrom('inventory_groups').where('id', '=', id).execute()
    const { results, schedule: currentSchedule } = await list()
    expect(currentSchedule).toMatchObject({ is_on: true, groups: [], groups_gone: true })
    expect(results).toMatchObject([{ id: file.id, groups: [], groups_gone: true }])
    await db.deleteFrom('emails').execute()
    await at('2026-11-18T04:00:00Z')
    await orderDue()
    expect(await daily()).toEqual([])
    expect((await list()).schedule).toMatchObject({ is_on: false, groups_gone: true })
    expect(await letters()).toMatchObject([
      { subject: 'Ежедневный прайс остановлен', body: expect.stringContaining('больше нет') as string },
    ])
  })

  const people = () => test_.database.db.updateTable('users').where('id', '=', parties.employee.id)
  const companies = () => test_.database.db.updateTable('contractors').where('id', '=', parties.company.id)
  test.each<[string, (may: boolean) => Promise<unknown>]>([
    ['prices are hidden', (may) => setMembership(parties.employee.id, { sees_prices: may })],
    ['the account is blocked', (may) => people().set({ is_active: may }).execute()],
    [
      'the company is not let in',
      (may) =>
        companies()
          .set({ status: may ? 'active' : 'pending' })
          .execute(),
    ],
  ])('is not created while %s', async (_, allow) => {
    await schedule({}, employee)
    await allow(false)
    test_.clock.set('2026-11-18T04:00:00Z')
    await orderDue()
    expect(await test_.database.db.selectFrom('price_exports').select('id').execute()).toEqual([])
    await allow(true)
  })

  test('scheduled by an impersonating manager records both users', async () => {
    const browser = new Browser(test_)
    await browser.signIn(parties.manager)
    const { headers } = await browser.impersonate(parties.admin.id)
    await send(test_, { method: 'POST', url: `${URL}/schedule`, headers, payload: fields({ hour: 7, is_on: true }) })
    const row = await test_.database.db.selectFrom('price_export_schedules').selectAll().executeTakeFirstOrThrow()
    expect(row).toMatchObject({ actor_id: parties.manager.id, subject_id: parties.admin.id })
  })
})

async function buildPoint() {
  const { db } = test_.database
  parties = await buildParties(db)
  point = await buildConsignee(db, parties.company.id, { is_default: true, name: 'Сервис' })
}

async function resetFiles() {
  const { db } = test_.database
  await at(NOON)
  await db.deleteFrom('price_export_schedules').execute()
  await db.deleteFrom('price_exports').execute()
  await db.deleteFrom('emails').execute()
}

/** Signs in again, because sessions expire before that moment. */
async function at(moment: string) {
  test_.clock.set(moment)
  admin = await loginAs(test_, parties.admin)
  employee = await loginAs(test_, parties.employee)
}

const fields = (more: object = {}) => ({ format: 'csv', brand_ids: [], in_stock: true, consignee_id: null, ...more })

const order = (more: object = {}, headers = admin) =>
  send<{ id: number }>(test_, { method: 'POST', url: URL, headers, payload: fields(more) })

const list = async (headers = admin) =>
  (await send<{ results: PriceExportItem[]; schedule: PriceSchedule | null }>(test_, { url: URL, headers })).json

const schedule = (more: object = {}, headers = admin) =>
  send<PriceSchedule>(test_, {
    method: 'POST',
    url: `${URL}/schedule`,
    headers,
    payload: fields({ hour: 7, is_on: true, ...more }),
  })

const linkTo = (id: number, headers = admin) => send<{ path: string }>(test_, { url: `${URL}/${id}/link`, headers })

const letters = () =>
  test_.database.db.selectFrom('emails').select(['recipient', 'subject', 'body']).orderBy('id').execute()

const emailOf = async (id: number) =>
  (await test_.database.db.selectFrom('users').select('email').where('id', '=', id).executeTakeFirstOrThrow()).email

const setMembership = (userId: number, more: { sees_prices?: boolean; all_consignees?: boolean }) =>
  test_.database.db.updateTable('user_contractors').set(more).where('user_id', '=', userId).execute()

async function built(id: number, headers = admin): Promise<PriceExportItem> {
  const find = async () => (await list(headers)).results.find((file) => file.id === id)
  await runJob(test_.app, 'price_exports')
  const file = await find()
  expect(file?.state).toMatch(/ready|failed/)
  return file ?? expect.fail('the file is gone')
}

async function download(id: number, headers = admin): Promise<Buffer> {
  const { path } = (await linkTo(id, headers)).json
  return (await test_.app.inject({ url: path })).rawPayload
}

const rowsOf = (csv: Buffer) =>
  csv
    .toString()
    .slice(1)
    .trimEnd()
    .split('\r\n')
    .slice(1)
    .map((line) => line.split(';'))
