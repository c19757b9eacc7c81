import { assistedOrderRoutes as routes } from '@artikul/contract/ordering/assisted-orders'
import type { FastifyInstance } from 'fastify'
import { serve, type Before, type Handles } from '../../../platform/http/index.ts'
import { requeryForDraft, placeDraft, previewDraft, sendToClient, type LeavingDeps } from './place-or-send.ts'
import { addToDraft, changeDraftLine, removeDraftLine, setDraftPrice } from './assisted-order-lines.ts'
import {
  beginDraft,
  deleteAssistedOrder,
  listAssistedOrders,
  managerOf,
  readAssistedOrder,
  renameDraft,
} from './assisted-orders.ts'

/** «Черновики по телефону»: assisted orders that managers prepare before the company sees them. */
export function assistedOrdersModule(app: FastifyInstance, database: Handles, deps: LeavingDeps) {
  serve(app, database, routes.list, async (call) => ({
    results: await listAssistedOrders(call.db, deps, managerOf(call), call.query.contractor_id),
  }))
  serve(app, database, routes.create, async (call) => ({
    id: await call.db.transaction().execute((tx) => beginDraft(tx, deps, managerOf(call), call.body)),
  }))
  serve(app, database, routes.add, (call) => addToDraft(call.db, deps, managerOf(call), call.body))
  serve(app, database, routes.get, (call) => readAssistedOrder(call.db, deps, managerOf(call), call.params.id))
  serve(app, database, routes.rename, async (call) => {
    await renameDraft(call.db, deps, managerOf(call), { ...call.params, ...call.body })
    return {}
  })
  serve(app, database, routes.drop, async (call) => {
    await deleteAssistedOrder(call.db, deps, managerOf(call), call.params.id)
    return {}
  })
  serve(app, database, routes.changeLine, (call) =>
    changeDraftLine(call.db, deps, managerOf(call), { id: call.params.id, patch: call.body }),
  )
  serve(app, database, routes.removeLine, async (call) => {
    await removeDraftLine(call.db, deps, managerOf(call), call.params.id)
    return {}
  })
  serve(app, database, routes.setPrice, (call) =>
    setDraftPrice(call.db, deps, managerOf(call), { ...call.params, ...call.body }),
  )
  serve(app, database, routes.preview, (call) =>
    previewDraft(call.db, deps, managerOf(call), call.params.id, call.query),
  )
  serve(
    app,
    database,
    routes.place,
    async (call, unanswered) => ({
      orders: await placeDraft(call.db, deps, managerOf(call), { id: call.params.id, body: call.body, unanswered }),
    }),
    (call: Before<typeof routes.place>) =>
      requeryForDraft(call.db, deps, managerOf(call), { id: call.params.id, lines: call.body.lines }),
  )
  serve(app, database, routes.send, (call) =>
    sendToClient(call.db, deps, managerOf(call), { ...call.params, ...call.body }),
  )
}
