import type { FastifyInstance } from 'fastify'
import type { Background } from './platform/background.ts'
import type { Database, Db } from './platform/db/index.ts'
import type { GoodsReferences } from './modules/catalog/index.ts'

/** A business module as the server sees it: `modules/<name>/module.ts`. */
export interface Module<Services> {
  /** Registers the routes. */
  routes: (app: FastifyInstance, database: Database, services: Services) => void
  /** Recurring work that runs while the server listens. */
  jobs?: (database: Database, services: Services) => readonly Job[]
  /** What is deleted after its time and what falls due: called every hour. */
  hourly?: (database: Database, services: Services) => readonly Promise<unknown>[]
  personalData?: PersonalData
  goods?: GoodsReferences
}

export type Job = Pick<Background, 'start' | 'stop' | 'standing'>

/** What a module stores about a person and deletes with his account, inside the transaction that erases it. */
export interface PersonalData {
  ofPerson?: readonly ((tx: Db, userId: number) => Promise<unknown>)[]
  /** Rows that name an address; `shown` is written in its place where the row stays. */
  ofAddress?: readonly ((tx: Db, address: string, shown: string) => Promise<unknown>)[]
}

export const defineModule = <Services>(module: Module<Services>) => module
