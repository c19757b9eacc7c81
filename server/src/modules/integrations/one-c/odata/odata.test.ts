import { oneCOdataRoutes, type OdataConnection, type OdataObject } from '@artikul/contract/integrations/one-c-odata'
import { oneCRoutes, type OneCNode } from '@artikul/contract/integrations/one-c'
import type { SettledContract } from '@artikul/contract/billing/settlements'
import type { Insertable } from 'kysely'
import { afterAll, afterEach, beforeEach, beforeAll, describe, expect, test } from 'vitest'
import type { DB } from '../../../../platform/db/index.ts'
import {
  createDemoBase,
  DEMO_PRICE_TYPE,
  ODATA_LOGIN,
  ODATA_PASSWORD,
  startOdata,
  type OneCBase,
  type OdataSimulator,
} from '../../../../simulator/one-c/index.ts'
import { loginAs, runJob, send, useTestApp } from '../../../../testing/test-app.ts'
import {
  buildReserved,
  buildShipment,
  buildShop,
  type Headers,
  type Shop,
} from '../../../fulfilment/shipments/shipments.factory.ts'
import { buildUser } from '../../../identity/users/users.factory.ts'
import { buildNode } from '../one-c.factory.ts'
import { encryptionKeys } from '../../../../platform/encryption.ts'
import { resealOneCPasswords } from './connections.ts'

const test_ = useTestApp({ PRIVATE_URLS: 'on' })
const guarded = useTestApp()
const DIRECTIONS = ['contracts', 'upd', 'debts'] as const
let shop: Shop
let seller: { inn: string }
let company: { inn: string; kpp: string | null }
let base: OneCBase
let oneC: OdataSimulator
const started: OdataSimulator[] = []

beforeAll(async () => {
  shop = await buildShop(test_)
  const { db } = test_.database
  await db.updateTable('sellers').set({ accounting_mode: '1c' }).where('id', '=', shop.sellerId).execute()
  seller = await db.selectFrom('sellers').select('inn').where('id', '=', shop.sellerId).executeTakeFirstOrThrow()
  company = await db
    .selectFrom('contractors')
    .select(['inn', 'kpp'])
    .where('id', '=', shop.companyId)
    .executeTakeFirstOrThrow()
})
afterAll(() => {
  for (const { server } of started) server.close().closeAllConnections()
})

beforeEach(async () => {
  base = createDemoBase({
    sellerInn: seller.inn,
    companies: [{ name: 'Любой покупатель', inn: company.inn, kpp: company.kpp ?? '' }],
  })
  oneC = await startOdata(base)
  started.push(oneC)
})

const call = <T>(method: 'GET' | 'POST', url: string, payload?: object, headers: Headers = shop.manager) =>
  send<T>(test_, { method, url, headers, ...(payload && { payload }) })

const settings = (more: object = {}) => ({
  ...{ ...oneCOdataRoutes.save.example, url: oneC.url, login: ODATA_LOGIN, password: ODATA_PASSWORD },
  ...more,
})

const read = () => runJob(test_.app, 'one_c_reading')

async function connect(more: object = {}, node: Partial<Insertable<DB['one_c_nodes']>> = {}) {
  const { id } = await buildNode(test_, shop.sellerId, shop.admin.id, { directions: [...DIRECTIONS], ...node })
  const url = `/api/v1/one-c/nodes/${id}/odata`
  const saved = await call('POST', url, settings(more))
  expect(saved.text).toContain('"version":1')
  await read()
  const connection = async () => {
    const { json } = await call<{ connection: OdataConnection }>('GET', url)
    return json.connection
  }
  const objects = async (query: string) =>
    (await call<{ results: OdataObject[] }>('GET', `${url}/objects?${query}`)).json.results
  const readAgain = async () => {
    await call('POST', `${url}/read`, {})
    await read()
    return connection()
  }
  return { id, url, connection, objects, readAgain }
}

const keyOf = (set: string, at = 0) => String(base.rows(set)[at]?.['Ref_Key'])
const CONTRACTS = 'Catalog_ДоговорыКонтрагентов'
const COMPANIES = 'Catalog_Контрагенты'
const INVOICES = 'Document_СчетФактураВыданный'
const CORRECTIONS = 'Document_КорректировкаРеализации'
const PARTIES = 'Catalog_КлючиАналитикиУчетаПоПартнерам'
const SALES = 'Document_РеализацияТоваровУслуг'

const contracts = () =>
  test_.database.db
    .selectFrom('contracts')
    .select([
      'id',
      'number',
      'signed_on',
      'valid_to',
      'limit_kop',
      'deferment_days',
      'prepayment_percent',
      'is_default',
    ])
    .where('contractor_id', '=', shop.companyId)
    .orderBy('id')
    .execute()

const textsOf = ({ report }: OdataConnection, level: string) =>
  report.filter((one) => one.level === level).map(({ text, advice }) => `${text}. ${advice}`)

describe('the connection', () => {
  test('is set up by administrators only, at an address that is allowed', async () => {
    const { id } = await buildNode(test_, shop.sellerId, shop.admin.id)
    const url = `/api/v1/one-c/nodes/${id}/odata`
    expect((await call('GET', url, undefined, shop.client)).status).toBe(403)
    const plain = await loginAs(
      test_,
      await buildUser(test_.database.db, { role: 'ARTIKUL_ORDER_MANAGER', rights: [] }),
    )
    expect((await call('POST', url, settings(), plain)).status).toBe(403)
    expect((await call('POST', '/api/v1/one-c/nodes/999999/odata', settings())).status).toBe(404)
    expect((await call('POST', `${url}/check`, {})).status).toBe(404)
    expect((await call('POST', url, settings({ password: '' }))).text).toContain('Введите пароль')
    expect((await call('POST', url, settings({ url: 'ftp://1c' }))).status).toBe(400)
    expect((await call('POST', url, settings({ version: 3 }))).status).toBe(409)
    expect((await call('POST', url, settings())).status).toBe(200)
    expect((await call('POST', url, settings({ version: 1, password: '', url: 'https://other.test' }))).text).toContain(
      'введите пароль снова',
    )
    expect((await call('GET', url)).text).not.toContain(ODATA_PASSWORD)
  })

  test('never leads into the private network unless that is allowed', async () => {
    const other = await buildShop(guarded)
    const { id } = await buildNode(guarded, other.sellerId, other.admin.id)
    const save = (url: string) =>
      send(guarded, {
        ...{ method: 'POST', url: `/api/v1/one-c/nodes/${id}/odata`, headers: other.manager },
        payload: settings({ url }),
      })
    for (const url of [oneC.url, 'https://127.0.0.1/ut', 'http://1c.example.ru/ut', 'https://1c.example.ru:8443/ut'])
      expect((await save(url)).status).toBe(400)
    expect((await save('https://1c.example.ru/ut')).status).toBe(200)
  })

  test('is checked before it is read: the configuration is recognised, every object is tried', async () => {
    const { connection } = await connect()
    const { resolved, report, failure, ...state } = await connection()
    expect(report.filter(({ level }) => level !== 'ok')).toEqual([])
    expect(report.map(({ text }) => text)).toContain('Конфигурация: Управление торговлей 11.5')
    expect(resolved?.mapping.contract?.fields).toMatchObject({ company: 'Контрагент_Key', day: 'Дата', days: '' })
    expect({ failure, isBusy: state.is_busy }).toEqual({ failure: '', isBusy: false })
  })

  test.each<[string, (faults: OdataSimulator['faults']) => void, string]>([
    ['an object without rights', ({ forbidden }) => forbidden.add(CONTRACTS), `прав на чтение объекта «${CONTRACTS}»`],
    ['an object that is not published', () => base.unpublished.add(INVOICES), 'вкладка «Состав»'],
    ['a web server without 1C', (faults) => (faults.isDown = true), 'Ошибка внутри 1С, ответ 503'],
  ])('says what is missing: %s', async (_, spoil, words) => {
    spoil(oneC.faults)
    const { connection } = await connect()
    expect(textsOf(await connection(), 'error').join('\n')).toContain(words)
  })

  test('says what is missing: password, address, a property with another name', async () => {
    const wrong = await connect({ password: 'wrong' })
    expect((await wrong.connection()).failure).toContain('«Пользователи»')
    const lost = await connect({ url: oneC.url.replace('/ut', '/none') })
    expect(textsOf(await lost.connection(), 'error')[0]).toContain('отвечает не 1С')
    const overrides = { contract: { entity: '', fields: { number: 'НомерНаш' } } }
    const renamed = await connect({ overrides })
    expect(textsOf(await renamed.connection(), 'error')[0]).toContain('НомерНаш')
    const corrected = await connect({ overrides: { contract: { entity: '', fields: { number: 'Description' } } } })
    expect((await corrected.connection()).resolved?.mapping.contract?.fields['number']).toBe('Description')
  })
})

describe('contracts', () => {
  test('take the terms of 1C over and follow its changes; a repeated read changes nothing', async () => {
    const [own] = await contracts()
    if (!own) throw new Error('the company has no contract')
    base.write(CONTRACTS, { ...base.rows(CONTRACTS)[0], Номер: own.number, Дата: `${own.signed_on}T00:00:00` })
    const { objects, readAgain } = await connect()
    expect(await contracts()).toMatchObject([
      { id: own.id, limit_kop: 10_000_000, deferment_days: 14, prepayment_percent: 0, valid_to: null },
    ])
    expect(await objects('kind=contract')).toMatchObject([{ state: 'applied', target: { id: own.id } }])
    const version = () =>
      test_.database.db.selectFrom('contracts').select('version').where('id', '=', own.id).executeTakeFirst()
    const before = await version()
    await readAgain()
    expect(await version()).toEqual(before)
    base.write(CONTRACTS, { ...base.rows(CONTRACTS)[0], ДопустимаяСуммаЗадолженности: 5.55 })
    await readAgain()
    expect(await contracts()).toMatchObject([{ limit_kop: 555 }])
    base.write(CONTRACTS, { ...base.rows(CONTRACTS)[0], DeletionMark: true })
    await readAgain()
    expect(await contracts()).toMatchObject([{ valid_to: '2026-11-17' }])
    base.write(CONTRACTS, { ...base.rows(CONTRACTS)[0], DeletionMark: false, ОграничиватьСуммуЗадолженности: false })
    await readAgain()
    expect(await contracts()).toMatchObject([{ limit_kop: 555, valid_to: '2026-11-17' }])
  })

  test('that are closed end once, an earlier end stays; where 1C states none, the portal keeps its own', async () => {
    const [own] = await contracts()
    if (!own) throw new Error('the company has no contract')
    const setEnd = (day: string | null) =>
      test_.database.db.updateTable('contracts').set({ valid_to: day }).where('id', '=', own.id).execute()
    const end = async () => (await contracts()).find(({ id }) => id === own.id)?.valid_to
    await setEnd('2027-03-31')
    base.write(CONTRACTS, { ...base.rows(CONTRACTS)[0], Номер: own.number, Дата: `${own.signed_on}T00:00:00` })
    const { readAgain } = await connect()
    expect(await end()).toBe('2027-03-31')
    const close = async (roubles: number) => {
      const change = { Статус: 'Закрыт', ДопустимаяСуммаЗадолженности: roubles }
      base.write(CONTRACTS, { ...base.rows(CONTRACTS)[0], ...change })
      await readAgain()
    }
    await close(1)
    expect(await end()).toBe('2026-11-17')
    await setEnd('2026-11-10')
    await close(2)
    expect(await end()).toBe('2026-11-10')
    await setEnd(null)
  })

  test('of suppliers and of other organisations are left alone; one of two is never chosen silently', async () => {
    base.write(CONTRACTS, { ...base.rows(CONTRACTS)[0], Ref_Key: undefined, ТипДоговора: 'СПоставщиком' })
    base.write(CONTRACTS, { ...base.rows(CONTRACTS)[0], Ref_Key: undefined, Организация_Key: crypto.randomUUID() })
    const { url, objects } = await connect()
    const [waiting, ...others] = await objects('kind=contract')
    expect(others).toEqual([])
    const [own] = await contracts()
    expect(waiting).toMatchObject({ state: 'waiting', target: null, proposals: [{ id: own?.id }] })
    expect(waiting?.reason).toContain('выберите один или создайте новый')
    const match = (target: number | 'new' | null) =>
      call('POST', `${url}/matches`, { kind: 'contract', external_id: waiting?.external_id, target })
    expect((await match(999_999)).status).toBe(404)
    expect((await match('new')).status).toBe(200)
    expect(await contracts()).toMatchObject([
      { id: own?.id },
      { number: '1С-1', signed_on: '2026-02-01', limit_kop: 10_000_000, is_default: false },
    ])
    expect((await match(null)).status).toBe(200)
    await read()
    expect(await objects('kind=contract&state=idle')).toMatchObject([{ reason: 'Снято вручную', target: null }])
  })

  test('in the trial nothing changes', async () => {
    const before = await contracts()
    base.write(CONTRACTS, {
      ...base.rows(CONTRACTS)[0],
      Номер: before[0]?.number,
      Дата: `${before[0]?.signed_on}T00:00:00`,
    })
    const { objects } = await connect({}, { is_trial: true })
    expect(await contracts()).toEqual(before)
    expect(await objects('kind=contract')).toMatchObject([
      { state: 'waiting', reason: 'Пробный режим: ничего не меняется' },
    ])
  })
})

describe('agreements', () => {
  const AGREEMENTS = 'Catalog_СоглашенияСКлиентами'
  const OTHER_TYPE = crypto.randomUUID()
  let columns: number[]
  beforeAll(async () => {
    const names = [{ name: 'Опт по соглашениям' }, { name: 'Розница по соглашениям' }]
    const rows = await test_.database.db.insertInto('price_groups').values(names).returning('id').execute()
    columns = rows.map(({ id }) => id)
  })
  beforeEach(async () => {
    const [own] = await contracts()
    const start = { valid_to: null, price_group_id: null }
    await test_.database.db.updateTable('contracts').set(start).where('contractor_id', '=', shop.companyId).execute()
    base.write(CONTRACTS, { ...base.rows(CONTRACTS)[0], Номер: own?.number, Дата: `${own?.signed_on}T00:00:00` })
  })
  afterEach(() => test_.database.db.updateTable('one_c_connections').set({ is_on: false }).execute())

  const change = (more: object, at = 0) => base.write(AGREEMENTS, { ...base.rows(AGREEMENTS)[at], ...more })
  const add = (more: object) => change({ Ref_Key: undefined, ...more })
  const map = (nodeId: number, type: string, target: string | null) =>
    test_.database.db
      .insertInto('one_c_mappings')
      .values({ node_id: nodeId, kind: 'price_type', external_id: type, name: 'Оптовая', target })
      .onConflict((conflict) => conflict.columns(['node_id', 'kind', 'external_id']).doUpdateSet({ target }))
      .execute()
  /** Connects a base whose price type is mapped to the first column, and applies its agreements. */
  async function connectAgreed(node: Partial<Insertable<DB['one_c_nodes']>> = {}) {
    const connected = await connect({}, { directions: ['agreements'], ...node })
    await map(connected.id, DEMO_PRICE_TYPE, String(columns[0]))
    await read()
    const listed = async () =>
      (await connected.objects('kind=agreement')).map(({ state, reason }) => [state, reason].join(' ').trim())
    return { ...connected, listed }
  }
  const columnOf = async () =>
    (
      await test_.database.db
        .selectFrom('contracts')
        .select('price_group_id')
        .where('contractor_id', '=', shop.companyId)
        .orderBy('id')
        .executeTakeFirstOrThrow()
    ).price_group_id
  const indexOfColumn = async () => columns.indexOf((await columnOf()) ?? 0)

  test.each<[string, () => unknown, string[]]>([
    ['with a partner', () => null, ['applied']],
    [
      'with a company',
      () => change({ Контрагент_Key: keyOf(COMPANIES), Партнер_Key: crypto.randomUUID() }),
      ['applied'],
    ],
    ['of any organisation', () => change({ Организация_Key: undefined }), ['applied']],
    ['on its last day', () => change({ ДатаОкончанияДействия: '2026-11-17T00:00:00' }), ['applied']],
    ['on its first day', () => change({ ДатаНачалаДействия: '2026-11-17T00:00:00' }), ['applied']],
    [
      'beside one that is over',
      () => add({ ВидЦен_Key: OTHER_TYPE, Статус: 'Закрыто' }),
      ['applied', 'idle Сегодня не действует'],
    ],
  ])('%s sets the price column of the contract, and nothing else', async (_, prepare, states) => {
    prepare()
    const before = await contracts()
    const { objects, listed } = await connectAgreed()
    expect((await listed()).toSorted()).toEqual(states)
    expect(await indexOfColumn()).toBe(0)
    expect(await contracts()).toEqual(before)
    const applied = { target: { id: columns[0], name: 'Опт по соглашениям' }, proposals: [] }
    const details = 'Любой покупатель: вид цен «Оптовая»'
    expect(await objects('kind=agreement&state=applied')).toMatchObject([{ ...applied, details }])
  })

  test.each<[string, () => unknown, string[]]>([
    ['that is over', () => change({ ДатаОкончанияДействия: '2026-11-16T00:00:00' }), ['idle Сегодня не действует']],
    ['that has not begun', () => change({ ДатаНачалаДействия: '2026-11-18T00:00:00' }), ['idle Сегодня не действует']],
    ['that is not approved', () => change({ Статус: 'НеСогласовано' }), ['idle Сегодня не действует']],
    ['without a price type', () => change({ ВидЦен_Key: undefined }), ['idle Вид цен в соглашении не указан']],
    ['with a stranger', () => change({ Партнер_Key: crypto.randomUUID() }), ['idle Покупатель не сопоставлен']],
    ['of another organisation', () => change({ Организация_Key: crypto.randomUUID() }), []],
    ['for all partners', () => change({ Типовое: true, Партнер_Key: undefined }), []],
    ['that is standard', () => change({ Типовое: true }), ['idle Типовое соглашение: колонка выбирается в договоре']],
    ['that is deleted', () => change({ DeletionMark: true }), ['gone']],
    [
      'without a matched contract',
      () => base.remove(CONTRACTS, keyOf(CONTRACTS)),
      ['waiting У покупателя нет сопоставленного договора'],
    ],
    [
      'for another price type beside',
      () => add({ ВидЦен_Key: OTHER_TYPE, Контрагент_Key: keyOf(COMPANIES) }),
      [
        'waiting У покупателя действуют соглашения с разными видами цен: выберите колонку в договоре',
        'waiting У покупателя действуют соглашения с разными видами цен: выберите колонку в договоре',
      ],
    ],
  ])('%s changes nothing', async (_, prepare, states) => {
    prepare()
    const { listed } = await connectAgreed()
    expect(await listed()).toEqual(states)
    expect(await columnOf()).toBeNull()
  })

  test('whose price type has no column waits, is applied once it has one, and follows 1C', async () => {
    change({ ВидЦен_Key: OTHER_TYPE })
    const { id, listed, readAgain } = await connectAgreed()
    expect(await listed()).toEqual(['waiting Вид цен не сопоставлен с ценовой колонкой'])
    await map(id, OTHER_TYPE, 'purchase')
    await read()
    expect([await listed(), await columnOf()]).toEqual([['waiting Вид цен не сопоставлен с ценовой колонкой'], null])
    await map(id, OTHER_TYPE, String(columns[1]))
    await read()
    expect([await listed(), await indexOfColumn()]).toEqual([['applied'], 1])
    change({ ВидЦен_Key: DEMO_PRICE_TYPE })
    await readAgain()
    expect([await listed(), await indexOfColumn()]).toEqual([['applied'], 0])
    change({ Статус: 'Закрыто' })
    await readAgain()
    expect([await listed(), await indexOfColumn()]).toEqual([['idle Сегодня не действует'], 0])
  })

  test('waits with the reason of a contract that is refused, while other contracts get the column', async () => {
    const { db } = test_.database
    const [own] = await contracts()
    const values = { seller_id: shop.sellerId, contractor_id: shop.companyId, number: 'СГ-2', signed_on: '2026-03-01' }
    const other = await db.insertInto('contracts').values(values).returning('id').executeTakeFirstOrThrow()
    const setEnd = (valid_to: string | null, signed_on = own?.signed_on ?? '') =>
      db
        .updateTable('contracts')
        .set({ valid_to, signed_on })
        .where('id', '=', own?.id ?? 0)
        .execute()
    await setEnd('2027-01-01', '2027-02-01')
    base.write(CONTRACTS, { ...base.rows(CONTRACTS)[0], Дата: '2027-02-01T00:00:00' })
    base.write(CONTRACTS, {
      ...base.rows(CONTRACTS)[0],
      ...{ Ref_Key: undefined, Номер: 'СГ-2', Дата: '2026-03-01T00:00:00' },
    })
    const { listed } = await connectAgreed()
    expect([await listed(), await columnOf()]).toEqual([['waiting Раньше даты договора'], null])
    const columnOfOther = () =>
      db.selectFrom('contracts').select('price_group_id').where('id', '=', other.id).executeTakeFirst()
    expect(await columnOfOther()).toEqual({ price_group_id: columns[0] })
    await setEnd(null)
    await read()
    expect([await listed(), await indexOfColumn()]).toEqual([['applied'], 0])
    await db.deleteFrom('contracts').where('id', '=', other.id).execute()
  })

  test('in the trial or switched off change nothing; they are not matched by hand', async () => {
    const trial = await connectAgreed({ is_trial: true })
    expect([await trial.listed(), await columnOf()]).toEqual([['waiting Пробный режим: ничего не меняется'], null])
    const match = { kind: 'agreement', external_id: keyOf(AGREEMENTS), target: null }
    expect((await call('POST', `${trial.url}/matches`, match)).status).toBe(400)
    const off = await connectAgreed({ directions: ['contracts'] })
    expect([await off.listed(), await columnOf()]).toEqual([[], null])
    const settingsOfNode = {
      ...oneCRoutes.update.example,
      version: 1,
      is_trial: false,
      directions: ['contracts', 'agreements'],
    }
    const request = { url: `/api/v1/one-c/nodes/${off.id}`, headers: shop.manager, payload: settingsOfNode }
    expect((await send(test_, { method: 'PATCH', ...request })).text).toContain('"version":2')
    await read()
    expect([await off.listed(), await indexOfColumn()]).toEqual([['applied'], 0])
  })
})

describe('companies', () => {
  test('are matched by ИНН and КПП; twins of 1C and another КПП wait for a person', async () => {
    base.write(COMPANIES, { ...base.rows(COMPANIES)[0], Ref_Key: undefined, Description: 'Двойник' })
    const { id, url, objects, readAgain } = await connect()
    expect((await objects('kind=company&state=waiting')).map(({ reason }) => reason)).toEqual(
      Array.from({ length: 2 }, () => 'В 1С заведён дважды с этими ИНН и КПП'),
    )
    const [row] = await objects('kind=company')
    expect(row?.proposals[0]?.id).toBe(shop.companyId)
    const match = (target: number | 'new' | null) =>
      call('POST', `${url}/matches`, { kind: 'company', external_id: row?.external_id, target })
    expect((await match(999_999)).status).toBe(404)
    expect((await match('new')).status).toBe(400)
    expect((await match(shop.companyId)).status).toBe(200)
    await readAgain()
    expect((await objects('kind=company&state=applied')).map((one) => one.external_id)).toEqual([row?.external_id])
    base.write(COMPANIES, { ...base.rows(COMPANIES)[0], КПП: '1' })
    base.remove(COMPANIES, keyOf(COMPANIES, 1))
    const { json } = await call<{ results: { id: number; reads_odata: boolean }[] }>('GET', '/api/v1/one-c/nodes')
    expect(json.results.find((node) => node.id === id)?.reads_odata).toBe(true)
  })
})

async function shipped() {
  const order = await buildReserved(test_, shop, [1])
  const shipmentId = await buildShipment(test_.database.db, order.id)
  const sale = base.write(SALES, { Number: `Т-${order.id}`, Date: '2026-11-17T09:00:00', Posted: true })
  const upd = async () =>
    (
      await test_.database.db
        .selectFrom('shipments')
        .select('external_number')
        .where('id', '=', shipmentId)
        .executeTakeFirstOrThrow()
    ).external_number
  return { order, shipmentId, sale, upd }
}

const invoice = (number: string, basis: string, type: string, more: object = {}) => ({
  ...{ Number: number, ПредставлениеНомера: number, Date: '2026-11-17T10:00:00', Posted: true },
  ...{ ДокументОснование: basis, ДокументОснование_Type: `StandardODATA.${type}`, ...more },
})

describe('УПД and corrections', () => {
  test('an УПД gives its number to the shipment, and takes it back when it is deleted', async () => {
    const { sale, upd } = await shipped()
    const key = base.write(INVOICES, invoice('145', sale, SALES))
    base.write(INVOICES, invoice('900', crypto.randomUUID(), SALES))
    base.write(INVOICES, { ...invoice('901', sale, SALES), Date: '2025-01-01T00:00:00' })
    const { objects, readAgain } = await connect()
    expect(await upd()).toBe('145')
    expect((await objects('kind=upd')).map(({ name, state }) => `${name} ${state}`)).toEqual([
      'УПД № 145 от 17.11.2026 applied',
      'УПД № 900 от 17.11.2026 idle',
    ])
    base.write(INVOICES, { ...base.row(INVOICES, key), ПредставлениеНомера: '146' })
    await readAgain()
    expect(await upd()).toBe('146')
    base.write(INVOICES, { ...base.row(INVOICES, key), Posted: false })
    await readAgain()
    expect(await upd()).toBeNull()
  })

  test('names that the check finds published later are read without saving the settings', async () => {
    const { sale, upd } = await shipped()
    base.write(INVOICES, invoice('147', sale, SALES))
    base.unpublished.add(SALES)
    const { url, readAgain } = await connect()
    expect(await upd()).toBeNull()
    base.unpublished.delete(SALES)
    expect((await call('POST', `${url}/check`, {})).status).toBe(200)
    await readAgain()
    expect(await upd()).toBe('147')
  })

  test('a correction changes the debt once, under the number of its УКД, and follows its edits', async () => {
    const { sale, shipmentId } = await shipped()
    const correction = base.write(CORRECTIONS, {
      ...invoice('КР-1', sale, SALES),
      Расхождения: [
        { LineNumber: '1', СуммаСНДС: -100.5 },
        { LineNumber: '2', СуммаСНДС: -0.25 },
      ],
    })
    const { id, url, readAgain } = await connect()
    const entries = () =>
      test_.database.db
        .selectFrom('ledger_entries')
        .innerJoin('one_c_objects', 'one_c_objects.target_id', 'ledger_entries.id')
        .select(['number', 'credit_kop', 'debit_kop'])
        .where('one_c_objects.node_id', '=', id)
        .where('one_c_objects.kind', '=', 'correction')
        .where('cancelled_at', 'is', null)
        .execute()
    const target = async () =>
      (
        await test_.database.db
          .selectFrom('one_c_objects')
          .select('target_id')
          .where('node_id', '=', id)
          .where('kind', '=', 'correction')
          .executeTakeFirstOrThrow()
      ).target_id
    const first = await target()
    // Nothing in 1C has changed: the entry stays the same one.
    expect((await call('POST', url, settings({ version: 1 }))).status).toBe(200)
    await read()
    expect(await target()).toBe(first)
    expect(await entries()).toEqual([{ number: 'КР-1', credit_kop: 10_075, debit_kop: 0 }])
    base.write(INVOICES, invoice('УКД-7', correction, CORRECTIONS, { Корректировочный: true }))
    await readAgain()
    expect(await entries()).toEqual([{ number: 'УКД-7', credit_kop: 10_075, debit_kop: 0 }])
    base.write(CORRECTIONS, { ...base.row(CORRECTIONS, correction), Расхождения: [{ LineNumber: '1', СуммаСНДС: 20 }] })
    await readAgain()
    await readAgain()
    expect(await entries()).toEqual([{ number: 'УКД-7', credit_kop: 0, debit_kop: 2000 }])
    const edit = async (more: object) => {
      base.write(CORRECTIONS, { ...base.row(CORRECTIONS, correction), ...more })
      await readAgain()
    }
    // What is refused waits, and is applied once it can be.
    await edit({ Расхождения: [] })
    expect(await entries()).toEqual([{ number: 'УКД-7', credit_kop: 0, debit_kop: 2000 }])
    const cancelled = { cancelled_at: new Date(), canceller_id: shop.admin.id, cancel_reason: 'Вручную' }
    const { db } = test_.database
    await db
      .updateTable('ledger_entries')
      .set(cancelled)
      .where('id', '=', await target())
      .execute()
    await edit({ Расхождения: [{ LineNumber: '1', СуммаСНДС: 30 }] })
    expect(await entries()).toEqual([{ number: 'УКД-7', credit_kop: 0, debit_kop: 3000 }])
    await db.updateTable('shipments').set(cancelled).where('id', '=', shipmentId).execute()
    await edit({ DeletionMark: true })
    expect([await entries(), await target()]).toEqual([[], null])
  })
})

test('debts by due day are stated for matched contracts, beside the sums of the portal', async () => {
  const [own] = await contracts()
  base.write(CONTRACTS, { ...base.rows(CONTRACTS)[0], Номер: own?.number, Дата: `${own?.signed_on}T00:00:00` })
  base.debts.push({ ...base.debts[0], АналитикаУчетаПоПартнерам_Key: crypto.randomUUID() })
  base.debts.push({
    ...base.debts[0],
    ДолгУпрBalance: 0,
    ПредоплатаУпрBalance: 100,
    ДатаПлановогоПогашения: '0001-01-01T00:00:00',
  })
  const { id, readAgain } = await connect()
  const stated = async () => {
    const { json } = await call<{ results: SettledContract[] }>('GET', '/api/v1/settlements', undefined, shop.client)
    return json.results.find((one) => one.contract_id === own?.id)?.accounted
  }
  expect(await stated()).toMatchObject({
    as_of: '2026-11-17T09:00:00.000Z',
    debts: [
      { document: 'Реализация № РТ-1', sum_kop: 1_250_050 },
      { document: 'Реализация № РТ-1', due_on: null, sum_kop: -10_000 },
    ],
  })
  const step = await test_.database.db
    .selectFrom('one_c_files')
    .select('counts')
    .where('node_id', '=', id)
    .where('name', '=', 'Долги по срокам')
    .executeTakeFirst()
  expect(step?.counts).toEqual({ read: 3, unmatched: 1 })
  base.debts = []
  test_.clock.set('2026-11-17T09:05:00Z')
  await readAgain()
  expect(await stated()).toEqual({ as_of: '2026-11-17T09:05:00.000Z', debts: [] })
})

test.each<[string, () => void, string]>([
  ['the contracts of debts', () => base.unpublished.add(PARTIES), `отметьте «${PARTIES}»`],
  ['a sum', () => base.debts.push({ ...base.debts[0], ДолгУпрBalance: null }), 'в «ДолгУпрBalance» не число'],
])('debts are not stated without %s', async (_, spoil, words) => {
  spoil()
  const { connection } = await connect()
  expect((await connection()).failure).toContain(words)
})

describe('changes', () => {
  test('come by the exchange plan, are confirmed once stored, and come again until then', async () => {
    const { objects, readAgain, connection } = await connect({ exchange_plan: 'ДляПортала' })
    expect((await connection()).failure).toBe('')
    oneC.requests.length = 0
    const name = async () => (await objects('kind=company'))[0]?.name
    base.write(COMPANIES, { ...base.rows(COMPANIES)[0], НаименованиеПолное: 'Новое имя' })
    oneC.faults.lostConfirmations = 3
    expect((await readAgain()).failure).toContain('502')
    expect(await name()).toBe('Новое имя')
    // A change made before the confirmation is not lost with it.
    base.write(COMPANIES, { ...base.rows(COMPANIES)[0], НаименованиеПолное: 'Ещё новее' })
    expect((await readAgain()).failure).toBe('')
    expect(await name()).toBe('Ещё новее')
    expect(base.select(99)).toEqual([])
    expect(oneC.requests.filter((one) => one.includes(`/${COMPANIES}?`))).toEqual([])
    base.remove(COMPANIES, keyOf(COMPANIES))
    await readAgain()
    expect(await objects('kind=company')).toMatchObject([{ state: 'gone' }])
  })

  test('an older session never overwrites what a newer one has read', async () => {
    const { id, readAgain, objects } = await connect()
    await test_.database.db
      .updateTable('one_c_objects')
      .set({ session_id: 2_000_000_000 })
      .where('node_id', '=', id)
      .execute()
    base.write(COMPANIES, { ...base.rows(COMPANIES)[0], НаименованиеПолное: 'Из прошлого' })
    await readAgain()
    expect((await objects('kind=company'))[0]?.name).toBe('Любой покупатель')
  })

  test('pages are read in a stable order, smaller when 1C lacks space, again after a lost answer', async () => {
    for (let at = 0; at < 300; at += 1)
      base.write(COMPANIES, {
        Description: `Компания ${at}`,
        НаименованиеПолное: `Компания ${at}`,
        ИНН: `99${String(at).padStart(8, '0')}`,
      })
    oneC.faults.pageLimit = 130
    const { id, connection } = await connect()
    const count = await test_.database.db
      .selectFrom('one_c_objects')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .where('node_id', '=', id)
      .where('kind', '=', 'company')
      .executeTakeFirst()
    expect([Number(count?.count), (await connection()).failure]).toEqual([301, ''])
    expect(oneC.requests.some((one) => one.includes('$top=125') && one.includes('$orderby=Ref_Key'))).toBe(true)
    oneC.faults.lost = 2
    await call('POST', `/api/v1/one-c/nodes/${id}/odata/read`, {})
    await read()
    expect((await connection()).failure).toBe('')
  })
})

test('a reading that fails for two hours of working time is one alarm, over after a successful one', async () => {
  const before = test_.clock.now()
  test_.clock.set('2026-11-17T09:00:00Z')
  const { id, url } = await connect()
  const manager = await buildUser(test_.database.db, { role: 'ARTIKUL_ORDER_MANAGER' })
  const alarmsAt = async (moment: string) => {
    test_.clock.set(moment)
    await read()
    await runJob(test_.app, 'one_c')
    const nodes = await call<{ results: OneCNode[] }>(
      'GET',
      '/api/v1/one-c/nodes',
      undefined,
      await loginAs(test_, manager),
    )
    return nodes.json.results.find((node) => node.id === id)?.alarms
  }
  oneC.faults.lost = 10_000
  expect(await alarmsAt('2026-11-17T10:00:00Z')).toEqual([])
  const alarm = [expect.stringContaining('Портал не может прочитать 1С с ')]
  expect(await alarmsAt('2026-11-17T11:30:00Z')).toEqual(alarm)
  const headers = await loginAs(test_, manager)
  expect((await call('POST', url, { ...settings(), version: 1 }, headers)).status).toBe(200)
  await runJob(test_.app, 'one_c')
  expect(await alarmsAt('2026-11-17T11:50:00Z')).toEqual(alarm)
  const raised = test_.database.db
    .selectFrom('events')
    .select('kind')
    .where('about', '=', 'one_c')
    .where('about_id', '=', id)
  expect(await raised.execute()).toEqual([{ kind: 'one_c.failed' }])
  oneC.faults.lost = 0
  expect(await alarmsAt('2026-11-17T12:10:00Z')).toEqual([])
  test_.clock.set(before.toISOString())
})

test('passwords are encrypted again with a new secret', async () => {
  const { id } = await connect()
  const { db } = test_.database
  const secret = () =>
    db.selectFrom('one_c_connections').select('secret').where('node_id', '=', id).executeTakeFirstOrThrow()
  const before = await secret()
  const keys = encryptionKeys(
    '1c odata password',
    'another secret that is long enough',
    'a secret that only tests know, long enough',
  )
  await resealOneCPasswords(db, keys)
  expect(await secret()).not.toEqual(before)
})

test.each([
  { chosen: ['orders_in'], turnedOn: ['orders_in', 'contracts', 'upd', 'debts'] },
  { chosen: ['orders_in', 'debts'], turnedOn: ['orders_in', 'debts'] },
  { chosen: ['agreements'], turnedOn: ['agreements'] },
])('first connection of a base with $chosen reads $turnedOn', async ({ chosen, turnedOn }) => {
  const { id } = await connect({}, { directions: chosen })
  const { directions } = await test_.database.db
    .selectFrom('one_c_nodes')
    .select('directions')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  expect(directions).toEqual(turnedOn)
})
