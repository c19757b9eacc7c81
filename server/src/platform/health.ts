import type { FastifyInstance } from 'fastify'
import { sql, type Kysely } from 'kysely'
import type { DB } from './db/index.ts'

/** `/health/live`: the process answers; `/health/ready`: and so does its database. */
export function healthRoutes(app: FastifyInstance, db: Kysely<DB>) {
  app.get('/health/live', { config: { access: 'public' } }, () => ({ status: 'ok' }))
  app.get('/health/ready', { config: { access: 'public' } }, async () => {
    await sql`select 1`.execute(db)
    return { status: 'ok' }
  })
}
