import { accessScopeOf } from '../../../platform/access/index.ts'
import { shipmentIntakeRoutes as intake } from '@artikul/contract/fulfilment/shipment-intake'
import { shipmentRoutes as routes } from '@artikul/contract/fulfilment/shipments'
import type { FastifyInstance } from 'fastify'
import type { Database } from '../../../platform/db/index.ts'
import { AppError } from '../../../platform/errors.ts'
import { serve, type Actor } from '../../../platform/http/index.ts'
import { pageOf, paginationOf } from '../../../platform/paging.ts'
import type { DrawPdf } from '../../../platform/files/pdf-pool.ts'
import { qrPath } from '../../../platform/files/qr-path.ts'
import { readIntake } from './intake.ts'
import type { LabelFacts } from './labels-pdf.ts'
import { selectReadyLines } from './ready.queries.ts'
import { listReady, previewShipments, shipReady, type ShipmentDeps } from './ship.ts'
import { drawPackingList, drawUpdCopy, intakeTable, intakeXml } from './shipment-documents.ts'
import { selectShipments } from './shipments.queries.ts'
import { acceptShipment, cancelShipment, readShipment } from './shipments.ts'

/** Maximum number of lines in one preview. */
const MAX_LINES = 1000
const LABELS = new URL('labels-pdf.ts', import.meta.url)

/** Goods held by debt require an accountant's decision. */
const mayDespite = ({ rights }: Actor) => rights.includes('accountant')

interface Deps extends ShipmentDeps {
  drawPdf: DrawPdf
  /** Builds an absolute URL of a page of the portal. */
  linkTo: (path: string) => string
}

export function shipmentsModule(app: FastifyInstance, database: Database, deps: Deps) {
  serve(app, database, routes.ready, async ({ db, query }) => {
    const page = pageOf(query)
    const { rows, total } = await listReady(db, deps, query, page)
    return { results: rows, pagination: paginationOf(page, total) }
  })
  serve(app, database, routes.readyLines, async ({ db, query }) => {
    const rows = await selectReadyLines(db, query.groups, MAX_LINES + 1)
    return { results: rows.slice(0, MAX_LINES), has_more: rows.length > MAX_LINES }
  })
  serve(app, database, routes.preview, ({ db, actor, body }) => previewShipments(db, deps, mayDespite(actor), body))
  serve(app, database, routes.ship, async ({ db: tx, actor, author, body }) => ({
    shipments: await shipReady(tx, deps, { mayDespite: mayDespite(actor), author }, body),
  }))
  serve(app, database, routes.list, async ({ db, actor, query }) => {
    const page = pageOf(query)
    const { rows, total } = await selectShipments(db, accessScopeOf(actor), query, page)
    return { results: rows, pagination: paginationOf(page, total) }
  })
  serve(app, database, routes.get, ({ db, actor, params }) => readShipment(db, deps.clock, actor, params.id))
  documents(app, database, deps)
  serve(app, database, routes.accept, async ({ db: tx, actor, author, params }) => {
    await acceptShipment(tx, deps, { actor, author }, params.id)
    return {}
  })
  serve(app, database, routes.cancel, async ({ db: tx, author, params, body }) => {
    await cancelShipment(tx, deps, author, { ...params, ...body })
    return {}
  })
}

/** Routes of the shipment's printed documents and exports for other accounting systems. */
function documents(app: FastifyInstance, database: Database, deps: Deps) {
  serve(app, database, routes.packingList, ({ db, actor, params }) => drawPackingList(db, deps, actor, params.id))
  serve(app, database, intake.updCopy, ({ db, actor, params }) => drawUpdCopy(db, deps, actor, params.id))
  serve(app, database, intake.xlsx, async ({ db, actor, params }) =>
    intakeTable(await readIntake(db, deps.clock, actor, params.id)),
  )
  serve(app, database, intake.xml, async ({ db, actor, params }) =>
    intakeXml(await readIntake(db, deps.clock, actor, params.id), deps.clock.now()),
  )
  serve(app, database, routes.labels, async ({ db, actor, params, query }) => {
    const shipment = await readShipment(db, deps.clock, actor, params.id)
    if (shipment.cancelled)
      throw new AppError('shipment.invalid_state', { detail: 'Отгрузка отменена: этикетки не нужны' })
    const qr = qrPath(deps.linkTo(`/shipments/${shipment.id}?count=1`))
    return {
      bytes: await deps.drawPdf(LABELS, { shipment, qr, ...query } satisfies LabelFacts),
      type: 'application/pdf',
      name: `Этикетки ${shipment.number}.pdf`,
    }
  })
}
