import { afterAll, beforeAll, expect, test } from 'vitest'
import { createDemoBase, ODATA_LOGIN, ODATA_PASSWORD, startOdata, type OdataSimulator, type OneCBase } from './index.ts'

/** The simulated service has the habits of a real one (УТ 11.5 and БП 3.0) that a client must know. */
let base: OneCBase
let oneC: OdataSimulator
const COMPANIES = 'Catalog_Контрагенты'
const INVOICES = 'Document_СчетФактураВыданный'
const JSON_FORMAT = '$format=application/json'

beforeAll(async () => {
  const companies = Array.from({ length: 30 }, (_, at) => ({ name: `Компания ${at}`, inn: `77${at}`, kpp: '' }))
  base = createDemoBase({ sellerInn: '7700000000', companies })
  oneC = await startOdata(base)
})
afterAll(() => void oneC.server.close())

async function ask(path: string, method = 'GET') {
  const reply = await fetch(`${oneC.url}/odata/standard.odata/${path}`, {
    method,
    headers: { authorization: `Basic ${Buffer.from(`${ODATA_LOGIN}:${ODATA_PASSWORD}`).toString('base64')}` },
  })
  const text = Buffer.from(await reply.arrayBuffer()).toString()
  return { status: reply.status, text, code: /"code":"(-?\d+)"/.exec(text)?.[1] }
}
const rows = async (path: string) =>
  (JSON.parse((await ask(path)).text.replace(/^\ufeff/, '')) as { value: Record<string, unknown>[] }).value

test.each([
  ['an object that is not published', 'Catalog_Марки', 404, '8'],
  ['an unknown key', `${COMPANIES}(guid'${crypto.randomUUID()}')`, 404, '9'],
  ['a bad filter', `${COMPANIES}?$filter=ИНН%20like`, 400, '14'],
  ['an unknown property', `${COMPANIES}?$select=Нет`, 400, '6'],
  ['references compared by size', `${COMPANIES}?$filter=Ref_Key%20gt%20guid'${crypto.randomUUID()}'`, 500, '-1'],
])('refuses %s', async (_, path, status, code) => {
  expect(await ask(path)).toMatchObject({ status, code })
})

test('a plus sign drops the filter, %20 filters; without a format the answer is Atom', async () => {
  expect(await rows(`${COMPANIES}?${JSON_FORMAT}&$filter=ИНН+eq+'7712'`)).toHaveLength(30)
  expect(await rows(`${COMPANIES}?${JSON_FORMAT}&$filter=ИНН%20eq%20'7712'`)).toHaveLength(1)
  expect((await ask(COMPANIES)).text).toContain('<feed')
  expect((await ask(`${COMPANIES}/$count`)).text).toBe('\ufeff30')
})

test('pages overlap without an order and are exact with one', async () => {
  const read = async (order: string) => {
    const pages = [0, 10, 20].map((skip) => rows(`${COMPANIES}?${JSON_FORMAT}${order}&$top=10&$skip=${skip}`))
    return new Set((await Promise.all(pages)).flat().map((row) => row['Ref_Key'])).size
  }
  expect(await read('')).toBeLessThan(30)
  expect(await read('&$orderby=Ref_Key')).toBe(30)
})

test('a reference of several types is found by its type only', async () => {
  const basis = crypto.randomUUID()
  base.write(INVOICES, {
    ДокументОснование: basis,
    ДокументОснование_Type: 'StandardODATA.Document_РеализацияТоваровУслуг',
  })
  const found = (literal: string) =>
    rows(`${INVOICES}?${JSON_FORMAT}&$filter=${encodeURIComponent(`ДокументОснование eq ${literal}`)}`)
  expect(await found(`guid'${basis}'`)).toEqual([])
  expect(await found(`cast(guid'${basis}','Document_РеализацияТоваровУслуг')`)).toHaveLength(1)
})

test('changes come until they are confirmed; one made in between survives the confirmation', async () => {
  const node = String(base.rows('ExchangePlan_ДляПортала').find((row) => row['Code'] === 'PORTAL')?.['Ref_Key'])
  const point = encodeURIComponent(`'${oneC.url}/odata/standard.odata/ExchangePlan_ДляПортала(guid'${node}')'`)
  const select = async (number: number) =>
    (await ask(`SelectChanges?DataExchangePoint=${point}&MessageNo=${number}`, 'POST')).text.split('<entry>').length - 1
  const all = await select(1)
  expect(all).toBeGreaterThan(30)
  expect(await select(1)).toBe(all)
  base.write(COMPANIES, { ...base.rows(COMPANIES)[0] })
  expect((await ask(`NotifyChangesReceived?DataExchangePoint=${point}&MessageNo=1`, 'POST')).status).toBe(200)
  expect(await select(2)).toBe(1)
})
