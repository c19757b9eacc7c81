import { companyScopeOf } from '../../../platform/access/index.ts'
import { productAlertRoutes as routes } from '@artikul/contract/ordering/product-alerts'
import type { FastifyInstance } from 'fastify'
import type { Clock } from '../../../platform/clock.ts'
import { serve, type Actor, type Author, type Handles } from '../../../platform/http/index.ts'
import { createProductAlert, listProductAlerts, deleteProductAlert, type ProductAlertCaller } from './product-alerts.ts'

const callerOf = ({ actor, author }: { actor: Actor; author: Author }): ProductAlertCaller => ({
  member: companyScopeOf(actor),
  author,
})

export function productAlertsModule(app: FastifyInstance, database: Handles, { clock }: { clock: Clock }) {
  serve(app, database, routes.list, async (call) => ({ results: await listProductAlerts(call.db, callerOf(call)) }))
  serve(app, database, routes.create, (call) => createProductAlert(call.db, callerOf(call), call.body, clock))
  serve(app, database, routes.remove, async (call) => {
    await deleteProductAlert(call.db, callerOf(call), call.params.id)
    return {}
  })
}
