import { priceGroupRoutes as routes } from '@artikul/contract/pricing/price-groups'
import type { FastifyInstance } from 'fastify'
import { serve, type Handles } from '../../../platform/http/index.ts'
import {
  updatePriceGroup,
  updatePriceSettings,
  createPriceGroup,
  listGroups,
  readPriceSettings,
  deletePriceGroup,
} from './price-groups.ts'

export function priceGroupsModule(app: FastifyInstance, database: Handles) {
  serve(app, database, routes.settings, ({ db }) => readPriceSettings(db))
  serve(app, database, routes.changeSettings, ({ author, body, db }) => updatePriceSettings(db, author, body))
  serve(app, database, routes.list, async ({ db }) => ({ results: await listGroups(db) }))
  serve(app, database, routes.create, async ({ author, body, db }) => ({
    id: await createPriceGroup(db, author, body),
  }))
  serve(app, database, routes.update, ({ author, params, body, db }) => updatePriceGroup(db, author, params.id, body))
  serve(app, database, routes.remove, async ({ author, params, db }) => {
    await deletePriceGroup(db, author, params.id)
    return {}
  })
}
