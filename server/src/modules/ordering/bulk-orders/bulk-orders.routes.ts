import { listRoutes as routes } from '@artikul/contract/ordering/bulk-orders'
import type { FastifyInstance } from 'fastify'
import { createStreams, serve, type Handles } from '../../../platform/http/index.ts'
import { buyerOf } from '../cart/index.ts'
import { changeRow, changeRows, chooseAll, compareStrategies, type RowDeps } from './list-edits.ts'
import { answerFile } from './reading/list-file.ts'
import { repeatOrder } from './list-of-order.ts'
import { followOnline, type ListOnlineDeps } from './list-online.ts'
import { listToCart } from './list-to-cart.ts'
import { selectLists } from './bulk-orders.queries.ts'
import { briefOf } from './read-bulk-orders.ts'
import { rowOffers } from './list-row-offers.ts'
import {
  listCallerOf,
  createFromFile,
  createList,
  followList,
  getList,
  removeList,
  setBulkOrderLayout,
} from './bulk-orders.ts'
import { templatesRoutesOf } from '../order-templates/templates.routes.ts'

export function listsModule(app: FastifyInstance, database: Handles, deps: ListOnlineDeps & RowDeps) {
  serve(app, database, routes.own, async (call) => ({
    results: (await selectLists(call.db, listCallerOf(call).owner)).map(briefOf),
  }))
  serve(app, database, routes.upload, (call) => {
    const { name, consignee_id: consigneeId = null } = call.query
    return createFromFile(call.db, deps, listCallerOf(call), { path: call.body.path, name, consigneeId })
  })
  serve(app, database, routes.paste, (call) => {
    const { text, consignee_id: consigneeId = null } = call.body
    const sent = { content: Buffer.from(text), isPasted: true, name: 'Вставленный список', consigneeId }
    return createList(call.db, deps, listCallerOf(call), sent)
  })
  serve(app, database, routes.repeat, (call) => repeatOrder(call.db, deps, listCallerOf(call), call.body.order_id))
  serve(app, database, routes.get, (call) => getList(call.db, deps, listCallerOf(call), call.params.id))
  serve(app, database, routes.progress, (call) => followList(call.db, deps, listCallerOf(call), call.params.id))
  serve(app, database, routes.remove, (call) => done(removeList(call.db, listCallerOf(call), call.params.id)))
  serve(app, database, routes.setLayout, (call) =>
    done(setBulkOrderLayout(call.db, deps, listCallerOf(call), call.params.id, call.body)),
  )
  serve(app, database, routes.row, (call) => rowOffers(call.db, deps, listCallerOf(call), call.params))
  const streams = createStreams()
  serve(app, database, routes.online, (call) => {
    const stream = streams.enter(call.actor.userId)
    call.reply.raw.once('close', () => stream.abort())
    return followOnline(call.db, deps, listCallerOf(call), call.params.id, stream.signal)
  })
  serve(app, database, routes.changeRow, (call) => changeRow(call.db, deps, listCallerOf(call), call.params, call.body))
  serve(app, database, routes.select, (call) =>
    done(changeRows(call.db, listCallerOf(call), call.params.id, call.body)),
  )
  serve(app, database, routes.strategies, async (call) => ({
    results: await compareStrategies(call.db, deps, listCallerOf(call), call.params.id),
  }))
  serve(app, database, routes.choose, (call) =>
    done(chooseAll(call.db, deps, listCallerOf(call), call.params.id, call.body.strategy)),
  )
  serve(app, database, routes.toCart, (call) =>
    listToCart(call.db, deps, listCallerOf(call), buyerOf(call.actor), {
      id: call.params.id,
      vehicleId: call.body.vehicle_id,
    }),
  )
  templatesRoutesOf(app, database, deps)
  serve(app, database, routes.file, (call) => answerFile(call.db, deps, listCallerOf(call), call.params.id))
}

async function done(work: Promise<unknown>) {
  await work
  return {}
}
