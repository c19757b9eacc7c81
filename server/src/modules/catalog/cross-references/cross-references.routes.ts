import { crossReferenceRoutes as routes } from '@artikul/contract/catalog/cross-references'
import type { FastifyInstance } from 'fastify'
import { serve, type Handles } from '../../../platform/http/index.ts'
import { applyImport, presentCrossReferenceImport, readImport, rollBackCrossReferenceImport } from './apply-import.ts'
import { checkFile, type CheckDeps } from './check-file.ts'
import { selectCrossReferenceImports, selectRefused } from './cross-reference-imports.queries.ts'
import {
  updateCrossReference,
  createCrossReference,
  listCrossReferences,
  deleteCrossReference,
} from './change-cross-references.ts'
import { refusedReport } from './refused-report.ts'

const SHOWN_REFUSED = 100

export function crossReferencesModule(app: FastifyInstance, database: Handles, deps: CheckDeps) {
  const { readBrands, clock } = deps
  serve(app, database, routes.list, ({ db, query }) => listCrossReferences(db, readBrands, query))
  serve(app, database, routes.create, ({ db, author, body }) => createCrossReference(db, readBrands, author, body))
  serve(app, database, routes.update, ({ db, author, params, body }) => updateCrossReference(db, author, params, body))
  serve(app, database, routes.remove, async ({ db, author, params, query }) => {
    await deleteCrossReference(db, author, params, query.version)
    return {}
  })
  serve(app, database, routes.imports, async ({ db }) => ({
    results: (await selectCrossReferenceImports(db)).map(presentCrossReferenceImport),
  }))
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
  serve(app, database, routes.rollBack, ({ db, author, params }) => rollBackCrossReferenceImport(db, author, params.id))
}
