import { oneCOdataRoutes } from '@artikul/contract/integrations/one-c-odata'
import { AUDIT_EVENTS, type AuditEvent } from '@artikul/contract/platform/audit-events'
import { keysOf } from '@artikul/contract/core/keys'
import { TOTP } from 'otpauth'
import { pino } from 'pino'
import { beforeAll, expect, test } from 'vitest'
import { buildClaim } from '../modules/fulfilment/claims/claims.factory.ts'
import { buildOffer, buildProduct, buildWarehouse } from '../modules/catalog/products/catalog.factory.ts'
import { buildConsignee } from '../modules/companies/consignees/consignees.factory.ts'
import { buildContractor } from '../modules/companies/contractors/contractors.factory.ts'
import { buildUser, TEST_PASSWORD } from '../modules/identity/users/users.factory.ts'
import { buildRequest, rowOf } from '../modules/ordering/quote-requests/quote-requests.factory.ts'
import { holdByDebt } from '../modules/ordering/orders/holds/order-holds.factory.ts'
import { bankFile, loading } from '../modules/billing/payments/payments.factory.ts'
import { buildList, buildTemplate } from '../modules/ordering/bulk-orders/bulk-orders.factory.ts'
import { buildProductAlert } from '../modules/ordering/product-alerts/product-alerts.factory.ts'
import { onlineSupplier } from '../modules/suppliers/online-suppliers/online-suppliers.factory.ts'
import { buildDraft, buildProposal } from '../modules/purchasing/stock-purchases/stock-purchases.factory.ts'
import { sendDue } from '../modules/purchasing/purchase-orders/sending/send.ts'
import { orderOfPartner } from '../modules/purchasing/purchase-orders/supplier-orders.factory.ts'
import { priceListDesk } from '../modules/suppliers/price-lists/price-lists.factory.ts'
import { INVOICE_DRAFT } from '../testing/invoice-draft.ts'
import { Browser } from '../testing/cookies.ts'
import {
  companyFields,
  contractFields,
  MAIL_SERVER,
  pointFields,
  sellerFields,
  vehicleFields,
} from '../testing/companies.ts'
import { buildWebhook } from '../modules/integrations/partner-api/webhooks/webhooks.factory.ts'
import { buildKey, keyFields } from '../modules/integrations/partner-api/api-keys.factory.ts'
import { buildNode, oneCCompany, oneCDocument, oneCGood } from '../modules/integrations/one-c/one-c.factory.ts'
import { jpegOf } from '../testing/files/photos.ts'
import { loginAs, runJob, send, useTestApp } from '../testing/test-app.ts'
import { reportFigure } from '../testing/figures.ts'
import { buildParties, type Parties } from '../testing/parties.factory.ts'

const test_ = useTestApp()
let parties: Parties
let manager: { authorization: string }
let target: { id: number; login: string; password: string }
let otherCompany: { id: number }

beforeAll(async () => {
  const { db } = test_.database
  parties = await buildParties(db)
  manager = await loginAs(test_, parties.manager)
  otherCompany = await buildContractor(db, { sellerIds: [parties.seller.id] })
  target = await buildTarget()
})

test.each(keysOf(AUDIT_EVENTS))('guarantee 32: %s leaves one complete audit log row', async (event) => {
  const { db } = test_.database
  const last = await db.selectFrom('audit_log').select('id').orderBy('id', 'desc').limit(1).executeTakeFirst()
  await EVENTS[event]()
  const rows = await rowsOf(event, last?.id ?? 0)
  expect(rows).toHaveLength(1)
  const [row] = rows
  expect(row?.contractor_id).toBe(await companyOf(event))
  expect(JSON.stringify([row?.object, row?.changes])).not.toMatch(/\\[rn]/)
  // Events without a signed-in author: imports by command, and stops caused by a supplier.
  if (['price_list.imported', 'supplier_order.sending_suspended'].includes(event)) return
  expect(row?.subject_id).not.toBeNull()
  if (!OF_NOBODY_SIGNED_IN.includes(event)) expect(row?.actor_id).not.toBeNull()
  // A job imports what its author has uploaded.
  if (event === 'product_content.imported') return
  expect(row?.address).not.toBe('')
  expect(row?.request_id).toMatch(/^[0-9a-f-]{36}$/)
})

test('guarantee 32: every audit log event is covered', () => {
  expect(Object.keys(EVENTS).toSorted()).toEqual(Object.keys(AUDIT_EVENTS).toSorted())
})

test('guarantee 32: change in two companies leaves a row for each of them', async () => {
  const { company } = parties
  await patchTarget({ roles: ['CONTRACTOR_USER'], memberships: [membership(company.id), membership(otherCompany.id)] })
  const last = (await rowsOf('user.limits_changed', 0)).at(-1)?.id ?? 0
  await patchTarget({
    memberships: [membership(company.id, { may_place: false }), membership(otherCompany.id, { sees_prices: false })],
  })
  const rows = await rowsOf('user.limits_changed', last)
  expect(rows.map((row) => [row.contractor_id, row.changes])).toEqual([
    [company.id, [{ field: 'может оформлять', before: 'да', after: 'нет' }]],
    [otherCompany.id, [{ field: 'видит цены', before: 'да', after: 'нет' }]],
  ])
  const found = await send<{ results: { id: number }[] }>(test_, {
    url: `/api/v1/audit?event=user.limits_changed&contractor_id=${otherCompany.id}`,
    headers: manager,
  })
  expect(found.json.results[0]?.id).toBe(rows[1]?.id)
})

test('guarantee 32: audit log row holds values before and after the change', async () => {
  expect((await patchTarget({ phone: '89991112233' })).status).toBe(200)
  const row = (await rowsOf('user.changed', 0)).at(-1)
  expect(row?.changes).toEqual([{ field: 'Телефон', before: null, after: '+79991112233' }])
})

test('guarantee 32: audit log rows cannot be changed or deleted', async () => {
  const { appDatabase } = test_
  for (const handle of [appDatabase.db, appDatabase.forTenant('any'), appDatabase.forTenant(parties.company.id)]) {
    await expect(handle.deleteFrom('audit_log').execute()).rejects.toMatchObject({ code: '42501' })
    await expect(handle.updateTable('audit_log').set({ object: '' }).execute()).rejects.toMatchObject({ code: '42501' })
  }
  // Even the owner of the table cannot delete rows.
  await expect(test_.database.db.deleteFrom('audit_log').execute()).rejects.toMatchObject({ code: '42501' })
  reportFigure(32, `${Object.keys(EVENTS).length} событий оставляют по строке; изменить или удалить строку нельзя`)
})

test('guarantee 32: managers can read the audit log, clients cannot', async () => {
  const journal = await send<{ results: { event: string }[]; pagination: { total_count: number } }>(test_, {
    url: '/api/v1/audit?event=user.blocked',
    headers: manager,
  })
  expect(journal.json.results.map((row) => row.event)).toEqual(['user.blocked'])
  expect((await send(test_, { url: '/api/v1/audit', headers: await as(parties.admin) })).status).toBe(403)
})

const rowsOf = (event: string, after: number) =>
  test_.database.db
    .selectFrom('audit_log')
    .selectAll()
    .where('event', '=', event)
    .where('id', '>', after)
    .orderBy('id')
    .execute()

const OF_NOBODY_SIGNED_IN = ['sign_in.failed', 'refresh.reused', 'password.reset_requested']
/** Events that create a company: the journal names it, whichever it is. */
const OF_NEW_COMPANY = ['registered', 'declined', 'reapplied', 'approved', 'created'].map((act) => `company.${act}`)

/** Events before the company is known, and managers' actions on a person as a whole. */
const OF_NO_COMPANY = [
  'payments.loaded',
  'payment.set_aside',
  ...OF_NOBODY_SIGNED_IN,
  'sign_in.succeeded',
  'session.signed_out',
  'password.reset',
  'user.changed',
  'user.blocked',
  'user.unblocked',
  'user.roles_changed',
  'users.exported',
  'personal_data.exported',
  'personal_data.erased',
  'delivery.changed',
  'calendar.changed',
  'news.created',
  'news.changed',
  'news.published',
  'news.withdrawn',
  'news.removed',
  'page_text.changed',
  'legal.published',
  'legal.withdrawn',
  'brand.changed',
  'brand.merged',
  'cross_references.changed',
  'cross_references.imported',
  'cross_references.rolled_back',
  'product_photos.changed',
  'product_properties.changed',
  'certificates.changed',
  'product_content.imported',
  'inventory_group.changed',
  'supply_route.changed',
  'prices.changed',
  'price_group.changed',
  'price_settings.changed',
  'price_list.imported',
  'price_list.approved',
  'price_list.declined',
  'price_list.rolled_back',
  'price_list.layout_deleted',
  'price_list.settings_changed',
  'online_supplier.changed',
  'supplier_order.sent',
  'supplier_order.answered',
  'supplier_order.line_postponed',
  'supplier_order.cancellation_settled',
  'supplier_order.sending_suspended',
  'supplier_order.retried',
  'supplier_order.drafted',
  'supplier_order.draft_changed',
  'supplier_order.draft_deleted',
  'stock_rule.changed',
  'purchase_settings.changed',
  'supplier_return.created',
  'supplier_return.changed',
  'supplier_return.moved',
  'supplier_return.deleted',
  'goods_receipt.posted',
  'goods_receipt.cancelled',
  'supplier_terms.changed',
  'one_c.connected',
  'one_c.changed',
  'one_c.password_renewed',
  'one_c.mapped',
  'one_c.goods_matched',
  'one_c.removal_confirmed',
  'one_c.document_refused',
  'one_c.order_resent',
  'one_c.odata_changed',
  'one_c.company_resent',
  'one_c.object_matched',
  'mailbox.changed',
  'mail_rule.changed',
  'mail_server.changed',
  'portal_settings.changed',
  'setup.step_skipped',
  'seller.created',
  'seller.changed',
  'seller.closed',
  'seller.reopened',
]

async function companyOf(event: string): Promise<number | null> {
  if (OF_NO_COMPANY.includes(event)) return null
  if (OF_NEW_COMPANY.includes(event)) {
    const { db } = test_.database
    return (await db.selectFrom('contractors').select('id').orderBy('id', 'desc').executeTakeFirstOrThrow()).id
  }
  return event === 'user.companies_changed' ? otherCompany.id : parties.company.id
}

const membership = (contractor_id: number, more: object = {}) => ({
  contractor_id,
  sees_prices: true,
  sees_settlements: true,
  may_place: true,
  order_limit_kop: null,
  month_limit_kop: null,
  consignee_ids: null,
  ...more,
})

const buildTarget = () =>
  buildUser(test_.database.db, {
    role: 'CONTRACTOR_USER',
    contractorIds: [parties.company.id],
    name: 'Цель\r\nВторая строка',
  })
const userUrl = (id: number) => `/api/v1/manager/user/admin/user/${id}`
async function patchTarget(patch: object) {
  const { json } = await send<{ version: number }>(test_, { url: userUrl(target.id), headers: manager })
  const payload = { version: json.version, ...patch }
  return send(test_, { method: 'PATCH', url: userUrl(target.id), headers: manager, payload })
}
const as = (user: { login: string; password: string }) => loginAs(test_, user)
const post = (url: string, headers: object, payload?: object) =>
  send<Record<string, string>>(test_, { method: 'POST', url, headers: { ...headers }, ...(payload && { payload }) })
const patch = (url: string, headers: object, payload: object) =>
  send<Record<string, string>>(test_, { method: 'PATCH', url, headers: { ...headers }, payload })
const newSeller = async () => (await post('/api/v1/sellers', manager, sellerFields())).json
const newcomer = () => buildUser(test_.database.db, { role: 'CONTRACTOR_USER', contractorIds: [parties.company.id] })

async function linkFrom(subject: string) {
  const find = () =>
    test_.database.db
      .selectFrom('emails')
      .select('body')
      .where('subject', 'ilike', subject)
      .orderBy('id', 'desc')
      .executeTakeFirst()
  await expect.poll(async () => (await find())?.body).toBeDefined()
  return /([\w-]{43})(?:\s|$)/.exec((await find())?.body ?? '')?.[1] ?? ''
}

/** Creates a shipment of an order in stock and returns its id. */
async function shipNew(): Promise<string> {
  const { db } = test_.database
  await db.updateTable('sellers').set({ accounting_mode: 'portal' }).where('id', '=', parties.seller.id).execute()
  await placeOnBehalf()
  const { id } = await db
    .selectFrom('order_lines')
    .select('id')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow()
  const headers = { ...manager, 'idempotency-key': crypto.randomUUID() }
  const reply = await send<{ shipments: { id: number }[] }>(test_, {
    method: 'POST',
    url: '/api/v1/shipments',
    headers,
    payload: { lines: [{ line_id: id, qty: 1 }] },
  })
  return String(reply.json.shipments[0]?.id)
}

/** Creates a claim in a state, bypassing its rules, and returns its id and its line's. */
async function claimNew(state = 'submitted') {
  const { db } = test_.database
  const { id, lineId } = await buildClaim(db, Number(await shipNew()), parties.admin.id)
  await db.updateTable('claims').set({ state, kind: 'surplus', outcome: 'take_back' }).where('id', '=', id).execute()
  const done = state === 'submitted' ? null : 1
  await db.updateTable('claim_lines').set({ accepted_qty: done, received_qty: done }).where('id', '=', lineId).execute()
  return { url: `/api/v1/claims/${id}`, line: { id: lineId, qty: 1 } }
}
const keyed = (headers: object) => ({ ...headers, 'idempotency-key': crypto.randomUUID() })

const codeOf = (secret: string) => new TOTP({ secret }).generate({ timestamp: test_.clock.now().getTime() })
const minutesLater = () => test_.clock.set(new Date(test_.clock.now().getTime() + 120_000).toISOString())

async function workFor(user: { id: number }) {
  const browser = new Browser(test_)
  await browser.signIn(parties.manager)
  return (await browser.impersonate(user.id)).headers
}

async function lineOnBehalf() {
  const { db } = test_.database
  const warehouse = await buildWarehouse(db, parties.seller.id)
  const offer = await buildOffer(db, (await buildProduct(db)).id, warehouse.id)
  const consignee = await buildConsignee(db, parties.company.id)
  const headers = await workFor(parties.employee)
  const line = await post('/api/v1/cart/lines', headers, { offer_id: offer.id, qty: 1, consignee_id: consignee.id })
  return { headers, id: line.json['line_id'] ?? '' }
}

/** Creates a company with a line that waits to be ordered from a partner. */
async function waitForSupplier() {
  const { db } = test_.database
  const { id: contractorId } = await buildContractor(db, { sellerIds: [parties.seller.id] })
  const buyer = await as(await buildUser(db, { role: 'CONTRACTOR_ADMIN', contractorIds: [contractorId] }))
  return orderOfPartner(test_, buyer, { sellerId: parties.seller.id, contractorId })
}

async function sendToSupplier(supplyRouteId: number): Promise<number> {
  const headers = { ...manager, 'idempotency-key': crypto.randomUUID() }
  const { json } = await send<{ orders: { id: number }[] }>(test_, {
    method: 'POST',
    url: '/api/v1/supplier-orders',
    headers,
    payload: { supply_route_id: supplyRouteId },
  })
  return json.orders[0]?.id ?? 0
}

/** Creates a receipt with one counted line. */
/** Makes a draft of a return to a supplier from a new claim. */
async function returned() {
  const { db } = test_.database
  const { url } = await claimNew()
  const { id: warehouseId } = await buildWarehouse(db, parties.seller.id, { source: { kind: 'partner' } })
  const { supply_route_id } = await db
    .selectFrom('warehouses')
    .select('supply_route_id')
    .where('id', '=', warehouseId)
    .executeTakeFirstOrThrow()
  const claim = { claim_id: Number(url.split('/').at(-1)), supply_route_id }
  const { json } = await post('/api/v1/supplier-returns', keyed(manager), claim)
  const { results } = json as unknown as { results: { id: number }[] }
  const id = results[0]?.id ?? 0
  const line = await db
    .selectFrom('supplier_return_lines')
    .select('id')
    .where('return_id', '=', id)
    .executeTakeFirstOrThrow()
  return { url: `/api/v1/supplier-returns/${id}`, lineId: line.id }
}

/** Makes a draft of an order to a supplier for own stock. */
async function draftOrder() {
  const { id } = await buildDraft(test_, { sellerId: parties.seller.id, manager })
  const line = await test_.database.db
    .selectFrom('supplier_order_lines')
    .select('id')
    .where('supplier_order_id', '=', id)
    .executeTakeFirstOrThrow()
  return { id, lineId: line.id }
}

async function countedReceipt() {
  const { supplyRouteId } = await waitForSupplier()
  const { json } = await send<{ id: number }>(test_, {
    method: 'POST',
    url: '/api/v1/goods-receipts',
    headers: keyed(manager),
    payload: { supply_route_id: supplyRouteId, number: 'УПД\r\n1', made_on: '2026-11-17' },
  })
  const url = `/api/v1/goods-receipts/${json.id}`
  await post(`${url}/lines`, keyed(manager), { brand: 'BOSCH', article: 'X1', qty: 1, price_kop: null })
  await post(`${url}/count-all`, manager, {})
  const { json: receipt } = await send<{ version: number }>(test_, { url, headers: manager })
  return { url, version: receipt.version }
}

/** Creates an order due to be sent by API. */
async function dueByApi() {
  const { db } = test_.database
  const { supplyRouteId, line } = await waitForSupplier()
  const now = test_.clock.now()
  const order = await db
    .insertInto('supplier_orders')
    .values({
      supply_route_id: supplyRouteId,
      number: `T-${line.id}`,
      channel: 'api',
      state: 'due',
      next_at: now,
      created_at: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await db.updateTable('supplier_order_lines').set({ supplier_order_id: order.id }).where('id', '=', line.id).execute()
  return order
}

async function placeOnBehalf() {
  const { headers } = await lineOnBehalf()
  const preview = await send<{ lines: object[] }>(test_, { url: '/api/v1/orders/preview', headers })
  const placed = await send<{ orders: { id: number }[] }>(test_, {
    method: 'POST',
    url: '/api/v1/orders',
    headers: { ...headers, 'idempotency-key': crypto.randomUUID() },
    payload: { lines: preview.json.lines },
  })
  return placed.json.orders[0]?.id ?? 0
}

async function withSecondFactor() {
  const user = await newcomer()
  const headers = await as(user)
  const started = await post('/api/v1/user/second_factor', headers, { password: TEST_PASSWORD })
  const secret = started.json['secret'] ?? ''
  await post('/api/v1/user/second_factor/confirm', headers, { code: codeOf(secret) })
  return { user, headers, secret }
}

/** Creates another company of the admin, which waits for approval. */
async function apply() {
  const accepted = { offer_version: 1, personal_data_version: 1 }
  const headers = await as(parties.admin)
  const { json } = await send<{ id: number }>(test_, {
    method: 'POST',
    url: '/api/v1/registration/company',
    headers,
    payload: { company: companyFields(), accepted },
  })
  return json
}

const decline = async ({ id }: { id: number }) =>
  (
    await send<{ version: number }>(test_, {
      method: 'POST',
      url: `/api/v1/contractors/${id}/decline`,
      headers: manager,
      payload: { version: 1, reason: 'Нет в реестре' },
    })
  ).json

async function patchCompany(patch: object) {
  const url = `/api/v1/contractors/${parties.company.id}`
  const { json } = await send<{ version: number }>(test_, { url, headers: manager })
  const payload = { version: json.version, ogrn: null, ...patch }
  return send(test_, { method: 'PATCH', url, headers: manager, payload })
}

const newContract = async () =>
  (
    await send<{ id: number }>(test_, {
      method: 'POST',
      url: `/api/v1/contractors/${parties.company.id}/contracts`,
      headers: manager,
      payload: contractFields(parties.seller.id),
    })
  ).json.id

const newPoint = async () =>
  (
    await send<{ id: number }>(test_, {
      method: 'POST',
      url: '/api/v1/consignees',
      headers: await as(parties.admin),
      payload: pointFields(),
    })
  ).json.id

let vehicles = 0
const newVehicle = async () => {
  vehicles += 1
  const payload = vehicleFields({ vin: null, plate: `А${100 + vehicles}ВС77` })
  const headers = await as(parties.admin)
  return (await send<{ id: number }>(test_, { method: 'POST', url: '/api/v1/vehicles', headers, payload })).json.id
}

const removePoint = async () =>
  send(test_, {
    method: 'DELETE',
    url: `/api/v1/consignees/${await newPoint()}?version=1`,
    headers: await as(parties.admin),
  })

async function checkCrossReferences(): Promise<number> {
  const { json } = await send<{ id: number }>(test_, {
    method: 'POST',
    url: '/api/v1/cross-reference-imports?name=crosses.csv',
    headers: { ...manager, 'content-type': 'application/octet-stream' },
    payload: Buffer.from('Бренд;Артикул;Бренд аналога;Артикул аналога\nЛЮБОЙ;A-1;ЛЮБОЙ;A-2\n'),
  })
  return json.id
}

const sendFile = (url: string, payload: Buffer) =>
  send(test_, { method: 'POST', url, headers: { ...manager, 'content-type': 'application/octet-stream' }, payload })

const applyCrossReferences = (id: number) =>
  post(
    `/api/v1/cross-reference-imports/${id}/apply`,
    { ...manager, 'idempotency-key': crypto.randomUUID() },
    { adds_products: false, source: '' },
  )

const lists = priceListDesk(test_, () => manager)
const PRICE_LIST = 'Бренд;Артикул;Наименование;Остаток;Закупка\nЛЮБОЙ;PRICE-1;Фильтр;1;100\n'
const newStock = async () => (await buildWarehouse(test_.database.db, parties.seller.id)).id

/** Imports a payment from no buyer and returns its path. */
async function payNew(number: string) {
  await test_.database.db.updateTable('sellers').set({ accounting_mode: 'portal' }).execute()
  const day = { date: '01.11.2026', paid: '01.11.2026' }
  const { json } = await send<{ documents: { payment_id: number }[] }>(
    test_,
    loading(manager, bankFile([{ ...day, number, payerInn: '7799999999' }])),
  )
  return `/api/v1/payments/${json.documents[0]?.payment_id ?? 0}`
}

async function paymentParts() {
  const { id: contract_id } = await test_.database.db
    .selectFrom('contracts')
    .select('id')
    .where('contractor_id', '=', parties.company.id)
    .where('seller_id', '=', parties.seller.id)
    .executeTakeFirstOrThrow()
  return { contractor_id: parties.company.id, parts: [{ contract_id, invoice_id: null, sum_kop: 100_000 }] }
}

async function newEntry(number: string) {
  const contract_id = (await paymentParts()).parts[0]?.contract_id
  const entry = { kind: 'opening', side: 'debit', number, day: '2026-11-01', due_on: null, sum_kop: 1000, note: '' }
  return post('/api/v1/ledger-entries', keyed(manager), { ...entry, contract_id })
}

async function issueAdvance() {
  const contract_id = (await paymentParts()).parts[0]?.contract_id
  const ask = { kind: 'advance', contract_id, sum_kop: 1000, purpose: '' }
  return post('/api/v1/invoices', keyed(manager), { ask, shown: [1000], replaces_id: null, draft_id: null })
}

const unblockOwn = async (reason: string) => {
  const contract = (await paymentParts()).parts[0]?.contract_id
  return post(`/api/v1/contracts/${contract}/credit-hold-overrides`, keyed(manager), {
    until: '2026-11-17',
    reason,
  })
}

/** Creates a line in a manager's draft of the company. */
async function draftLine() {
  const { db } = test_.database
  const warehouse = await buildWarehouse(db, parties.seller.id)
  const offer = await buildOffer(db, (await buildProduct(db)).id, warehouse.id)
  const { json } = await post('/api/v1/assisted-orders/lines', manager, {
    contractor_id: parties.company.id,
    offer_id: offer.id,
    qty: 1,
  })
  return { draft: String(json['draft_id']), line: String(json['line_id']) }
}

const LETTERS = { topics: ['shipments'], mail: 'at_once', consignee_id: null, sees_prices: false }
const newRecipient = async (email: string) =>
  post('/api/v1/email-recipients', await as(parties.admin), { email, ...LETTERS })

const KEYS = '/api/v1/api-keys'
const WEBHOOKS = '/api/v1/webhooks'
async function newWebhook(): Promise<number> {
  const owner = { contractorId: parties.company.id, userId: parties.admin.id }
  return (await buildWebhook(test_.database.db, owner)).id
}
const newKey = async () => (await buildKey(test_, await as(parties.admin), { name: 'Любой\r\nключ' })).id

const NEWS = '/api/v1/manager/news'
async function newNews(): Promise<number> {
  const news = { title: 'Любая', lead: 'Анонс', body: 'Строка\r\nи ещё', cover_id: null, is_pinned: false }
  return Number((await post(NEWS, manager, news)).json['id'])
}

const ONE_C = '/api/v1/one-c/nodes'
const newNode = async () => (await buildNode(test_, parties.seller.id, parties.manager.id)).id

/** Causes of every event through the product’s own calls: an event without a cause does not compile. */
const EVENTS: Record<AuditEvent, () => Promise<unknown>> = {
  'assisted_order.price_changed': async () =>
    post(`/api/v1/assisted-orders/lines/${(await draftLine()).line}/price`, manager, {
      price: { kop: 10_100, until: '2026-12-31', reason: 'Давний клиент\r\nпросил' },
    }),
  'assisted_order.sent': async () =>
    post(`/api/v1/assisted-orders/${(await draftLine()).draft}/send`, keyed(manager), {
      name: 'По телефону',
      message: '',
    }),
  'sign_in.succeeded': async () => as(parties.employee),
  'sign_in.failed': () => post('/api/v1/token/pair', {}, { login: parties.employee.login, password: 'wrong' }),
  'session.signed_out': async () => {
    const browser = new Browser(test_)
    await browser.signIn(parties.employee)
    await browser.post('/api/v1/token/logout')
  },
  'session.ended': async () => {
    await as(parties.employee)
    await post('/api/v1/user/sessions/end_others', await as(parties.employee))
  },
  'refresh.reused': async () => {
    const browser = new Browser(test_)
    await browser.signIn(parties.employee)
    const stolen = browser.cookie
    await browser.refresh()
    await browser.refresh()
    browser.cookie = stolen
    await browser.refresh()
  },
  'password.changed': async () => {
    const user = await newcomer()
    const body = { old_password: TEST_PASSWORD, new_password: 'Совсем новый пароль 7' }
    await post('/api/v1/password/change', await as(user), body)
  },
  'password.reset_requested': async () => {
    const user = await newcomer()
    await test_.database.db.deleteFrom('emails').execute()
    await post('/api/v1/password/request_reset', {}, { login: user.login })
    await linkFrom('Новый пароль')
  },
  'password.reset': async () => {
    const user = await newcomer()
    await test_.database.db.deleteFrom('emails').execute()
    await post('/api/v1/password/request_reset', {}, { login: user.login })
    await post('/api/v1/password/set', {}, { token: await linkFrom('Новый пароль'), password: 'Совсем новый пароль 7' })
  },
  'email.changed': async () => {
    const user = await newcomer()
    const headers = await as(user)
    await test_.database.db.deleteFrom('emails').execute()
    const payload = { email: 'new-address@example.test', password: TEST_PASSWORD }
    await send(test_, { method: 'PATCH', url: '/api/v1/user', headers, payload })
    const { body } = await test_.database.db
      .selectFrom('emails')
      .select('body')
      .where('is_secret', '=', true)
      .executeTakeFirstOrThrow()
    await post('/api/v1/user/confirm_email', headers, { token: /email_token=([\w-]{43})/.exec(body)?.[1] ?? '' })
  },
  'second_factor.enabled': withSecondFactor,
  'second_factor.disabled': async () => {
    const { headers, secret } = await withSecondFactor()
    minutesLater()
    await post('/api/v1/user/second_factor/remove', headers, { password: TEST_PASSWORD, code: codeOf(secret) })
  },
  'impersonation.started': async () => {
    const browser = new Browser(test_)
    await browser.signIn(parties.manager)
    await browser.impersonate(parties.employee.id)
  },
  'impersonation.ended': async () => {
    const browser = new Browser(test_)
    await browser.signIn(parties.manager)
    await browser.impersonate(parties.employee.id)
    await browser.post('/api/v1/token/impersonate/logout')
  },
  'user.created': () =>
    post('/api/v1/user/admin/user', manager, {
      full_name: 'Новый Человек',
      email: `created-${Math.random()}@example.test`,
      phone: null,
      roles: ['CONTRACTOR_USER'],
      memberships: [membership(parties.company.id)],
    }),
  'user.invited': async () => {
    const { db } = test_.database
    const stranger = await buildUser(db, { role: 'CONTRACTOR_USER', contractorIds: [otherCompany.id] })
    await post('/api/v1/user/admin/user', await as(parties.admin), {
      full_name: 'Кто-то Ещё',
      email: `${stranger.login}@example.test`,
      phone: null,
      roles: ['CONTRACTOR_USER'],
      memberships: [membership(parties.company.id)],
    })
  },
  'user.changed': () => patchTarget({ full_name: 'Другое\r\nИмя' }),
  'user.blocked': () => patchTarget({ is_active: false }),
  'user.unblocked': () => patchTarget({ is_active: true }),
  'user.limits_changed': () => patchTarget({ memberships: [membership(parties.company.id, { may_place: false })] }),
  'user.companies_changed': () =>
    patchTarget({ memberships: [membership(parties.company.id), membership(otherCompany.id)] }),
  'user.roles_changed': () => patchTarget({ roles: ['CONTRACTOR_ADMIN'] }),
  'users.exported': () => send(test_, { url: '/api/v1/manager/user/admin/user.xlsx', headers: manager }),
  'personal_data.exported': () =>
    send(test_, { url: `/api/v1/manager/user/admin/user/${target.id}/personal_data`, headers: manager }),
  'personal_data.erased': async () => {
    const { id } = await newcomer()
    await test_.database.db.updateTable('users').set({ is_active: false }).where('id', '=', id).execute()
    await post(`${userUrl(id)}/erase`, manager, { version: 1 })
  },
  'cart.line_removed_on_behalf': async () => {
    const { headers, id } = await lineOnBehalf()
    await send(test_, { method: 'DELETE', url: `/api/v1/cart/lines/${id}`, headers })
  },
  'cart.sent_on_behalf': async () => {
    const { headers } = await lineOnBehalf()
    await post('/api/v1/cart/send-for-placing', headers, { comment: '' })
    await test_.database.db.deleteFrom('cart_lines').execute()
  },
  'invoice_draft.removed_on_behalf': async () => {
    const headers = await workFor(parties.employee)
    const body = { contractor_id: null, fields: INVOICE_DRAFT }
    const { json } = await post('/api/v1/invoices/drafts', keyed(headers), body)
    await send(test_, { method: 'DELETE', url: `/api/v1/invoices/drafts/${json['id']}`, headers })
  },
  'bulk_order.removed_on_behalf': async () => {
    const list = { contractorId: parties.company.id, userId: parties.employee.id }
    const { id } = await buildList(test_.database.db, list)
    await send(test_, { method: 'DELETE', url: `/api/v1/bulk-orders/${id}`, headers: await workFor(parties.employee) })
  },
  'template.removed_on_behalf': async () => {
    const template = { contractorId: parties.company.id, userId: parties.employee.id }
    const { id } = await buildTemplate(test_.database.db, template)
    const headers = await workFor(parties.employee)
    await send(test_, { method: 'DELETE', url: `/api/v1/order-templates/${id}`, headers })
  },
  'product_alert.removed_on_behalf': async () => {
    const { db } = test_.database
    const { id: productId } = await buildProduct(db)
    const { id } = await buildProductAlert(db, {
      contractorId: parties.company.id,
      userId: parties.employee.id,
      productId,
    })
    await send(test_, {
      method: 'DELETE',
      url: `/api/v1/product-alerts/${id}`,
      headers: await workFor(parties.employee),
    })
  },
  'quote_request.answered': async () => {
    const { db } = test_.database
    const { id } = await buildRequest(db, { contractorId: parties.company.id, userId: parties.employee.id })
    await post(
      `/api/v1/quote-requests/${id}/answer`,
      { ...manager, 'idempotency-key': crypto.randomUUID() },
      {
        lines: [],
        refusals: [{ row_id: await rowOf(db, id), reason: 'Снято с производства' }],
        withdrawn: [],
        text: '',
      },
    )
  },
  'order.placed_on_behalf': placeOnBehalf,
  'order.disputed': async () => {
    const id = await placeOnBehalf()
    await post(`/api/v1/orders/${id}/dispute`, await as(parties.employee))
  },
  'shipment.created': async () => shipNew(),
  'shipment.cancelled': async () => {
    const url = `/api/v1/shipments/${await shipNew()}/cancel`
    await post(url, { ...manager, 'idempotency-key': crypto.randomUUID() }, { reason: 'Не та\r\nточка' })
  },
  'shipment.accepted_on_behalf': async () => {
    const headers = { ...(await workFor(parties.employee)), 'idempotency-key': crypto.randomUUID() }
    await post(`/api/v1/shipments/${await shipNew()}/accept`, headers)
  },
  'supplier_return.created': () => returned(),
  'supplier_return.changed': async () => {
    const { url, lineId } = await returned()
    const payload = { version: 1, text: 'Брак', lines: [{ id: lineId, qty: 1, purchase_kop: 100 }] }
    await send(test_, { method: 'PATCH', url, headers: manager, payload })
  },
  'supplier_return.moved': async () => post(`${(await returned()).url}/send`, manager, { version: 1 }),
  'supplier_return.deleted': async () => post(`${(await returned()).url}/discard`, manager, { version: 1 }),
  'claim.created_on_behalf': async () => {
    const shipment_id = Number(await shipNew())
    const { id } = await test_.database.db
      .selectFrom('shipment_lines')
      .select('id')
      .where('shipment_id', '=', shipment_id)
      .executeTakeFirstOrThrow()
    const lines = [{ shipment_line_id: id, qty: 1, asked_kop: null }]
    const claim = { shipment_id, kind: 'surplus', outcome: 'take_back', text: 'Лишняя', lines, file_ids: [] }
    await post('/api/v1/claims', keyed(await workFor(parties.employee)), claim)
  },
  'claim.withdrawn_on_behalf': async () => {
    const { url } = await claimNew()
    await post(`${url}/withdraw`, keyed(await workFor(parties.employee)), { version: 1 })
  },
  'claim.decided': async () => {
    const { url, line } = await claimNew()
    const lines = [{ ...line, qty: 0, price_kop: null, refusal: 'Не наш\r\nтовар' }]
    const decision = { version: 1, lines, text: '', hand_over_until: null, hand_over_to: '' }
    await post(`${url}/decision`, keyed(await as(parties.warranty)), decision)
  },
  'claim.received': async () => {
    const { url, line } = await claimNew('approved')
    await post(`${url}/receipt`, keyed(await as(parties.warranty)), { version: 1, lines: [line] })
  },
  'credit_hold_override.granted': () => unblockOwn('Письмо\r\nруководителя'),
  'credit_hold_override.revoked': async () => {
    const { json } = await unblockOwn('Ещё раз')
    await post(`/api/v1/credit-hold-overrides/${json['id']}/lift`, manager)
  },
  'credit_hold_override.declined': async () => {
    const orderId = await placeOnBehalf()
    await holdByDebt(test_, orderId)
    await post(`/api/v1/orders/${orderId}/unblock-request`, keyed(await as(parties.admin)), {})
    const { id } = await test_.database.db
      .selectFrom('credit_hold_override_requests')
      .select('id')
      .where('order_id', '=', orderId)
      .executeTakeFirstOrThrow()
    await post(`/api/v1/credit-hold-override-requests/${id}/decline`, manager, { reason: 'Сначала долг' })
  },
  'invoice.issued': () => issueAdvance(),
  'invoice.cancelled': async () => {
    const { id } = (await issueAdvance()).json
    await post(`/api/v1/invoices/${id}/cancel`, manager, { reason: 'Не та\r\nсумма' })
  },
  'email_recipient.added': () => newRecipient('added@client.test'),
  'email_recipient.changed': async () => {
    const { id } = (await newRecipient('changed@client.test')).json
    const url = `/api/v1/email-recipients/${id}`
    await send(test_, {
      method: 'PATCH',
      url,
      headers: await as(parties.admin),
      payload: { version: 1, ...LETTERS, mail: 'digest' },
    })
  },
  'email_recipient.removed': async () => {
    const { id } = (await newRecipient('removed@client.test')).json
    await send(test_, { method: 'DELETE', url: `/api/v1/email-recipients/${id}`, headers: await as(parties.admin) })
  },
  'api_key.created': () => newKey(),
  'api_key.changed': async () => {
    const payload = { version: 1, ...keyFields({ name: 'Другой' }) }
    await send(test_, { method: 'PATCH', url: `${KEYS}/${await newKey()}`, headers: await as(parties.admin), payload })
  },
  'api_key.rotated': async () =>
    post(`${KEYS}/${await newKey()}/rotate`, await as(parties.admin), { overlap_hours: 24 }),
  'api_key.revoked': async () => post(`${KEYS}/${await newKey()}/revoke`, await as(parties.admin), {}),
  'api_limits.changed': async () => {
    const limits = { version: 0, calls_per_minute: 60, calls_per_day: null }
    const url = `/api/v1/contractors/${parties.company.id}/api-limits`
    await send(test_, { method: 'PATCH', url, headers: manager, payload: limits })
  },
  'webhook.created': async () => {
    const webhook = { name: 'Сайт', url: 'https://shop.example.ru/artikul', events: ['order.created'] }
    await post(WEBHOOKS, await as(parties.admin), { ...webhook, consignee_id: null })
  },
  'webhook.changed': async () => {
    const webhook = { name: 'Другой', url: 'https://shop.example.ru/', events: ['order.created'], consignee_id: null }
    const payload = { ...webhook, version: 1, is_paused: true }
    const url = `${WEBHOOKS}/${await newWebhook()}`
    await send(test_, { method: 'PATCH', url, headers: await as(parties.admin), payload })
  },
  'webhook.rotated': async () =>
    post(`${WEBHOOKS}/${await newWebhook()}/rotate`, await as(parties.admin), { overlap_hours: 24 }),
  'webhook.removed': async () => {
    const url = `${WEBHOOKS}/${await newWebhook()}`
    await send(test_, { method: 'DELETE', url, headers: await as(parties.admin) })
  },
  'webhook.replayed': async () => {
    const day = { from: '2026-11-17', to: '2026-11-17' }
    await post(`${WEBHOOKS}/${await newWebhook()}/replay`, await as(parties.admin), day)
  },
  'invoice.emailed': async () => {
    const { id } = (await issueAdvance()).json
    await post(`/api/v1/invoices/${id}/mails`, keyed(manager), { to: ['accountant@client.test'] })
  },
  'payments.loaded': () => payNew('801'),
  'payment.created': async () => {
    const body = { ...(await paymentParts()), number: '802', day: '2026-11-01', purpose: '' }
    await post('/api/v1/payments', keyed(manager), body)
  },
  'ledger_entry.created': async () => {
    await newEntry('807')
  },
  'ledger_entry.cancelled': async () => {
    const { id } = (await newEntry('808')).json
    await post(`/api/v1/ledger-entries/${id}/cancel`, keyed(manager), { reason: 'Ошибка' })
  },
  'payment.posted': async () => {
    await post(`${await payNew('803')}/post`, keyed(manager), { ...(await paymentParts()), version: 1 })
  },
  'payment.unposted': async () => {
    const path = await payNew('804')
    await post(`${path}/post`, keyed(manager), { ...(await paymentParts()), version: 1 })
    await post(`${path}/undo`, keyed(manager), { version: 2, reason: 'Не тот\r\nпокупатель' })
  },
  'payment.set_aside': async () => {
    await post(`${await payNew('805')}/set-aside`, keyed(manager), { version: 1, reason: 'Не от покупателя' })
  },
  'claim.settled': async () => {
    const { url, line } = await claimNew('received')
    const lines = [{ ...line, to_stock: false, refusal: '' }]
    await post(`${url}/settlement`, keyed(await as(parties.warranty)), { version: 1, lines, text: '' })
  },
  'company.registered': () => apply(),
  'company.declined': async () => decline(await apply()),
  'company.reapplied': async () => {
    const company = await apply()
    const { version } = await decline(company)
    await post(`/api/v1/contractors/${company.id}/reapply`, await as(parties.admin), { version })
  },
  'company.approved': async () => {
    const { id } = await apply()
    const groups = await test_.database.db.selectFrom('price_groups').select('id').executeTakeFirstOrThrow()
    await post(`/api/v1/contractors/${id}/approve`, manager, {
      version: 1,
      price_group_id: groups.id,
      manager_id: parties.manager.id,
      contract: contractFields(parties.seller.id),
    })
  },
  'company.joined': async () => {
    const { id } = await apply()
    const body = { version: 1, contractor_id: parties.company.id, role: 'CONTRACTOR_ADMIN' }
    await post(`/api/v1/contractors/${id}/join`, manager, body)
  },
  'company.created': async () => {
    const groups = await test_.database.db.selectFrom('price_groups').select('id').executeTakeFirstOrThrow()
    await post('/api/v1/contractors', manager, { ...companyFields(), manager_id: null, price_group_id: groups.id })
  },
  'company.changed': () => patchCompany({ director: 'Сидоров\r\nСидор' }),
  'company.tolerance_changed': () => patchCompany({ tolerance: { rise_share: 200, rise_kop: 5_000, delay_days: 1 } }),
  'company.stopped': () => patchCompany({ stopped_reason: 'Долг' }),
  'company.released': () => patchCompany({ stopped_reason: null }),
  'contract.created': () => newContract(),
  'contract.changed': async () => {
    const id = await newContract()
    const payload = { version: 1, deferment_days: 21 }
    await send(test_, { method: 'PATCH', url: `/api/v1/contracts/${id}`, headers: manager, payload })
  },
  'contract.file_added': async () => {
    const headers = { ...manager, 'content-type': 'application/octet-stream' }
    const url = `/api/v1/contracts/${await newContract()}/file?name=scan.pdf`
    await send(test_, { method: 'POST', url, headers, payload: Buffer.from('%PDF-1.7 any') })
  },
  'consignee.created': () => newPoint(),
  'consignee.changed': async () => {
    const payload = { version: 1, name: 'Иначе' }
    const headers = await as(parties.admin)
    await send(test_, { method: 'PATCH', url: `/api/v1/consignees/${await newPoint()}`, headers, payload })
  },
  'consignee.removed': () => removePoint(),
  'consignee.restored': async () => {
    const id = await newPoint()
    const { db } = test_.database
    await db.updateTable('consignees').set({ archived_at: test_.clock.now() }).where('id', '=', id).execute()
    await post(`/api/v1/consignees/${id}/restore`, await as(parties.admin), { version: 1 })
  },
  'consignees.exported': async () => send(test_, { url: '/api/v1/consignees.xlsx', headers: await as(parties.admin) }),
  'vehicle.created': () => newVehicle(),
  'vehicle.changed': async () => {
    const payload = { version: 1, name: 'Иначе' }
    const headers = await as(parties.admin)
    await send(test_, { method: 'PATCH', url: `/api/v1/vehicles/${await newVehicle()}`, headers, payload })
  },
  'vehicle.removed': async () => {
    const headers = await as(parties.admin)
    await send(test_, { method: 'DELETE', url: `/api/v1/vehicles/${await newVehicle()}?version=1`, headers })
  },
  'vehicle.restored': async () => {
    const id = await newVehicle()
    const { db } = test_.database
    await db.updateTable('vehicles').set({ archived_at: test_.clock.now() }).where('id', '=', id).execute()
    await post(`/api/v1/vehicles/${id}/restore`, await as(parties.admin), { version: 1 })
  },
  'delivery.changed': () =>
    post('/api/v1/delivery/zones', manager, {
      name: 'Север',
      note: '',
      runs: [],
      charge_kop: 0,
      free_from_kop: null,
      minimum_kop: 0,
    }),
  'calendar.changed': () =>
    send(test_, {
      method: 'PATCH',
      url: '/api/v1/delivery/calendar',
      headers: manager,
      payload: { days: [{ day: '2026-12-30', is_off: true }] },
    }),
  'news.created': () => newNews(),
  'news.changed': async () => {
    const payload = { version: 1, lead: 'Другой\r\nанонс' }
    await send(test_, { method: 'PATCH', url: `${NEWS}/${await newNews()}`, headers: manager, payload })
  },
  'news.published': async () => post(`${NEWS}/${await newNews()}/publish`, manager, { version: 1, at: null }),
  'news.withdrawn': async () => {
    const id = await newNews()
    await post(`${NEWS}/${id}/publish`, manager, { version: 1, at: '2026-12-01T06:00:00.000Z' })
    await post(`${NEWS}/${id}/withdraw`, manager, { version: 2 })
  },
  'news.removed': async () => {
    const url = `${NEWS}/${await newNews()}`
    await send(test_, { method: 'DELETE', url, headers: manager })
  },
  'page_text.changed': () =>
    send(test_, {
      method: 'PATCH',
      url: '/api/v1/manager/page-texts/about',
      headers: manager,
      payload: { version: 0, body: 'О нас\r\nи о вас' },
    }),
  'legal.published': () =>
    post('/api/v1/manager/legal/offer', manager, {
      ...{ version: 1, body: '## 1. Предмет\n\nИначе', in_force_from: '2030-01-01', note: 'Иначе' },
    }),
  'legal.withdrawn': async () => {
    const url = '/api/v1/manager/legal/personal_data'
    const next = { version: 1, body: 'Согласен на всё', in_force_from: '2030-01-01', note: '' }
    await post(url, manager, next)
    await send(test_, { method: 'DELETE', url: `${url}/versions/2`, headers: manager })
  },
  'prices.changed': () =>
    post('/api/v1/price-conditions', manager, {
      ...{ contractor_id: null, price_group_id: null, product_id: null, brand_id: null, inventory_group_id: null },
      ...{ supply_route_id: null, purchase_from_kop: null, purchase_to_kop: 1_00, qty_from: 0, note: '' },
      ...{ effect: { kind: 'discount', hundredths: 100 }, valid_from: '2026-11-17', valid_to: null },
    }),
  'price_group.changed': () =>
    post('/api/v1/price-groups', manager, {
      name: `Группа ${Math.random()}`,
      markup_hundredths: 0,
      rounds_to_ruble: false,
    }),
  'price_settings.changed': () =>
    send(test_, {
      method: 'PATCH',
      url: '/api/v1/price-settings',
      headers: manager,
      payload: { version: 1, min_markup_hundredths: 1 },
    }),
  'inventory_group.changed': () =>
    post('/api/v1/inventory-groups', manager, {
      ...{ name: `Группа ${Math.random()}`, parent_id: null, markup_hundredths: null, min_markup_hundredths: null },
      ...{ marking: null, marking_from: null, is_hidden: null },
    }),
  'supply_route.changed': async () => {
    const { id } = await buildWarehouse(test_.database.db, parties.seller.id)
    await send(test_, {
      method: 'PATCH',
      url: `/api/v1/warehouses/${id}`,
      headers: manager,
      payload: {
        ...{ version: 1, shown_as: 'Склад', region: '', time_zone: 'Europe/Moscow', cutoff: '15:00' },
        ...{ ships_on: null, term_days: 1, off_hours_days: 0, guarantee_days: 1, return_days: 14 },
      },
    })
  },
  'brand.changed': async () => {
    const { brandId } = await buildProduct(test_.database.db, { brand: `ИМЯ ${Math.random()}` })
    const payload = { version: 1, name: 'Другое\r\nимя' }
    await send(test_, { method: 'PATCH', url: `/api/v1/brands/${brandId}`, headers: manager, payload })
  },
  'brand.merged': async () => {
    const [one, other] = [
      await buildProduct(test_.database.db, { brand: 'ОДИН' }),
      await buildProduct(test_.database.db, { brand: 'ДВА' }),
    ]
    await post(`/api/v1/brands/${one.brandId}/merge/${other.brandId}`, manager, { version: 1, into_version: 1 })
  },
  'cross_references.changed': async () => {
    const { db } = test_.database
    await buildProduct(db, { brand: 'ПАРА ОДИН', article: 'PAIR-1' })
    await buildProduct(db, { brand: 'ПАРА ДВА', article: 'PAIR-2' })
    await post('/api/v1/cross-references', manager, {
      brand: 'ПАРА ОДИН',
      article: 'PAIR-1',
      other_brand: 'ПАРА ДВА',
      other_article: 'PAIR-2',
      kind: 'analogue',
      reliability: 'sure',
      source: 'Каталог',
    })
  },
  'cross_references.imported': async () => applyCrossReferences(await checkCrossReferences()),
  'cross_references.rolled_back': async () => {
    const id = await checkCrossReferences()
    await applyCrossReferences(id)
    await post(
      `/api/v1/cross-reference-imports/${id}/roll-back`,
      { ...manager, 'idempotency-key': crypto.randomUUID() },
      {},
    )
  },
  'product_photos.changed': async () => {
    const { id } = await buildProduct(test_.database.db)
    return sendFile(`/api/v1/products/${id}/photos`, jpegOf())
  },
  'product_properties.changed': async () => {
    const { id } = await buildProduct(test_.database.db)
    const properties = [{ name: 'Вязкость', value: '5W-40', unit: '' }]
    return post(`/api/v1/products/${id}/properties`, manager, { before: [], properties })
  },
  'certificates.changed': async () => {
    const { id } = await buildProduct(test_.database.db)
    return sendFile(`/api/v1/products/${id}/certificates?kind=quality&number=1`, jpegOf())
  },
  'product_content.imported': async () => {
    const file = Buffer.from('Бренд;Артикул;Диаметр, мм\nЛЮБОЙ;A-1;76\n')
    await sendFile('/api/v1/product-content-imports?kind=properties&name=a.csv', file)
    await runJob(test_.app, 'product_content')
  },
  'price_list.imported': async () => lists.load(await newStock(), PRICE_LIST),
  'price_list.approved': async () => {
    const { id } = (await lists.upload(await newStock(), PRICE_LIST)).json
    await lists.check(id)
    await lists.approve(id)
  },
  'price_list.declined': async () => lists.act((await lists.upload(await newStock(), PRICE_LIST)).json.id, 'decline'),
  'price_list.rolled_back': async () => {
    const { id } = await lists.load(await newStock(), PRICE_LIST)
    await lists.act(id, 'roll-back')
  },
  'price_list.layout_deleted': async () =>
    lists.ask('DELETE', `/${(await lists.upload(await newStock(), PRICE_LIST)).json.id}/layout`),
  'price_list.settings_changed': () =>
    post('/api/v1/price-list-warehouses', manager, { name: 'Новый партнёр', seller_id: parties.seller.id }),
  'online_supplier.changed': () => post('/api/v1/online-suppliers', manager, onlineSupplier(parties.seller.id)),
  'supplier_order.sent': async () => sendToSupplier((await waitForSupplier()).supplyRouteId),
  'supplier_order.answered': async () => {
    const { supplyRouteId, line } = await waitForSupplier()
    const id = await sendToSupplier(supplyRouteId)
    const { version } = await test_.database.db
      .selectFrom('supplier_order_lines')
      .select('version')
      .where('id', '=', line.id)
      .executeTakeFirstOrThrow()
    const answer = { confirmed_qty: 1, price_kop: null, new_article: '', promised_on: null, reason: 'Есть\r\nи будет' }
    await post(`/api/v1/supplier-orders/${id}/answers`, manager, {
      answers: [{ line_id: line.id, version, ...answer }],
    })
  },
  'supplier_order.line_postponed': async () => {
    const { line } = await waitForSupplier()
    await post(`/api/v1/supplier-order-lines/${line.id}/hold`, manager, { version: line.version, is_held: true })
  },
  'supplier_order.cancellation_settled': async () => {
    const { supplyRouteId, line } = await waitForSupplier()
    await sendToSupplier(supplyRouteId)
    const wish = { line_id: line.id, qty: 1, state: 'by_hand', created_at: new Date(), changed_at: new Date() }
    await test_.database.db.insertInto('supplier_cancellations').values(wish).execute()
    const { version } = await test_.database.db
      .selectFrom('supplier_order_lines')
      .select('version')
      .where('id', '=', line.id)
      .executeTakeFirstOrThrow()
    const settled = { version, is_cancelled: false }
    await post(`/api/v1/supplier-order-lines/${line.id}/cancellation`, manager, settled)
  },
  'supplier_order.sending_suspended': async () => {
    // The retried order is no longer due.
    await test_.database.db.updateTable('supplier_orders').set({ next_at: null }).execute()
    await dueByApi()
    const refuse = async () => ({ orders: [], refusal: { text: 'Лимит\r\nисчерпан', of: 'us' as const } })
    const silent = async () => []
    const cancel = async () => ({ refusal: null })
    const ordering = { place: refuse, find: silent, read: silent, canCancel: async () => true, cancel }
    const log = pino({ level: 'silent' })
    await sendDue(
      { db: test_.appDatabase.forTenant('any'), clock: test_.clock, log, ordering },
      new AbortController().signal,
    )
  },
  'supplier_order.retried': async () => {
    const { id } = await dueByApi()
    await test_.database.db.updateTable('supplier_orders').set({ state: 'unknown' }).where('id', '=', id).execute()
    await post(`/api/v1/supplier-orders/${id}/retry`, manager, { version: 1 })
  },
  'supplier_order.drafted': () => draftOrder(),
  'supplier_order.draft_changed': async () => {
    const { id, lineId } = await draftOrder()
    const payload = { version: 1, lines: [{ line_id: lineId, qty: 3 }] }
    await send(test_, { method: 'PATCH', url: `/api/v1/supplier-orders/${id}`, headers: manager, payload })
  },
  'supplier_order.draft_deleted': async () => {
    const { id } = await draftOrder()
    await post(`/api/v1/supplier-orders/${id}/discard`, manager, { version: 1 })
  },
  'stock_rule.changed': () => buildProposal(test_, { sellerId: parties.seller.id, manager }),
  'purchase_settings.changed': async () => {
    const settings = { demand_days: 60, service_percent: '98', cover_days: 7, min_demand_days: 2, warehouse_id: null }
    const payload = { ...settings, version: 1 }
    await send(test_, { method: 'PATCH', url: '/api/v1/purchase-proposals/settings', headers: manager, payload })
  },
  'goods_receipt.posted': async () => {
    const { url, version } = await countedReceipt()
    await post(`${url}/post`, keyed(manager), { version, shortage: 'expected', surplus_warehouse_id: null })
  },
  'goods_receipt.cancelled': async () => {
    const { url } = await countedReceipt()
    await post(`${url}/cancel`, keyed(manager), { reason: 'Не тот\r\nпоставщик' })
  },
  'supplier_terms.changed': async () => {
    const { supplyRouteId } = await waitForSupplier()
    const ways = { payment_method: '', shipment_method: '', shipment_address: '' }
    const terms = { sending: 'now', min_order_kop: 0, tolerance_hundredths: 0, orders_email: '', ...ways }
    await send(test_, {
      method: 'PATCH',
      url: `/api/v1/supplier-terms/${supplyRouteId}`,
      headers: manager,
      payload: { version: 1, ...terms },
    })
  },
  'mailbox.changed': () =>
    post('/api/v1/mailboxes', manager, {
      host: 'imap.example.ru',
      port: 993,
      security: 'tls',
      login: 'price',
      folder: 'INBOX',
      is_on: false,
      password: 'any',
    }),
  'mail_server.changed': () => patch('/api/v1/mail-server', manager, { version: 0, ...MAIL_SERVER }),
  'portal_settings.changed': () =>
    patch('/api/v1/portal-settings', manager, { version: 0, name: 'Волга', color: null, hidden_pages: [] }),
  'setup.step_skipped': () => post('/api/v1/setup/skip', manager, { step: 'mail', is_skipped: true }),
  'seller.created': () => post('/api/v1/sellers', manager, sellerFields()),
  'seller.changed': async () => {
    const { id } = await newSeller()
    return patch(`/api/v1/sellers/${id}`, manager, { version: 1, ...sellerFields() })
  },
  'seller.closed': async () => post(`/api/v1/sellers/${(await newSeller()).id}/close`, manager, { version: 1 }),
  'seller.reopened': async () => {
    const { id } = await newSeller()
    await post(`/api/v1/sellers/${id}/close`, manager, { version: 1 })
    return post(`/api/v1/sellers/${id}/reopen`, manager, { version: 2 })
  },
  'one_c.connected': () => post(ONE_C, manager, { seller_id: parties.seller.id, name: 'УТ 11', default_brand: '' }),
  'one_c.changed': async () =>
    patch(`${ONE_C}/${await newNode()}`, manager, {
      ...{ version: 1, name: 'КА 2', default_brand: '', directions: ['offers'] },
      ...{ is_paused: true, is_trial: true, loss_percent: 20 },
    }),
  'one_c.password_renewed': async () => post(`${ONE_C}/${await newNode()}/password`, manager, {}),
  'one_c.mapped': async () => {
    const id = await newNode()
    const price = { node_id: id, kind: 'price_type', external_id: 'base', name: 'Закупочная' }
    await test_.database.db.insertInto('one_c_mappings').values(price).execute()
    return post(`${ONE_C}/${id}/mappings`, manager, { kind: 'price_type', external_id: 'base', target: 'purchase' })
  },
  'one_c.goods_matched': async () => {
    const id = await newNode()
    await test_.database.db.insertInto('one_c_goods').values(oneCGood(id, null)).execute()
    return post(`${ONE_C}/${id}/goods/matches`, manager, { matches: [{ external_id: 'g1', product_id: null }] })
  },
  'one_c.removal_confirmed': async () => {
    const { db } = test_.database
    const id = await newNode()
    const at = '2026-11-17T09:00:00Z'
    const session = await db
      .insertInto('one_c_sessions')
      .values({ node_id: id, kind: 'catalog', token_hash: 'any', started_at: at, seen_at: at })
      .returning('id')
      .executeTakeFirstOrThrow()
    const file = { session_id: session.id, node_id: id, name: 'import.xml', state: 'done', created_at: at }
    await db.insertInto('one_c_files').values(file).execute()
    await db.updateTable('one_c_nodes').set({ held_session_id: session.id }).where('id', '=', id).execute()
    return post(`${ONE_C}/${id}/removal`, manager, {})
  },
  'one_c.document_refused': async () => {
    const document = oneCDocument(await newNode())
    const { id } = await test_.database.db
      .insertInto('one_c_documents')
      .values(document)
      .returning('id')
      .executeTakeFirstOrThrow()
    return post(`/api/v1/one-c/documents/${id}/refuse`, manager, {})
  },
  'one_c.order_resent': async () => {
    const id = await newNode()
    const waiting = { node_id: id, order_id: await placeOnBehalf(), revision: 1, queued_at: '2026-11-17T09:00:00Z' }
    await test_.database.db.insertInto('one_c_orders').values(waiting).execute()
    return post(`${ONE_C}/${id}/orders/resend`, manager, { order_id: waiting.order_id })
  },
  'one_c.odata_changed': async () =>
    post(`${ONE_C}/${await newNode()}/odata`, manager, {
      ...oneCOdataRoutes.save.example,
      url: 'https://1c.example.ru',
    }),
  'one_c.company_resent': async () => {
    const id = await newNode()
    const waiting = { node_id: id, contractor_id: parties.company.id, queued_at: new Date(), state: 'waiting' }
    await test_.database.db.insertInto('one_c_new_companies').values(waiting).execute()
    return post(`${ONE_C}/${id}/odata/new-companies/resend`, manager, { contractor_id: waiting.contractor_id })
  },
  'one_c.object_matched': async () => {
    const id = await newNode()
    await test_.database.db.insertInto('one_c_objects').values(oneCCompany(id)).execute()
    return post(`${ONE_C}/${id}/odata/matches`, manager, { kind: 'company', external_id: 'c1', target: null })
  },
  'mail_rule.changed': async () =>
    post('/api/v1/mail-rules', manager, {
      rule: { warehouse_id: await newStock(), sender: '@example.ru', subject: '', file_mask: '' },
      letter_id: null,
    }),
}
