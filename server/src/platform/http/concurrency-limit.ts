import { randomUUID } from 'node:crypto'
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { AppError } from '../errors.ts'
import { PROBLEM_TYPE, problemText } from './problems.ts'

/** Number of calls per connection that may wait: a burst of two hundred buyers is served. */
const CALLS_OF_CONNECTION = 64
const RETRY_AFTER = '2'

/** Headers of API replies, which must not be executed, framed, sniffed or cached. */
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

const isCall = (url = '') => url.startsWith('/api/') || url.startsWith('/abcp/')

const hasBody = ({ headers }: IncomingMessage) =>
  headers['transfer-encoding'] !== undefined || (headers['content-length'] ?? '0') !== '0'

/**
 * Counts the API calls in progress and refuses further ones immediately above the limit, because callers waiting behind
 * hundreds of others give up before the answer. A call is in progress from the arrival of its body until the start of
 * its answer: slow senders, slow readers and streams are not counted.
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
      // The rest of the request body is not awaited.
      ...(hasBody(request) && { connection: 'close' }),
    })
    response.end(text)
  }
  return {
    /** Runs before Fastify processes the request, because a refusal must be cheap. */
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
        // A file is still being uploaded.
        const isFile = typeof request.body === 'object' && request.body !== null && 'pipe' in request.body
        if (!isFile) enter(request)
        done()
      })
      app.addHook('onSend', (request, _, payload, done) => {
        leave(request)
        done(null, payload)
      })
    },
    status: () => ({ most, inside, refused }),
  }
}
export type Gate = ReturnType<typeof createGate>
