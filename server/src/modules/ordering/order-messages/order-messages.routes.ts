import { accessScopeOf } from '../../../platform/access/index.ts'
import { readFile } from 'node:fs/promises'
import { orderMessageRoutes as routes } from '@artikul/contract/ordering/order-messages'
import type { FastifyInstance } from 'fastify'
import type { Clock } from '../../../platform/clock.ts'
import { serve, type Actor, type Author, type Handles } from '../../../platform/http/index.ts'
import {
  storeOrderFile,
  saveOrderNote,
  readOrderFile,
  readOrderMessages,
  postOrderMessage,
  dismissOrderMessage,
  type OrderMessageParty,
} from './order-messages.ts'

const partyOf = ({ actor, author }: { actor: Actor; author: Author }): OrderMessageParty => ({
  reader: accessScopeOf(actor),
  author,
})

export function orderMessagesModule(app: FastifyInstance, database: Handles, deps: { clock: Clock }) {
  serve(app, database, routes.read, ({ actor, db, params }) => readOrderMessages(db, actor, params.id))
  serve(app, database, routes.postMessage, async (call) => {
    await postOrderMessage(call.db, deps, partyOf(call), call.params.id, call.body)
    return {}
  })
  serve(app, database, routes.settle, async (call) => {
    await dismissOrderMessage(call.db, deps, partyOf(call), call.params.id)
    return {}
  })
  serve(app, database, routes.upload, async (call) => {
    const given = { orderId: call.params.id, name: call.query.name, bytes: await readFile(call.body.path) }
    return storeOrderFile(call.db, deps, partyOf(call), given)
  })
  serve(app, database, routes.file, ({ actor, db, params }) => readOrderFile(db, actor, params.id))
  serve(app, database, routes.note, (call) =>
    saveOrderNote(call.db, deps, partyOf(call), { orderId: call.params.id, ...call.body }),
  )
}
