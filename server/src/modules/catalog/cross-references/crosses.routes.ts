import { crossRoutes as routes } from '@artikul/contract/catalog/crosses'
import type { FastifyInstance } from 'fastify'
import { serve, type Handles } from '../../../platform/http/index.ts'
import { applyImport, presentImport, readImport, rollBackImport } from './apply-import.ts'
import { checkFile, type CheckDeps } from './check-file.ts'
import { selectImports, selectRefused } from './cross-imports.queries.ts'
import { changeCross, createCross, listCrosses, removeCross } from './crosses.change.ts'
import { refusedReport } from './refused-report.ts'

const SHOWN_REFUSED = 100

export function crossesModule(app: FastifyInstance, database: Handles, deps: CheckDeps) {
  const { readBrands, clock } = deps
  serve(app, database, routes.list, ({ db, query }) => listCrosses(db, readBrands, query))
  serve(app, database, routes.create, ({ db, author, body }) => createCross(db, readBrands, author, body))
  serve(app, database, routes.update, ({ db, author, params, body }) => changeCross(db, author, params, body))
  serve(app, database, routes.remove, async ({ db, author, params, query }) => {
    await removeCross(db, author, params, query.version)
    return {}
  })
  serve(app, database, routes.imports, async ({ db }) => ({ results: (await selectImports(db)).map(presentImport) }))
  serve(app, database, routes.check, async ({ db, author, query, body }) =>
    readImport(db, await checkFile(deps, author, { path: body.path, name: query.name })),
  )
  serve(app, database, routes.refused, async ({ db, params }) => {
    await readImport(db, params.id)
    return { results: await selectRefused(db, params.id, 0, SHOWN_REFUSED) }
  })
  serve(app, database, routes.report, ({ db, params }) => refusedReport(db, params.id))
  serve(app, database, routes.apply, ({ db, author, params, body }) =>
    applyImport(db, author, { ...params, ...body }, clock),
  )
  serve(app, database, routes.rollBack, ({ db, author, params }) => rollBackImport(db, author, params.id))
}
