import { bulkMoveRoutes } from '@artikul/contract/bulk-moves'
import { MOST_LISTED, orderListRoutes as routes } from '@artikul/contract/order-lists'
import { orderViewRoutes } from '@artikul/contract/order-views'
import { orderRoutes } from '@artikul/contract/orders'
import type { FastifyInstance } from 'fastify'
import type { Clock } from '../../platform/clock.ts'
import type { Db } from '../../platform/db/index.ts'
import { serve, type Handles } from '../../platform/http/index.ts'
import { pageOf, paginationOf } from '../../platform/paging.ts'
import { readerOf, type Reader } from '../consignees/index.ts'
import { leadLines, previewLead } from './bulk-moves.ts'
import { readHistory } from './line-history.ts'
import { listLineIds, readLineCounts, readLines } from './lines-list.ts'
import { linesFile, ordersFile } from './orders-file.ts'
import { listOrders, readOrderCounts } from './orders-list.ts'
import { selectViews } from './order-views.queries.ts'
import { keepView, ownerOf, removeView } from './order-views.ts'

const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
/** Lines of a file that are read at once. */
const SLICE = 500
const WHOLE = { size: MOST_LISTED, offset: 0 }

async function* inPages<T>(items: readonly T[]) {
  for (let at = 0; at < items.length; at += SLICE) yield items.slice(at, at + SLICE)
}

async function* linesInPages(db: Db, reader: Reader, ids: readonly number[], now: Date) {
  for await (const page of inPages(ids)) yield await readLines(db, reader, page, now)
}

/** The lists of orders and of their lines, what is counted in them, their files, and what is done with many lines. */
export function serveOrderLists(app: FastifyInstance, database: Handles, { clock }: { clock: Clock }) {
  serve(app, database, orderRoutes.list, async ({ actor, query, db }) => {
    const page = pageOf(query)
    const { results, total, isCut } = await listOrders(db, readerOf(actor), query, page, clock.now())
    return { results, pagination: paginationOf(page, total), is_cut: isCut }
  })
  serve(app, database, routes.orderCounts, ({ actor, query, db }) => readOrderCounts(db, readerOf(actor), query))
  serve(app, database, routes.orderFile, async ({ actor, query, db }) => {
    const { results, isCut } = await listOrders(db, readerOf(actor), query, WHOLE, clock.now())
    return { bytes: ordersFile(readerOf(actor), inPages(results), isCut), type: XLSX, name: 'Заказы.xlsx' }
  })
  serve(app, database, routes.lines, async ({ actor, query, db }) => {
    const page = pageOf(query)
    const { ids, total, isCut } = await listLineIds(db, readerOf(actor), query, page, clock.now())
    const results = await readLines(db, readerOf(actor), ids, clock.now())
    return { results, pagination: paginationOf(page, total), is_cut: isCut }
  })
  serve(app, database, routes.lineCounts, ({ actor, query, db }) =>
    readLineCounts(db, readerOf(actor), query, clock.now()),
  )
  serve(app, database, routes.lineHistory, async ({ actor, params, db }) => ({
    results: await readHistory(db, readerOf(actor), params.id),
  }))
  serve(app, database, routes.lineFile, async ({ actor, query, db }) => {
    const { ids, isCut } = await listLineIds(db, readerOf(actor), query, WHOLE, clock.now())
    const pages = linesInPages(db, readerOf(actor), ids, clock.now())
    return { bytes: linesFile(readerOf(actor), pages, isCut), type: XLSX, name: 'Строки заказов.xlsx' }
  })
  serve(app, database, bulkMoveRoutes.preview, ({ body, db }) => previewLead(db, body.line_ids, body.to))
  serve(app, database, bulkMoveRoutes.lead, async ({ author, body, db: tx }) => ({
    lines_count: await leadLines(tx, author, body, clock.now()),
  }))
  serveViews(app, database, clock)
}

function serveViews(app: FastifyInstance, database: Handles, clock: Clock) {
  serve(app, database, orderViewRoutes.list, async ({ actor, db }) => ({
    results: await selectViews(db, ownerOf(actor)),
  }))
  serve(app, database, orderViewRoutes.keep, async ({ actor, body, db }) => ({
    id: await keepView(db, ownerOf(actor), body, clock.now()),
  }))
  serve(app, database, orderViewRoutes.remove, async ({ actor, params, db }) => {
    await removeView(db, ownerOf(actor), params.id)
    return {}
  })
}
