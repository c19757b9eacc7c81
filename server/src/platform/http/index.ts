import { randomUUID } from 'node:crypto'
import { createServer, type RequestListener } from 'node:http'
import { isIP } from 'node:net'
import type { Readable } from 'node:stream'
import cookie from '@fastify/cookie'
import { isContractorUser } from '@artikul/contract/core/roles'
import { FILE, type Output, type Route } from '@artikul/contract/core/route'
import Fastify, { LogController, type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import type { Kysely, Transaction } from 'kysely'
import type { Logger } from 'pino'
import type { Registry } from 'prom-client'
import type { z } from 'zod'
import type { Config } from '../config.ts'
import type { Database, DB } from '../db/index.ts'
import { AppError } from '../errors.ts'
import { measureHttp } from '../metrics/http.ts'
import { noteMetrics } from '../metrics/index.ts'
import { inTrace, type Trace } from '../telemetry/trace.ts'
import { admit, authorOf, type Actor, type Authenticate, type Author } from './actor.ts'
import { API_HEADERS, createGate } from './gate.ts'
import { once } from './idempotency.ts'
import { withoutPrices } from './hidden-prices.ts'
import { noteWrites } from './just-wrote.ts'
import { answerMalformed, answerProblems, InvalidInput, fieldErrorMessage } from './problems.ts'
import { acceptUploads, withUpload, type Upload } from './upload.ts'
import { createSerializer } from './serializer.ts'
import { sendEvents } from './streams.ts'

export {
  isOnBehalf,
  requireContractor,
  writtenBy,
  type Actor,
  type Authenticate,
  type Author,
  type Writer,
} from './actor.ts'
export type { TenantScope } from '../db/index.ts'
export { isPlainLoopback } from './cookies.ts'
export { mayBeBehind } from './just-wrote.ts'
export { deleteKeysOf, purgeExpiredKeys } from './idempotency.ts'
export { answerNotFound } from './problems.ts'
export { createStreams } from './streams.ts'

declare module 'fastify' {
  interface FastifyRequest {
    actor: Actor | null
    trace: Trace
  }
  interface FastifyContextConfig {
    access?: Route['access']
    right?: Route['right'] | undefined
    rightOfOthers?: Route['right'] | undefined
    selfOnly?: boolean | undefined
  }
}

export interface FileReply {
  /** A stream where the file is large; its size is then told beside. */
  bytes: Buffer | Readable
  size?: number
  type: string
  name: string
}

type ReplyOf<R extends Route> = R['reply'] extends z.ZodType ? z.input<R['reply']> : FileReply

export interface Call<R extends Route> {
  actor: R['access'] extends 'public' ? null : Actor
  params: Output<R['params']>
  query: Output<R['query']>
  body: R['upload'] extends number ? Upload : Output<R['body']>
  /** Who writes, as every written row and the journal need it. */
  author: R['access'] extends 'public' ? null : Author
  /**
   * Sees only the rows of the caller's company (any, for staff). An idempotent route works in the transaction that
   * stores its key.
   */
  db: R['idempotent'] extends true ? Transaction<DB> : Kysely<DB>
  request: FastifyRequest
  reply: FastifyReply
}
/** A streaming route answers its events one by one; its first refusal is still an ordinary one. */
export type Handler<R extends Route, P = void> = (
  call: Call<R>,
  prepared: P,
) => Promise<R['stream'] extends true | 'endless' ? AsyncIterable<ReplyOf<R>> : ReplyOf<R>>

/** Percent signs that are no UTF-8 would reach the handlers as they stand. */
function isDecodable(url: string): boolean {
  try {
    decodeURIComponent(url)
    return true
  } catch {
    return false
  }
}

/** The Host that was asked for; two of them are none. */
function hostOf({ headers, raw }: FastifyRequest): string {
  let count = 0
  for (let at = 0; at < raw.rawHeaders.length; at += 2) if (raw.rawHeaders[at]?.toLowerCase() === 'host') count += 1
  return count > 1 ? '' : (headers.host ?? '')
}

/** Names under which the server may be asked: its public one, and this machine (an IP cannot be rebound by DNS). */
function isKnownHost(host: string, config: Config): boolean {
  const name = host.replace(/:\d+$/, '').replace(/^\[|\]$/g, '')
  if (config.PUBLIC_ORIGIN && name === new URL(config.PUBLIC_ORIGIN).hostname) return true
  return name === 'localhost' || name === '127.0.0.1' || name === '::1' || (!config.isProduction && isIP(name) !== 0)
}

/** How long a request may take to arrive. */
const REQUEST_MS = 60_000
/** Longer than a proxy in front keeps an idle connection, so that it is never closed under a request. */
const KEEP_ALIVE_MS = 72_000

const openServer = (handle: RequestListener) =>
  createServer({ requestTimeout: REQUEST_MS, keepAliveTimeout: KEEP_ALIVE_MS }, handle)

/** Whatever is done for a request is done in its trace; how its body has come is nobody's. */
function traceRequests(app: FastifyInstance) {
  app.addHook('onRequest', (request, _, done) => {
    const { traceparent } = request.headers
    request.trace = { id: request.id, isRequest: true, traceparent: traceparent?.toString() }
    inTrace(request.trace, done)
  })
  app.addHook('preValidation', (request, _, done) => {
    if (request.body === undefined) done()
    else inTrace(request.trace, done)
  })
}

/** The bare HTTP platform: closed by default, one shape of errors, no business word. */
export async function createHttp(
  config: Config,
  log: Logger,
  authenticate: Authenticate,
  metrics?: Registry,
): Promise<FastifyInstance> {
  const gate = createGate(config)
  const app = Fastify({
    serverFactory: (handle) => openServer(gate.before(handle)),
    loggerInstance: log,
    // Its lines say by themselves to which request they belong.
    childLoggerFactory: (logger) => logger,
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: 1024 * 1024,
    // One proxy in front: only what it adds itself is believed, not what it passes on.
    trustProxy: config.TRUST_PROXY === 'on' && ((_, hop) => hop === 0),
    genReqId: () => randomUUID(),
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 200 },
    forceCloseConnections: 'idle',
    // What the router refuses by itself reaches no route and none of its hooks.
    frameworkErrors: (_, __, reply) => answerMalformed(reply.headers(API_HEADERS)),
  }) as unknown as FastifyInstance // the logger's type parameter is of no use to the modules
  app.removeContentTypeParser('text/plain')
  acceptUploads(app)
  app.setValidatorCompiler<z.ZodType>(({ schema }) => (data) => {
    const parsed = schema.safeParse(data, { error: fieldErrorMessage })
    return parsed.success ? { value: parsed.data } : { error: new InvalidInput(parsed.error.issues) }
  })
  app.setSerializerCompiler<z.ZodType>(({ schema }) => createSerializer(schema, config))
  app.decorateRequest('actor', null)
  traceRequests(app)
  gate.watch(app)
  if (metrics) {
    noteMetrics(app, metrics)
    measureHttp(app, metrics, gate)
  }
  await app.register(cookie)
  if (config.DATABASE_REPLICA_URL) noteWrites(app)
  app.addHook('onRoute', (route) => {
    if (!route.config?.access) throw new Error(`${String(route.method)} ${route.url} has no access rule`)
  })
  app.addHook('onRequest', async (request, reply) => {
    reply.header('x-request-id', request.id)
    if (!isKnownHost(hostOf(request), config)) throw new AppError('input.malformed')
    if (request.url.includes('%') && !isDecodable(request.url)) throw new AppError('input.malformed')
    if (request.url.startsWith('/api/')) reply.headers(API_HEADERS)
    const { access, right, rightOfOthers, selfOnly } = request.routeOptions.config
    if (access) request.actor = await admit(request, { access, right, rightOfOthers, selfOnly }, authenticate)
  })
  answerProblems(app)
  return app
}

function sendFile(reply: FastifyReply, file: FileReply) {
  const name = encodeURIComponent(file.name).replace(/['()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16)}`)
  if (file.size !== undefined) reply.header('content-length', file.size)
  return reply.type(file.type).header('content-disposition', `attachment; filename*=UTF-8''${name}`).send(file.bytes)
}

/** Prices leave only for those who may see them. */
const shown = <T>(request: FastifyRequest, route: Route, reply: T): T =>
  route.ownSums || request.actor?.limits?.seesPrices !== false ? reply : withoutPrices(reply)

/** The database as the caller may see it. */
function handleOf(database: Handles, actor: Actor | null): Kysely<DB> {
  if (!actor) return database.db
  if (!isContractorUser(actor.roles)) return database.as('any')
  return actor.contractorId === null ? database.db : database.as(actor.contractorId)
}

/** The handles that routes are served with; each call gets the one that shows no more than its caller may see. */
export type Handles = Pick<Database, 'db' | 'as'>

/** A call before the transaction of an idempotent route begins: nobody is asked over the network inside it. */
export type Before<R extends Route> = Omit<Call<R>, 'db'> & { db: Kysely<DB> }

/** Fastify has just parsed every part by the route's schemas. */
const callOf = (request: FastifyRequest, reply: FastifyReply, handle: Kysely<DB>, body = request.body) => ({
  actor: request.actor,
  author: request.actor && authorOf(request, request.actor),
  params: request.params,
  query: request.query,
  body,
  db: handle,
  request,
  reply,
})

const schemaOf = ({ params, query, body, reply, stream, status = 200 }: Route) => ({
  ...(params && { params }),
  ...(query && { querystring: query }),
  ...(body && { body }),
  ...(reply !== FILE && !stream && { response: { [status]: reply } }),
})

/** Registers a contract route; its schemas, access, status and types all come from the contract. */
export function serve<R extends Route, P = void>(
  app: FastifyInstance,
  database: Handles,
  route: R,
  handler: Handler<R, P>,
  prepare: (call: Before<R>) => Promise<P> = async () => undefined as P,
) {
  const { reply: replySchema, status = 200 } = route
  app.route({
    method: route.method,
    url: route.path,
    ...(route.upload !== undefined && { bodyLimit: route.upload }),
    config: { access: route.access, right: route.right, rightOfOthers: route.rightOfOthers, selfOnly: route.selfOnly },
    schema: schemaOf(route),
    handler: async (request, reply) => {
      const db = handleOf(database, request.actor)
      const call = (handle: Kysely<DB>, body?: unknown) => callOf(request, reply, handle, body) as unknown as Call<R>
      const prepared = await prepare(call(db))
      if (route.idempotent && replySchema !== FILE) {
        const stored = await once(
          db,
          {
            userId: request.actor?.userId ?? 0,
            key: request.headers['idempotency-key'],
            fingerprint: `${route.method} ${request.url}\n${JSON.stringify(request.body ?? null)}`,
          },
          async (tx) => ({
            status,
            body: JSON.stringify(shown(request, route, replySchema.parse(await handler(call(tx), prepared)))),
          }),
        )
        if (stored.replayed) reply.header('idempotent-replayed', 'true')
        return reply.code(stored.status).type('application/json; charset=utf-8').serializer(String).send(stored.body)
      }
      const { upload } = route
      const result =
        upload === undefined
          ? await handler(call(db), prepared)
          : await withUpload(request.body, upload, (file) => handler(call(db, file), prepared))
      reply.code(status)
      if (route.stream && replySchema !== FILE)
        return sendEvents(reply, result as AsyncIterable<unknown>, {
          isEndless: route.stream === 'endless',
          present: (event) => shown(request, route, replySchema.parse(event)),
        })
      return replySchema === FILE ? sendFile(reply, result as FileReply) : shown(request, route, result)
    },
  })
}
