import type { Order } from '@artikul/contract/ordering/orders/orders'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { API } from '@artikul/contract/api'
import { can, type Role } from '@artikul/contract/core/roles'
import type { Route } from '@artikul/contract/core/route'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  buildClient,
  buildSecretGoods,
  buildSecretSupplier,
  CANARY,
  type Client,
  type SecretGoods,
} from './client-replies.factory.ts'
import { buildCertificate, buildPhoto } from './modules/catalog/product-content/product-content.factory.ts'
import { buildNews } from './modules/site/news/news.factory.ts'
import { anyPhoto } from './modules/ordering/quote-requests/quote-requests.factory.ts'
import { getForClient } from './modules/ordering/orders/cancellations/cancel-requests.factory.ts'
import { INVOICE_DRAFT } from './testing/invoice-draft.ts'
import { pointFields, vehicleFields } from './testing/companies.ts'
import { textOfFile } from './testing/files/file-text.ts'
import { useTestApp } from './testing/test-app.ts'

const dataDir = await mkdtemp(join(tmpdir(), 'artikul-replies-'))
const test_ = useTestApp({ DATA_DIR: dataDir, PRIVATE_URLS: 'on' })
afterAll(() => rm(dataDir, { recursive: true, force: true }))

describe('purchase prices, margins and supplier names in client replies', () => {
  let goods: SecretGoods
  let closeSupplier: (() => unknown) | undefined
  afterAll(() => closeSupplier?.())
  beforeAll(async () => {
    goods = await buildSecretGoods(test_)
    closeSupplier = (await buildSecretSupplier(test_, goods)).close
  })

  test('every route that a client may call is checked', () => {
    const known = new Set([...OF_PERSONS, ...STEPS.map(([name]) => name)])
    const forClients = ROUTES.filter(([, route]) => isFor('CONTRACTOR_ADMIN', route) || isFor('CONTRACTOR_USER', route))
    expect(forClients.map(([name]) => name).toSorted()).toEqual([...known].toSorted())
  })

  test.each(['CONTRACTOR_ADMIN', 'CONTRACTOR_USER'] as const)('%s gets none of them in any reply', async (role) => {
    const client = await buildClient(test_, goods, role)
    expect(client.secretKop.length).toBeGreaterThan(10)
    const routes = new Map(ROUTES.filter(([, route]) => isFor(role, route)))
    const steps: Step[] = [...STEPS, ...OF_PERSONS.map((name): Step => [name])]
    for (const [name, callOf] of steps) {
      const route = routes.get(name)
      if (!route) continue
      const { status, text } = await call(client, route, (await callOf?.(client, goods)) ?? {})
      expect([name, leaksOf(text, client)]).toEqual([name, []])
      if (!OF_PERSONS.includes(name)) expect([name, status, text]).toEqual([name, route.status ?? 200, text])
      if (OF_GOODS.includes(name)) expect([name, text]).toEqual([name, expect.stringContaining('SECRET-')])
    }
  })

  test.each([`{"name":"${CANARY}-1"}`, '{"min_markup":1}', '77 701,31 ₽', '{"price_kop":7770131}'])(
    'reply with %s is detected as a leak',
    (text) => {
      expect(leaksOf(text, { secretKop: [7_770_131] })).toHaveLength(1)
    },
  )
})

const ROUTES = Object.entries(API).flatMap(([group, routes]) =>
  Object.entries(routes).map(([name, route]): [string, Route] => [`${group}.${name}`, route]),
)
/** An endless stream never completes; its events contain numbers only. */
const isFor = (role: Role, { access, stream }: Route) => stream !== 'endless' && isOpenTo(role, access)
const isOpenTo = (role: Role, access: Route['access']) =>
  access === 'public' || access === 'signed-in' || can([role], access)

/**
 * Routes of the user's own account, password, sessions, keys and emails, and of an outside catalogue of parts by VIN, which do
 * not concern goods of the portal.
 */
const OF_PERSONS = [
  'auth.pair',
  'auth.refresh',
  'auth.verify',
  'auth.logout',
  'auth.impersonate',
  'auth.refreshImpersonation',
  'auth.endImpersonation',
  'passwords.requestReset',
  'passwords.checkLink',
  'passwords.set',
  'passwords.change',
  'profile.confirmEmail',
  'profile.acceptInvitation',
  'notificationDevices.add',
  'notificationDevices.check',
  'notificationDevices.linkMax',
  'notificationDevices.remove',
  'profile.endSession',
  'profile.confirmPassword',
  'profile.startSecondFactor',
  'profile.confirmSecondFactor',
  'profile.removeSecondFactor',
  'profile.finishTour',
  'accounts.create',
  'accounts.readList',
  'accounts.changeEmployee',
  'accounts.resetEmployeePassword',
  'contractors.reapply',
  'contracts.file',
  'portalSettings.logo',
  'searches.recent',
  'setup.state',
  'setup.createAdministrator',
  'setup.fillDemo',
  'registration.register',
  'registration.confirm',
  'registration.addCompany',
  'suggestions.party',
  'suggestions.bank',
  'suggestions.address',
  'consignees.readList',
  'apiKeys.list',
  'apiKeys.create',
  'apiKeys.change',
  'apiKeys.rotate',
  'apiKeys.revoke',
  'webhooks.list',
  'webhooks.create',
  'webhooks.change',
  'webhooks.rotate',
  'webhooks.remove',
  'webhooks.test',
  'webhooks.messages',
  'webhooks.message',
  'webhooks.replay',
  'emailRecipients.list',
  'emailRecipients.add',
  'emailRecipients.change',
  'emailRecipients.remove',
  'emailRecipients.readLink',
  'partLinks.read',
  'emailRecipients.confirm',
  'emailRecipients.stop',
  'vehicleCatalog.vehicles',
  'vehicleCatalog.groups',
  'vehicleCatalog.units',
  'vehicleCatalog.unit',
  'vehicleCatalog.image',
]

interface Call {
  params?: Record<string, number | string>
  query?: string
  body?: object
}
type Step = [route: string, call?: (client: Client, goods: SecretGoods) => Call | Promise<Call>]

const ask = async (client: Client, url: string) =>
  (await test_.app.inject({ url, headers: client.headers })).json<{ path: string; lines: { id?: number }[] }>()
const cartNow = async ({ headers }: Client) =>
  (await test_.app.inject({ url: '/api/v1/cart', headers })).json<{ id: number }>().id
const firstOf =
  (list: string) =>
  async ({ headers }: Client) => {
    const reply = await test_.app.inject({ url: `/api/v1/${list}`, headers })
    return { params: { id: reply.json<{ results: { id: number }[] }>().results[0]?.id ?? 0 } }
  }
const reconciliationOf = firstOf('reconciliations')
const differenceOf = async (client: Client) => {
  const { params } = await reconciliationOf(client)
  return firstOf(`reconciliations/${params.id}/differences`)(client)
}
const newReconciliation = async (client: Client) => ({
  query: `name=act.csv&${(await statement(client)).query}`,
  body: Buffer.from('Дата;Документ;Сумма\n10.01.2026;Поступление 77001;5\n'),
})
const viewOf = firstOf('order-views')
const templateOf = firstOf('order-templates')
const deletedTemplate = async () => {
  const rows = test_.database.db
    .selectFrom('order_templates')
    .select('id')
    .where('deleted_at', 'is not', null)
    .orderBy('id', 'desc')
  return { params: await rows.executeTakeFirstOrThrow() }
}
const deletedCart = async () => {
  const rows = test_.database.db
    .selectFrom('carts')
    .select('id')
    .where('name', '=', 'Вторая корзина')
    .orderBy('id', 'desc')
  return { params: await rows.executeTakeFirstOrThrow() }
}
const ticket = async (client: Client, file: number) => ({
  params: { ticket: (await ask(client, `/api/v1/price-exports/${file}/link`)).path.split('/').at(-1) ?? '' },
})
const requestRow = { product_id: null, brand: 'ЗАМЕТНЫЙ', article: 'SECRET-1', name: '', qty: 1, client_ref: '' }

async function vehicleOfOrder(client: Client): Promise<Call> {
  const { params } = await firstOf('vehicles')(client)
  const { db } = test_.database
  await db.updateTable('order_lines').set({ vehicle_id: params.id }).where('order_id', '=', client.order).execute()
  return { params }
}

async function cancelFirst(client: Client): Promise<Call> {
  const { lines } = (
    await test_.app.inject({ url: `/api/v1/orders/${client.order}`, headers: client.headers })
  ).json<Order>()
  const [line] = lines
  const move = { line_id: line?.id, from: line?.parts[0]?.state, to: 'cancelled_client', qty: 1 }
  return { params: { id: client.order }, body: { moves: [move] } }
}

async function placeHeld({ headers, held: [, id = 0] }: Client): Promise<Call> {
  const { lines } = (await test_.app.inject({ url: `/api/v1/orders/${id}`, headers })).json<Order>()
  return { params: { id }, body: { line_ids: lines.map((line) => line.id) } }
}

const statement = async (client: Client): Promise<Call> => {
  const { results } = (await test_.app.inject({ url: '/api/v1/settlements', headers: client.headers })).json<{
    results: { contract_id: number }[]
  }>()
  return { query: `contract_id=${results[0]?.contract_id}&from=2026-01-01&to=2026-12-31` }
}

async function goodsOf({ headers }: Client) {
  const read = async <T>(url: string, payload?: object) =>
    (
      await test_.app.inject({
        url,
        headers,
        ...(payload ? { method: 'POST' as const, payload } : { method: 'GET' as const }),
      })
    ).json<T>()
  const { results } = await read<{ results: { id: number }[] }>('/api/v1/invoices/contracts')
  const contract_id = results[0]?.id ?? 0
  const { rows } = await read<{ rows: { choices: { offer_id: number }[] }[] }>('/api/v1/invoices/find', {
    contract_id,
    rows: [{ article: 'SECRET-1', qty: 1 }],
  })
  return { kind: 'goods', contract_id, lines: [{ offer_id: rows[0]?.choices[0]?.offer_id, qty: 1, price_kop: null }] }
}

async function newInvoiceOf(client: Client) {
  const ask = await goodsOf(client)
  const payload = { ask, replaces_id: null }
  const seen = await test_.app.inject({
    method: 'POST',
    url: '/api/v1/invoices/preview',
    headers: client.headers,
    payload,
  })
  const shown = seen.json<{ lines: { sum_kop: number }[] }>().lines.map((line) => line.sum_kop)
  return { ...payload, shown, draft_id: null }
}
const freeInvoiceOf = firstOf('documents?kind=invoice')
const draftOf = firstOf('invoices/drafts')

/** Calls of a client in an order in which every object still exists; deletions come last. */
const STEPS: Step[] = [
  ['users.current'],
  ['users.changeCurrentContractor', ({ company }) => ({ params: { contractor_id: company } })],
  ['profile.update', () => ({ body: { full_name: 'Петров Пётр' } })],
  ['profile.sessions'],
  ['profile.endOtherSessions'],
  ['profile.onBehalf'],
  ['accounts.employees'],
  ['accounts.employee', ({ colleague }) => ({ params: { user_id: colleague } })],
  ['accounts.exportEmployees'],
  ['personalData.own'],
  ['contractors.list'],
  ['contractors.get', ({ company }) => ({ params: { id: company } })],
  ['contractors.update', ({ company }) => ({ params: { id: company }, body: { version: 1, phone: '+79990000002' } })],
  ['contractors.history', ({ company }) => ({ params: { id: company } })],
  ['contractors.consents', ({ company }) => ({ params: { id: company } })],
  ['contractors.standings', ({ company }) => ({ params: { id: company } })],
  ['contracts.list', ({ company }) => ({ params: { id: company } })],
  ['consignees.list'],
  ['consignees.options'],
  ['consignees.export'],
  ['consignees.create', () => ({ body: pointFields() })],
  ['consignees.update', ({ consignee }) => ({ params: { id: consignee }, body: { version: 1, name: 'Точка' } })],
  ['vehicleCatalog.status'],
  ['vehicles.list'],
  ['vehicles.byNumber', () => ({ query: 'number=XTA210990Y2766389' })],
  ['vehicles.create', () => ({ body: vehicleFields() })],
  ['vehicles.get', firstOf('vehicles')],
  [
    'vehicles.update',
    async (client) => ({ ...(await firstOf('vehicles')(client)), body: { version: 1, notes: 'Зимой' } }),
  ],
  ['vehiclePurchases.ofVehicle', vehicleOfOrder],
  ['delivery.zones'],
  ['delivery.calendar', () => ({ query: 'year=2026' })],
  ['supplier.legal', () => ({ params: { kind: 'offer' } })],
  ['supplier.contacts'],
  ['legal.versions', () => ({ params: { kind: 'offer' } })],
  ['legal.version', () => ({ params: { kind: 'offer', version: 1 } })],
  ['legal.pdf', () => ({ params: { kind: 'offer', version: 1 } })],
  ['legal.toAccept'],
  ['legal.accept', () => ({ body: { version: 1 } })],
  ['pageTexts.get', () => ({ params: { page: 'about' } })],
  ['news.list'],
  ['brands.known'],
  ['news.get', async () => ({ params: { id: (await buildNews(test_.database.db)).id } })],
  [
    'productContent.photo',
    async (_, { products }) => ({
      params: { hash: await buildPhoto(test_.database.db, products.asked.id), size: 'thumbnail' },
    }),
  ],
  ['certificates.list', (_, { products }) => ({ params: { id: products.asked.id } })],
  [
    'certificates.file',
    async (_, { products }) => ({
      params: { id: await buildCertificate(test_.database.db, { product_id: products.asked.id }) },
    }),
  ],
  ['news.cover', async () => ({ params: { id: (await buildNews(test_.database.db, { hasCover: true })).coverId } })],
  ['search.byArticle', () => ({ query: 'q=SECRET-1' })],
  ['search.byArticle', () => ({ query: `q=${encodeURIComponent('диск тормозной')}` })],
  ['search.groups'],
  ['search.ofGroup', (_, { groupId }) => ({ params: { id: groupId } })],
  ['search.online', () => ({ query: 'q=SECRET-1' })],
  ['search.suggest', () => ({ query: 'q=SECRET' })],
  ['globalSearch.find', () => ({ query: 'q=SECRET' })],
  ['search.cutoff'],
  ['catalog.product', (_, { products }) => ({ params: { code: products.asked.code } })],
  ['catalog.product', (_, { products }) => ({ params: { code: products.newer.code } })],
  ['catalog.together', (_, { products }) => ({ params: { code: products.asked.code } })],
  ['cart.add', (_, { offerIds }) => ({ body: { offer_id: offerIds[1], qty: 12 } })],
  ['cart.change', ({ line }) => ({ params: { id: line }, body: { qty: 15 } })],
  ['cart.get'],
  ['quoteRequests.addToCart', ({ request, answers }) => ({ params: { id: request }, body: { answer_ids: answers } })],
  ['cart.get'],
  ['carts.list'],
  ['carts.sums'],
  ['carts.create', () => ({ body: { name: 'Вторая' } })],
  ['carts.rename', async (client) => ({ params: { id: await cartNow(client) }, body: { name: 'Вторая корзина' } })],
  [
    'carts.take',
    async (client) => ({ params: { id: await cartNow(client) }, body: { line_ids: [client.line], copy: true } }),
  ],
  ['cart.get'],
  ['carts.file', async (client) => ({ params: { id: await cartNow(client) } })],
  ['carts.choose', async (client) => ({ params: { id: await cartNow(client) } })],
  ['carts.remove', async (client) => ({ params: { id: await cartNow(client) } })],
  ['carts.restore', deletedCart],
  ['carts.remove', deletedCart],
  ['cart.removeMany', ({ line }) => ({ body: { line_ids: [line] } })],
  ['cart.restore', ({ line }) => ({ body: { line_ids: [line] } })],
  ['cart.select', ({ line }) => ({ body: { line_ids: [line], selected: true } })],
  ['cart.sendForPlacing', () => ({ body: { comment: 'Оформите, когда сможете' } })],
  ['orders.preview'],
  ['orders.place', async (client) => ({ body: { lines: (await ask(client, '/api/v1/orders/preview')).lines } })],
  ['cart.add', (_, { offerIds }) => ({ body: { offer_id: offerIds[3], qty: 1 } })],
  ['cart.addMany', (_, { offerIds }) => ({ body: { lines: [{ offer_id: offerIds[3], qty: 1 }] } })],
  ['orders.list'],
  ['orders.get', ({ order }) => ({ params: { id: order } })],
  ['orders.specification', ({ order }) => ({ params: { id: order } })],
  [
    'replacements.toCart',
    ({ refused: [id] }, { offerIds }) => ({ params: { id }, body: { offer_id: offerIds[3], qty: 1 } }),
  ],
  [
    'replacements.order',
    ({ refused: [, id] }, { offerIds }) => ({
      params: { id },
      body: { offer_id: offerIds[3], qty: 1, price_kop: null, expected_date: '2030-01-01' },
    }),
  ],
  ['orderMessages.upload', ({ order }) => ({ params: { id: order }, query: 'name=photo.jpg', body: anyPhoto() })],
  [
    'orderMessages.postMessage',
    ({ order, orderFile }) => ({ params: { id: order }, body: { text: 'Когда?', file_ids: [orderFile] } }),
  ],
  ['orderMessages.note', ({ order }) => ({ params: { id: order }, body: { text: 'Звонил Пётр', version: 0 } })],
  ['orderMessages.read', ({ order }) => ({ params: { id: order } })],
  ['orderMessages.file', ({ orderFile }) => ({ params: { id: orderFile } })],
  ['changeApprovals.list'],
  ['changeApprovals.answer', ({ decision }) => ({ params: { id: decision }, body: { answer: 'agree' } })],
  ['changeApprovals.readLink', ({ approvalToken: token }) => ({ body: { token } })],
  ['changeApprovals.answerLink', ({ approvalToken: token }) => ({ body: { token, answer: 'decline' } })],
  ['home.today'],
  ['home.cutoffs'],
  ['shipments.list'],
  ['shipments.get', ({ shipment }) => ({ params: { id: shipment } })],
  ['shipments.packingList', ({ shipment }) => ({ params: { id: shipment } })],
  ['shipmentIntake.updCopy', ({ shipment }) => ({ params: { id: shipment } })],
  ['shipmentIntake.xlsx', ({ shipment }) => ({ params: { id: shipment } })],
  ['shipmentIntake.xml', ({ shipment }) => ({ params: { id: shipment } })],
  ['documents.list'],
  ['documents.archive'],
  ['shipments.accept', ({ shipment }) => ({ params: { id: shipment } })],
  ['statements.contracts'],
  ['statements.movements', () => ({ query: 'from=2026-01-01&to=2026-12-31' })],
  ['statements.unpaid'],
  ['statements.spend', () => ({ query: 'from=2026-01-01&to=2026-12-31' })],
  ['statements.spendMonths', () => ({ query: 'from=2026-01-01&to=2026-12-31' })],
  ['statements.month', () => ({ query: 'month=2026-11' })],
  ['statements.invoices'],
  ['statements.statementPdf', statement],
  ['statements.statementXlsx', statement],
  ['reconciliation.upload', newReconciliation],
  ['reconciliation.list'],
  ['reconciliation.get', reconciliationOf],
  ['reconciliation.differences', reconciliationOf],
  [
    'reconciliation.setLayout',
    async (client) => ({
      ...(await reconciliationOf(client)),
      body: { sheet: null, header_row: null, columns: null },
    }),
  ],
  ['reconciliation.match', reconciliationOf],
  ['reconciliation.file', reconciliationOf],
  ['reconciliation.postMessage', async (client) => ({ ...(await differenceOf(client)), body: { text: 'Проверьте' } })],
  ['reconciliation.messages', differenceOf],
  [
    'reconciliation.close',
    async (client) => ({ ...(await differenceOf(client)), body: { version: 1, outcome: 'as_is' } }),
  ],
  [
    'reconciliation.remove',
    async (client) => {
      const sent = await newReconciliation(client)
      const headers = { ...client.headers, 'content-type': 'application/octet-stream' }
      const url = `/api/v1/reconciliations?${sent.query}`
      const made = await test_.app.inject({ method: 'POST', url, headers, payload: sent.body })
      return { params: { id: made.json<{ id: number }>().id } }
    },
  ],
  ['claims.list'],
  ['claims.counts'],
  ['claims.shipments', () => ({ query: 'q=SECRET-1' })],
  ['claims.goods', ({ shipment }) => ({ params: { id: shipment } })],
  ['claims.upload', () => ({ query: 'name=photo.jpg', body: anyPhoto() })],
  [
    'claims.create',
    ({ shipment, claim }) => ({
      body: {
        shipment_id: shipment,
        kind: 'surplus',
        outcome: 'take_back',
        text: '',
        lines: [{ shipment_line_id: claim.shipmentLineId, qty: 1, asked_kop: null }],
        file_ids: [],
      },
    }),
  ],
  [
    'claims.reportDiscrepancy',
    async ({ shipment, claim }) => {
      // Columns of a shipment without a receipt.
      const nobody = { received_on: null, received_at: null, receiver_id: null, received_for_id: null }
      await test_.database.db.updateTable('shipments').set(nobody).where('id', '=', shipment).execute()
      const lines = [{ shipment_line_id: claim.shipmentLineId, qty: 1 }]
      const surplus = { kind: 'surplus', outcome: 'take_back', text: '', lines, file_ids: [] }
      return { params: { id: shipment }, body: { claims: [surplus] } }
    },
  ],
  ['claims.act', ({ claim }) => ({ params: { id: claim.id } })],
  ['claims.uploadTo', ({ claim }) => ({ params: { id: claim.id }, query: 'name=photo.jpg', body: anyPhoto() })],
  ['claims.postMessage', ({ claim }) => ({ params: { id: claim.id }, body: { text: 'Спасибо', file_ids: [] } })],
  ['claims.get', ({ claim }) => ({ params: { id: claim.id } })],
  ['claims.file', ({ claim }) => ({ params: { id: claim.fileId } })],
  ['claims.withdraw', ({ claim }) => ({ params: { id: claim.id }, body: { version: 1 } })],
  [
    'claims.label',
    async ({ claim }) => {
      const approved = { state: 'approved', ended_at: null }
      await test_.database.db.updateTable('claims').set(approved).where('id', '=', claim.id).execute()
      return { params: { id: claim.id } }
    },
  ],
  ['orderLists.orderCounts'],
  ['orderLists.orderFile'],
  ['orderLists.lines'],
  ['orderLists.lineCounts'],
  ['orderLists.lineHistory', firstOf('order-lines')],
  ['partLinks.create', firstOf('order-lines')],
  ['partLinks.get', firstOf('order-lines')],
  ['partLinks.revoke', firstOf('order-lines')],
  ['orderLists.lineFile'],
  ['orders.dispute', ({ disputed }) => ({ params: { id: disputed } })],
  ['purchases.frequent'],
  ['ownPrices.explain', (_, { products }) => ({ query: `product_id=${products.asked.id}` })],
  ['purchases.ofProducts', (_, { products }) => ({ query: `product_ids=${products.asked.id},${products.newer.id}` })],
  ['invoices.issue', ({ order }) => ({ params: { id: order } })],
  ['invoices.ofOrder', ({ order }) => ({ params: { id: order } })],
  ['invoices.pdf', ({ order }) => ({ params: { id: order } })],
  ['invoices.xlsx', ({ order }) => ({ params: { id: order } })],
  ['newInvoice.contracts'],
  ['newInvoice.payable', async (client) => ({ query: `contract_id=${(await goodsOf(client)).contract_id}` })],
  [
    'newInvoice.find',
    async (client) => ({
      body: { contract_id: (await goodsOf(client)).contract_id, rows: [{ article: 'SECRET-1', qty: 1 }] },
    }),
  ],
  ['newInvoice.preview', async (client) => ({ body: { ask: await goodsOf(client), replaces_id: null } })],
  ['newInvoice.issue', async (client) => ({ body: await newInvoiceOf(client) })],
  ['invoices.get', freeInvoiceOf],
  ['invoices.filePdf', freeInvoiceOf],
  ['invoices.fileXlsx', freeInvoiceOf],
  [
    'invoiceEmails.send',
    async (client) => ({ ...(await freeInvoiceOf(client)), body: { to: ['accountant@client.test'] } }),
  ],
  ['invoiceEmails.list', freeInvoiceOf],
  ['newInvoice.cancel', async (client) => ({ ...(await freeInvoiceOf(client)), body: { reason: 'Не нужен' } })],
  ['newInvoice.saveDraft', () => ({ body: { contractor_id: null, fields: INVOICE_DRAFT } })],
  ['newInvoice.drafts'],
  [
    'newInvoice.changeDraft',
    async (client) => ({ ...(await draftOf(client)), body: { version: 1, fields: INVOICE_DRAFT } }),
  ],
  ['newInvoice.removeDraft', draftOf],
  ['bulkOrders.paste', () => ({ body: { text: 'SECRET-1 1' } })],
  ['bulkOrders.upload', () => ({ query: 'name=list.csv', body: Buffer.from('Артикул;Количество\nSECRET-2;3\n') })],
  ['bulkOrders.repeat', ({ order }) => ({ body: { order_id: order } })],
  ['orderViews.save', () => ({ body: { name: 'Просроченные', filter: { late: 'true' } } })],
  ['orderViews.list'],
  ['orderViews.remove', viewOf],
  ['orderTemplates.create', ({ order }) => ({ body: { name: 'Масла', order_id: order } })],
  ['orderTemplates.list'],
  ['orderTemplates.toList', async (client) => ({ ...(await templateOf(client)), body: { consignee_id: null } })],
  ['orderTemplates.rename', async (client) => ({ ...(await templateOf(client)), body: { name: 'Масла недели' } })],
  ['orderTemplates.remove', templateOf],
  ['orderTemplates.restore', deletedTemplate],
  ['bulkOrders.own'],
  ['bulkOrders.progress', ({ list }) => ({ params: { id: list } })],
  ['bulkOrders.get', ({ list }) => ({ params: { id: list } })],
  ['bulkOrders.row', ({ list }) => ({ params: { id: list, position: 1 } })],
  ['bulkOrders.online', ({ list }) => ({ params: { id: list } })],
  ['bulkOrders.changeRow', ({ list }) => ({ params: { id: list, position: 1 }, body: { qty: 11 } })],
  ['bulkOrders.select', ({ list }) => ({ params: { id: list }, body: { positions: [1, 2], selected: true } })],
  ['bulkOrders.strategies', ({ list }) => ({ params: { id: list } })],
  ['bulkOrders.choose', ({ list }) => ({ params: { id: list }, body: { strategy: 'cheapest' } })],
  ['bulkOrders.file', ({ list }) => ({ params: { id: list } })],
  ['bulkOrders.toCart', ({ list }) => ({ params: { id: list }, body: { vehicle_id: null } })],
  ['cart.get'],
  [
    'productAlerts.create',
    (_, { products }) => ({ body: { product_id: products.asked.id, kind: 'price', qty: null, price_kop: 100 } }),
  ],
  ['productAlerts.list'],
  ['notifications.list'],
  ['notifications.unread'],
  ['notifications.settings'],
  ['notifications.saveSettings', () => ({ body: { topics: [], hours: [9] } })],
  ['notifications.read', () => ({ body: { id: 1, and_older: false } })],
  ['notificationDevices.list'],
  ['quoteRequests.create', () => ({ body: { text: '', vin: '', car: '', rows: [requestRow] } })],
  ['quoteRequests.list'],
  ['quoteRequests.get', ({ request }) => ({ params: { id: request } })],
  ['quoteRequests.addPhoto', ({ request }) => ({ params: { id: request }, body: anyPhoto() })],
  ['quoteRequests.photo', ({ photo }) => ({ params: { id: photo } })],
  ['quoteRequests.postMessage', ({ request }) => ({ params: { id: request }, body: { text: 'Спасибо' } })],
  ['priceExports.order', () => ({ body: { format: 'csv', brand_ids: [], in_stock: true, consignee_id: null } })],
  [
    'priceExports.schedule',
    () => ({ body: { format: 'csv', brand_ids: [], in_stock: true, consignee_id: null, hour: 7, is_on: true } }),
  ],
  ['priceExports.list'],
  ['priceExports.brands'],
  ['priceExports.groups'],
  ['priceExports.link', ({ csv }) => ({ params: { id: csv } })],
  ['priceExports.content', (client) => ticket(client, client.csv)],
  ['priceExports.content', (client) => ticket(client, client.xlsx)],
  ['cart.remove', async (client) => ({ params: { id: (await ask(client, '/api/v1/cart')).lines[0]?.id ?? 0 } })],
  ['orderHolds.askCreditHoldOverride', ({ held: [id = 0] }) => ({ params: { id }, body: {} })],
  ['orderHolds.prepay', ({ held: [id = 0] }) => ({ params: { id } })],
  ['orderHolds.placePart', placeHeld],
  ['orders.move', cancelFirst],
  [
    'cancelRequests.create',
    async ({ order }) => ({
      params: { id: await getForClient(test_.database.db, order) },
      body: { qty: 1, message: 'Передумали' },
    }),
  ],
  [
    'cancelRequests.withdraw',
    async () => {
      const open = test_.database.db.selectFrom('cancel_requests').select('id').where('ended_at', 'is', null)
      return { params: { id: (await open.executeTakeFirstOrThrow()).id } }
    },
  ],
  [
    'bulkOrders.setLayout',
    ({ list }) => ({ params: { id: list }, body: { sheet: null, header_row: null, columns: null } }),
  ],
  ['bulkOrders.remove', ({ list }) => ({ params: { id: list } })],
  ['productAlerts.remove', ({ watch }) => ({ params: { id: watch } })],
  ['quoteRequests.close', ({ request }) => ({ params: { id: request } })],
  ['consignees.remove', ({ consignee }) => ({ params: { id: consignee }, query: 'version=2' })],
  ['vehicles.remove', async (client) => ({ ...(await firstOf('vehicles')(client)), query: 'version=2' })],
  [
    'vehicles.restore',
    async (client) => ({ ...(await firstOf('vehicles?archived=true')(client)), body: { version: 3 } }),
  ],
  ['consignees.restore', ({ consignee }) => ({ params: { id: consignee }, body: { version: 3 } })],
]

/** Routes that return goods: a reply without their names would prove nothing. */
const OF_GOODS = [
  'search.byArticle',
  'search.ofGroup',
  'search.online',
  'search.suggest',
  'globalSearch.find',
  'catalog.product',
  'cart.get',
  'carts.file',
  'orders.get',
  'changeApprovals.list',
  'changeApprovals.readLink',
  'shipments.get',
  'shipments.packingList',
  'claims.list',
  'claims.shipments',
  'claims.goods',
  'claims.get',
  'orderLists.lines',
  'orderLists.lineFile',
  'invoices.get',
  'invoices.filePdf',
  'invoices.fileXlsx',
  'newInvoice.find',
  'newInvoice.preview',
  'invoices.ofOrder',
  'invoices.pdf',
  'invoices.xlsx',
  'bulkOrders.get',
  'bulkOrders.row',
  'bulkOrders.changeRow',
  'bulkOrders.file',
  'productAlerts.list',
  'quoteRequests.list',
  'quoteRequests.get',
  'vehiclePurchases.ofVehicle',
  'priceExports.content',
]
const NOTHING = '2147483000'

async function call(client: Client, route: Route, { params = {}, query, body }: Call) {
  const path = route.path.replace(/:(\w+)/g, (_, name: string) => String(params[name] ?? NOTHING))
  const reply = await test_.app.inject({
    method: route.method,
    url: query === undefined ? path : `${path}?${query}`,
    headers: {
      ...client.headers,
      ...(route.idempotent && { 'idempotency-key': crypto.randomUUID() }),
      ...(route.upload && { 'content-type': 'application/octet-stream' }),
    },
    ...((route.body ?? route.upload) && { payload: body ?? {} }),
  })
  return { status: reply.statusCode, text: textOfFile(reply.rawPayload) }
}

const SECRET_KEY = /"\w*(purchase|markup|margin|floor|hundredths|supplier)\w*":/
/** Spellings as a plain number and in decimal form, without spaces. */
const spellings = (kop: number) => [String(kop), (kop / 100).toFixed(2), (kop / 100).toFixed(2).replace('.', ',')]

/** Finds confidential data in the reply. */
function leaksOf(text: string, { secretKop }: Pick<Client, 'secretKop'>): string[] {
  const dense = text.replace(/\s/g, '')
  return [
    ...(dense.match(new RegExp(`${CANARY}[\\p{L}\\d-]*`, 'giu')) ?? []),
    ...(SECRET_KEY.exec(text)?.slice(0, 1) ?? []),
    ...secretKop.flatMap(spellings).filter((spelling) => dense.includes(spelling)),
  ]
}
