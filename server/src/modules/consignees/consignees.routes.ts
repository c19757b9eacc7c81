import { consigneeRoutes as routes } from '@artikul/contract/consignees'
import type { FastifyInstance } from 'fastify'
import type { Kysely } from 'kysely'
import type { DB } from '../../platform/db/index.ts'
import { requireContractor, serve } from '../../platform/http/index.ts'
import { selectConsignees } from './consignees.queries.ts'

export function consigneesModule(app: FastifyInstance, db: Kysely<DB>) {
  serve(app, db, routes.list, async ({ actor }) => ({
    results: await selectConsignees(db, requireContractor(actor)),
  }))
}
