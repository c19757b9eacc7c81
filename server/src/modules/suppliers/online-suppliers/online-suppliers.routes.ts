import { onlineSupplierRoutes as routes } from '@artikul/contract/suppliers/online-suppliers'
import type { FastifyInstance } from 'fastify'
import type { Logger } from 'pino'
import type { Registry } from 'prom-client'
import type { Clock } from '../../../platform/clock.ts'
import type { Config } from '../../../platform/config.ts'
import type { Database } from '../../../platform/db/index.ts'
import { serve } from '../../../platform/http/index.ts'
import type { ReadBrands } from '../../catalog/index.ts'
import { createAskingAgain, type RequeryOffers } from './querying/requery.ts'
import { createAsking, type OnlineSuppliers } from './querying/query.ts'
import { checkSupplier, readStatuses } from './check-supplier.ts'
import { createSupplierDirectory } from './directory.ts'
import { readSample } from './read-sample.ts'
import { createHealth, type Health } from './querying/health.ts'
import { selectSlices } from './querying/health.queries.ts'
import { createLines } from './connections.ts'
import * as meanings from './querying/mappings.ts'
import { selectSupplierSellers, selectSupplierWarehouses } from './online-suppliers.queries.ts'
import { addSupplier, changeSupplier, DAY_MS, listSuppliers, moveSupplier, turnSupplier } from './online-suppliers.ts'
import { createOrdering, type OnlineOrdering } from './ordering.ts'
import { createReader, type AnswerReader } from './querying/read-reply.ts'
import { supplierKeys } from './supplier-credentials.ts'
import { measureSuppliers } from './supplier-metrics.ts'

export interface OnlineDeps {
  config: Pick<Config, 'PRIVATE_URLS' | 'AUTH_SECRET_PREVIOUS'>
  clock: Clock
  log: Logger
  secret: string
  readBrands: ReadBrands
  ttlMs: number
  /** Origins of the private network that are allowed nevertheless: the portal's own simulator. */
  ownOrigins?: ReadonlySet<string>
  metrics?: Registry | undefined
}

/** Dependencies for querying and administering suppliers. */
export interface OnlineDesk extends OnlineSuppliers {
  deps: Parameters<typeof checkSupplier>[1]
  health: Health
  ordering: OnlineOrdering
  askAgain: RequeryOffers
}

export function createOnlineSuppliers(app: FastifyInstance, database: Database, given: OnlineDeps): OnlineDesk {
  const { db, sharedDb } = database
  const { config, clock, log, ownOrigins, metrics } = given
  const keys = supplierKeys(given.secret, config.AUTH_SECRET_PREVIOUS)
  const allowsPrivate = (origin: string) => config.PRIVATE_URLS === 'on' || (ownOrigins?.has(origin) ?? false)
  const readSuppliers = createSupplierDirectory(sharedDb, clock, given.ttlMs)
  const meters = metrics && measureSuppliers(metrics, () => lines.standings())
  const health = createHealth({ db, clock, log, meters })
  const reader: AnswerReader = createReader()
  const { readBrands } = given
  const lines = createLines({ keys, allowsPrivate, reader, health, meters })
  const asking = createAsking({ db, clock, log, allowsPrivate, reader, health, readSuppliers, readBrands }, lines)
  health.start()
  app.addHook('onClose', async () => {
    await lines.close()
    await health.stop()
    await reader.close()
  })
  const { suppliers, ask, askMany } = asking
  return {
    suppliers,
    ask,
    askMany,
    ordering: createOrdering({ readSuppliers, connections: lines, clock }),
    askAgain: createAskingAgain({ db, clock, readSuppliers, readBrands, lines }),
    health,
    deps: { clock, keys, allowsPrivate, readSuppliers, reader, online: asking },
  }
}

export function onlineSuppliersModule(app: FastifyInstance, database: Database, { deps }: OnlineDesk) {
  serve(app, database, routes.list, async ({ db }) => {
    const [results, sellers] = await Promise.all([listSuppliers(db, deps), selectSupplierSellers(db)])
    return { results, sellers }
  })
  serve(app, database, routes.create, ({ db, author, body }) => addSupplier(db, deps, author, body))
  serve(app, database, routes.update, ({ db, author, params, body }) =>
    changeSupplier(db, deps, author, { id: params.id, input: body }),
  )
  serve(app, database, routes.setActive, ({ db, author, params, body }) =>
    turnSupplier(db, deps, author, { id: params.id, isOn: body.is_on }),
  )
  serve(app, database, routes.move, ({ db, author, params, body }) =>
    moveSupplier(db, deps, author, { id: params.id, before: body.before }),
  )
  serve(app, database, routes.check, ({ db, body }) => checkSupplier(db, deps, body))
  serve(app, database, routes.readSample, ({ body }) => Promise.resolve(readSample(body)))
  serve(app, database, routes.health, async ({ db, params }) => {
    await meanings.requireSupplier(db, params.id)
    const slices = await selectSlices(db, params.id, new Date(deps.clock.now().getTime() - DAY_MS))
    return { results: slices.map((slice) => ({ ...slice, at: slice.at.toISOString() })) }
  })
  serve(app, database, routes.brands, async ({ db, params }) => ({
    results: await meanings.listUnmappedBrands(db, params.id),
  }))
  serve(app, database, routes.mapBrand, ({ db, author, params, body }) =>
    meanings.mapBrand(db, deps, author, { id: params.id, spelling: body.spelling, brandId: body.brand_id }),
  )
  serve(app, database, routes.warehouses, async ({ db, params }) => {
    await meanings.requireSupplier(db, params.id)
    return { results: await selectSupplierWarehouses(db, params.id) }
  })
  serve(app, database, routes.updateWarehouse, ({ db, author, params, body }) =>
    meanings.updateSupplierWarehouse(db, deps, author, { id: params.id, ...body }),
  )
  serve(app, database, routes.statuses, async ({ db, params }) => ({
    results: await meanings.listStatuses(db, params.id),
  }))
  serve(app, database, routes.readStatuses, ({ db, params }) => readStatuses(db, deps, params.id))
  serve(app, database, routes.mapStatus, ({ db, author, params, body }) =>
    meanings.mapSupplierStatus(db, author, { id: params.id, ...body }),
  )
}
