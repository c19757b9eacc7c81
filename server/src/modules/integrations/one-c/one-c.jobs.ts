import type { Job } from '../../../platform/jobs.ts'
import { retryWaiting } from './apply-documents.ts'
import type { ExchangeDeps } from './exchange.routes.ts'
import { importFile } from './import-file.ts'
import { matchByRules, selectNodesWithNewOffers } from './goods.queries.ts'
import { queueChangedOrders } from './orders.queries.ts'
import { queuePrices } from './prices.ts'
import { selectActiveNodes, selectInterruptedFiles, selectNode } from './sessions.queries.ts'

const EVERY_MS = 60_000
/** Pause of 1C after which what it has sent is imported, although it has not said that this was all. */
const QUIET_MS = 30_000

/** Reads the files of documents that a stopped server left behind. */
async function readInterrupted(deps: ExchangeDeps, stopping: AbortSignal): Promise<void> {
  for (const file of await selectInterruptedFiles(deps.db)) {
    const node = await selectNode(deps.db, file.node_id)
    if (stopping.aborted) return
    if (node) await importFile(deps, file, node.directions)
  }
}

/** Queues changed orders, matches goods, imports received prices and retries documents that lacked something. */
async function work(deps: ExchangeDeps, stopping: AbortSignal): Promise<void> {
  const { db, clock } = deps
  await readInterrupted(deps, stopping)
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
