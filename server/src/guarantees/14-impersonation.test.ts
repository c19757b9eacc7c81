import type { Order } from '@artikul/contract/ordering/orders/orders'
import { unlimited } from '@artikul/contract/identity/accounts'
import { API } from '@artikul/contract/api'
import { can } from '@artikul/contract/core/roles'
import type { Route } from '@artikul/contract/core/route'
import { beforeAll, describe, expect, test } from 'vitest'
import { buildOffer, buildProduct, buildWarehouse } from '../modules/catalog/products/catalog.factory.ts'
import { buildConsignee } from '../modules/companies/consignees/consignees.factory.ts'
import { buildVehicle } from '../modules/companies/vehicles/vehicles.factory.ts'
import { buildContractor } from '../modules/companies/contractors/contractors.factory.ts'
import { buildClaim } from '../modules/fulfilment/claims/claims.factory.ts'
import { holdByDebt } from '../modules/ordering/orders/holds/order-holds.factory.ts'
import { buildCancelRequest, getForClient } from '../modules/ordering/orders/cancellations/cancel-requests.factory.ts'
import { buildChangeApproval } from '../modules/ordering/orders/change-approvals/change-approvals.factory.ts'
import { buildRefused } from '../modules/ordering/orders/lines/replacements.factory.ts'
import { buildShipment } from '../modules/fulfilment/shipments/shipments.factory.ts'
import { buildUser } from '../modules/identity/users/users.factory.ts'
import { buildReconciliation, STATEMENT } from '../modules/billing/reconciliation/reconciliation.factory.ts'
import { buildList, buildTemplate, chooseForList } from '../modules/ordering/bulk-orders/bulk-orders.factory.ts'
import { anyPhoto, buildAnswer, buildRequest } from '../modules/ordering/quote-requests/quote-requests.factory.ts'
import { buildProductAlert } from '../modules/ordering/product-alerts/product-alerts.factory.ts'
import { addressOf } from '../testing/address.ts'
import { INVOICE_DRAFT } from '../testing/invoice-draft.ts'
import { Browser } from '../testing/cookies.ts'
import { loginAs, send, useTestApp } from '../testing/test-app.ts'
import { pointFields, vehicleFields } from '../testing/companies.ts'
import { reportFigure } from '../testing/figures.ts'
import { buildParties, type Parties } from '../testing/parties.factory.ts'

/** Calls that change existing orders. */
const MOVING = new Set([
  'claims.reportDiscrepancy',
  'orders.move',
  'shipments.accept',
  'changeApprovals.answer',
  'orderHolds.prepay',
  'orderHolds.placePart',
])

const test_ = useTestApp()
let parties: Parties
beforeAll(async () => {
  parties = await buildParties(test_.database.db)
})

describe('guarantee 14: impersonation start and end', () => {
  test('anonymous visitor gets 401, and client gets 403', async () => {
    const stranger = new Browser(test_)
    expect((await stranger.impersonate(parties.employee.id)).status).toBe(401)
    await stranger.signIn(parties.admin)
    expect((await stranger.impersonate(parties.employee.id)).status).toBe(403)
  })

  test('C-59 warranty manager gets 403', async () => {
    const browser = new Browser(test_)
    await browser.signIn(parties.warranty)
    expect((await browser.impersonate(parties.employee.id)).status).toBe(403)
  })

  test('C-59 staff, blocked and unknown users and a second client are refused', async () => {
    const { db } = test_.database
    const blocked = await buildUser(db, { role: 'CONTRACTOR_USER', contractorIds: [parties.company.id] })
    await db.updateTable('users').set({ is_active: false }).where('id', '=', blocked.id).execute()
    const browser = await managerBrowser()
    const outcomes: number[] = []
    for (const id of [parties.manager.id, parties.warranty.id, blocked.id, 2_147_483_000])
      outcomes.push((await browser.impersonate(id)).status)
    expect(outcomes).toEqual([403, 403, 403, 404])
    expect((await browser.impersonate(parties.employee.id)).status).toBe(200)
    expect((await browser.impersonate(parties.admin.id)).status).toBe(409)
  })

  test('C-59 second end is not an error', async () => {
    const browser = await managerBrowser()
    await browser.impersonate(parties.employee.id)
    expect((await browser.post('/api/v1/token/impersonate/logout')).status).toBe(204)
    expect((await browser.post('/api/v1/token/impersonate/logout')).status).toBe(204)
    expect((await browser.post('/api/v1/token/impersonate/refresh')).status).toBe(401)
  })
})

describe('guarantee 14: impersonation lifetime', () => {
  test('token lives ten minutes, is refreshable and ends with the manager session', async () => {
    const browser = await managerBrowser()
    const work = await browser.impersonate(parties.employee.id)
    expect((await browser.get('/api/v1/user', work.headers)).status).toBe(200)
    const began = test_.clock.now()
    test_.clock.set(new Date(began.getTime() + 601_000).toISOString())
    const verify = () =>
      browser.post('/api/v1/token/verify', { token: work.headers.authorization.slice('Bearer '.length) })
    expect((await verify()).status).toBe(401)
    const renewed = await browser.post('/api/v1/token/impersonate/refresh')
    const headers = { authorization: `Bearer ${renewed.json.access_token_impersonate ?? ''}` }
    expect((await browser.get('/api/v1/user', headers)).status).toBe(200)
    await browser.post('/api/v1/token/logout')
    expect((await browser.get('/api/v1/user', headers)).status).toBe(401)
    test_.clock.set(began.toISOString())
  })

  test('blocked client ends the impersonation but not the session of the manager', async () => {
    const { db } = test_.database
    const client = await buildUser(db, { role: 'CONTRACTOR_USER', contractorIds: [parties.company.id] })
    const browser = await managerBrowser()
    await browser.impersonate(client.id)
    await db.updateTable('users').set({ is_active: false }).where('id', '=', client.id).execute()
    expect((await browser.post('/api/v1/token/impersonate/refresh')).json.code).toBe('impersonation.ended')
    // The manager's own session stays active.
    expect((await browser.refresh()).status).toBe(200)
  })
})

describe('guarantee 14: calls forbidden during impersonation', () => {
  const ownActs = Object.entries(API).flatMap(([group, routes]) =>
    Object.entries(routes)
      .filter(([, route]: [string, Route]) => route.selfOnly && route.access !== 'public')
      .map(([name, route]): [string, Route] => [`${group}.${name}`, route]),
  )

  test.each(ownActs)('%s gets 403', async (_, route) => {
    const browser = await managerBrowser()
    const { headers } = await browser.impersonate(parties.admin.id)
    const reply = await send(test_, {
      method: route.method,
      url: addressOf(route),
      headers,
      ...(route.body && { payload: {} }),
    })
    expect(reply).toMatchObject({ status: 403, json: { code: 'auth.not_while_impersonating' } })
  })

  test('change of email, status, roles or limits gets 403', async () => {
    const browser = await managerBrowser()
    const { headers } = await browser.impersonate(parties.admin.id)
    const own = await send(test_, {
      method: 'PATCH',
      url: '/api/v1/user',
      headers,
      payload: { email: 'a@new.test', password: 'x' },
    })
    expect(own).toMatchObject({ status: 403, json: { code: 'auth.not_while_impersonating' } })
    const url = `/api/v1/user/admin/user/${parties.employee.id}`
    const { json } = await send<{ version: number }>(test_, { url, headers })
    const limits = { ...unlimited(parties.company.id), month_limit_kop: 100 }
    for (const patch of [
      { email: 'b@new.test' },
      { is_active: false },
      { roles: ['CONTRACTOR_ADMIN'] },
      { memberships: [limits] },
      { memberships: [] },
    ]) {
      const reply = await send(test_, { method: 'PATCH', url, headers, payload: { version: json.version, ...patch } })
      expect(reply).toMatchObject({ status: 403, json: { code: 'auth.not_while_impersonating' } })
    }
  })
})

/** Routes whose POST requests only read data. */
const READ_ONLY = [
  'accounts.readList',
  'consignees.readList',
  'suggestions.bank',
  'suggestions.address',
  'newInvoice.find',
  'newInvoice.preview',
]

const newVehicle = async (plate: string) =>
  (await buildVehicle(test_.database.db, parties.company.id, parties.employee, { plate })).id

/** Every route by which a client may write, except those of the client alone. */
const writingRoutes = Object.entries(API).flatMap(([group, routes]) =>
  Object.entries(routes)
    .filter(([, { method, access, selfOnly }]: [string, Route]) => {
      const isOpen = access === 'signed-in' || (access !== 'public' && can(['CONTRACTOR_ADMIN'], access))
      return method !== 'GET' && isOpen && !selfOnly
    })
    .map(([name, route]): [string, Route] => [`${group}.${name}`, route])
    .filter(([name]) => !READ_ONLY.includes(name)),
)

describe('guarantee 14: records of impersonation', () => {
  let client: { authorization: string }
  let onBehalf: { authorization: string }
  let offerId: number
  let otherCompany: number
  let consignee: number
  let named = 0

  beforeAll(async () => {
    const { db } = test_.database
    const warehouse = await buildWarehouse(db, parties.seller.id)
    offerId = (await buildOffer(db, (await buildProduct(db)).id, warehouse.id, { on_hand: 100, qty_text: '100' })).id
    consignee = (await buildConsignee(db, parties.company.id, { is_default: true })).id
    otherCompany = (await buildContractor(db, { sellerIds: [parties.seller.id] })).id
    await db.insertInto('user_contractors').values({ user_id: parties.admin.id, contractor_id: otherCompany }).execute()
    client = await loginAs(test_, parties.admin)
    onBehalf = (await (await managerBrowser()).impersonate(parties.admin.id)).headers
  })

  const call = <T>(method: Route['method'], url: string, headers: object, payload?: object) =>
    send<T>(test_, { method, url, headers: { ...headers }, ...(payload && { payload }) })

  /** Adds a cart line as the client. */
  async function ownLine() {
    const reply = await call<{ line_id: number }>('POST', '/api/v1/cart/lines', client, {
      offer_id: offerId,
      qty: 1,
      consignee_id: consignee,
      client_ref: crypto.randomUUID(),
    })
    return reply.json.line_id
  }
  /** Creates another cart of the client’s, which becomes the current one. */
  async function ownCart() {
    const { contractorId, admin } = { contractorId: parties.company.id, admin: parties.admin.id }
    const name = crypto.randomUUID()
    return test_.database.db
      .insertInto('carts')
      .values({ contractor_id: contractorId, name, is_default: false, actor_id: admin, subject_id: admin })
      .returning('id')
      .executeTakeFirstOrThrow()
  }
  const shownLines = async () =>
    (await call<{ lines: object[] }>('GET', '/api/v1/orders/preview', client)).json.lines.slice(0, 1)
  async function ownOrder() {
    await ownLine()
    const headers = { ...client, 'idempotency-key': crypto.randomUUID() }
    const reply = await call<{ orders: { id: number }[] }>('POST', '/api/v1/orders', headers, {
      lines: await shownLines(),
    })
    return reply.json.orders[0]?.id ?? 0
  }

  const ownOrderLine = async () => getForClient(test_.database.db, await ownOrder())

  async function ownHeld() {
    const id = await ownOrder()
    await holdByDebt(test_, id)
    return id
  }

  const ownRefused = async () =>
    buildRefused(test_.database.db, await ownOrder(), parties.manager.id, test_.clock.now())

  const ownRequest = () =>
    buildRequest(test_.database.db, { contractorId: parties.company.id, userId: parties.admin.id })

  /** Creates a list of the client with a selected offer. */
  async function ownList() {
    const { db } = test_.database
    const list = await buildList(db, { contractorId: parties.company.id, userId: parties.admin.id })
    await chooseForList(db, list.id, offerId)
    return list
  }

  const ownTemplate = () =>
    buildTemplate(test_.database.db, { contractorId: parties.company.id, userId: parties.admin.id })

  async function ownClaim() {
    const { db } = test_.database
    const { id } = await buildClaim(db, await buildShipment(db, await ownOrder()), parties.admin.id)
    return { id }
  }

  const ownContract = async () =>
    (
      await test_.database.db
        .selectFrom('contracts')
        .select('id')
        .where('contractor_id', '=', parties.company.id)
        .executeTakeFirstOrThrow()
    ).id
  const ownReconciliation = async () => {
    const place = { contractorId: parties.company.id, contractId: await ownContract(), userId: parties.admin.id }
    return buildReconciliation(test_.database.db, place)
  }

  /** Prepares the path and a valid body for a route. */
  const write = async <T>(url: string, payload: object) =>
    (await call<T>('POST', url, { ...client, 'idempotency-key': crypto.randomUUID() }, payload)).json
  const ownDraft = async () =>
    (await write<{ id: number }>('/api/v1/invoices/drafts', { contractor_id: null, fields: INVOICE_DRAFT })).id
  const ownAdvance = async () => {
    const { json } = await call<{ results: { id: number }[] }>('GET', '/api/v1/invoices/contracts', client)
    const ask = { kind: 'advance', contract_id: json.results[0]?.id, sum_kop: 1000, purpose: '' }
    return { ask, shown: [1000], replaces_id: null, draft_id: null }
  }

  const WORKING: Record<string, () => Promise<{ id?: number; query?: string; payload?: object }>> = {
    'users.changeCurrentContractor': async () => ({ id: otherCompany }),
    'profile.update': async () => ({ payload: { phone: '+79990000001' } }),
    'accounts.create': async () => ({
      payload: {
        full_name: 'Новый Сотрудник',
        email: 'on-behalf@example.test',
        phone: null,
        roles: ['CONTRACTOR_USER'],
        memberships: [unlimited(parties.company.id)],
      },
    }),
    'accounts.changeEmployee': async () => ({
      id: parties.employee.id,
      payload: { version: 1, full_name: 'Другое Имя' },
    }),
    'cart.add': async () => ({ payload: { offer_id: offerId, qty: 2, consignee_id: consignee } }),
    'cart.addMany': async () => ({
      payload: { lines: [{ offer_id: offerId, qty: 2, client_ref: crypto.randomUUID() }] },
    }),
    'cart.change': async () => ({ id: await ownLine(), payload: { qty: 3, comment: 'срочно', client_ref: 'А123' } }),
    'cart.select': async () => ({ payload: { line_ids: [await ownLine()], selected: false } }),
    'cart.remove': async () => ({ id: await ownLine() }),
    'cart.removeMany': async () => ({ payload: { line_ids: [await ownLine()] } }),
    'cart.restore': async () => {
      const id = await ownLine()
      await call('DELETE', `/api/v1/cart/lines/${id}`, onBehalf)
      return { payload: { line_ids: [id] } }
    },
    'carts.create': async () => ({ payload: { name: `Рейс ${crypto.randomUUID().slice(0, 8)}` } }),
    'carts.rename': async () => ({ ...(await ownCart()), payload: { name: 'Со слов' } }),
    'carts.choose': ownCart,
    'carts.take': async () => ({ ...(await ownCart()), payload: { line_ids: [await ownLine()], copy: true } }),
    'carts.remove': ownCart,
    'carts.restore': async () => {
      const { id } = await ownCart()
      await call('DELETE', `/api/v1/carts/${id}`, onBehalf)
      return { id }
    },
    'cart.sendForPlacing': async () => {
      await ownLine()
      return { payload: { comment: 'Прошу оформить' } }
    },
    'orders.place': async () => {
      await ownLine()
      return { payload: { lines: await shownLines() } }
    },
    'orders.move': async () => {
      const id = await ownOrder()
      const { lines } = (await call<Order>('GET', `/api/v1/orders/${id}`, client)).json
      const move = { line_id: lines[0]?.id, from: lines[0]?.parts[0]?.state, to: 'cancelled_client', qty: 1 }
      return { id, payload: { moves: [move] } }
    },
    'orderMessages.postMessage': async () => ({
      id: await ownOrder(),
      payload: { text: 'Когда привезёте?', file_ids: [] },
    }),
    'orderMessages.upload': async () => ({ id: await ownOrder(), query: '?name=photo.jpg', payload: anyPhoto() }),
    'orderMessages.note': async () => ({ id: await ownOrder(), payload: { text: 'Для Петра', version: 0 } }),
    'orderHolds.prepay': async () => ({ id: await ownHeld() }),
    'orderHolds.placePart': async () => {
      const id = await ownHeld()
      const { lines } = (await call<Order>('GET', `/api/v1/orders/${id}`, client)).json
      return { id, payload: { line_ids: lines.map((line) => line.id) } }
    },
    'orderHolds.askCreditHoldOverride': async () => ({ id: await ownHeld(), payload: { message: 'Оплатим завтра' } }),
    'replacements.order': async () => ({
      id: await ownRefused(),
      payload: { offer_id: offerId, qty: 1, price_kop: null, expected_date: '2030-01-01' },
    }),
    'replacements.toCart': async () => ({ id: await ownRefused(), payload: { offer_id: offerId, qty: 1 } }),
    'changeApprovals.answer': async () => ({
      id: (await buildChangeApproval(test_.database.db, await ownOrder(), parties.manager.id, test_.clock.now())).id,
      payload: { answer: 'agree' },
    }),
    'cancelRequests.create': async () => ({
      id: await getForClient(test_.database.db, await ownOrder()),
      payload: { qty: 1, message: 'Передумали' },
    }),
    'cancelRequests.withdraw': async () => ({
      id: await buildCancelRequest(test_.database.db, await ownOrder(), parties.admin.id, test_.clock.now()),
    }),
    'partLinks.create': async () => ({ id: await ownOrderLine() }),
    'partLinks.revoke': async () => {
      const id = await ownOrderLine()
      await write(`/api/v1/order-lines/${id}/link`, {})
      return { id }
    },
    'invoices.issue': async () => ({ id: await ownOrder() }),
    'newInvoice.issue': async () => ({ payload: await ownAdvance() }),
    'newInvoice.cancel': async () => ({
      id: (await write<{ id: number }>('/api/v1/invoices', await ownAdvance())).id,
      payload: { reason: 'Не та сумма' },
    }),
    'invoiceEmails.send': async () => ({
      id: (await write<{ id: number }>('/api/v1/invoices', await ownAdvance())).id,
      payload: { to: ['accountant@client.test'] },
    }),
    'newInvoice.saveDraft': async () => ({ payload: { contractor_id: null, fields: INVOICE_DRAFT } }),
    'newInvoice.changeDraft': async () => ({ id: await ownDraft(), payload: { version: 1, fields: INVOICE_DRAFT } }),
    'newInvoice.removeDraft': async () => ({ id: await ownDraft() }),
    'shipments.accept': async () => ({ id: await buildShipment(test_.database.db, await ownOrder()) }),
    'claims.upload': async () => ({ query: '?name=photo.jpg', payload: anyPhoto() }),
    'claims.create': async () => {
      const { db } = test_.database
      const shipment_id = await buildShipment(db, await ownOrder())
      const { id } = await db
        .selectFrom('shipment_lines')
        .select('id')
        .where('shipment_id', '=', shipment_id)
        .executeTakeFirstOrThrow()
      const lines = [{ shipment_line_id: id, qty: 1, asked_kop: null }]
      return { payload: { shipment_id, kind: 'surplus', outcome: 'take_back', text: 'Лишняя', lines, file_ids: [] } }
    },
    'claims.reportDiscrepancy': async () => {
      const { db } = test_.database
      const id = await buildShipment(db, await ownOrder())
      const line = await db
        .selectFrom('shipment_lines')
        .select('id')
        .where('shipment_id', '=', id)
        .executeTakeFirstOrThrow()
      const lines = [{ shipment_line_id: line.id, qty: 1 }]
      return { id, payload: { claims: [{ kind: 'surplus', outcome: 'take_back', text: '', lines, file_ids: [] }] } }
    },
    'claims.uploadTo': async () => ({ ...(await ownClaim()), query: '?name=photo.jpg', payload: anyPhoto() }),
    'claims.postMessage': async () => ({ ...(await ownClaim()), payload: { text: 'Когда решите?', file_ids: [] } }),
    'claims.withdraw': async () => ({ ...(await ownClaim()), payload: { version: 1 } }),
    'contractors.update': async () => ({
      id: parties.company.id,
      payload: { version: await versionOf('contractors', parties.company.id), phone: '+79990000002' },
    }),
    'contractors.reapply': async () => {
      const { db } = test_.database
      await db.updateTable('contractors').set({ status: 'declined' }).where('id', '=', otherCompany).execute()
      return { id: otherCompany, payload: { version: await versionOf('contractors', otherCompany) } }
    },
    'vehicles.create': async () => ({ payload: vehicleFields({ name: 'Со слов' }) }),
    'vehicles.update': async () => ({
      id: await newVehicle('А101АА77'),
      payload: { version: 1, name: 'Со слов клиента' },
    }),
    'vehicles.remove': async () => ({ id: await newVehicle('А102АА77'), query: '?version=1' }),
    'vehicles.restore': async () => {
      const id = await newVehicle('А103АА77')
      const { db } = test_.database
      await db.updateTable('vehicles').set({ archived_at: test_.clock.now() }).where('id', '=', id).execute()
      return { id, payload: { version: 1 } }
    },
    'consignees.create': async () => ({ payload: pointFields({ name: 'Со слов', is_default: true }) }),
    'consignees.update': async () => ({
      id: consignee,
      payload: { version: await versionOf('consignees', consignee), name: 'Со слов клиента' },
    }),
    'consignees.remove': async () => ({
      id: (await buildConsignee(test_.database.db, parties.company.id)).id,
      query: '?version=1',
    }),
    'consignees.restore': async () => {
      const { id } = await buildConsignee(test_.database.db, parties.company.id)
      await test_.database.db
        .updateTable('consignees')
        .set({ archived_at: test_.clock.now() })
        .where('id', '=', id)
        .execute()
      return { id, payload: { version: 1 } }
    },
    'bulkOrders.upload': async () => ({ query: '?name=list.csv', payload: Buffer.from('ANY-1;1') }),
    'bulkOrders.paste': async () => ({ payload: { text: 'ANY-1 1' } }),
    'bulkOrders.repeat': async () => ({ payload: { order_id: await ownOrder() } }),
    'orderTemplates.create': async () => ({
      payload: { name: `Масла ${crypto.randomUUID().slice(0, 8)}`, order_id: await ownOrder() },
    }),
    'orderTemplates.rename': async () => ({ ...(await ownTemplate()), payload: { name: 'Со слов' } }),
    'orderTemplates.remove': ownTemplate,
    'orderTemplates.restore': async () => {
      const { id } = await ownTemplate()
      await call('DELETE', `/api/v1/order-templates/${id}`, onBehalf)
      return { id }
    },
    'orderTemplates.toList': async () => ({ ...(await ownTemplate()), payload: { consignee_id: consignee } }),
    'bulkOrders.remove': ownList,
    'bulkOrders.setLayout': async () => ({
      ...(await ownList()),
      payload: { sheet: null, header_row: null, columns: null },
    }),
    'bulkOrders.changeRow': async () => ({ ...(await ownList()), payload: { qty: 3 } }),
    'bulkOrders.select': async () => ({ ...(await ownList()), payload: { positions: [1], selected: false } }),
    'bulkOrders.choose': async () => ({ ...(await ownList()), payload: { strategy: 'fastest' } }),
    'bulkOrders.toCart': async () => ({ ...(await ownList()), payload: { vehicle_id: null } }),
    'reconciliation.upload': async () => ({
      query: `?name=act.csv&contract_id=${await ownContract()}&from=2026-10-01&to=2026-10-31`,
      payload: Buffer.from(STATEMENT),
    }),
    'reconciliation.setLayout': async () => ({
      id: (await ownReconciliation()).id,
      payload: { sheet: null, header_row: null, columns: null },
    }),
    'reconciliation.match': async () => ({ id: (await ownReconciliation()).id }),
    'reconciliation.postMessage': async () => ({
      id: (await ownReconciliation()).differenceId,
      payload: { text: 'Проверьте оплату' },
    }),
    'quoteRequests.create': async () => ({
      payload: {
        text: 'Нужен стартер',
        vin: '',
        car: '',
        rows: [{ product_id: null, brand: 'BOSCH', article: '0986', name: '', qty: 1, client_ref: '' }],
      },
    }),
    'quoteRequests.addPhoto': async () => ({ ...(await ownRequest()), payload: anyPhoto() }),
    'quoteRequests.postMessage': async () => ({ ...(await ownRequest()), payload: { text: 'Когда ответите?' } }),
    'quoteRequests.close': ownRequest,
    'quoteRequests.addToCart': async () => {
      const { db } = test_.database
      const { id } = await ownRequest()
      const pair = await db
        .selectFrom('offers')
        .select(['product_id', 'warehouse_id'])
        .where('id', '=', offerId)
        .executeTakeFirstOrThrow()
      const place = { requestId: id, contractorId: parties.company.id, userId: parties.manager.id }
      return { id, payload: { answer_ids: [(await buildAnswer(db, place, pair)).id], consignee_id: consignee } }
    },
    'productAlerts.create': async () => ({
      payload: { product_id: (await buildProduct(test_.database.db)).id, kind: 'stock', qty: 4, price_kop: null },
    }),
    'priceExports.order': async () => ({
      payload: { format: 'csv', brand_ids: [], in_stock: true, consignee_id: null },
    }),
    'priceExports.schedule': async () => ({
      payload: { format: 'csv', brand_ids: [], in_stock: true, consignee_id: null, hour: 7, is_on: true },
    }),
    'notifications.read': async () => ({ payload: { id: 1, and_older: true } }),
    'productAlerts.remove': async () => {
      const { db } = test_.database
      const { id: productId } = await buildProduct(db)
      return buildProductAlert(db, { contractorId: parties.company.id, userId: parties.admin.id, productId })
    },
  }
  const versionOf = async (table: 'contractors' | 'consignees', id: number) =>
    (await test_.database.db.selectFrom(table).select('version').where('id', '=', id).executeTakeFirstOrThrow()).version

  test('every client route that writes is covered', () => {
    expect(writingRoutes.map(([name]) => name).toSorted()).toEqual(Object.keys(WORKING).toSorted())
  })

  type Row = Record<string, unknown>
  async function allRows() {
    const { sql } = test_.database
    const tables = await sql<{ name: string }[]>`
      select relname as name from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace`
    const rows = new Map<string, Row & { table: string }>()
    for (const { name } of tables)
      for (const { row } of await sql.query<{ row: Row }>(`select to_jsonb(one) as row from "${name}" one`))
        rows.set(`${name} ${JSON.stringify(row)}`, { ...row, table: name })
    return rows
  }
  const written = (before: Map<string, Row>, after: Awaited<ReturnType<typeof allRows>>) =>
    [...after].filter(([text]) => !before.has(text)).map(([, row]) => row)

  test.each(writingRoutes)('%s writes rows that name both manager and client', async (name, route) => {
    const { id, query = '', payload } = (await WORKING[name]?.()) ?? {}
    const before = await allRows()
    const headers = {
      ...onBehalf,
      ...(route.idempotent && { 'idempotency-key': crypto.randomUUID() }),
      ...(route.upload !== undefined && { 'content-type': 'application/octet-stream' }),
    }
    const url = route.path.replace(/:\w+/, String(id)).replace(':position', '1') + query
    const reply = await call(route.method, url, headers, payload)
    expect(reply.status, reply.text).toBe(route.status ?? 200)
    const rows = written(before, await allRows())
    // Orders record who placed them; shipments, claims, approvals and requests who created them; moves of lines are
    // recorded in their history.
    const isMoved = (row: Row) =>
      (MOVING.has(name) && row['table'] === 'orders') ||
      row['table'] === 'shipments' ||
      row['table'] === 'change_approvals' ||
      (name === 'changeApprovals.answer' && row['table'] === 'order_lines') ||
      (name === 'newInvoice.cancel' && row['table'] === 'invoices') ||
      (name === 'claims.withdraw' && row['table'] === 'claims') ||
      (name === 'cancelRequests.withdraw' && row['table'] === 'cancel_requests')
    // A price file is built by the portal, which publishes its completion at any later time. An event about a changed
    // cart for open pages has no author: its lines do.
    const isOfPortal = (row: Row) => row['kind'] === 'price_export.ready' || row['kind'] === 'cart.changed'
    const signed = rows.filter((row) => ('actor_id' in row || 'manager_id' in row) && !isMoved(row) && !isOfPortal(row))
    // For an impersonation the row itself refers to the manager and the client.
    const authors = signed.map((row) => ({
      table: row.table,
      actor: row['actor_id'] ?? row['manager_id'],
      subject: row['on_behalf_of'] ?? row['subject_id'],
    }))
    expect(authors.length).toBeGreaterThan(0)
    for (const { actor, subject, table } of authors)
      expect({ table, actor, subject }).toEqual({ table, actor: parties.manager.id, subject: parties.admin.id })
    named += authors.length
    if (name === 'users.changeCurrentContractor')
      await call(route.method, route.path.replace(/:\w+/, String(parties.company.id)), onBehalf)
  })

  test('cart line shows who added or changed it, and when', async () => {
    const id = await ownLine()
    const line = async () => {
      const cart = await call<{ lines: { id: number; added_by: string; on_behalf: boolean }[] }>(
        'GET',
        '/api/v1/cart',
        client,
      )
      return cart.json.lines.find((one) => one.id === id)
    }
    expect(await line()).toMatchObject({ added_by: 'Любой Пользователь', on_behalf: false })
    await call('PATCH', `/api/v1/cart/lines/${id}`, onBehalf, { qty: 1, comment: '' })
    expect(await line(), 'nothing has changed').toMatchObject({ on_behalf: false })
    await call('PATCH', `/api/v1/cart/lines/${id}`, onBehalf, { qty: 4 })
    const changed = /^изменил менеджер Иванова Мария, \d\d:\d\d$/
    expect(await line()).toMatchObject({ added_by: expect.stringMatching(changed) as string, on_behalf: true })
    await call('PATCH', '/api/v1/cart', client, { line_ids: [id], selected: false })
    expect(await line()).toMatchObject({ added_by: 'Любой Пользователь', on_behalf: false })
    await call('PATCH', '/api/v1/cart', onBehalf, { line_ids: [id], selected: false })
    expect(await line(), 'it was chosen so before').toMatchObject({ on_behalf: false })
    await call('DELETE', `/api/v1/cart/lines/${id}`, onBehalf)
    const trail = await test_.database.db
      .selectFrom('audit_log')
      .select(['object', 'contractor_id'])
      .where('event', '=', 'cart.line_removed_on_behalf')
      .orderBy('id', 'desc')
      .executeTakeFirst()
    expect(trail).toMatchObject({
      contractor_id: parties.company.id,
      object: expect.stringContaining('4 шт') as string,
    })
  })

  test('client sees manager actions, and removing an own cart line leaves no row', async () => {
    const seen = await call<{ results: { event: string; on_behalf_of: { id: number } | null }[] }>(
      'GET',
      '/api/v1/user/on_behalf',
      client,
    )
    const events = seen.json.results.map((row) => row.event)
    for (const event of [
      'order.placed_on_behalf',
      'user.created',
      'cart.line_removed_on_behalf',
      'cart.sent_on_behalf',
    ])
      expect(events).toContain(event)
    expect(seen.json.results.find((row) => row.event === 'user.created')?.on_behalf_of?.id).toBe(parties.admin.id)
    const id = await ownLine()
    await call('DELETE', `/api/v1/cart/lines/${id}`, client)
    const removals = await test_.database.db
      .selectFrom('audit_log')
      .select('id')
      .where('actor_id', '=', parties.admin.id)
      .where('event', '=', 'cart.line_removed_on_behalf')
      .execute()
    expect(removals).toEqual([])
    reportFigure(
      14,
      `${writingRoutes.length} маршрутов, которыми пишут клиенты, вызваны от имени клиента: ${named} строк, все называют менеджера и клиента`,
    )
  })
})

async function managerBrowser() {
  const browser = new Browser(test_)
  await browser.signIn(parties.manager)
  return browser
}
