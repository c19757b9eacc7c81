import type { FastifyInstance } from 'fastify'
import type { Job } from './platform/jobs.ts'
import type { Database, Db } from './platform/db/index.ts'
import type { Retention } from './platform/retention.ts'
import type { GoodsReferences } from './modules/catalog/index.ts'

/** Business module as loaded by the server: `modules/<name>/module.ts`. */
export interface Module<Services> {
  /** Registers the routes. */
  routes: (app: FastifyInstance, database: Database, services: Services) => void
  /** Background work, which runs while a server listens. */
  jobs?: (database: Database, services: Services) => readonly Job[]
  /** Rows that are purged every hour. */
  retention?: readonly Retention[]
  /** Purges data in files and runs due tasks; called every hour. */
  hourly?: (database: Database, services: Services) => readonly Promise<unknown>[]
  personalData?: PersonalData
  goods?: GoodsReferences
}

/** Personal data stored by a module, deleted within the transaction that erases the account. */
export interface PersonalData {
  ofPerson?: readonly ((tx: Db, userId: number) => Promise<unknown>)[]
  /** Rows that contain an email address; `shown` replaces it in rows that are kept. */
  ofAddress?: readonly ((tx: Db, address: string, shown: string) => Promise<unknown>)[]
}

export const defineModule = <Services>(module: Module<Services>) => module
