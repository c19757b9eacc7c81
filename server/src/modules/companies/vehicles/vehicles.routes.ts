import { vehicleRoutes as routes } from '@artikul/contract/companies/vehicles'
import type { FastifyInstance } from 'fastify'
import { companyScopeOf } from '../../../platform/access/index.ts'
import type { Clock } from '../../../platform/clock.ts'
import { serve, type Actor, type Author, type Handles } from '../../../platform/http/index.ts'
import {
  changeVehicle,
  createVehicle,
  findVehicle,
  listVehicles,
  readVehicle,
  removeVehicle,
  restoreVehicle,
  type Editor,
} from './vehicles.ts'

const editorOf = ({ actor, author }: { actor: Actor; author: Author }): Editor => ({
  member: companyScopeOf(actor),
  author,
})

export function vehiclesModule(app: FastifyInstance, database: Handles, deps: { clock: Clock }) {
  serve(app, database, routes.list, ({ actor, db, query }) => listVehicles(db, companyScopeOf(actor), query))
  serve(app, database, routes.byNumber, async ({ actor, db, query }) => ({
    vehicle: await findVehicle(db, companyScopeOf(actor), query.number),
  }))
  serve(app, database, routes.get, ({ actor, db, params }) => readVehicle(db, companyScopeOf(actor), params.id))
  serve(app, database, routes.create, async (call) => ({
    id: await createVehicle(call.db, editorOf(call), call.body),
  }))
  serve(app, database, routes.update, (call) => changeVehicle(call.db, editorOf(call), call.params.id, call.body))
  serve(app, database, routes.remove, (call) =>
    removeVehicle(call.db, editorOf(call), { ...call.params, ...call.query }, deps),
  )
  serve(app, database, routes.restore, async (call) => {
    await restoreVehicle(call.db, editorOf(call), { ...call.params, ...call.body }, deps)
    return {}
  })
}
