import { oneCRoutes as routes } from '@artikul/contract/integrations/one-c'
import type { FastifyInstance } from 'fastify'
import { Readable } from 'node:stream'
import type { Database } from '../../../platform/db/index.ts'
import { AppError } from '../../../platform/errors.ts'
import { serve } from '../../../platform/http/index.ts'
import { pageOf, paginationOf } from '../../../platform/paging.ts'
import { recordEvent } from '../../../platform/audit/index.ts'
import { applyStored } from './apply-documents.ts'
import { lockDocument } from './documents.queries.ts'
import type { ExchangeDeps } from './exchange.routes.ts'
import * as nodes from './nodes.ts'
import * as queries from './nodes.queries.ts'
import { confirmRemoval } from './prices.ts'
import { readParts } from './received-files.ts'
import { selectNode } from './sessions.queries.ts'

const iso = (moment: Date | null) => moment?.toISOString() ?? null
const totalOf = (rows: readonly { total: number }[]) => rows[0]?.total ?? 0

/** Sessions of a node with their files, newest first. */
async function listSessions(
  db: Parameters<typeof queries.selectSessions>[0],
  id: number,
  { isAll, page }: { isAll: boolean; page: ReturnType<typeof pageOf> },
) {
  const rows = await queries.selectSessions(db, id, isAll, page)
  const files = await queries.selectFilesOfSessions(
    db,
    rows.map((row) => row.id),
  )
  const ofSession = Map.groupBy(files, (file) => file.session_id)
  const results = rows.map(({ total: _, ...row }) => ({
    ...row,
    started_at: row.started_at.toISOString(),
    seen_at: row.seen_at.toISOString(),
    ended_at: iso(row.ended_at),
    files: (ofSession.get(row.id) ?? []).map((file) => ({
      ...file,
      state: file.state as 'done', // the column's CHECK allows nothing else
      counts: file.counts as Record<string, number>,
      created_at: file.created_at.toISOString(),
      finished_at: iso(file.finished_at),
    })),
  }))
  return { results, pagination: paginationOf(page, totalOf(rows)) }
}

/** Routes of the screens about the exchange. */
export function oneCModule(app: FastifyInstance, database: Database, deps: ExchangeDeps) {
  serve(app, database, routes.list, async ({ db }) => ({
    results: await nodes.listNodes(db),
    may_simulate: deps.startOneC !== undefined,
  }))
  serve(app, database, routes.simulate, async ({ db, author, body }) => {
    if (!deps.startOneC) throw new AppError('not_found')
    const access = await nodes.connectSimulated(db, deps, author, body.seller_id)
    deps.startOneC(access)
    return { id: access.id }
  })
  serve(app, database, routes.create, ({ db, author, body }) => nodes.createNode(db, deps, author, body))
  serve(app, database, routes.update, ({ db, author, params, body }) =>
    nodes.changeNode(db, deps, author, params.id, body),
  )
  serve(app, database, routes.renewPassword, ({ db, author, params }) =>
    nodes.renewPassword(db, deps, author, params.id),
  )
  serve(app, database, routes.confirmRemoval, async ({ db, author, params }) => {
    const node = await selectNode(db, params.id)
    if (!node || !(await confirmRemoval(deps, node.id)))
      throw new AppError('not_found', { detail: 'Снятие товаров не ждёт решения' })
    await recordEvent(db, author, { event: 'one_c.removal_confirmed', object: `1С «${node.name}»` })
    return {}
  })
  serve(app, database, routes.mappings, async ({ db, params }) => {
    await nodes.requireNode(db, params.id)
    const [results, warehouses, price_columns, inventory_groups, group_changes] = await Promise.all([
      queries.selectMappings(db, params.id),
      queries.selectWarehousesOfNode(db, params.id),
      queries.selectPriceColumns(db),
      queries.selectGroupPaths(db),
      queries.selectGroupChanges(db, params.id),
    ])
    return { results, warehouses, price_columns, inventory_groups, group_changes }
  })
  serve(app, database, routes.setMapping, ({ db, author, params, body }) =>
    nodes.changeMapping(db, author, params.id, body),
  )
  serve(app, database, routes.sessions, async ({ db, params, query }) => {
    await nodes.requireNode(db, params.id)
    return listSessions(db, params.id, { isAll: query.state === 'all', page: pageOf(query) })
  })
  serve(app, database, routes.file, async ({ db, params }) => {
    const file = await queries.selectFileName(db, params.id)
    if (!file) throw new AppError('not_found', { detail: 'Файл не найден' })
    const type = /\.zip$/i.test(file.name) ? 'application/zip' : 'application/xml'
    return { bytes: Readable.from(readParts(db, file.id)), type, name: file.name.split('/').at(-1) ?? file.name }
  })
  serveGoodsAndDocuments(app, database, deps)
}

function serveGoodsAndDocuments(app: FastifyInstance, database: Database, deps: ExchangeDeps) {
  serve(app, database, routes.goods, async ({ db, params, query }) => {
    await nodes.requireNode(db, params.id)
    const page = pageOf(query)
    const rows = await queries.selectGoods(db, params.id, query, page)
    return { results: rows, pagination: paginationOf(page, totalOf(rows)) }
  })
  serve(app, database, routes.match, ({ db, author, params, body }) => nodes.matchByHand(db, author, params.id, body))
  serve(app, database, routes.documents, async ({ db, params, query }) => {
    await nodes.requireNode(db, params.id)
    const page = pageOf(query)
    const rows = await queries.selectReceivedDocuments(db, params.id, query, page)
    const results = rows.map((row) => ({ ...row, received_at: row.received_at.toISOString() }))
    return { results, pagination: paginationOf(page, totalOf(rows)) }
  })
  serve(app, database, routes.retryDocument, async ({ db, params }) => {
    const document = await lockDocument(db, params.id)
    const node = document && (await selectNode(db, document.node_id))
    if (!node || document.state !== 'waiting') throw new AppError('not_found', { detail: 'Документ не ждёт решения' })
    await applyStored(deps, node, document.id)
    const after = await lockDocument(db, params.id)
    return { state: after?.state ?? 'waiting', reason: after?.reason ?? '' }
  })
  serve(app, database, routes.refuseDocument, ({ db, author, params }) =>
    nodes.refuseDocument(db, deps, author, params.id),
  )
  serve(app, database, routes.orders, async ({ db, params, query }) => {
    await nodes.requireNode(db, params.id)
    const page = pageOf(query)
    const rows = await queries.selectExchangedOrders(db, params.id, query, page)
    const results = rows.map(({ total: _, ...row }) => ({
      ...row,
      queued_at: row.queued_at.toISOString(),
      sent_at: iso(row.sent_at),
      confirmed_at: iso(row.confirmed_at),
    }))
    return { results, pagination: paginationOf(page, totalOf(rows)) }
  })
  serve(app, database, routes.resend, ({ db, author, params, body }) =>
    nodes.resend(db, author, params.id, body.order_id),
  )
}
