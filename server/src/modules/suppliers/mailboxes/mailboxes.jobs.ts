import { PRICE_LIST_BYTES } from '@artikul/contract/suppliers/price-lists'
import type { Logger } from 'pino'
import type { Clock } from '../../../platform/clock.ts'
import type { Config } from '../../../platform/config.ts'
import type { Database } from '../../../platform/db/index.ts'
import type { Job } from '../../../platform/jobs.ts'
import { processEach } from '../../../platform/process-each.ts'
import { createListStore } from '../price-lists/index.ts'
import { mailboxKeys } from './mailbox-access.ts'
import { readMailbox, type ReadMailboxDeps } from './read-mailbox.ts'
import { selectDueIds } from './reading.queries.ts'

const EVERY_MS = 60_000

interface Deps {
  config: Pick<Config, 'dataDir' | 'PRIVATE_URLS' | 'AUTH_SECRET_PREVIOUS'>
  clock: Clock
  log: Logger
  secret: string
}

/** Job that reads the due mailboxes. */
export function mailboxesJob(database: Database, { config, clock, log, secret }: Deps): Job {
  const deps = {
    ...{ database, clock, log, store: createListStore(config.dataDir), mostBytes: PRICE_LIST_BYTES },
    keys: mailboxKeys(secret, config.AUTH_SECRET_PREVIOUS),
    allowsPrivate: config.PRIVATE_URLS === 'on',
  }
  return { name: 'mailboxes', everyMs: EVERY_MS, work: (stopping) => readDueMailboxes(deps, stopping) }
}

/** Reads the due mailboxes one after another. */
export async function readDueMailboxes(deps: ReadMailboxDeps, stopping?: AbortSignal): Promise<void> {
  const ids = await selectDueIds(deps.database.db, deps.clock.now())
  await processEach(ids, (id) => readMailbox(deps, id, stopping), stopping)
}
