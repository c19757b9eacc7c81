import { catalogRoutes } from '@artikul/contract/catalog/catalog'
import { PARTNER_API } from '@artikul/contract/integrations/partner-api'
import { PARTNER_PATH } from '@artikul/contract/integrations/partner-shapes'
import { consigneeRoutes } from '@artikul/contract/companies/consignees'
import { documentRoutes } from '@artikul/contract/billing/documents'
import { invoiceRoutes } from '@artikul/contract/billing/invoices'
import { settlementRoutes } from '@artikul/contract/billing/settlements'
import { shipmentIntakeRoutes } from '@artikul/contract/fulfilment/shipment-intake'
import { shipmentRoutes } from '@artikul/contract/fulfilment/shipments'
import { cartRoutes } from '@artikul/contract/ordering/cart'
import { cancelRequestRoutes } from '@artikul/contract/ordering/orders/cancel-requests'
import { changeApprovalRoutes } from '@artikul/contract/ordering/orders/change-approvals'
import { orderListRoutes } from '@artikul/contract/ordering/orders/order-lists'
import { orderRoutes } from '@artikul/contract/ordering/orders/orders'
import { priceExportRoutes } from '@artikul/contract/ordering/price-exports'
import { searchRoutes } from '@artikul/contract/ordering/search'
import type { FastifyInstance } from 'fastify'
import { companyScopeOf } from '../../../platform/access/index.ts'
import type { Config } from '../../../platform/config.ts'
import type { ReadPortal } from '../../../platform/portal/index.ts'
import type { Database } from '../../../platform/db/index.ts'
import { callRoute, requireContractor, serve, type Actor, type Before } from '../../../platform/http/index.ts'
import { brandIdsOf, type ReadBrands } from '../../catalog/index.ts'
import { searcherOf, searchMany } from '../../ordering/index.ts'
import { cancelLine, placeByKey, preparePlacing, type PlaceByKeyDeps } from './partner-orders.ts'
import { onlyMaker, presentGroup, searchArticle, searchOnlineGroups, withOnline } from './partner-search.ts'
import { buildPartnerDocument } from './openapi-document.ts'
import { limitOf, pageById, pageByNumber, pageRequestOf, placeOfCursor } from './cursors.ts'
import { selectKeyAccount, selectBrandsAfter, selectOrdersBefore } from './partner.queries.ts'

export interface PartnerDeps extends PlaceByKeyDeps {
  readBrands: ReadBrands
  readZone: Parameters<typeof searcherOf>[1]
  driver: Parameters<typeof searchMany>[0]['driver']
  config: Pick<Config, 'PUBLIC_ORIGIN'>
  readPortal: ReadPortal
}

const { any, search, orders, documents } = PARTNER_API

/** The delivery point named by the call, else that of the key. */
const pointOf = ({ key }: Actor, named: number | undefined) => named ?? key?.consigneeId ?? undefined

/** Serves the native partner API: the portal's own operations in released shapes. */
export function partnerModule(app: FastifyInstance, database: Database, deps: PartnerDeps) {
  serveDocument(app, deps)
  serveAccount(app, database)
  serveSearch(app, database, deps)
  servePrices(app, database)
  serveOrders(app, database, deps)
  serveCart(app, database)
  serveDocuments(app, database)
  serveFiles(app, database)
}

function serveDocument(app: FastifyInstance, { config, readPortal }: Pick<PartnerDeps, 'config' | 'readPortal'>) {
  let built: { name: string; text: string } | undefined
  app.get(`${PARTNER_PATH}/openapi.json`, { config: { access: 'public' } }, async (_, reply) => {
    const { name } = await readPortal()
    if (built?.name !== name)
      built = { name, text: JSON.stringify(buildPartnerDocument(name, config.PUBLIC_ORIGIN ?? '/')) }
    return reply.type('application/json; charset=utf-8').send(built.text)
  })
}

function serveAccount(app: FastifyInstance, database: Database) {
  serve(app, database, any.account, async ({ actor, db }) => {
    const account = await selectKeyAccount(db, requireContractor(actor), actor.key?.id ?? 0)
    if (!account) throw new Error('the key of a call is gone')
    const { limits } = actor
    const rights = { sees_prices: limits?.seesPrices !== false, may_place: limits?.mayPlace !== false }
    return { ...account, ...rights, order_limit_kop: limits?.orderLimitKop ?? null }
  })
  serve(app, database, any.points, (call) => callRoute(call, consigneeRoutes.options))
}

function serveSearch(app: FastifyInstance, database: Database, deps: PartnerDeps) {
  const { readBrands } = deps
  serve(app, database, search.search, async (call) => {
    const { article, brand, analogues, online } = call.query
    const consigneeId = pointOf(call.actor, call.query.consignee_id)
    const found = await searchArticle(call, readBrands, { article, brand, consigneeId })
    const asked = found.groups.find(({ kind }) => kind === 'asked')
    const maker = asked?.product.brand ?? brand
    const isOnline = online === '1' && found.makers.length === 0 && maker !== undefined
    const brandId = isOnline ? brandIdsOf(maker, await readBrands())[0] : undefined
    const more = brandId === undefined ? [] : await searchOnlineGroups(call, article, brandId, consigneeId)
    const groups = withOnline(found.groups, more)
    const shown = analogues === '0' ? groups.filter(({ kind }) => kind === 'asked' || kind === 'found') : groups
    return { found: found.found, makers: found.makers, groups: shown }
  })
  serve(app, database, search.searchBatch, async ({ actor, db, body }) => {
    const searcher = await searcherOf(db, deps.readZone, actor, pointOf(actor, body.consignee_id))
    const found = await searchMany(deps, searcher, body.items)
    const results = body.items.map(({ article, brand = null }, at) => ({
      ...{ article, brand },
      groups: (found[at] ?? []).map(presentGroup),
    }))
    return { results }
  })
  serve(app, database, search.makers, async (call) => {
    const { makers, groups } = await searchArticle(call, readBrands, {
      ...{ article: call.query.article, brand: undefined, consigneeId: pointOf(call.actor, undefined) },
    })
    return { results: makers.length > 0 ? makers : await onlyMaker(groups, readBrands) }
  })
  serve(app, database, search.tips, (call) => callRoute(call, searchRoutes.suggest, { query: call.query }))
  serve(app, database, search.product, (call) =>
    callRoute(call, catalogRoutes.product, { params: call.params, query: {} }),
  )
  serve(app, database, search.brands, async ({ db, query }) => {
    const limit = limitOf(query.limit)
    return pageById(await selectBrandsAfter(db, placeOfCursor(query.cursor) ?? 0, limit + 1), limit)
  })
  serve(app, database, search.cutoff, (call) => {
    const point = pointOf(call.actor, call.query.consignee_id)
    return callRoute(call, searchRoutes.cutoff, { query: point === undefined ? {} : { consignee_id: point } })
  })
}

function servePrices(app: FastifyInstance, database: Database) {
  serve(app, database, search.priceExports, (call) => callRoute(call, priceExportRoutes.list))
  serve(app, database, search.orderPriceExport, (call) => {
    const { format, brand_ids = [], in_stock = true, consignee_id } = call.body
    const point = pointOf(call.actor, consignee_id) ?? null
    return callRoute(call, priceExportRoutes.order, {
      body: { format, brand_ids, in_stock, group_ids: [], consignee_id: point },
    })
  })
  serve(app, database, search.priceExportFile, async (call) => {
    const { path } = await callRoute(call, priceExportRoutes.link, { params: call.params })
    return callRoute(call, priceExportRoutes.content, { params: { ticket: path.split('/').at(-1) ?? '' } })
  })
}

function serveOrders(app: FastifyInstance, database: Database, deps: PartnerDeps) {
  serve(
    app,
    database,
    orders.placeOrder,
    async (call, unanswered) => ({ orders: await placeByKey(call.db, deps, call, unanswered) }),
    ({ db, body }: Before<typeof orders.placeOrder>) => preparePlacing(db, deps, body.lines),
  )
  serve(app, database, orders.orders, async ({ actor, db, query }) => {
    const limit = limitOf(query.limit)
    const { status, client_number: clientNumber, from, to } = query
    const page = { before: placeOfCursor(query.cursor), limit: limit + 1, status, clientNumber, from, to }
    const rows = await selectOrdersBefore(db, companyScopeOf(actor), page)
    return pageById(
      rows.map((row) => ({ ...row, created_at: row.created_at.toISOString() })),
      limit,
    )
  })
  serve(app, database, orders.order, (call) => callRoute(call, orderRoutes.get, { params: call.params }))
  serve(app, database, orders.lineHistory, (call) =>
    callRoute(call, orderListRoutes.lineHistory, { params: call.params }),
  )
  serve(app, database, orders.cancelLine, (call) => cancelLine(call, call.db))
  serve(app, database, orders.requestCancel, (call) =>
    callRoute(call, cancelRequestRoutes.create, { params: call.params, body: call.body, tx: call.db }),
  )
  serve(app, database, orders.withdrawCancel, (call) =>
    callRoute(call, cancelRequestRoutes.withdraw, { params: call.params }),
  )
  serve(app, database, orders.approvals, (call) => callRoute(call, changeApprovalRoutes.list))
  serve(app, database, orders.answerApproval, (call) =>
    callRoute(call, changeApprovalRoutes.answer, { params: call.params, body: call.body }),
  )
}

/** Sets the key's own point for goods without one. */
function atPointOfKey<Line extends { consignee_id?: number | undefined }>(actor: Actor, line: Line): Line {
  const point = pointOf(actor, line.consignee_id)
  return { ...line, ...(point !== undefined && { consignee_id: point }) }
}

function serveCart(app: FastifyInstance, database: Database) {
  serve(app, database, orders.cart, (call) => callRoute(call, cartRoutes.get))
  serve(app, database, orders.addToCart, (call) =>
    callRoute(call, cartRoutes.add, { body: atPointOfKey(call.actor, call.body) }),
  )
  serve(app, database, orders.addManyToCart, (call) =>
    callRoute(call, cartRoutes.addMany, {
      body: { lines: call.body.lines.map((line) => atPointOfKey(call.actor, line)) },
    }),
  )
  serve(app, database, orders.changeCartLine, (call) =>
    callRoute(call, cartRoutes.change, { params: call.params, body: call.body }),
  )
  serve(app, database, orders.removeCartLine, (call) => callRoute(call, cartRoutes.remove, { params: call.params }))
}

function serveDocuments(app: FastifyInstance, database: Database) {
  serve(app, database, documents.shipments, async (call) => {
    const { results, pagination } = await callRoute(call, shipmentRoutes.list, { query: pageRequestOf(call.query) })
    return pageByNumber(results, pagination)
  })
  serve(app, database, documents.shipment, (call) => callRoute(call, shipmentRoutes.get, { params: call.params }))
  serve(app, database, documents.documents, async (call) => {
    const { results, pagination } = await callRoute(call, documentRoutes.list, { query: pageRequestOf(call.query) })
    const shown = results.map((one) => ({
      ...one,
      state: one.kind === 'correction' ? null : one.state,
      upd_number: one.kind === 'shipment' ? one.upd_number : null,
    }))
    return pageByNumber(shown, pagination)
  })
  serve(app, database, documents.invoice, (call) => callRoute(call, invoiceRoutes.get, { params: call.params }))
  serve(app, database, documents.balance, (call) => callRoute(call, settlementRoutes.contracts))
  serve(app, database, documents.movements, async (call) => {
    const { results, pagination } = await callRoute(call, settlementRoutes.movements, {
      query: pageRequestOf(call.query),
    })
    return pageByNumber(results, pagination)
  })
}

function serveFiles(app: FastifyInstance, database: Database) {
  serve(app, database, documents.shipmentUpd, (call) =>
    callRoute(call, shipmentIntakeRoutes.updCopy, { params: call.params }),
  )
  serve(app, database, documents.shipmentXml, (call) =>
    callRoute(call, shipmentIntakeRoutes.xml, { params: call.params }),
  )
  serve(app, database, documents.shipmentXlsx, (call) =>
    callRoute(call, shipmentIntakeRoutes.xlsx, { params: call.params }),
  )
  serve(app, database, documents.invoicePdf, (call) => callRoute(call, invoiceRoutes.filePdf, { params: call.params }))
}
