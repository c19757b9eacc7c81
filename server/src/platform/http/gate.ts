import { randomUUID } from 'node:crypto'
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { AppError } from '../errors.ts'
import { PROBLEM_TYPE, problemText } from './problems.ts'

/** So many calls may wait for each connection: a burst of two hundred buyers is served, not refused. */
const CALLS_OF_CONNECTION = 64
const RETRY_AFTER = '2'

/** A reply of the API is data: nothing in it may be run, framed, sniffed or kept. */
export const API_HEADERS = {
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
}

declare module 'fastify' {
  interface FastifyRequest {
    isInside: boolean
  }
}

interface GateOptions {
  REQUESTS_AT_ONCE?: number | undefined
  DATABASE_POOL: number
}

const isCall = (url = '') => url.startsWith('/api/')

const hasBody = ({ headers }: IncomingMessage) =>
  headers['transfer-encoding'] !== undefined || (headers['content-length'] ?? '0') !== '0'

/**
 * Counts the calls of the API that are being worked on, and refuses further ones at once when there are too many: whoever
 * waits behind hundreds of others has gone before his answer comes. A call is worked on from the moment when its body
 * is here until its answer begins to leave: who sends or reads slowly, and streams, take nobody's place.
 */
export function createGate({ REQUESTS_AT_ONCE, DATABASE_POOL }: GateOptions) {
  const most = REQUESTS_AT_ONCE ?? CALLS_OF_CONNECTION * DATABASE_POOL
  let inside = 0
  let refused = 0
  const enter = (request: FastifyRequest) => {
    if (request.isInside || !isCall(request.url)) return
    request.isInside = true
    inside += 1
  }
  const leave = (request: FastifyRequest) => {
    if (!request.isInside) return
    request.isInside = false
    inside -= 1
  }
  const refuse = (request: IncomingMessage, response: ServerResponse) => {
    refused += 1
    const id = randomUUID()
    const text = problemText(new AppError('unavailable'), id)
    response.writeHead(503, {
      ...API_HEADERS,
      'content-type': PROBLEM_TYPE,
      'content-length': Buffer.byteLength(text),
      'retry-after': RETRY_AFTER,
      'x-request-id': id,
      // What is still to come of it is not waited for.
      ...(hasBody(request) && { connection: 'close' }),
    })
    response.end(text)
  }
  return {
    /** Before Fastify has made anything of the request: a refusal must cost next to nothing. */
    before:
      (handle: RequestListener): RequestListener =>
      (request, response) => {
        if (inside >= most && isCall(request.url)) refuse(request, response)
        else handle(request, response)
      },
    watch: (app: FastifyInstance) => {
      app.decorateRequest('isInside', false)
      app.addHook('onRequest', (request, _, done) => {
        if (!hasBody(request.raw)) enter(request)
        done()
      })
      app.addHook('preValidation', (request, _, done) => {
        // A file is still on its way.
        const isFile = typeof request.body === 'object' && request.body !== null && 'pipe' in request.body
        if (!isFile) enter(request)
        done()
      })
      app.addHook('onSend', (request, _, payload, done) => {
        leave(request)
        done(null, payload)
      })
    },
    standing: () => ({ most, inside, refused }),
  }
}
export type Gate = ReturnType<typeof createGate>
