import { accessScopeOf } from '../../../../platform/access/index.ts'
import { bulkMoveRoutes } from '@artikul/contract/ordering/orders/bulk-transitions'
import { MAX_LISTED_ORDERS, orderListRoutes as routes } from '@artikul/contract/ordering/orders/order-lists'
import { orderViewRoutes } from '@artikul/contract/ordering/orders/order-views'
import { orderRoutes } from '@artikul/contract/ordering/orders/orders'
import { partLinkRoutes } from '@artikul/contract/ordering/orders/part-links'
import type { FastifyInstance } from 'fastify'
import type { Clock } from '../../../../platform/clock.ts'
import { serve, type Actor, type Handles } from '../../../../platform/http/index.ts'
import { pageOf, paginationOf } from '../../../../platform/paging.ts'
import { bulkTransition, previewBulkTransition } from '../lines/bulk-transitions.ts'
import { readLineHistory } from '../lines/line-history.ts'
import { createPartLink, readLineLink, readPart, revokePartLink } from '../lines/part-links.ts'
import { undoMoves } from '../move-order.ts'
import { listTogether, sharesOf, type Share } from './companies.ts'
import {
  compareLines,
  listLineIds,
  listLines,
  readLineCounts,
  readOrderLines,
  type LinesQuery,
} from '../lines/lines-list.ts'
import type { Slice } from '../lines/lines-list.queries.ts'
import { linesFile, ordersFile } from './orders-file.ts'
import { compareOrders, listOrders, readOrderCounts, type OrdersQuery } from './orders-list.ts'
import { selectViews } from './order-views.queries.ts'
import { saveOrderView, viewOwnerOf, removeView } from './order-views.ts'

const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
/** Lines of a file that are read at once. */
const SLICE = 500
const WHOLE = { size: MAX_LISTED_ORDERS, offset: 0 }

async function* inPages<T>(items: readonly T[]) {
  for (let at = 0; at < items.length; at += SLICE) yield items.slice(at, at + SLICE)
}

async function* linesInPages({ db, reader }: Share, ids: readonly number[], now: Date) {
  for await (const page of inPages(ids)) yield await readOrderLines(db, reader, page, now)
}

/** Reader of a file and the row limit of the file. */
const fileFor = ({ actor, query }: { actor: Actor; query: { companies?: 'all' | undefined } }) => ({
  reader: accessScopeOf(actor),
  isOfSeveral: query.companies !== undefined,
})

/** Routes of the lists of orders and lines, their counters, files and bulk moves. */
export function serveOrderLists(app: FastifyInstance, database: Handles, { clock }: { clock: Clock }) {
  const ordersOf = (shares: readonly Share[], query: OrdersQuery, slice: Slice) =>
    listTogether(shares, slice, (share, part) => listOrders(share, query, part, clock.now()), compareOrders(query))
  const linesOf = (shares: readonly Share[], query: LinesQuery, slice: Slice) =>
    listTogether(shares, slice, (share, part) => listLines(share, query, part, clock.now()), compareLines(query))
  const linesOfFile = async (shares: readonly Share[], query: LinesQuery) => {
    const [only] = shares
    if (!only || shares.length > 1) {
      const { results, hasMore } = await linesOf(shares, query, WHOLE)
      return { pages: inPages(results), hasMore }
    }
    const { ids, hasMore } = await listLineIds(only.db, only.reader, query, WHOLE, clock.now())
    return { pages: linesInPages(only, ids, clock.now()), hasMore }
  }
  serve(app, database, orderRoutes.list, async (call) => {
    const page = pageOf(call.query)
    const { results, total, hasMore } = await ordersOf(await sharesOf(database, call), call.query, page)
    return { results, pagination: paginationOf(page, total), has_more: hasMore }
  })
  serve(app, database, routes.orderCounts, async (call) => readOrderCounts(await sharesOf(database, call), call.query))
  serve(app, database, routes.orderFile, async (call) => {
    const { results, hasMore } = await ordersOf(await sharesOf(database, call), call.query, WHOLE)
    return { bytes: ordersFile(fileFor(call), inPages(results), hasMore), type: XLSX, name: 'Заказы.xlsx' }
  })
  serve(app, database, routes.lines, async (call) => {
    const page = pageOf(call.query)
    const { results, total, hasMore } = await linesOf(await sharesOf(database, call), call.query, page)
    return { results, pagination: paginationOf(page, total), has_more: hasMore }
  })
  serve(app, database, routes.lineCounts, async (call) =>
    readLineCounts(await sharesOf(database, call), call.query, clock.now()),
  )
  serve(app, database, routes.lineHistory, async ({ actor, params, db }) => ({
    results: await readLineHistory(db, accessScopeOf(actor), params.id),
  }))
  serve(app, database, routes.lineFile, async (call) => {
    const { pages, hasMore } = await linesOfFile(await sharesOf(database, call), call.query)
    return { bytes: linesFile(fileFor(call), pages, hasMore), type: XLSX, name: 'Строки заказов.xlsx' }
  })
  serve(app, database, bulkMoveRoutes.preview, ({ body, db }) => previewBulkTransition(db, body.line_ids, body.to))
  serve(app, database, bulkMoveRoutes.apply, async ({ author, body, db: tx }) => ({
    lines_count: await bulkTransition(tx, author, body, clock.now()),
  }))
  serve(app, database, bulkMoveRoutes.undo, async ({ author, body, db }) => {
    await db.transaction().execute((tx) => undoMoves(tx, { author, now: clock.now() }, body.moves))
    return {}
  })
  servePartLinks(app, database, clock)
  serveViews(app, database, clock)
}

function servePartLinks(app: FastifyInstance, database: Handles, clock: Clock) {
  serve(app, database, partLinkRoutes.get, async ({ actor, params, db }) => ({
    created_at: await readLineLink(db, accessScopeOf(actor), params.id, clock.now()),
  }))
  serve(app, database, partLinkRoutes.create, async ({ actor, author, params, db }) => ({
    token: await createPartLink(db, { reader: accessScopeOf(actor), author, now: clock.now() }, params.id),
  }))
  serve(app, database, partLinkRoutes.revoke, async ({ actor, author, params, db }) => {
    await revokePartLink(db, { reader: accessScopeOf(actor), author, now: clock.now() }, params.id)
    return {}
  })
  serve(app, database, partLinkRoutes.read, ({ body, request }) =>
    readPart(database.forTenant('any'), { token: body.token, address: request.ip, now: clock.now() }),
  )
}

function serveViews(app: FastifyInstance, database: Handles, clock: Clock) {
  serve(app, database, orderViewRoutes.list, async ({ actor, db }) => ({
    results: await selectViews(db, viewOwnerOf(actor)),
  }))
  serve(app, database, orderViewRoutes.save, async ({ actor, body, db }) => ({
    id: await saveOrderView(db, viewOwnerOf(actor), body, clock.now()),
  }))
  serve(app, database, orderViewRoutes.remove, async ({ actor, params, db }) => {
    await removeView(db, viewOwnerOf(actor), params.id)
    return {}
  })
}
