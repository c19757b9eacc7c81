import type { FastifyInstance, FastifyReply } from 'fastify'
import { sql } from 'kysely'
import type { Database } from './db/index.ts'
import { AppError } from './errors.ts'
import { withTimeout } from './within.ts'

declare module 'fastify' {
  interface FastifyInstance {
    /** It is about to stop: balancers should send it no new calls. */
    isLeaving: boolean
  }
}

const READY_TIMEOUT_MS = 2000
/** A pool without a free connection for so long does not recover by itself. */
const EXHAUSTED_MS = 60_000

/**
 * `/health/live`: the process answers, its pool lends connections and it means to go on; `/health/ready`: its database
 * answers within two seconds too. Before it stops, a server says here that it is leaving and goes on answering, until no
 * balancer sends it anything.
 */
export function healthRoutes(app: FastifyInstance, { db, pools }: Pick<Database, 'db' | 'pools'>) {
  app.decorate('isLeaving', false)
  const answer = (reply: FastifyReply) =>
    app.isLeaving ? reply.code(503).header('connection', 'close').send({ status: 'leaving' }) : { status: 'ok' }
  app.get('/health/live', { config: { access: 'public' } }, (_, reply) => {
    const { exhaustedSince = Infinity } = pools.main.use
    if (performance.now() - exhaustedSince > EXHAUSTED_MS) return reply.code(503).send({ status: 'exhausted' })
    return answer(reply)
  })
  app.get('/health/ready', { config: { access: 'public' } }, async (_, reply) => {
    await withTimeout(sql`select 1`.execute(db), READY_TIMEOUT_MS, () => new AppError('unavailable', { retryAfter: 2 }))
    return answer(reply)
  })
}
