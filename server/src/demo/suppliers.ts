import { fork } from 'node:child_process'
import type { Kysely } from 'kysely'
import type { Logger } from 'pino'
import type { DB } from '../platform/db/index.ts'
import { loggable } from '../platform/telemetry/log-error.ts'
import { encrypt, type EncryptionKeys } from '../platform/encryption.ts'
import { SIMULATOR_PASSWORD } from '../simulator/simulator.ts'
import { SUPPLIERS } from './suppliers.data.ts'
import { putSupplier } from './suppliers.queries.ts'

/** Heap limits: sufficient for the catalogue, without garbage from its construction. */
const SMALL = ['--max-semi-space-size=2', '--max-old-space-size=128']

interface Deps {
  keys: EncryptionKeys
  log: Logger
  /** Receives the simulators' origins as soon as they are known. */
  origins: Set<string>
}

/**
 * Starts the simulated suppliers in a child process, which ends with the server.
 * @returns a function that stops them
 */
export function startSuppliers(db: Kysely<DB>, { keys, log, origins }: Deps): () => void {
  const child = fork(new URL('../simulator/start.ts', import.meta.url), { execArgv: SMALL })
  const put = async (found: string[]) => {
    for (const [at, url] of found.entries()) {
      origins.add(url)
      const secret = encrypt(keys, SIMULATOR_PASSWORD)
      await putSupplier(db, { name: SUPPLIERS[at]?.name ?? url, url, secret })
    }
  }
  child.on('message', (found: string[]) => {
    put(found).catch((error: unknown) => log.error({ err: loggable(error) }, 'suppliers of the demonstration failed'))
  })
  child.on('error', (error) => log.error({ err: loggable(error) }, 'suppliers of the demonstration did not start'))
  return () => child.kill()
}
