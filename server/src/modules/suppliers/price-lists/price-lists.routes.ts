import { priceListRoutes as routes } from '@artikul/contract/suppliers/price-lists'
import type { FastifyInstance } from 'fastify'
import type { Clock } from '../../../platform/clock.ts'
import type { Config } from '../../../platform/config.ts'
import type { Database, Db } from '../../../platform/db/index.ts'
import { AppError } from '../../../platform/errors.ts'
import { serve, type FileReply } from '../../../platform/http/index.ts'
import { pageOf, paginationOf } from '../../../platform/paging.ts'
import { selectPriceImports } from './price-imports.queries.ts'
import {
  approveImport,
  createImport,
  declineImport,
  followImport,
  deleteImportLayout,
  presentPriceImport,
  readDetails,
  requireImport,
  rollBackPriceImport,
  setImportLayout,
  startImport,
} from './price-lists.ts'
import { requestFetch } from './schedule.ts'
import { createListStore, type ListStore } from './import-storage.ts'
import { addPartner, updatePriceListSettings, listWarehouses } from './settings.ts'

interface Deps {
  config: Pick<Config, 'dataDir'>
  clock: Clock
}

async function reportOf(db: Db, store: ListStore, id: number): Promise<FileReply> {
  const { file_name: name, has_report: isKept } = await requireImport(db, id)
  const file = isKept ? await store.readReport(id) : null
  if (!file) throw new AppError('not_found', { detail: 'Отчёта нет' })
  return { bytes: file.createReadStream(), type: 'text/csv; charset=utf-8', name: `Не принято: ${name}.csv` }
}

export function priceListsModule(app: FastifyInstance, database: Database, { config, clock }: Deps) {
  const store = createListStore(config.dataDir)
  const deps = { long: database.long, store, clock }
  serve(app, database, routes.warehouses, ({ db }) => listWarehouses(db))
  serve(app, database, routes.addPartner, ({ db, author, body }) => addPartner(db, author, body))
  serve(app, database, routes.changeSettings, ({ db, author, params, body }) =>
    updatePriceListSettings(db, author, params.id, body),
  )
  serve(app, database, routes.fetchNow, ({ db, author, params }) => requestFetch(db, author, params.id))
  serve(app, database, routes.list, async ({ db, query }) => {
    const page = pageOf(query)
    const { rows, total } = await selectPriceImports(db, query, page)
    return { results: rows.map(presentPriceImport), pagination: paginationOf(page, total) }
  })
  serve(app, database, routes.upload, async ({ db, author, query, body }) => {
    const { name, warehouse_id: warehouseId, default_brand: defaultBrand } = query
    const sent = { path: body.path, name, warehouseId, defaultBrand, origin: 'upload', writer: author } as const
    return readDetails(db, await createImport(db, deps, sent))
  })
  serve(app, database, routes.get, ({ db, params }) => readDetails(db, params.id))
  serve(app, database, routes.setLayout, ({ db, author, params, body }) =>
    setImportLayout(db, deps, author, { id: params.id, input: body }),
  )
  serve(app, database, routes.deleteLayout, ({ db, author, params }) => deleteImportLayout(db, deps, author, params.id))
  serve(app, database, routes.start, ({ db, params, body }) => startImport(db, params.id, body.is_check))
  serve(app, database, routes.approve, ({ db, author, params, body }) =>
    approveImport(db, author, { id: params.id, keepsMissing: body.keep_missing }),
  )
  serve(app, database, routes.decline, ({ db, author, params }) => declineImport(db, deps, author, params.id))
  serve(app, database, routes.rollBack, ({ db, author, params }) => rollBackPriceImport(db, deps, author, params.id))
  serve(app, database, routes.progress, ({ db, params }) => followImport(db, params.id))
  serve(app, database, routes.report, ({ db, params }) => reportOf(db, store, params.id))
}
