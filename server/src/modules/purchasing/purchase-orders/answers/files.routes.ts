import {
  supplierOrderFileRoutes as routes,
  type OrderFileLayout,
} from '@artikul/contract/purchasing/supplier-order-files'
import type { FastifyInstance } from 'fastify'
import type { Clock } from '../../../../platform/clock.ts'
import type { Database } from '../../../../platform/db/index.ts'
import { AppError } from '../../../../platform/errors.ts'
import { serve } from '../../../../platform/http/index.ts'
import { recordEvent } from '../../../../platform/audit/index.ts'
import { selectOrderLayout, updateOrderLayout } from '../../../suppliers/index.ts'
import { applyAnswerFile, checkAnswerFile, supplierOrderNotFound } from './answer-file.ts'
import * as queries from './files.queries.ts'
import { fileNameOf, USUAL_LAYOUT, writeOrder } from '../sending/order-file.ts'

const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

/** Routes for supplier orders as files: sending, downloading, and reading returned files. */
export function supplierOrderFilesModule(app: FastifyInstance, database: Database, { clock }: { clock: Clock }) {
  serve(app, database, routes.file, async ({ db, params }) => {
    const order = await queries.selectFileOrder(db, params.id)
    if (!order) throw supplierOrderNotFound()
    const bytes = await writeOrder(order, await queries.selectFileLines(db, order.id))
    return { bytes, type: XLSX, name: fileNameOf(order) }
  })
  serve(app, database, routes.check, ({ db, author, params, query, body }) =>
    checkAnswerFile(db, author, params.id, { path: body.path, name: query.name }, clock.now()),
  )
  serve(app, database, routes.apply, ({ db, author, params, query, body }) =>
    applyAnswerFile(db, author, params.id, { path: body.path, ...query }, clock.now()),
  )
  serve(app, database, routes.layout, async ({ db, params }) => {
    const source = await selectOrderLayout(db, params.id)
    if (!source) throw supplyRouteNotFound()
    const { columns = USUAL_LAYOUT } = source.layout as queries.FileOrder['layout']
    return { version: source.version, columns }
  })
  serve(app, database, routes.setLayout, ({ db, author, params, body }) =>
    db.transaction().execute(async (tx) => {
      const source = await selectOrderLayout(tx, params.id)
      if (!source) throw supplyRouteNotFound()
      const updated = await updateOrderLayout(tx, params.id, body.version, body.columns)
      if (!updated) throw new AppError('stale')
      const titles = (columns: OrderFileLayout) => columns.map(({ header }) => header).join(', ')
      const before = (source.layout as queries.FileOrder['layout']).columns ?? USUAL_LAYOUT
      const changes = [{ field: 'Столбцы файла', before: titles(before), after: titles(body.columns) }]
      await recordEvent(tx, author, { event: 'supplier_terms.changed', object: `Поставщик «${source.name}»`, changes })
      return updated
    }),
  )
}

const supplyRouteNotFound = () => new AppError('not_found', { detail: 'Поставщик не найден' })
