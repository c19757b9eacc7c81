import { deliveryRoutes as routes } from '@artikul/contract/pricing/delivery'
import { isContractorUser } from '@artikul/contract/core/roles'
import type { FastifyInstance } from 'fastify'
import { serve, type Handles } from '../../../platform/http/index.ts'
import { selectDaysOff, selectZones } from './delivery.queries.ts'
import { changeCalendar, changeZone, createZone, removeZone } from './delivery.ts'

export function deliveryModule(app: FastifyInstance, database: Handles) {
  serve(app, database, routes.zones, async ({ actor, db }) => {
    const zones = await selectZones(db)
    // The number of other companies' points in a zone is not disclosed to clients.
    return {
      results: isContractorUser(actor.roles)
        ? zones.map((zone) => ({ ...zone, note: '', consignees_count: 0 }))
        : zones,
    }
  })
  serve(app, database, routes.createZone, async ({ author, body, db }) => ({ id: await createZone(db, author, body) }))
  serve(app, database, routes.updateZone, ({ author, params, body, db }) => changeZone(db, author, params.id, body))
  serve(app, database, routes.removeZone, async ({ author, params, db }) => {
    await removeZone(db, author, params.id)
    return {}
  })
  serve(app, database, routes.calendar, async ({ query, db }) => ({ days_off: await selectDaysOff(db, query.year) }))
  serve(app, database, routes.changeCalendar, async ({ author, body, db }) => {
    await changeCalendar(db, author, body.days)
    return {}
  })
}
