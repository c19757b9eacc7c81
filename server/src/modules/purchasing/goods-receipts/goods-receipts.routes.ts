import { goodsReceiptRoutes as routes } from '@artikul/contract/purchasing/goods-receipts'
import type { FastifyInstance } from 'fastify'
import { moscowDate } from '../../../platform/clock.ts'
import type { Database } from '../../../platform/db/index.ts'
import { AppError } from '../../../platform/errors.ts'
import { serve, type Call } from '../../../platform/http/index.ts'
import { pageOf, paginationOf } from '../../../platform/paging.ts'
import type { DrawPdf } from '../../../platform/files/pdf-pool.ts'
import { selectAwaitedCounts, selectAwaitedPage } from '../purchase-orders/index.ts'
import { cancelReceipt } from './cancelling.ts'
import { postReceipt } from './posting.ts'
import { selectReceipts } from './receipts.queries.ts'
import * as service from './receipts.ts'

const ACT = new URL('discrepancy-act-pdf.ts', import.meta.url)

export function goodsReceiptsModule(
  app: FastifyInstance,
  database: Database,
  deps: service.ReceiptDeps & { drawPdf: DrawPdf },
) {
  serve(app, database, routes.list, async ({ db, query }) => {
    const page = pageOf(query)
    const { rows, total } = await selectReceipts(db, query, page)
    return { results: rows.map(service.presentItem), pagination: paginationOf(page, total) }
  })
  serve(app, database, routes.suppliers, async ({ db }) => ({
    results: await selectAwaitedCounts(db, moscowDate(deps.clock.now())),
  }))
  serve(app, database, routes.expected, async ({ db, query }) => {
    const page = pageOf(query)
    const { rows, total } = await selectAwaitedPage(db, query.supply_route_id, page)
    return { results: rows.map(service.presentExpected), pagination: paginationOf(page, total) }
  })
  serve(app, database, routes.get, ({ db, params }) => service.readReceipt(db, deps, params.id))
  serve(app, database, routes.create, ({ db: tx, author, body }) => service.createReceipt(tx, deps, author, body))
  serve(app, database, routes.load, ({ db, params, body }) => service.loadLines(db, params.id, body.path))
  serve(app, database, routes.addLine, ({ db: tx, params, body }) => service.addLine(tx, params.id, body))
  serve(app, database, routes.count, async ({ db, params, body }) => {
    await service.countLine(db, params.id, params.line_id, body.counted_qty)
    return {}
  })
  serve(app, database, routes.removeLine, async ({ db, params }) => {
    await service.removeLine(db, params.id, params.line_id)
    return {}
  })
  const work = async (): Promise<service.ReceiptWork> => ({ clock: deps.clock, brands: await deps.readBrands() })
  const scan = ({ db: tx, params, body }: Call<typeof routes.scan>, { brands }: service.ReceiptWork) =>
    service.scan(tx, brands, params.id, body.code)
  serve(app, database, routes.scan, scan, work)
  serve(app, database, routes.countAll, async ({ db, params }) => {
    await service.countAll(db, params.id)
    return {}
  })
  const post = async ({ db: tx, author, params, body }: Call<typeof routes.post>, made: service.ReceiptWork) => {
    await postReceipt(tx, made, author, { ...params, ...body })
    return {}
  }
  serve(app, database, routes.post, post, work)
  const cancel = async ({ db: tx, author, params, body }: Call<typeof routes.cancel>, made: service.ReceiptWork) => {
    await cancelReceipt(tx, made, author, { ...params, ...body })
    return {}
  }
  serve(app, database, routes.cancel, cancel, work)
  serve(app, database, routes.act, async ({ db, params }) => {
    const receipt = await service.readReceipt(db, deps, params.id)
    if (receipt.state !== 'posted')
      throw new AppError('goods_receipt.invalid_state', { detail: 'Акт составляется, когда товар принят' })
    return {
      bytes: await deps.drawPdf(ACT, receipt),
      type: 'application/pdf',
      name: `Акт о расхождениях ${receipt.number}.pdf`,
    }
  })
}
