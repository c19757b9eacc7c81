import { API } from '@artikul/contract/api'
import { can, ROLES, type Role } from '@artikul/contract/core/roles'
import type { Route } from '@artikul/contract/core/route'
import { beforeAll, describe, expect, test } from 'vitest'
import { buildOffer, buildProduct, buildWarehouse } from '../modules/catalog/products/catalog.factory.ts'
import { buildConsignee } from '../modules/companies/consignees/consignees.factory.ts'
import { buildContractor, buildSeller } from '../modules/companies/contractors/contractors.factory.ts'
import { buildClaim } from '../modules/fulfilment/claims/claims.factory.ts'
import { buildShipment } from '../modules/fulfilment/shipments/shipments.factory.ts'
import { buildUser } from '../modules/identity/users/users.factory.ts'
import { buildAnswer, buildPhoto, buildRequest } from '../modules/ordering/quote-requests/quote-requests.factory.ts'
import { buildWebhook } from '../modules/integrations/partner-api/webhooks/webhooks.factory.ts'
import { buildKey } from '../modules/integrations/partner-api/api-keys.factory.ts'
import { buildList } from '../modules/ordering/bulk-orders/bulk-orders.factory.ts'
import { buildPriceExport } from '../modules/ordering/price-exports/price-exports.factory.ts'
import { buildRecipient } from '../modules/companies/email-recipients/email-recipients.factory.ts'
import { buildProductAlert } from '../modules/ordering/product-alerts/product-alerts.factory.ts'
import { openDatabase, type Database } from '../platform/db/index.ts'
import { INVOICE_DRAFT } from '../testing/invoice-draft.ts'
import { loginAs, send, useTestApp } from '../testing/test-app.ts'
import { reportFigure } from '../testing/figures.ts'

const test_ = useTestApp()

let own: Company
let sibling: Company
let foreign: Company
const sessions = new Map<Role, { authorization: string }>()
let app: Database

beforeAll(buildCompaniesAndSignIn)

const routesWithIds = Object.entries(API).flatMap(([group, routes]) =>
  Object.entries(routes)
    .filter(([, route]: [string, Route]) => route.access !== 'public' && /:(id|user_id|contractor_id)/.test(route.path))
    // Uploads are excluded: their own tests cover access to them.
    .filter(([, route]: [string, Route]) => route.upload === undefined)
    .map(([name, route]): [string, Route] => [`${group}.${name}`, route]),
)

let requestCount = 0

describe('guarantee 8: tenant isolation in the API', () => {
  test.each(routesWithIds)('%s replies to the id of another company as to an unknown id', async (_, route) => {
    const idOf = THINGS.find(([path]) => path.test(route.path))?.[1]
    for (const role of ROLES) {
      const isAllowed = route.access === 'signed-in' || (route.access !== 'public' && can([role], route.access))
      const random = await ask(route, role, RANDOM)
      requestCount += 1
      expect(random.status, role).toBe(isAllowed ? 404 : 403)
      if (!idOf) continue
      const others = role === 'CONTRACTOR_USER' ? [sibling, foreign] : [foreign]
      const isStaff = role.startsWith('ARTIKUL')
      for (const company of others) {
        const reply = await ask(route, role, idOf(company))
        requestCount += 1
        // Must equal the answer for an unknown id. Staff have access to every company.
        if (!isStaff || !isAllowed) expect(reply, `${role} ${company.id}`).toEqual(random)
      }
    }
  })

  test('admin gets 404 for an order of an own company that is not current', async () => {
    const headers = sessions.get('CONTRACTOR_ADMIN') ?? { authorization: '' }
    expect((await send(test_, { url: `/api/v1/orders/${sibling.order}`, headers })).status).toBe(404)
  })

  test('C-29 id of another company in a request body gets 404', async () => {
    const headers = sessions.get('CONTRACTOR_ADMIN') ?? { authorization: '' }
    const patch = (payload: object) =>
      send(test_, { method: 'PATCH', url: `/api/v1/cart/lines/${own.line}`, headers, payload })
    expect((await patch({ consignee_id: foreign.consignee })).status).toBe(404)
    expect((await patch({ consignee_id: own.consignee })).status).toBe(200)
    const membership = {
      contractor_id: foreign.id,
      sees_prices: true,
      sees_settlements: true,
      may_place: true,
      order_limit_kop: null,
      month_limit_kop: null,
      consignee_ids: null,
    }
    const create = (memberships: object[]) =>
      send(test_, {
        method: 'POST',
        url: '/api/v1/user/admin/user',
        headers,
        payload: {
          full_name: 'Любой',
          email: `any-${Math.random()}@example.test`,
          phone: null,
          roles: ['CONTRACTOR_USER'],
          memberships,
        },
      })
    expect((await create([membership])).status).toBe(404)
    expect((await create([{ ...membership, contractor_id: own.id, consignee_ids: [foreign.consignee] }])).status).toBe(
      404,
    )
    reportFigure(8, `${requestCount} обращений по ${routesWithIds.length} маршрутам × 4 роли: утечек 0`)
  })
})

describe('guarantee 8: row-level security', () => {
  const OWNED = [
    'consignees',
    'contracts',
    'carts',
    'cart_lines',
    'current_carts',
    'orders',
    'order_lines',
    'order_line_allocations',
    'line_transitions',
    'change_approvals',
    'invoices',
    'invoice_orders',
    'invoice_shipments',
    'invoice_drafts',
    'shipments',
    'shipment_lines',
    'payments',
    'claims',
    'claim_lines',
    'claim_messages',
    'claim_files',
    'corrections',
    'correction_lines',
    'contractor_accounts',
    'consents',
    'product_alerts',
    'email_recipients',
    'api_keys',
    'quote_requests',
    'quote_request_rows',
    'quote_request_answers',
    'quote_request_messages',
    'quote_request_photos',
  ] as const
  const count = async (handle: Database['db'], table: (typeof OWNED)[number]) =>
    (await handle.selectFrom(table).select('id').execute()).length

  beforeAll(() => {
    app = test_.appDatabase
  })

  test.each(OWNED)('query of %s without a company filter returns only rows of its company', async (table) => {
    const all = await count(test_.database.db, table)
    expect(await count(app.db, table)).toBe(0)
    expect(await count(app.forTenant('any'), table)).toBe(all)
    const parts = await Promise.all([own, sibling, foreign].map((company) => count(app.forTenant(company.id), table)))
    expect(parts.reduce((sum, rows) => sum + rows, 0)).toBe(all)
    if (all > 0) expect(Math.max(...parts)).toBeLessThan(all)
  })

  test('insert for another company fails, and update of its order changes nothing', async () => {
    const steal = app
      .forTenant(own.id)
      .insertInto('consignees')
      .values({ contractor_id: foreign.id, name: 'Чужая', address: 'Чужой' })
      .execute()
    await expect(steal).rejects.toMatchObject({ code: '42501' })
    const moved = await app
      .forTenant(own.id)
      .updateTable('orders')
      .set({ comment: 'чужой' })
      .where('id', '=', foreign.order)
      .executeTakeFirst()
    expect(moved.numUpdatedRows).toBe(0n)
  })

  test('pooled connection does not keep the company of the previous query', async () => {
    const narrow = openDatabase({ url: test_.databaseUrl, pool: 1, prepare: true, role: 'artikul_app' })
    try {
      expect(await count(narrow.forTenant(own.id), 'orders')).toBe(1)
      expect(await count(narrow.db, 'orders')).toBe(0)
      expect(await count(narrow.forTenant('any'), 'orders')).toBe(3)
      await expect(
        narrow
          .forTenant(own.id)
          .selectFrom('orders')
          .select('nothing' as 'id')
          .execute(),
      ).rejects.toThrow()
      expect(await count(narrow.db, 'orders')).toBe(0)
    } finally {
      await narrow.close()
    }
  })

  test('query with an invalid parameter fails without affecting the next one', async () => {
    const narrow = openDatabase({ url: test_.databaseUrl, pool: 1, prepare: true, role: 'artikul_app' })
    try {
      const byDay = (day: Date) =>
        narrow.forTenant(own.id).selectFrom('orders').select('id').where('created_at', '<', day).execute()
      const tomorrow = new Date(Date.now() + 86_400_000)
      expect(await byDay(tomorrow)).toHaveLength(1)
      await expect(byDay(new Date(NaN))).rejects.toThrow()
      expect(await byDay(tomorrow)).toHaveLength(1)
    } finally {
      await narrow.close()
    }
  })

  test('no policy of clients lets every row through', async () => {
    const rows = await test_.database.sql<{ name: string }[]>`
      select tablename as name from pg_policies where 'artikul_client' = any(roles) and qual = 'true' order by 1`
    expect(rows.map((row) => row.name)).toEqual([])
  })

  test('every table with contractor_id has a policy, except the listed tables', async () => {
    const rows = await test_.database.sql<{ name: string }[]>`
      select c.relname as name from pg_class c join pg_attribute a on a.attrelid = c.oid
      where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace and a.attname = 'contractor_id'
        and not c.relrowsecurity order by 1`
    // Tables read before the caller is known, or by staff only.
    expect(rows.map((row) => row.name)).toEqual([
      'audit_log',
      'impersonations',
      'invitation_companies',
      'one_c_new_companies',
      'one_time_tokens',
      'user_consignees',
      'user_contractors',
    ])
  })
})

type Company = Awaited<ReturnType<typeof buildCompany>>

const RANDOM = 2_147_483_000

async function buildCompaniesAndSignIn() {
  const { db } = test_.database
  const seller = await buildSeller(db)
  const warehouse = await buildWarehouse(db, seller.id)
  const offer = await buildOffer(db, (await buildProduct(db)).id, warehouse.id)
  sibling = await buildCompany(seller.id, offer.id)
  foreign = await buildCompany(seller.id, offer.id)
  // The admin of `own` is also a member of `sibling`, which is not the current company.
  own = await buildCompany(seller.id, offer.id, [sibling.id])
  sessions.set('CONTRACTOR_ADMIN', await loginAs(test_, own.admin))
  sessions.set('CONTRACTOR_USER', await loginAs(test_, own.employee))
  for (const role of ['ARTIKUL_ORDER_MANAGER', 'ARTIKUL_WARRANTY_MANAGER'] as const)
    sessions.set(role, await loginAs(test_, await buildUser(db, { role })))
}

/** Creates a company with one object of each kind that routes refer to by id. */
async function buildCompany(sellerId: number, offerId: number, extraMemberOf: number[] = []) {
  const { db } = test_.database
  const company = await buildContractor(db, { sellerIds: [sellerId], contract: { prepayment_percent: 100 } })
  const consignee = await buildConsignee(db, company.id, { is_default: true })
  const admin = await buildUser(db, { role: 'CONTRACTOR_ADMIN', contractorIds: [company.id, ...extraMemberOf] })
  const employee = await buildUser(db, { role: 'CONTRACTOR_USER', contractorIds: [company.id] })
  const headers = await loginAs(test_, admin)
  const add = () =>
    send<{ line_id: number }>(test_, {
      method: 'POST',
      url: '/api/v1/cart/lines',
      headers,
      payload: { offer_id: offerId, qty: 1, consignee_id: consignee.id },
    })
  await add()
  const preview = await send<{ lines: object[] }>(test_, { url: '/api/v1/orders/preview', headers })
  const placed = await send<{ orders: { id: number }[] }>(test_, {
    method: 'POST',
    url: '/api/v1/orders',
    headers: { ...headers, 'idempotency-key': `company-${company.id}` },
    payload: { lines: preview.json.lines },
  })
  if (placed.status !== 201) throw new Error(placed.text)
  const order = placed.json.orders[0]?.id ?? 0
  const shipment = await buildShipment(db, order)
  const claim = await buildClaim(db, shipment, admin.id)
  const line = (await add()).json.line_id
  const cart = await send<{ id: number }>(test_, {
    method: 'POST',
    url: '/api/v1/carts',
    headers,
    payload: { name: 'Вторая' },
  })
  expect(order * line).toBeGreaterThan(0)
  const { id: productId } = await buildProduct(db)
  const watch = (await buildProductAlert(db, { contractorId: company.id, userId: admin.id, productId })).id
  const priceExport = (await buildPriceExport(db, { contractorId: company.id, userId: admin.id })).id
  const recipient = (await buildRecipient(db, { contractorId: company.id, userId: admin.id })).id
  const key = (await buildKey(test_, headers)).id
  const webhook = await buildWebhook(db, { contractorId: company.id, userId: admin.id })
  const list = (await buildList(db, { contractorId: company.id, userId: admin.id })).id
  const asker = { contractorId: company.id, userId: admin.id }
  const request = (await buildRequest(db, asker)).id
  const photo = (await buildPhoto(db, { ...asker, requestId: request })).id
  const goods = await db.selectFrom('offers').select(['product_id', 'warehouse_id']).executeTakeFirstOrThrow()
  await buildAnswer(db, { ...asker, requestId: request }, goods)
  const write = async (url: string, payload: object) =>
    (
      await send<{ id: number }>(test_, {
        method: 'POST',
        url: `/api/v1/${url}`,
        headers: { ...headers, 'idempotency-key': crypto.randomUUID() },
        payload,
      })
    ).json.id
  const ask = { kind: 'advance', contract_id: company.contractIds[0], sum_kop: 1000, purpose: '' }
  const invoice = await write('invoices', { ask, shown: [1000], replaces_id: null, draft_id: null })
  const draft = await write('invoices/drafts', {
    contractor_id: null,
    fields: INVOICE_DRAFT,
  })
  return {
    ...company,
    invoice,
    draft,
    consignee: consignee.id,
    admin,
    employee,
    order,
    shipment,
    claim: claim.id,
    claimFile: claim.fileId,
    line,
    cart: cart.json.id,
    watch,
    recipient,
    key,
    webhook,
    list,
    priceExport,
    request,
    photo,
  }
}

/** Objects by the id in the route's path. */
const THINGS: [RegExp, (company: Company) => number][] = [
  [/^\/api\/v1\/invoices\/drafts\/:id/, (company) => company.draft],
  [/^\/api\/v1\/invoices\/:id/, (company) => company.invoice],
  [/^\/api\/v1\/(orders|order-invoices)\/:id/, (company) => company.order],
  [/^\/api\/v1\/orders\/:id\/invoice/, (company) => company.order],
  [/^\/api\/v1\/(claims\/)?shipments\/:id/, (company) => company.shipment],
  [/^\/api\/v1\/claims\/files\/:id/, (company) => company.claimFile],
  [/^\/api\/v1\/claims\/:id/, (company) => company.claim],
  [/^\/api\/v1\/cart\/lines\/:id/, (company) => company.line],
  [/^\/api\/v1\/carts\/:id/, (company) => company.cart],
  [/\/user\/admin\/user\/:user_id/, (company) => company.employee.id],
  [/change_current_contractor\/:contractor_id/, (company) => company.id],
  [/^\/api\/v1\/contractors\/:id/, (company) => company.id],
  [/^\/api\/v1\/contracts\/:id/, (company) => company.contractIds[0] ?? 0],
  [/^\/api\/v1\/consignees\/:id/, (company) => company.consignee],
  [/^\/api\/v1\/letter-recipients\/:id/, (company) => company.recipient],
  [/^\/api\/v1\/api-keys\/:id/, (company) => company.key],
  [/^\/api\/v1\/webhooks\/:id/, (company) => company.webhook.id],
  [/^\/api\/v1\/webhook-messages\/:id/, (company) => company.webhook.messageId],
  [/^\/api\/v1\/watches\/:id/, (company) => company.watch],
  [/^\/api\/v1\/lists\/:id/, (company) => company.list],
  [/^\/api\/v1\/price-files\/:id/, (company) => company.priceExport],
  [/^\/api\/v1\/requests\/:id/, (company) => company.request],
  [/^\/api\/v1\/requests\/photos\/:id/, (company) => company.photo],
]

async function ask(route: Route, role: Role, id: number) {
  const version = route.method === 'DELETE' && route.query ? '?version=1' : ''
  const reply = await send(test_, {
    method: route.method,
    url: route.path.replace(/:\w+/, String(id)).replace(/:(position|into|product_id|line_id|photo_id)/, '1') + version,
    headers: { ...sessions.get(role), ...(route.idempotent && { 'idempotency-key': crypto.randomUUID() }) },
    ...(route.body && { payload: route.example ?? {} }),
  })
  return { status: reply.status, body: reply.text.replace(/"request_id":"[^"]+"/, '') }
}
