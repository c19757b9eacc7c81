import type { FastifyInstance, FastifyReply } from 'fastify'
import { sql, type Kysely } from 'kysely'
import type { DB } from './db/index.ts'

declare module 'fastify' {
  interface FastifyInstance {
    /** It is about to stop: whoever spreads the calls should send no new ones here. */
    isLeaving: boolean
  }
}

/**
 * `/health/live`: the process answers and means to go on; `/health/ready`: its database answers too. Before it stops, a
 * server says here that it is leaving and goes on answering, until no balancer sends it anything.
 */
export function healthRoutes(app: FastifyInstance, db: Kysely<DB>) {
  app.decorate('isLeaving', false)
  const tell = (reply: FastifyReply) =>
    app.isLeaving ? reply.code(503).header('connection', 'close').send({ status: 'leaving' }) : { status: 'ok' }
  app.get('/health/live', { config: { access: 'public' } }, (_, reply) => tell(reply))
  app.get('/health/ready', { config: { access: 'public' } }, async (_, reply) => {
    await sql`select 1`.execute(db)
    return tell(reply)
  })
}
