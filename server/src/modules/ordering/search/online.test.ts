import type { NewOnlineSupplier } from '@artikul/contract/suppliers/online-suppliers'
import type { OnlineEvent } from '@artikul/contract/ordering/search'
import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import { buildParties, type Parties } from '../../../testing/parties.factory.ts'
import type { Character, Good } from '../../../simulator/goods.ts'
import { loginAs, send, TEST_SECRET, useTestApp } from '../../../testing/test-app.ts'
import { buildOffer, buildProduct, buildWarehouse } from '../../catalog/products/catalog.factory.ts'
import { buildContractor } from '../../companies/contractors/contractors.factory.ts'
import { buildConsignee } from '../../companies/consignees/consignees.factory.ts'
import { createReferences } from '../../suppliers/online-suppliers/index.ts'
import { openSupplier } from '../../suppliers/online-suppliers/online-suppliers.factory.ts'
import { conditionFields } from '../../pricing/price-conditions/price-conditions.factory.ts'
import { createStreams } from '../../../platform/http/index.ts'

const test_ = useTestApp({ PRIVATE_URLS: 'on' })
let parties: Parties
let manager: { authorization: string }
let buyer: { authorization: string }
const opened: (() => unknown)[] = []

beforeAll(async () => {
  parties = await buildParties(test_.database.db)
  manager = await loginAs(test_, parties.manager)
  buyer = await loginAs(test_, parties.employee)
})
afterEach(async () => {
  for (const close of opened.splice(0)) await close()
  await test_.database.db.updateTable('online_suppliers').set({ is_on: false }).execute()
})
const groupsOf = (events: OnlineEvent[]) => events.flatMap((event) => (event.kind === 'offers' ? event.groups : []))

test('online search requires sign-in, an own consignee and a query that can be an article', async () => {
  const other = await buildContractor(test_.database.db, { sellerIds: [parties.seller.id] })
  const foreign = await buildConsignee(test_.database.db, other.id)
  expect((await ask('OC90', '', {})).status).toBe(401)
  expect((await ask('OC90', `&consignee_id=${foreign.id}`)).status).toBe(404)
  expect((await ask('O')).status).toBe(400)
  expect((await ask('OC90', '&brand=0')).status).toBe(400)
})

test('online search returns supplier offers at buyer prices without naming the supplier', async () => {
  const product = await buildProduct(test_.database.db, { brand: 'MAHLE', article: 'OC 90', name: 'Фильтр наш' })
  const id = await supplier([{ brand: 'MAHLE', article: 'OC 90' }], {}, { name: 'Тайный поставщик' })
  const { text } = await ask('oc-90')
  const events = eventsIn(text)
  expect(events.map(({ kind }) => kind)).toEqual(['suppliers', 'offers', 'done'])
  expect(events[0]).toEqual({ kind: 'suppliers', numbers: [id] })
  expect(events[1]).toMatchObject({ number: id, state: 'answered' })
  const [group] = groupsOf(events)
  expect(group).toMatchObject({
    kind: 'asked',
    product: { id: product.id, code: product.code, name: 'Фильтр наш' },
    offers: [{ warehouse: `Склад ${id}-1`, own_stock: false, term_days: 1, expected_date: '2026-11-18' }],
  })
  const [offer] = group!.offers
  const kept = await createReferences(test_.clock, TEST_SECRET).open(offer!.reference, parties.company.id)
  expect(offer!.price_kop).toBe(Math.round(kept.purchaseKop * 1.2))
  expect(text).not.toMatch(/Тайный|k1-0-101|Москва|purchase/)
  expect(text).not.toContain(String(kept.purchaseKop))
})

test('online offers cost more for the weight that the catalogue knows', async () => {
  const { db } = test_.database
  await buildProduct(db, { brand: 'MAHLE', article: 'OC 91', weight_g: 1500 })
  const id = await supplier([{ brand: 'MAHLE', article: 'OC 91' }])
  await db.updateTable('supply_routes').set({ kg_markup_kop: 10_000 }).where('id', '=', id).execute()
  const [offer] = groupsOf(await listen('OC91'))[0]?.offers ?? []
  const kept = await createReferences(test_.clock, TEST_SECRET).open(offer?.reference ?? '', parties.company.id)
  expect(offer?.price_kop).toBe(Math.round((kept.purchaseKop + 15_000) * 1.2))
})

test('online search finds an article unknown to the catalogue under its brand', async () => {
  await buildProduct(test_.database.db, { brand: 'KYB' })
  await supplier([{ brand: 'KYB', article: '333-114', name: 'Амортизатор' }])
  const [group] = groupsOf(await listen('KYB 333114'))
  expect(group?.product).toEqual({
    id: null,
    code: null,
    brand: 'KYB',
    article: '333-114',
    name: 'Амортизатор',
    unit: 'шт',
  })
})

test('online search queries suppliers only for one known brand of the article', async () => {
  const { db } = test_.database
  const febi = await buildProduct(db, { brand: 'FEBI', article: '22542' })
  await buildProduct(db, { brand: 'SWAG', article: '22542' })
  await supplier([
    { brand: 'FEBI', article: '22542' },
    { brand: 'SWAG', article: '22542' },
  ])
  const nobody = [{ kind: 'suppliers', numbers: [] }, { kind: 'done' }]
  expect(await listen('22542')).toEqual(nobody)
  expect(await listen('NOWHERE-1')).toEqual(nobody)
  const brands = groupsOf(await listen('22542', `&brand=${febi.brandId}`)).map(({ product }) => product.brand)
  expect(brands).toEqual(['FEBI'])
})

describe('online search', () => {
  test('hides brands not sold to the buyer and unrecognised brands', async () => {
    const { brandId } = await buildProduct(test_.database.db, { brand: 'HIDDEN', article: 'H-1000' })
    await supplier([{ brand: 'HIDDEN', article: 'H-1000' }])
    await supplier([{ brand: 'ХИДДЕН', article: 'H-1000' }])
    expect(groupsOf(await listen('H-1000')).map(({ offers }) => offers.length)).toEqual([1])
    await post('/api/v1/price-conditions', conditionFields({ brand_id: brandId, effect: { kind: 'not_sold' } }))
    expect(groupsOf(await listen('H-1000'))).toEqual([])
  })

  test('hides prices from users without price access', async () => {
    await buildProduct(test_.database.db, { brand: 'MAHLE', article: 'LX 700' })
    await supplier([{ brand: 'MAHLE', article: 'LX 700' }])
    const membership = test_.database.db.updateTable('user_contractors').where('user_id', '=', parties.employee.id)
    await membership.set({ sees_prices: false }).execute()
    const [group] = groupsOf(await listen('LX700', '', await loginAs(test_, parties.employee)))
    await membership.set({ sees_prices: true }).execute()
    expect(group?.offers[0]?.price_kop).toBeNull()
  })
})

test('late supplier is reported, and catalogue search does not depend on it', async () => {
  const { db } = test_.database
  const { id } = await buildProduct(db, { brand: 'MAHLE', article: 'KX 80' })
  await buildOffer(db, id, (await buildWarehouse(db, parties.seller.id)).id)
  await supplier([{ brand: 'MAHLE', article: 'KX 80' }], { latencyMs: 400 }, { budget_ms: 200 })
  const states = (await listen('KX80')).flatMap((event) => (event.kind === 'offers' ? [event.state] : []))
  expect(states).toEqual(['timed_out', 'late'])
  expect(
    (await send<{ offers_count: number }>(test_, { url: '/api/v1/search?q=KX80', headers: buyer })).json,
  ).toMatchObject({
    offers_count: 1,
  })
})

test('user has at most six open search streams, and the oldest is closed', () => {
  const streams = createStreams()
  const six = Array.from({ length: 6 }, () => streams.enter(1))
  const other = streams.enter(2)
  six[3]?.abort()
  expect(streams.enter(1).signal.aborted).toBe(false)
  expect(six.map(({ signal }) => signal.aborted)).toEqual([false, false, false, true, false, false])
  streams.enter(1)
  expect([six[0], six[1], other].map((stream) => stream?.signal.aborted)).toEqual([true, false, false])
})

const post = (url: string, payload: object) =>
  send<{ id: number }>(test_, { method: 'POST', url, headers: manager, payload })

async function supplier(
  goods: Partial<Good>[],
  character: Partial<Character> = {},
  fields: Partial<NewOnlineSupplier> = {},
): Promise<number> {
  const place = { manager, sellerId: parties.seller.id }
  const { id, close } = await openSupplier(test_, place, goods, { character, fields })
  opened.push(close)
  return id
}

const ask = (q: string, more = '', headers: object = buyer) =>
  send(test_, { url: `/api/v1/search/online?q=${encodeURIComponent(q)}${more}`, headers: { ...headers } })

const eventsIn = (text: string) =>
  text
    .split('\n\n')
    .filter(Boolean)
    .map((frame) => JSON.parse(frame.slice('data: '.length)) as OnlineEvent)

const listen = async (q: string, more = '', headers?: object) => eventsIn((await ask(q, more, headers)).text)
