import { findRoutes } from '@artikul/contract/workspace/global-search'
import type { FastifyInstance } from 'fastify'
import type { Sql } from '../../../platform/db/index.ts'
import { serve, type Handles } from '../../../platform/http/index.ts'
import { find } from './global-search.ts'

/** Routes of the command palette. */
export function findModule(app: FastifyInstance, database: Handles, { driver }: { driver: Sql }) {
  serve(app, database, findRoutes.find, ({ db, actor, query }) => find(db, driver, actor, query.q))
}
