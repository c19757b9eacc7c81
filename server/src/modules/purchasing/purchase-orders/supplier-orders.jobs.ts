import type { Logger } from 'pino'
import type { Clock } from '../../../platform/clock.ts'
import type { Database } from '../../../platform/db/index.ts'
import type { Job } from '../../../platform/jobs.ts'
import type { Mailer } from '../../../platform/mail/index.ts'
import type { OnlineOrdering } from '../../suppliers/index.ts'
import { cancelDue } from './cancel.ts'
import { collect } from './sending/collect.ts'
import { formDue } from './sending/form.ts'
import { pollDue } from './sending/poll.ts'
import { sendDue } from './sending/send.ts'
import { sendFiles } from './sending/send-files.ts'

const EVERY_MS = 60_000
const POLL_EVERY_MS = 30_000

interface Deps {
  clock: Clock
  log: Logger
  mailer: Pick<Mailer, 'queue'>
  ordering: OnlineOrdering
}

/** Jobs that collect lines for suppliers, send and cancel orders and query their states. */
export function supplierOrderJobs(database: Database, services: Deps): readonly Job[] {
  const deps = { ...services, db: database.forTenant('any') }
  return [
    {
      name: 'supplier_lines',
      everyMs: EVERY_MS,
      work: async (stopping) => {
        await collect(deps.db, deps.clock.now, stopping)
        await formDue(deps.db, deps.clock.now())
      },
    },
    { name: 'supplier_orders', everyMs: EVERY_MS, work: (stopping) => sendDue(deps, stopping) },
    { name: 'supplier_files', everyMs: EVERY_MS, work: (stopping) => sendFiles(deps.db, deps, stopping) },
    { name: 'supplier_cancellations', everyMs: EVERY_MS, work: (stopping) => cancelDue(deps, stopping) },
    { name: 'supplier_states', everyMs: POLL_EVERY_MS, work: (stopping) => pollDue(deps, stopping) },
  ]
}
