import { randomUUID } from 'node:crypto'
import { createServer, type RequestListener } from 'node:http'
import { isIP } from 'node:net'
import type { Readable } from 'node:stream'
import cookie from '@fastify/cookie'
import { isContractorUser } from '@artikul/contract/core/roles'
import { FILE, type Output, type Reply, type Route } from '@artikul/contract/core/route'
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
import type { ReadPortal } from '../portal/portal.ts'
import { inTrace, type Trace } from '../telemetry/trace.ts'
import { admit, authorOf, requirePage, type Actor, type AdmitKey, type Authenticate, type Author } from './actor.ts'
import { API_HEADERS, createGate } from './concurrency-limit.ts'
import { once } from './idempotency.ts'
import { withoutPrices } from './hidden-prices.ts'
import { noteOperation, runRoute, type RouteInput } from './operations.ts'
import { trackWrites } from './read-your-writes.ts'
import { answerMalformed, answerProblems, InvalidInput, fieldErrorMessage } from './problems.ts'
import { acceptUploads, withUpload, type Upload } from './upload.ts'
import { createSerializer } from './serializer.ts'
import { sendEvents } from './streams.ts'

export {
  isOnBehalf,
  requireContractor,
  writtenBy,
  type Actor,
  type ActingKey,
  type AdmitKey,
  type Authenticate,
  type Author,
  type Writer,
} from './actor.ts'
export type { TenantScope } from '../db/index.ts'
export { isPlainLoopback } from './cookies.ts'
export { allowStaleRead } from './read-your-writes.ts'
export { deleteKeysOf, onceForKey } from './idempotency.ts'
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
    scope?: Route['scope'] | undefined
    page?: Route['page'] | undefined
  }
}

export interface FileReply {
  /** Content; a stream for large files, whose size is set separately. */
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
  /** Author, as required by written rows and the journal. */
  author: R['access'] extends 'public' ? null : Author
  /**
   * Handle with access to the rows of the caller's company only (all for staff). For an idempotent route, the
   * transaction that stores its key.
   */
  db: R['idempotent'] extends true ? Transaction<DB> : Kysely<DB>
  request: FastifyRequest
  reply: FastifyReply
}
/** Handler of a route. A streaming route yields events; a refusal before the first one is answered as usual. */
export type Handler<R extends Route, P = void> = (
  call: Call<R>,
  prepared: P,
) => Promise<R['stream'] extends true | 'endless' ? AsyncIterable<ReplyOf<R>> : ReplyOf<R>>

/** Checks the percent encoding, because invalid UTF-8 would reach the handlers undecoded. */
function isDecodable(url: string): boolean {
  try {
    decodeURIComponent(url)
    return true
  } catch {
    return false
  }
}

/** Returns the requested Host; empty when it is repeated. */
function hostOf({ headers, raw }: FastifyRequest): string {
  let count = 0
  for (let at = 0; at < raw.rawHeaders.length; at += 2) if (raw.rawHeaders[at]?.toLowerCase() === 'host') count += 1
  return count > 1 ? '' : (headers.host ?? '')
}

/**
 * Checks the names under which the server may be called: its public one, and this machine (an IP cannot be rebound by
 * DNS).
 */
function isKnownHost(host: string, config: Config): boolean {
  const name = host.replace(/:\d+$/, '').replace(/^\[|\]$/g, '')
  if (config.PUBLIC_ORIGIN && name === new URL(config.PUBLIC_ORIGIN).hostname) return true
  return name === 'localhost' || name === '127.0.0.1' || name === '::1' || (!config.isProduction && isIP(name) !== 0)
}

/** Maximum time for a request to arrive. */
const REQUEST_MS = 60_000
/** Longer than the idle timeout of a proxy in front, so that a connection is never closed during a request. */
const KEEP_ALIVE_MS = 72_000

const openServer = (handle: RequestListener) =>
  createServer({ requestTimeout: REQUEST_MS, keepAliveTimeout: KEEP_ALIVE_MS }, handle)

/** Runs every request in its trace, except the reception of its body. */
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

/** How callers are recognised: people by their tokens, programs by their keys. */
interface Admission {
  authenticate: Authenticate
  admitKey?: AdmitKey
  /** Reads which public pages are hidden. */
  readPortal?: ReadPortal
}

/** Creates the HTTP platform without business logic: access denied by default, a single format of errors. */
export async function createHttp(
  config: Config,
  log: Logger,
  { authenticate, admitKey, readPortal }: Admission,
  metrics?: Registry,
): Promise<FastifyInstance> {
  const gate = createGate(config)
  const app = Fastify({
    serverFactory: (handle) => openServer(gate.before(handle)),
    loggerInstance: log,
    // Log lines contain the request id themselves.
    childLoggerFactory: (logger) => logger,
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: 1024 * 1024,
    // One proxy in front: only the values it adds itself are trusted, not those it forwards.
    trustProxy: config.TRUST_PROXY === 'on' && ((_, hop) => hop === 0),
    genReqId: () => randomUUID(),
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 200 },
    forceCloseConnections: 'idle',
    // Requests rejected by the router reach no route and none of its hooks.
    frameworkErrors: (_, __, reply) => answerMalformed(reply.headers(API_HEADERS)),
  }) as unknown as FastifyInstance // the modules do not need the logger's type parameter
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
  if (config.DATABASE_REPLICA_URL) trackWrites(app)
  app.addHook('onRoute', (route) => {
    if (!route.config?.access) throw new Error(`${String(route.method)} ${route.url} has no access rule`)
  })
  app.addHook('onRequest', async (request, reply) => {
    reply.header('x-request-id', request.id)
    if (!isKnownHost(hostOf(request), config)) throw new AppError('input.malformed')
    if (request.url.includes('%') && !isDecodable(request.url)) throw new AppError('input.malformed')
    if (request.url.startsWith('/api/')) reply.headers(API_HEADERS)
    const { access, right, rightOfOthers, selfOnly, scope, page } = request.routeOptions.config
    if (page && readPortal) await requirePage(request, page, { authenticate, readPortal })
    if (scope && admitKey) request.actor = await admitKey(request, reply, scope)
    else if (access) request.actor = await admit(request, { access, right, rightOfOthers, selfOnly }, authenticate)
  })
  answerProblems(app)
  return app
}

function sendFile(reply: FastifyReply, file: FileReply) {
  const name = encodeURIComponent(file.name).replace(/['()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16)}`)
  if (file.size !== undefined) reply.header('content-length', file.size)
  return reply.type(file.type).header('content-disposition', `attachment; filename*=UTF-8''${name}`).send(file.bytes)
}

/** Removes prices from replies to callers without access to them. */
const shown = <T>(request: FastifyRequest, route: Route, reply: T): T =>
  route.ownSums || request.actor?.limits?.seesPrices !== false ? reply : withoutPrices(reply)

/** Returns the database handle with the caller's scope. */
function handleOf(database: Handles, actor: Actor | null): Kysely<DB> {
  if (!actor) return database.db
  if (!isContractorUser(actor.roles)) return database.forTenant('any')
  return actor.contractorId === null ? database.db : database.forTenant(actor.contractorId)
}

/** Handles for routes; each call gets the one limited to its caller's scope. */
export type Handles = Pick<Database, 'db' | 'forTenant'>

/** Call before the transaction of an idempotent route, for network requests that must not run within it. */
export type Before<R extends Route> = Omit<Call<R>, 'db'> & { db: Kysely<DB> }

/** Fastify has just validated every part by the route's schemas. */
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

const accessOf = ({ access, right, rightOfOthers, selfOnly, scope, page }: Route) => ({
  ...{ access, right, rightOfOthers, selfOnly, scope, page },
})

/** Runs a served route for the caller of another one, as `runRoute`, with the reply as the handler returned it. */
export const callRoute = <R extends Route>(
  { request, reply }: Pick<Call<Route>, 'request' | 'reply'>,
  route: R,
  input: RouteInput<R> = {},
) =>
  runRoute(request, reply, route, input) as Promise<R['stream'] extends true ? AsyncIterable<ReplyOf<R>> : ReplyOf<R>>

/** Reads a route for background work as a person of the company would. */
export type RouteReader = <R extends Route>(actor: Actor, route: R, input: RouteInput<R>) => Promise<Reply<R>>

/** Creates a reader of served routes whose handlers take nothing of a request but its actor. */
export const createRouteReader =
  (app: FastifyInstance): RouteReader =>
  async (actor, route, input) => {
    const caller = { request: { server: app, actor }, reply: null } as unknown as Pick<Call<Route>, 'request' | 'reply'>
    const result = await callRoute(caller, route, input)
    return (route.reply === FILE ? result : route.reply.parse(result)) as Reply<typeof route>
  }

/** Registers a contract route; its schemas, access, status and types all come from the contract. */
export function serve<R extends Route, P = void>(
  app: FastifyInstance,
  database: Handles,
  route: R,
  handler: Handler<R, P>,
  prepare: (call: Before<R>) => Promise<P> = async () => undefined as P,
) {
  const { reply: replySchema, status = 200 } = route
  noteOperation(app, route, async (request, reply, { tx, ...input }) => {
    const call = { ...callOf(request, reply, tx ?? handleOf(database, request.actor)), ...input } as unknown as Call<R>
    const result = await handler(call, await prepare(call))
    return replySchema === FILE || route.stream ? result : shown(request, route, result)
  })
  app.route({
    method: route.method,
    url: route.path,
    ...(route.upload !== undefined && { bodyLimit: route.upload }),
    config: accessOf(route),
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
            apiKeyId: request.actor?.key?.id,
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
