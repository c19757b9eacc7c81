import type { Job } from '../../../platform/jobs.ts'
import { processEach } from '../../../platform/process-each.ts'
import { checkExchange } from './alarms.ts'
import { retryWaiting } from './apply-documents.ts'
import type { ExchangeDeps } from './exchange.routes.ts'
import { importFile } from './import-file.ts'
import { matchByRules, noteNewGoods, selectNodesWithNewOffers } from './goods.queries.ts'
import { queueChangedOrders } from './orders.queries.ts'
import { takePictures } from './pictures.ts'
import { queuePrices, writeGoods } from './prices.ts'
import { type Node, selectActiveNodes, selectInterruptedFiles, selectNode } from './sessions.queries.ts'

const EVERY_MS = 60_000
/** Pause of 1C after which what it has sent is imported, although it has not said that this was all. */
const QUIET_MS = 30_000
/** Pause after which a file of documents has no further pieces. */
const INTERRUPTED_MS = 120_000

/** Reads the files of documents that a stopped server left behind. */
async function readInterrupted(deps: ExchangeDeps, stopping: AbortSignal): Promise<void> {
  const files = await selectInterruptedFiles(deps.db, new Date(deps.clock.now().getTime() - INTERRUPTED_MS))
  const read = async (file: (typeof files)[number]) => {
    const node = await selectNode(deps.db, file.node_id)
    if (node) await importFile(deps, file, node.directions)
  }
  await processEach(files, read, stopping)
}

/** Queues changed orders, matches goods, imports received prices and photos, retries documents that lacked something. */
async function work(deps: ExchangeDeps, stopping: AbortSignal): Promise<void> {
  const { db, clock } = deps
  const tend = async (node: Node) => {
    if (node.directions.includes('orders_out'))
      await db.transaction().execute((tx) => queueChangedOrders(tx, node.id, clock.now()))
    // Goods that have become products bring their sale prices.
    if (await matchByRules(db, node.id)) await noteNewGoods(db, node.id, true)
    await retryWaiting(deps, node)
  }
  const quietSince = new Date(clock.now().getTime() - QUIET_MS)
  const steps = [
    () => readInterrupted(deps, stopping),
    async () => processEach(await selectActiveNodes(db), tend, stopping),
    async () =>
      processEach(await selectNodesWithNewOffers(db, quietSince, false), (id) => queuePrices(deps, id), stopping),
    async () =>
      processEach(await selectNodesWithNewOffers(db, quietSince, true), (id) => writeGoods(deps, id), stopping),
    () => checkExchange(deps),
    // Takes longest: orders and prices do not wait for it.
    async () =>
      processEach(await selectActiveNodes(db), (node) => takePictures(deps, node, quietSince, stopping), stopping),
  ]
  await processEach(steps, (step) => step(), stopping)
}

export const oneCJob = (deps: ExchangeDeps): Job => ({
  name: 'one_c',
  everyMs: EVERY_MS,
  work: (stopping) => work(deps, stopping),
})
