import { Readable } from 'node:stream'
import { setTimeout as delay } from 'node:timers/promises'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { freeBuffer } from '../../../platform/free-buffer.ts'
import { loggable } from '../../../platform/telemetry/log-error.ts'
import { noteExchange } from '../../companies/index.ts'
import { retryWaiting } from './apply-documents.ts'
import { basicOf } from './credentials.ts'
import { importFile, unpackArchives, type ImportDeps } from './import-file.ts'
import { renderOrders, renderReferences } from './order-xml.ts'
import { confirmSent } from './orders.queries.ts'
import { endCatalog, type PriceDeps } from './prices.ts'
import { safeName } from './reading/file-names.ts'
import { pack } from './received-files.ts'
import { sendOrders } from './send-orders.ts'
import * as sessions from './sessions.ts'
import * as queries from './sessions.queries.ts'
import type { ApplyDeps } from './apply-documents.ts'

export type ExchangeDeps = sessions.SessionDeps &
  ImportDeps &
  PriceDeps &
  ApplyDeps & {
    /** Starts a simulated base of 1C; only outside production. */
    startOneC?: ((access: { login: string; password: string }) => void) | undefined
  }

/** Bytes of a file that 1C sends at once; it cuts larger ones. */
const FILE_LIMIT = 2 * 1024 * 1024
const BODY_LIMIT = FILE_LIMIT + 64 * 1024
/** Time of an import after which 1C is told to ask again: its own limit is half a minute. */
const IMPORT_WAIT_MS = 10_000
/** Pause before another server's import is asked about again. */
const BUSY_WAIT_MS = 1000
const COOKIE = 'artikul'

interface Query {
  type?: string
  mode?: string
  filename?: string
  sessid?: string
  version?: string
}

interface Step {
  deps: ExchangeDeps
  /** Imports in progress of this server. */
  running: Map<string, Promise<void>>
  request: FastifyRequest<{ Querystring: Query }>
  kind: queries.SessionKind
  session: queries.Session
  node: queries.Node
}

/** Answer of the protocol: its lines, or an XML document. */
type Answer = string[] | Buffer

const isArchive = (name: string) => /\.zip$/i.test(name)

function fileName({ request }: Step): string {
  const name = safeName(request.query.filename ?? '')
  if (name === null) throw new sessions.ExchangeRefused('Недопустимое имя файла')
  return name
}

async function init({ deps, request, kind, session }: Step): Promise<Answer> {
  await queries.deleteUnfinishedFiles(deps.db, session.id)
  const limits = ['zip=yes', `file_limit=${FILE_LIMIT}`]
  const isNew = kind === 'sale' && request.query.version !== undefined
  return isNew ? [...limits, `sessid=${request.query.sessid ?? ''}`, 'version=2.09'] : limits
}

/**
 * Reads a piece of a file.
 * @throws ExchangeRefused when it is empty or larger than 1C was told
 */
async function readPiece(body: unknown): Promise<Buffer> {
  const chunks: Buffer[] = []
  let size = 0
  if (body instanceof Readable)
    // A refused piece is read to its end, so that 1C reads the answer.
    for await (const chunk of body.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
      size += chunk.length
      if (size > BODY_LIMIT) throw new sessions.ExchangeRefused(`Часть файла больше ${FILE_LIMIT} байт`)
      chunks.push(chunk)
    }
  if (size === 0) throw new sessions.ExchangeRefused('Файл пустой')
  const bytes = Buffer.concat(chunks)
  chunks.forEach(freeBuffer)
  return bytes
}

/** Appends the bytes; the last piece of orders is read at once, because old versions of 1C do not ask for it. */
async function receive(step: Step): Promise<Answer> {
  const { deps, request, kind, session, node } = step
  const name = fileName(step)
  const bytes = await readPiece(request.body)
  const place = { sessionId: session.id, nodeId: node.id, name }
  const part = { size: bytes.length, packed: await pack(bytes) }
  freeBuffer(bytes)
  const file = await deps.db.transaction().execute((tx) => queries.appendToFile(tx, place, part, deps.clock.now()))
  freeBuffer(part.packed)
  if (!file) throw new sessions.ExchangeRefused('Файл ещё читается: повторите обмен позже')
  if (kind !== 'sale' || part.size === FILE_LIMIT || request.query.version !== undefined) return ['success']
  await queries.updateFile(deps.db, file.id, { state: 'queued' })
  const answer = await importNamed(step)
  // A queued file is read in any case, by the job if this server stops.
  return answer[0] === 'progress' ? ['success'] : answer
}

/** Waits for a piece of work of this server, which goes on when 1C has to ask again; false when it takes longer. */
async function isDoneInTime({ running, request }: Step, name: string, work: () => Promise<void>): Promise<boolean> {
  const started =
    running.get(name) ??
    work()
      .catch((error: unknown) => request.log.error({ err: loggable(error as Error) }, '1C import failed'))
      .finally(() => running.delete(name))
  running.set(name, started)
  const stop = new AbortController()
  const isLate = delay(IMPORT_WAIT_MS, false, { signal: stop.signal }).catch(() => false)
  const isDone = await Promise.race([started.then(() => true), isLate])
  stop.abort()
  return isDone
}

async function readNamed(step: Step, file: queries.FileRow): Promise<void> {
  const { deps, session, node } = step
  const isMine = await importFile(deps, file, node.directions)
  // Another server reads it: 1C asks again at once.
  if (!isMine) await delay(BUSY_WAIT_MS)
  if (step.kind === 'sale' && (await queries.selectReceivedFile(deps.db, session.id, file.name))?.state === 'done')
    await retryWaiting(deps, node)
}

function answerOf(file: queries.FileRow | undefined): Answer {
  if (file?.state === 'done') return ['success', 'Файл загружен']
  if (file?.state === 'failed') return ['failure', file.failure]
  return ['progress', `Загружено объектов: ${file?.objects_done ?? 0}`]
}

/** «import»: reads the file within the time that 1C waits, else lets it ask again. */
async function importNamed(step: Step): Promise<Answer> {
  const { deps, session } = step
  const name = fileName(step)
  if (!(await isDoneInTime(step, `unpack ${session.id}`, () => unpackArchives(deps, session.id))))
    return ['progress', 'Архив распаковывается']
  const files = await queries.selectFilesOf(deps.db, session.id)
  const broken = files.find((file) => isArchive(file.name) && file.state === 'failed')
  if (broken) return ['failure', broken.failure]
  // An archive of orders is named itself; one of a catalogue by its files.
  const named = isArchive(name) ? files.filter((file) => !isArchive(file.name)) : [await requireFile(step, name)]
  for (const file of named.filter(({ state }) => state !== 'done' && state !== 'failed'))
    if (!(await isDoneInTime(step, `file ${file.id}`, () => readNamed(step, file)))) break
  const after = await Promise.all(named.map((file) => queries.selectReceivedFile(deps.db, session.id, file.name)))
  return answerOf(after.find((file) => file?.state !== 'done') ?? after[0])
}

async function requireFile({ deps, session }: Step, name: string): Promise<queries.FileRow> {
  const file = await queries.selectReceivedFile(deps.db, session.id, name)
  if (!file) throw new sessions.ExchangeRefused(`Файла ${name} в этом сеансе нет: передайте его ещё раз`)
  return file
}

async function end({ deps, session, node }: Step): Promise<Answer> {
  await endCatalog(deps, { nodeId: node.id, sessionId: session.id }, true)
  return ['success']
}

/** Gives the waiting orders; none in the trial, so that 1C shows no error. */
async function query({ deps, session, node }: Step): Promise<Answer> {
  const now = deps.clock.now()
  return node.is_trial || !node.directions.includes('orders_out')
    ? renderOrders([], new Map(), now)
    : sendOrders(deps.db, session, now)
}

async function confirm({ deps, session, node }: Step): Promise<Answer> {
  await confirmSent(deps.db, session.id, deps.clock.now())
  await noteExchange(deps.db, node.seller_id, deps.clock.now())
  return ['success']
}

const CATALOG_MODES = { init, file: receive, import: importNamed, deactivate: end, complete: end }
const MODES: Record<queries.SessionKind, Record<string, (step: Step) => Promise<Answer>>> = {
  catalog: CATALOG_MODES,
  sale: { init, file: receive, import: importNamed, query, success: confirm, info: async () => renderReferences() },
}

/** Types that carry the catalogue and its reference data. */
const kindOf = (type: string | undefined): queries.SessionKind | null => {
  if (type === 'catalog' || type === 'reference') return 'catalog'
  return type === 'sale' ? 'sale' : null
}

async function checkAuth(deps: ExchangeDeps, request: FastifyRequest, kind: queries.SessionKind): Promise<Answer> {
  const node = await sessions.signInNode(deps, basicOf(request.headers.authorization))
  const open = kind === 'catalog' ? await queries.selectOpenCatalogSession(deps.db, node.id) : undefined
  if (open) await endCatalog(deps, { nodeId: node.id, sessionId: open.id }, false)
  const token = await sessions.openSession(deps, node.id, kind)
  const seconds = Math.floor(deps.clock.now().getTime() / 1000)
  return ['success', COOKIE, token, `sessid=${token}`, `timestamp=${seconds}`]
}

type Exchanged = Pick<Step, 'session' | 'node'>

/** Finds the session of a request. */
function findSession(deps: ExchangeDeps, request: FastifyRequest<{ Querystring: Query }>): Promise<Exchanged> {
  const { type, sessid = '' } = request.query
  const kind = kindOf(type)
  if (kind === null) throw new sessions.ExchangeRefused('Неизвестная команда')
  const token = request.cookies[COOKIE] ?? sessid
  return sessions.requireSession(deps, { token, basic: basicOf(request.headers.authorization), kind })
}

interface Exchange {
  deps: ExchangeDeps
  running: Step['running']
  /** Sessions of requests with a file: a stranger's file is refused before it is received. */
  found: WeakMap<FastifyRequest, Exchanged>
}

async function answer(
  { deps, running, found }: Exchange,
  request: FastifyRequest<{ Querystring: Query }>,
): Promise<Answer> {
  const { type, mode = '' } = request.query
  const kind = kindOf(type)
  if (kind !== null && mode === 'checkauth') return checkAuth(deps, request, kind)
  const act = kind === null || !Object.hasOwn(MODES[kind], mode) ? undefined : MODES[kind][mode]
  if (kind === null || !act) return ['failure', 'Неизвестная команда']
  const session = found.get(request) ?? (await findSession(deps, request))
  return act({ deps, running, request, kind, ...session })
}

function send(reply: FastifyReply, content: Answer) {
  // 1C shows the text of a refusal only with this status.
  reply.code(200).headers({ 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' })
  return Buffer.isBuffer(content)
    ? reply.type('application/xml; charset=windows-1251').send(content)
    : reply.type('text/plain; charset=utf-8').send(`${content.join('\n')}\n`)
}

/**
 * «Обмен с сайтом»: the protocol of CommerceML 2, which 1C calls. Answers are lines of text with status 200 for refusals
 * too, because 1C shows the text. Any path behind `/exchange/1c` and further parameters are accepted.
 */
export function exchangeModule(app: FastifyInstance, deps: ExchangeDeps) {
  const running: Step['running'] = new Map()
  const found: Exchange['found'] = new WeakMap()
  app.addHook('onClose', async () => {
    await Promise.all(running.values())
  })
  void app.register(async (exchange) => {
    exchange.removeAllContentTypeParsers()
    exchange.addContentTypeParser('*', (_, body, done) => done(null, body))
    exchange.setErrorHandler((error: Error, request, reply) => {
      if (error instanceof sessions.ExchangeRefused) return send(reply, ['failure', error.message])
      request.log.error({ err: loggable(error) }, '1C exchange failed')
      return send(reply, ['failure', 'Внутренняя ошибка портала: повторите обмен позже'])
    })
    for (const url of ['/exchange/1c', '/exchange/1c/*'])
      exchange.route<{ Querystring: Query }>({
        method: ['GET', 'POST'],
        url,
        config: { access: 'public' },
        onRequest: async (request) => {
          if (request.method === 'POST') found.set(request, await findSession(deps, request))
        },
        handler: async (request, reply) => send(reply, await answer({ deps, running, found }, request)),
      })
  })
}
