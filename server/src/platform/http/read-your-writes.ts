import type { FastifyInstance, FastifyRequest } from 'fastify'
import { MAX_LAG_MS } from '../db/replicas.ts'
import { isPlainLoopback } from './cookies.ts'

const NAME = 'artikul_just_wrote'
/** Twice the maximum lag of a replica, so that replicas in use contain the write. */
const RETENTION_SECONDS = (2 * MAX_LAG_MS) / 1000

const READS = new Set(['GET', 'HEAD', 'OPTIONS'])

/**
 * Decides whether a read may miss the latest writes. A user who has just written has a cookie that applies to every
 * server; programs without cookies are recognised by the missing origin of the call.
 */
export const allowStaleRead = ({ headers, cookies }: FastifyRequest) =>
  headers['sec-fetch-site'] !== undefined && cookies[NAME] === undefined

/** Sets that cookie after writes. */
export function trackWrites(app: FastifyInstance) {
  app.addHook('onSend', (request, reply, payload, done) => {
    if (!READS.has(request.method) && request.url.startsWith('/api/'))
      reply.setCookie(NAME, '1', {
        path: '/api',
        httpOnly: true,
        secure: !isPlainLoopback(request),
        sameSite: 'strict',
        maxAge: RETENTION_SECONDS,
      })
    done(null, payload)
  })
}
