import type { FastifyInstance, FastifyRequest } from 'fastify'
import { MAX_LAG_MS } from '../db/replicas.ts'
import { isPlainLoopback } from './cookies.ts'

const NAME = 'artikul_just_wrote'
/** Twice what a replica may lack: what was written then is in all that are read. */
const RETENTION_SECONDS = (2 * MAX_LAG_MS) / 1000

const READS = new Set(['GET', 'HEAD', 'OPTIONS'])

/**
 * Whether a read may miss the last seconds. Whoever has just written has a cookie that says so, at whichever node; a
 * program keeps no cookies, and tells what it is by not saying where its call comes from.
 */
export const mayBeBehind = ({ headers, cookies }: FastifyRequest) =>
  headers['sec-fetch-site'] !== undefined && cookies[NAME] === undefined

/** Gives that cookie to whoever writes. */
export function noteWrites(app: FastifyInstance) {
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
