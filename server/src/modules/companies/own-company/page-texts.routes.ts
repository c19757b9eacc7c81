import { pageTextRoutes as routes } from '@artikul/contract/site/page-texts'
import type { FastifyInstance } from 'fastify'
import type { Clock } from '../../../platform/clock.ts'
import { serve, type Handles } from '../../../platform/http/index.ts'
import { listPageVersions, readPageText, readPageVersion, replacePageText } from './page-texts.ts'

export function pageTextsModule(app: FastifyInstance, database: Handles, deps: { clock: Clock }) {
  serve(app, database, routes.get, ({ db, params }) => readPageText(db, params.page))
  serve(app, database, routes.replace, ({ author, params, body, db }) =>
    replacePageText(db, deps, author, params.page, body),
  )
  serve(app, database, routes.versions, ({ db, params, query }) => listPageVersions(db, params.page, query))
  serve(app, database, routes.version, ({ db, params }) => readPageVersion(db, params.page, params.version))
}
