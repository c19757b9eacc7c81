import { priceGroupRoutes as routes } from '@artikul/contract/pricing/price-groups'
import type { FastifyInstance } from 'fastify'
import { serve, type Handles } from '../../../platform/http/index.ts'
import { changeGroup, changeSettings, createGroup, listGroups, readSettings, removeGroup } from './price-groups.ts'

export function priceGroupsModule(app: FastifyInstance, database: Handles) {
  serve(app, database, routes.settings, ({ db }) => readSettings(db))
  serve(app, database, routes.changeSettings, ({ author, body, db }) => changeSettings(db, author, body))
  serve(app, database, routes.list, async ({ db }) => ({ results: await listGroups(db) }))
  serve(app, database, routes.create, async ({ author, body, db }) => ({
    id: await createGroup(db, author, body),
  }))
  serve(app, database, routes.update, ({ author, params, body, db }) => changeGroup(db, author, params.id, body))
  serve(app, database, routes.remove, async ({ author, params, db }) => {
    await removeGroup(db, author, params.id)
    return {}
  })
}
