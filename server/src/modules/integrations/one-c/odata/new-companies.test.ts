import { oneCOdataRoutes, type NewCompany } from '@artikul/contract/integrations/one-c-odata'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import {
  createDemoBase,
  ODATA_LOGIN,
  ODATA_PASSWORD,
  startOdata,
  type OneCBase,
  type OdataSimulator,
} from '../../../../simulator/one-c/index.ts'
import { runJob, send, useTestApp } from '../../../../testing/test-app.ts'
import { buildContractor } from '../../../companies/contractors/contractors.factory.ts'
import { buildShop, type Headers, type Shop } from '../../../fulfilment/shipments/shipments.factory.ts'
import { buildNode } from '../one-c.factory.ts'

const test_ = useTestApp({ PRIVATE_URLS: 'on' })
const COMPANIES = 'Catalog_Контрагенты'
const ANOTHER_KPP = 'В 1С есть этот ИНН с другим КПП: сопоставьте его или заведите в 1С второго'
const TWINS = 'В 1С заведён несколько раз с этими ИНН и КПП: сопоставьте одного из них'
let shop: Shop
let sellerInn: string
let base: OneCBase
let oneC: OdataSimulator
const started: OdataSimulator[] = []

beforeAll(async () => {
  shop = await buildShop(test_)
  const { db } = test_.database
  sellerInn = (await db.selectFrom('sellers').select('inn').where('id', '=', shop.sellerId).executeTakeFirstOrThrow())
    .inn
})
beforeEach(async () => {
  base = createDemoBase({ sellerInn, companies: [] })
  oneC = await startOdata(base)
  started.push(oneC)
  // Companies of other tests are not new.
  await test_.database.db
    .updateTable('contractors')
    .set({ decided_at: new Date('2020-01-01') })
    .execute()
})
afterAll(() => {
  for (const { server } of started) server.close().closeAllConnections()
})

const call = <T>(method: 'GET' | 'POST', url: string, payload?: object, headers: Headers = shop.manager) =>
  send<T>(test_, { method, url, headers, ...(payload && { payload }) })

const newCompany = async (fields: { inn?: string; kpp?: string | null; full_name?: string } = {}) => {
  const { id } = await buildContractor(test_.database.db, { sellerIds: [shop.sellerId] })
  return test_.database.db
    .updateTable('contractors')
    .set({ decided_at: new Date(), ...fields })
    .where('id', '=', id)
    .returning(['id', 'inn', 'kpp', 'name', 'full_name'])
    .executeTakeFirstOrThrow()
}

const read = () => runJob(test_.app, 'one_c_reading')

async function connect(isTrial = false) {
  const { id } = await buildNode(test_, shop.sellerId, shop.admin.id, {
    ...{ directions: ['companies_out'], is_trial: isTrial, sends_from: new Date('2026-01-01') },
  })
  const url = `/api/v1/one-c/nodes/${id}/odata`
  const settings = { ...oneCOdataRoutes.save.example, url: oneC.url, login: ODATA_LOGIN, password: ODATA_PASSWORD }
  expect((await call('POST', url, settings)).status).toBe(200)
  await read()
  const waiting = async () =>
    (await call<{ results: NewCompany[] }>('GET', `${url}/new-companies`)).json.results.map(
      ({ contractor_id, state, reason }) => ({ contractor_id, state, reason }),
    )
  const readAgain = async () => {
    await call('POST', `${url}/read`, {})
    await read()
  }
  const matched = async () =>
    (await test_.database.db.selectFrom('one_c_objects').select('target_id').where('node_id', '=', id).execute()).map(
      ({ target_id: target }) => target,
    )
  return { id, url, waiting, readAgain, matched }
}

const writes = () => oneC.requests.filter((request) => request.startsWith(`POST /${COMPANIES}`)).length

test('an approved company is created in 1C once, also when the answer is lost, and is matched', async () => {
  const company = await newCompany()
  oneC.faults.lostWrites = 1
  const { waiting, readAgain, matched } = await connect()
  expect(await waiting()).toEqual([{ contractor_id: company.id, state: 'sent', reason: '' }])
  await readAgain()
  await readAgain()
  expect([await waiting(), await matched()]).toEqual([[], [company.id]])
  expect(base.rows(COMPANIES)).toMatchObject([
    {
      ...{ Description: company.name, НаименованиеПолное: company.full_name, ИНН: company.inn, КПП: company.kpp },
      ...{ ЮрФизЛицо: 'ЮрЛицо', ЮридическоеФизическоеЛицо: 'ЮридическоеЛицо' },
    },
  ])
  expect(writes()).toBe(1)
})

test('an answer that may still arrive is waited for before another attempt', async () => {
  const company = await newCompany({ inn: '780000000012', kpp: null })
  oneC.faults.lostWrites = 1
  const { waiting, readAgain, id } = await connect()
  const key = String(base.rows(COMPANIES)[0]?.['Ref_Key'])
  base.remove(COMPANIES, key)
  await readAgain()
  expect([writes(), (await waiting())[0]?.state]).toEqual([1, 'sent'])
  const long = new Date(test_.clock.now().getTime() - 16 * 60_000)
  await test_.database.db.updateTable('one_c_new_companies').set({ sent_at: long }).where('node_id', '=', id).execute()
  await readAgain()
  expect([writes(), await waiting()]).toEqual([2, []])
  expect(base.rows(COMPANIES)).toMatchObject([{ ИНН: company.inn, ЮрФизЛицо: 'ИндивидуальныйПредприниматель' }])
})

test('a company that 1C has is not created; another КПП and a twin wait for a person', async () => {
  const [known, branch, twin] = [await newCompany(), await newCompany(), await newCompany()]
  const have = (inn: string, КПП: string | null) => base.write(COMPANIES, { Description: 'Есть', ИНН: inn, КПП })
  have(known.inn, known.kpp)
  have(branch.inn, '999901001')
  have(twin.inn, twin.kpp)
  have(twin.inn, twin.kpp)
  const { waiting, url, readAgain } = await connect()
  expect(writes()).toBe(0)
  expect(await waiting()).toEqual([
    { contractor_id: branch.id, state: 'waiting', reason: ANOTHER_KPP },
    { contractor_id: twin.id, state: 'waiting', reason: TWINS },
  ])
  for (const [company, at] of [
    [branch, 1],
    [twin, 2],
  ] as const) {
    const match = { kind: 'company', external_id: String(base.rows(COMPANIES)[at]?.['Ref_Key']), target: company.id }
    expect((await call('POST', `${url}/matches`, match)).status).toBe(200)
  }
  await readAgain()
  expect([writes(), await waiting()]).toEqual([0, []])
})

test('what 1C refuses waits with its words and is sent again by a person; a lack of rights stops all', async () => {
  const company = await newCompany()
  oneC.faults.writeRefusal = 'Запрет изменения данных'
  const { waiting, url, readAgain } = await connect()
  expect(await waiting()).toEqual([
    {
      contractor_id: company.id,
      state: 'waiting',
      reason: `1С не записала объект «${COMPANIES}»: Запрет изменения данных`,
    },
  ])
  await readAgain()
  expect(writes()).toBe(1)
  oneC.faults.writeRefusal = ''
  const resend = () => call('POST', `${url}/new-companies/resend`, { contractor_id: company.id })
  expect((await call('POST', `${url}/new-companies/resend`, { contractor_id: company.id }, shop.client)).status).toBe(
    403,
  )
  expect((await resend()).status).toBe(200)
  expect((await resend()).status).toBe(404)
  await readAgain()
  expect([writes(), await waiting()]).toEqual([2, []])
})

test('the trial only queues, and a company without a contract of the seller is not its', async () => {
  const company = await newCompany()
  const other = await newCompany()
  await test_.database.db.deleteFrom('contracts').where('contractor_id', '=', other.id).execute()
  const { waiting, readAgain, id } = await connect(true)
  expect([writes(), await waiting()]).toEqual([0, [{ contractor_id: company.id, state: 'queued', reason: '' }]])
  await test_.database.db.updateTable('one_c_nodes').set({ is_trial: false }).where('id', '=', id).execute()
  await readAgain()
  expect([base.rows(COMPANIES).length, await waiting()]).toEqual([1, []])
})
