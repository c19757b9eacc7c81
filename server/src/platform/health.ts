import type { FastifyInstance, FastifyReply } from 'fastify'
import { sql } from 'kysely'
import type { Database } from './db/index.ts'
import { AppError } from './errors.ts'
import { withTimeout } from './with-timeout.ts'

declare module 'fastify' {
  interface FastifyInstance {
    /** True before a shutdown: load balancers should stop sending calls. */
    isLeaving: boolean
  }
}

const READY_TIMEOUT_MS = 2000
/** Time without a free connection after which a pool does not recover by itself. */
const EXHAUSTED_MS = 60_000

/**
 * `/health/live`: the process answers, its pool provides connections and no shutdown is planned; `/health/ready`:
 * additionally its database answers within two seconds. Before a shutdown the server reports here that it is leaving
 * and keeps answering until load balancers have stopped sending calls.
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
