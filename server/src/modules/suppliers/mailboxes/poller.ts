import { createJob, type Job } from '../../../platform/jobs.ts'
import { readMailbox, type ReadMailboxDeps } from './read-mailbox.ts'
import { selectDueIds } from './reading.queries.ts'

const LOOK_EVERY_MS = 60_000

/** Reads the due mailboxes one after another. */
export async function readDueMailboxes(deps: ReadMailboxDeps, stopping?: AbortSignal): Promise<void> {
  for (const id of await selectDueIds(deps.database.db, deps.clock.now())) {
    if (stopping?.aborted) return
    await readMailbox(deps, id, stopping)
  }
}

/** Creates the background poller of mailboxes, shared by the servers of one database. */
export const createPoller = (deps: ReadMailboxDeps): Job =>
  createJob((stopping) => readDueMailboxes(deps, stopping), {
    name: 'mailboxes',
    everyMs: LOOK_EVERY_MS,
    log: deps.log,
    failure: 'mailbox polling failed',
  })
