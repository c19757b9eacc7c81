import type { Problem } from '@artikul/contract/core/errors'
import type { Order, OrderPreview, PlacedOrder } from '@artikul/contract/ordering/orders/orders'
import { beforeAll, describe, expect, test } from 'vitest'
import type { Insertable } from 'kysely'
import type { DB } from '../../../../platform/db/index.ts'
import { loginAs, send, useTestApp } from '../../../../testing/test-app.ts'
import { buildOffer, buildProduct, buildWarehouse } from '../../../catalog/products/catalog.factory.ts'
import { buildConsignee } from '../../../companies/consignees/consignees.factory.ts'
import { buildContractor, buildSeller } from '../../../companies/contractors/contractors.factory.ts'
import { buildEmployee, buildUser } from '../../../identity/users/users.factory.ts'

const test_ = useTestApp()
type Headers = { authorization: string }
let buyer: Headers
let contractorId: number
let sellerId: number
let main: number
let prepaid: number
let foreign: number
let offerId: number

const buildContract = async (number: string, terms: Partial<Insertable<DB['contracts']>> = {}) => {
  const { id } = await test_.database.db
    .insertInto('contracts')
    .values({
      seller_id: sellerId,
      contractor_id: contractorId,
      number,
      signed_on: '2026-01-12',
      prepayment_percent: 100,
      deferment_days: 0,
      limit_kop: 0,
      is_default: false,
      ...terms,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

beforeAll(async () => {
  const { db } = test_.database
  const seller = await buildSeller(db)
  sellerId = seller.id
  const company = await buildContractor(db, { sellerIds: [seller.id], contract: { limit_kop: 50_000_00 } })
  contractorId = company.id
  main = company.contractIds[0] ?? 0
  foreign = (await buildContractor(db, { sellerIds: [seller.id] })).contractIds[0] ?? 0
  await buildConsignee(db, company.id, { is_default: true })
  const group = await db
    .insertInto('price_groups')
    .values({ name: `Предоплата ${seller.id}`, markup_hundredths: 1000 })
    .returning('id')
    .executeTakeFirstOrThrow()
  prepaid = await buildContract('П-1', { price_group_id: group.id })
  const product = await buildProduct(db)
  const { id: warehouse } = await buildWarehouse(db, seller.id)
  offerId = (await buildOffer(db, product.id, warehouse, { purchase_kop: 10_000, on_hand: 100 })).id
  buyer = await loginAs(test_, await buildUser(db, { role: 'CONTRACTOR_ADMIN', contractorIds: [company.id] }))
})

const add = () =>
  send(test_, {
    method: 'POST',
    url: '/api/v1/cart/lines',
    headers: buyer,
    payload: { offer_id: offerId, qty: 1 },
  })
const preview = (contracts = '', headers = buyer) =>
  send<OrderPreview & Problem>(test_, {
    method: 'GET',
    url: `/api/v1/orders/preview${contracts && `?contract_ids=${contracts}`}`,
    headers,
  })
const place = (lines: OrderPreview['lines'], contract_ids: number[]) =>
  send<{ orders: PlacedOrder[] } & Problem>(test_, {
    method: 'POST',
    url: '/api/v1/orders',
    headers: { ...buyer, 'idempotency-key': crypto.randomUUID() },
    payload: { lines, contract_ids },
  })

describe('chosen contract is refused in the preview and at placing', () => {
  test.each([
    ['of another company', () => [foreign], 404, 'not_found', /Договор не найден/],
    ['unknown', () => [2_000_000_000], 404, 'not_found', /Договор не найден/],
    [
      'before its first day',
      async () => [await buildContract('П-2', { signed_on: '2027-01-12' })],
      409,
      'contract.missing',
      /^Договор № П-2 действует с 12\.01\.2027/,
    ],
    [
      'after its last day',
      async () => [await buildContract('П-3', { valid_to: '2026-02-01' })],
      409,
      'contract.expired',
      /^Срок договора № П-3 истёк/,
    ],
    ['beside another of the seller', () => [main, prepaid], 400, 'input.invalid', /один договор с каждым продавцом/],
  ])('%s', async (_, build, status, code, text) => {
    await add()
    const ids = await build()
    const { lines } = (await preview()).json
    for (const reply of [await preview(ids.join(',')), await place(lines, ids)]) {
      expect(reply).toMatchObject({ status, json: { code } })
      expect([reply.json.detail, reply.json.errors?.[0]?.message].filter(Boolean).join(' ')).toMatch(text)
    }
  })

  test.each(['0', 'x', '1;2', '99999999999', Array(60).fill('1').join(',')])('as bad input %s', async (text) => {
    expect(await preview(text)).toMatchObject({ status: 400, json: { code: 'input.invalid' } })
  })
})

test('contract in force with the seller is the default, and others are offered with terms and limits', async () => {
  await add()
  const { plans, contract_choices: choices } = (await preview()).json
  expect(plans).toMatchObject([{ contract_id: main, available_kop: 50_000_00 }])
  expect(plans[0]?.payment_terms).toMatch(/^отсрочка 30.календарных дней с отгрузки$/)
  expect(choices).toHaveLength(1)
  expect(choices[0]).toMatchObject({ contract_id: main, contracts: [{ id: main }, { id: prepaid, contract: '№ П-1' }] })
  expect(choices[0]?.contracts[1]).toMatchObject({ payment_terms: 'предоплата 100\u00a0%', available_kop: null })
})

test('orders are placed under the chosen contract, at its prices and payment terms', async () => {
  await add()
  const usual = (await preview()).json
  const chosen = (await preview(String(prepaid))).json
  expect(chosen.plans[0]).toMatchObject({ contract_id: prepaid, contract: '№ П-1' })
  expect(chosen.plans[0]?.outcome).toMatch(/^Ожидает оплаты/)
  expect(chosen.total_kop).toBe(((usual.total_kop ?? 0) / 120) * 110)
  expect(
    await place(
      usual.lines.map((line) => ({ ...line, price_kop: 1 })),
      [prepaid],
    ),
  ).toMatchObject({
    status: 409,
    json: { code: 'order.changed' },
  })
  const { status, json } = await place(chosen.lines, [prepaid])
  expect(status).toBe(201)
  expect(json.orders).toMatchObject([
    { contract_id: prepaid, contract: '№ П-1', status: 'awaiting_payment', total_kop: chosen.total_kop },
  ])
  const order = await send<Order>(test_, { method: 'GET', url: `/api/v1/orders/${json.orders[0]?.id}`, headers: buyer })
  expect(order.json.contract).toContain('П-1')
})

test.each([
  ['settlements', { sees_settlements: false }, [[null, null]]],
  ['prices, who chooses no contract either', { sees_prices: false }, []],
])('limit is hidden from an employee without %s', async (_, limits, choices) => {
  await add()
  const { json } = await preview('', await loginAs(test_, await buildEmployee(test_.database.db, contractorId, limits)))
  expect(json.plans[0]).toMatchObject({ contract_id: main, available_kop: null })
  expect(json.contract_choices.map(({ contracts }) => contracts.map((one) => one.available_kop))).toEqual(choices)
})
