import { documentRoutes } from '@artikul/contract/billing/documents'
import type { FastifyInstance } from 'fastify'
import { serve, type Handles } from '../../../platform/http/index.ts'
import { createArchives, type ArchiveDeps } from './archive.ts'

/** Routes for the documents of a period in one file. */
export function documentArchivesModule(app: FastifyInstance, database: Handles, deps: ArchiveDeps) {
  const makeArchive = createArchives(deps)
  serve(app, database, documentRoutes.archive, ({ db, actor, query }) => makeArchive(db, actor, query))
}
