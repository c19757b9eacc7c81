import { createHash } from 'node:crypto'
import { createServer, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { createAbcp, BAD_LOGIN, UNKNOWN_OPERATION, type SimulatedOrder } from './abcp.ts'
import { ARMTEK_ORDER } from './armtek.ts'
import { FAULTS, type Fault } from './faults.ts'
import { createStock, type Character, type SimulatedGoods, type Stock } from './goods.ts'
import type { SimulatedReply, FakeAdapter } from './protocol.ts'

export const SIMULATOR_LOGIN = 'portal'
export const SIMULATOR_PASSWORD = 'simulator'
const SIGNATURE = createHash('md5').update(SIMULATOR_PASSWORD).digest('hex')

export interface Simulator {
  origin: string
  server: Server
  /** Orders received during the lifetime of the simulator. */
  orders: SimulatedOrder[]
}

interface Mode {
  fault: Fault | null
  latencyMs: number
  /** Number of next orders or cancellations that are accepted, but whose connection is dropped without an answer. */
  drops: number
  /** Reason why orders are refused; empty to accept them. */
  refusal: string
  /** Reason why cancellations are refused; empty to accept them. */
  keeps: string
}
const PLACING = ['POST /orders/instant', 'POST /basket/order', ARMTEK_ORDER]
const CANCELLING = 'POST /orders/cancelPosition'

/** Handles `POST /control?fault=hang&latency=100&drops=1&refusal=…&keeps=…`, which sets the further behaviour. */
function control(mode: Mode, query: URLSearchParams): SimulatedReply {
  const fault = query.get('fault') ?? ''
  mode.fault = fault in FAULTS ? (fault as Fault) : null
  mode.latencyMs = Number(query.get('latency') ?? mode.latencyMs)
  mode.drops = Number(query.get('drops') ?? 0)
  mode.refusal = query.get('refusal') ?? ''
  mode.keeps = query.get('keeps') ?? ''
  return { status: 200, body: mode }
}

function speakAbcp(stock: Stock, orders: SimulatedOrder[]): FakeAdapter {
  const operations = createAbcp(stock, orders)
  return ({ method, path, query, text: form }) => {
    const fields = method === 'POST' ? new URLSearchParams(form) : query
    if (fields.get('userlogin') !== SIMULATOR_LOGIN || fields.get('userpsw') !== SIGNATURE) return BAD_LOGIN
    return operations[`${method} ${path}`]?.(fields) ?? UNKNOWN_OPERATION
  }
}

export interface SimulatorOptions {
  port?: number
  fault?: Fault | undefined
  /** Protocol; ABCP by default. */
  fakeAdapter?: ((stock: Stock) => FakeAdapter) | undefined
}

/** Starts a supplier that speaks ABCP or another protocol, on this machine only. */
export async function startSimulator(
  goods: SimulatedGoods,
  character: Character,
  { port = 0, fault, fakeAdapter }: SimulatorOptions = {},
): Promise<Simulator> {
  const orders: SimulatedOrder[] = []
  const stock = createStock(goods, character)
  const answer = fakeAdapter ? fakeAdapter(stock) : speakAbcp(stock, orders)
  const mode: Mode = { fault: fault ?? null, latencyMs: character.latencyMs, drops: 0, refusal: '', keeps: '' }
  const answerTo = async (request: IncomingMessage): Promise<SimulatedReply> => {
    const { pathname, searchParams: query } = new URL(request.url ?? '/', 'http://simulator')
    if (pathname === '/control') return control(mode, query)
    const [method, path] = [request.method ?? '', pathname.replace(/\/$/, '')]
    const input = { method, path, query, headers: request.headers, text: await text(request) }
    await new Promise((resolve) => setTimeout(resolve, mode.latencyMs))
    const isPlacing = PLACING.includes(`${method} ${path}`)
    if (isPlacing && mode.refusal !== '')
      return { status: 200, body: { status: 0, errorMessage: mode.refusal, orders: [] } }
    const isCancelling = `${method} ${path}` === CANCELLING
    if (isCancelling && mode.keeps !== '') return { status: 400, body: { errorCode: 4, errorMessage: mode.keeps } }
    const reply = answer(input)
    if ((isPlacing || isCancelling) && mode.drops > 0) {
      mode.drops -= 1
      throw new Error('the connection is dropped')
    }
    return reply
  }
  const server = createServer((request, reply) => {
    if (mode.fault && !request.url?.startsWith('/control')) {
      FAULTS[mode.fault](reply)
      return
    }
    answerTo(request).then(
      ({ status, body, type = 'application/json; charset=utf-8' }) =>
        reply.writeHead(status, { 'content-type': type }).end(typeof body === 'string' ? body : JSON.stringify(body)),
      () => reply.destroy(),
    )
  })
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  return { origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, server, orders }
}
