import type { Job } from '../../../platform/jobs.ts'
import { retryWaiting } from './apply-documents.ts'
import type { ExchangeDeps } from './exchange.routes.ts'
import { matchByRules, selectNodesWithNewOffers } from './goods.queries.ts'
import { queueChangedOrders } from './orders.queries.ts'
import { queuePrices } from './prices.ts'
import { selectActiveNodes } from './sessions.queries.ts'

const EVERY_MS = 60_000
/** Pause of 1C after which what it has sent is imported, although it has not said that this was all. */
const QUIET_MS = 30_000

/** Queues changed orders, matches goods, imports received prices and retries documents that lacked something. */
async function work(deps: ExchangeDeps, stopping: AbortSignal): Promise<void> {
  const { db, clock } = deps
  for (const node of await selectActiveNodes(db)) {
    if (stopping.aborted) return
    if (node.directions.includes('orders_out'))
      await db.transaction().execute((tx) => queueChangedOrders(tx, node.id, clock.now()))
    await matchByRules(db, node.id)
    await retryWaiting(deps, node)
  }
  for (const id of await selectNodesWithNewOffers(db, new Date(clock.now().getTime() - QUIET_MS))) {
    if (stopping.aborted) return
    await queuePrices(deps, id)
  }
}

export const oneCJob = (deps: ExchangeDeps): Job => ({
  name: 'one_c',
  everyMs: EVERY_MS,
  work: (stopping) => work(deps, stopping),
})
