import type { Claim, ClaimItem } from '@artikul/contract/fulfilment/claims'
import type { DecisionAdvice, SupplierReturn, SupplierReturnItem } from '@artikul/contract/purchasing/supplier-returns'
import { beforeAll, describe, expect, test } from 'vitest'
import { send, useTestApp } from '../../../testing/test-app.ts'
import { buildWarehouse } from '../../catalog/products/catalog.factory.ts'
import { buildClaimShop, posting, type ClaimShop } from '../../fulfilment/claims/claims.factory.ts'
import { buildPartnerClaim, buildReturn } from './supplier-returns.factory.ts'

const test_ = useTestApp()
let shop: ClaimShop
beforeAll(async () => {
  test_.clock.set('2026-11-17T09:00:00Z')
  shop = await buildClaimShop(test_)
})

describe('refusals', () => {
  test.each([
    ['GET', 'supplier-returns', undefined],
    ['GET', 'supplier-returns/sources', undefined],
    ['GET', 'supplier-returns/1', undefined],
    ['GET', 'claims/1/supplier-returns', undefined],
    ['POST', 'supplier-returns', { claim_id: 1, supply_route_id: null }],
    ['PATCH', 'supplier-returns/1', { version: 1, text: '', lines: [] }],
    ['POST', 'supplier-returns/1/send', { version: 1 }],
    ['POST', 'supplier-returns/1/discard', { version: 1 }],
  ] as const)('%s %s is closed to strangers and clients', async (method, path, body) => {
    expect((await call(method, path, body, {})).status).toBe(401)
    expect((await call(method, path, body, shop.client)).status).toBe(403)
  })

  test('unknown claims, suppliers and returns are not found', async () => {
    const { claim } = await ownClaim()
    const none = 2_000_000_000
    expect((await create(none)).json.detail).toBe('Обращение не найдено')
    expect((await create(claim.id, none)).json.detail).toBe('Поставщик не найден')
    for (const path of [`supplier-returns/${none}`, `claims/${none}/supplier-returns`])
      expect((await call('GET', path)).status).toBe(404)
    expect((await call('POST', `supplier-returns/${none}/send`, { version: 1 })).status).toBe(404)
  })

  test('goods of unknown origin need a chosen supplier, and a claim is returned to it once', async () => {
    const { claim } = await ownClaim()
    expect((await create(claim.id)).json.code).toBe('supplier_return.no_supplier')
    const { id } = await buildWarehouse(test_.database.db, shop.sellerId, { source: { kind: 'partner' } })
    const route = await test_.database.db
      .selectFrom('warehouses')
      .select('supply_route_id')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    expect((await create(claim.id, route.supply_route_id)).status).toBe(201)
    expect((await create(claim.id, route.supply_route_id)).json.code).toBe('supplier_return.exists')
  })

  test('states follow each other, in the version that the person saw', async () => {
    const { id } = await buildReturn(test_, shop)
    const { version, lines } = await read(id)
    const lineId = lines[0]?.id ?? 0
    expect((await act(id, 'send', { version: version + 1 })).json.code).toBe('stale')
    for (const [path, body] of [
      ['goods-sent', { version }],
      ['answer', { version, answer: { lines: [{ id: lineId, accepted_qty: 1 }], answer: '', document_number: '' } }],
      ['finish', { version, end: { outcome: 'replaced', credited_kop: null, document_number: '', answer: '' } }],
    ] as const)
      expect((await act(id, path, body)).json.code).toBe('supplier_return.invalid_state')
    await act(id, 'send', { version })
    for (const path of ['send', 'discard'])
      expect((await act(id, path, { version: version + 1 })).json.code).toBe('supplier_return.invalid_state')
  })

  test.each([
    [{ lines: [{ id: 0, accepted_qty: 0 }] }, 'answer.answer', 'Укажите причину отказа'],
    [{ lines: [{ id: 0, accepted_qty: 3 }] }, 'answer.lines.0.accepted_qty', 'Возвращаем 2'],
    [{ lines: [{ id: 2_000_000_000, accepted_qty: 1 }] }, 'answer.lines.0.id', 'В этом возврате нет такой строки'],
  ])('answer %j names its fault', async ({ lines: given }, path, message) => {
    const { id } = await sent()
    const { version, lines } = await read(id)
    const named = given.map((line) => ({ ...line, id: line.id || (lines[0]?.id ?? 0) }))
    const { json } = await act(id, 'answer', { version, answer: { lines: named, answer: '', document_number: '' } })
    expect(json.errors).toEqual([{ path, message }])
  })

  test('the credited sum is given for money only and not above the goods', async () => {
    const { id } = await accepted(2)
    const { version, total_kop: total } = await read(id)
    const finish = (outcome: string, credited_kop: number | null) =>
      act(id, 'finish', { version, end: { outcome, credited_kop, document_number: '', answer: '' } })
    for (const [outcome, sum] of [
      ['credited', null],
      ['replaced', 5],
      ['credited', total + 1],
    ] as const)
      expect((await finish(outcome, sum)).json.errors.map(({ path }) => path)).toEqual(['end.credited_kop'])
    expect((await finish('refused', null)).json.errors.map(({ path }) => path)).toEqual(['end.answer'])
  })
})

test('one press makes a draft with the lines, photos and purchase prices of the claim', async () => {
  const { id, claim, source, number } = await buildReturn(test_, shop)
  expect(number).toMatch(/^ВП-\d{6}$/)
  expect(await read(id)).toMatchObject({
    state: 'draft',
    claim: { id: claim.id, number: claim.number },
    source: { id: source.id, name: source.name },
    text: 'Деталь с трещиной',
    total_kop: 2 * source.purchase_kop,
    lines: [{ qty: 2, purchase_kop: source.purchase_kop, accepted_qty: null }],
    files: [{ name: 'Фото.jpg' }, { name: 'Фото.jpg' }],
  })
  expect(await listed(`state=draft&q=${number.slice(-4)}&supply_route_id=${source.id}`)).toMatchObject([{ id }])
  const { json: sources } = await call<{ results: object[] }>('GET', 'supplier-returns/sources')
  expect(sources.results).toContainEqual({ id: source.id, name: source.name })
})

test('a draft is changed and deleted', async () => {
  const { id } = await buildReturn(test_, shop)
  const { version, lines } = await read(id)
  const line = { id: lines[0]?.id ?? 0, qty: 1, purchase_kop: 7000 }
  const change = (given: object[], at = version) =>
    call('PATCH', `supplier-returns/${id}`, { version: at, text: 'Брак', lines: given })
  expect((await change([{ ...line, qty: 0 }])).json.detail).toBe('В возврате не останется строк: удалите черновик')
  expect((await change([line])).status).toBe(200)
  expect(await read(id)).toMatchObject({ text: 'Брак', total_kop: 7000, version: version + 1 })
  expect((await act(id, 'discard', { version: version + 1 })).status).toBe(200)
  expect((await call('GET', `supplier-returns/${id}`)).status).toBe(404)
})

test('the purchase price is the one confirmed by the supplier who brought the goods into own stock', async () => {
  const { claim, source } = await ownClaim()
  const partner = await buildWarehouse(test_.database.db, shop.sellerId, { source: { kind: 'partner' } })
  const { db } = test_.database
  const { supply_route_id } = await db
    .selectFrom('warehouses')
    .select('supply_route_id')
    .where('id', '=', partner.id)
    .executeTakeFirstOrThrow()
  const order = await db
    .insertInto('supplier_orders')
    .values({ supply_route_id, number: 'A26-900001', channel: 'hand', state: 'sent', created_at: test_.clock.now() })
    .returning('id')
    .executeTakeFirstOrThrow()
  const times = { created_at: test_.clock.now(), changed_at: test_.clock.now() }
  const goods = { product_id: source.product_id, stock_warehouse_id: source.warehouse_id, qty: 5, received_qty: 5 }
  const named = { brand: 'ЛЮБОЙ', article: 'A', purchase_kop: 5000, confirmed_kop: 4800, state: 'confirmed' }
  await db
    .insertInto('supplier_order_lines')
    .values({ ...goods, ...named, ...times, supply_route_id, supplier_order_id: order.id })
    .execute()
  const { json } = await create(claim.id)
  expect(await read(json.results[0]?.id ?? 0)).toMatchObject({
    source: { id: supply_route_id },
    lines: [{ purchase_kop: 4800 }],
  })
})

test('a sent return goes by email with the photos, and the claim says to staff that a supplier decides', async () => {
  const { id, claim, source, number } = await buildReturn(test_, shop)
  const { db } = test_.database
  await db
    .updateTable('supply_routes')
    .set({ orders_email: 'claims@supplier.test' })
    .where('id', '=', source.id)
    .execute()
  await act(id, 'send', { version: 1 })
  const mail = await db
    .selectFrom('emails')
    .select(['id', 'subject'])
    .where('recipient', '=', 'claims@supplier.test')
    .execute()
  expect(mail).toMatchObject([{ subject: `Возврат ${number}` }])
  const files = await db
    .selectFrom('email_attachments')
    .select('name')
    .where('mail_id', '=', mail[0]?.id ?? 0)
    .execute()
  expect(files).toHaveLength(2)
  await db.updateTable('supply_routes').set({ orders_email: '' }).where('id', '=', source.id).execute()
  expect((await claimFor(shop.handler, claim.id)).waits_for_supplier).toBe(true)
  const list = await call<{ results: ClaimItem[] }>('GET', 'claims')
  expect(list.json.results.find((one) => one.id === claim.id)?.waits_for_supplier).toBe(true)
})

test.each([
  [2, 'accepted', { qty: 2, refusal: '' }],
  [1, 'accepted', { qty: 1, refusal: 'Следы установки' }],
  [0, 'refused', { qty: 0, refusal: 'Следы установки' }],
])('a supplier who takes %d of 2 proposes the decision on the claim', async (qty, state, advice) => {
  const { id, claim } = await accepted(qty)
  expect(await read(id)).toMatchObject({ state, document_number: 'АКТ-7', lines: [{ accepted_qty: qty }] })
  const claimed = await claimFor(shop.handler, claim.id)
  expect(claimed.waits_for_supplier).toBe(false)
  const { json } = await call<{ advice: DecisionAdvice[] }>('GET', `claims/${claim.id}/supplier-returns`)
  expect(json.advice).toEqual([{ claim_line_id: claimed.lines[0]?.id, ...advice }])
})

test('the words of a supplier that may reveal it are not proposed to the client', async () => {
  const { claim, source } = await accepted(0, (name) => `${name}: вина покупателя, см. акт 15`)
  const { json } = await call<{ advice: DecisionAdvice[] }>('GET', `claims/${claim.id}/supplier-returns`)
  expect(json.advice[0]?.refusal).toBe('Поставщик отказал')
  expect(JSON.stringify(json.advice)).not.toContain(source.name)
})

test.each([
  ['credited', 15_000, false],
  ['replaced', null, true],
] as const)('an accepted return ends as %s', async (outcome, credited_kop, isSent) => {
  const { id } = await accepted(2)
  if (isSent) {
    await act(id, 'goods-sent', { version: (await read(id)).version })
    expect((await read(id)).state).toBe('goods_sent')
  }
  const end = { outcome, credited_kop, document_number: 'К-5', answer: '' }
  expect((await act(id, 'finish', { version: (await read(id)).version, end })).status).toBe(200)
  expect(await read(id)).toMatchObject({
    state: outcome,
    credited_kop,
    document_number: 'К-5',
    answer: 'Следы установки',
  })
})

test('a supplier may refuse accepted goods after inspection, and the proposed decision follows', async () => {
  const { id, claim } = await accepted(2)
  const end = { outcome: 'refused', credited_kop: null, document_number: '', answer: 'Не наш товар' }
  await act(id, 'finish', { version: (await read(id)).version, end })
  const { json } = await call<{ advice: DecisionAdvice[] }>('GET', `claims/${claim.id}/supplier-returns`)
  expect(json.advice).toMatchObject([{ qty: 0, refusal: 'Не наш товар' }])
})

test('no reply to the client shows the return, its supplier or its price', async () => {
  const { claim, number, source } = await sent()
  for (const path of [
    'claims',
    `claims/${claim.id}`,
    'claims/counts',
    'home',
    'notifications',
    'orders',
    'documents',
  ]) {
    const { text, status } = await call('GET', path, undefined, shop.client)
    expect(status, path).toBeLessThan(500)
    for (const secret of [number, source.name, 'supplier-returns', 'waits_for_supplier'])
      expect(text, path).not.toContain(secret)
  }
  expect((await claimFor(shop.client, claim.id)).waits_for_supplier).toBeUndefined()
})

test('a claim about a price and a withdrawn one are not returned to a supplier', async () => {
  const { claim, undo } = await buildPartnerClaim(test_, shop)
  const setKind = (kind: string) =>
    test_.database.db.updateTable('claims').set({ kind }).where('id', '=', claim.id).execute()
  await setKind('price')
  expect((await create(claim.id)).json.detail).toBe('Обращение о цене: возвращать нечего')
  await setKind('defect')
  await send(test_, posting(shop.client, `/${claim.id}/withdraw`, { version: 1 }))
  expect((await create(claim.id)).json.code).toBe('supplier_return.invalid_state')
  await undo()
})

interface Fault {
  code: string
  detail: string
  errors: { path: string; message: string }[]
}

function call<T = Fault>(method: 'GET' | 'POST' | 'PATCH', path: string, payload?: object, by: object = shop.handler) {
  const headers = { ...by, ...(method === 'POST' && { 'idempotency-key': crypto.randomUUID() }) }
  return send<T>(test_, { method, url: `/api/v1/${path}`, headers, ...(payload && { payload }) })
}

const act = (id: number, path: string, payload: object) => call('POST', `supplier-returns/${id}/${path}`, payload)
const read = async (id: number) => (await call<SupplierReturn>('GET', `supplier-returns/${id}`)).json
const listed = async (query: string) =>
  (await call<{ results: SupplierReturnItem[] }>('GET', `supplier-returns?${query}`)).json.results
const claimFor = async (by: object, id: number) => (await call<Claim>('GET', `claims/${id}`, undefined, by)).json
const create = (claimId: number, supplyRouteId: number | null = null) =>
  call<Fault & { results: { id: number }[] }>('POST', 'supplier-returns', {
    claim_id: claimId,
    supply_route_id: supplyRouteId,
  })

/** Creates a claim about goods of own stock. */
async function ownClaim() {
  const made = await buildPartnerClaim(test_, shop)
  await made.undo()
  return made
}

async function sent() {
  const made = await buildReturn(test_, shop)
  await act(made.id, 'send', { version: 1 })
  return made
}

/** Records the answer of a supplier who takes a quantity of the two pieces. */
async function accepted(qty: number, words: (supplier: string) => string = () => 'Следы установки') {
  const made = await sent()
  const { version, lines } = await read(made.id)
  const answer = { answer: words(made.source.name), document_number: 'АКТ-7' }
  await act(made.id, 'answer', {
    version,
    answer: { lines: lines.map(({ id }) => ({ id, accepted_qty: qty })), ...answer },
  })
  return made
}
