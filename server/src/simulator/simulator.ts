import { createHash } from 'node:crypto'
import { createServer, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { createAbcp, BAD_LOGIN, UNKNOWN_OPERATION, type Order } from './abcp.ts'
import { FAULTS, type Fault } from './faults.ts'
import { createStock, type Character, type Goods, type Stock } from './goods.ts'
import type { Answer, Tongue } from './tongue.ts'

export const SIMULATOR_LOGIN = 'portal'
export const SIMULATOR_PASSWORD = 'simulator'
const SIGNATURE = createHash('md5').update(SIMULATOR_PASSWORD).digest('hex')

export interface Simulator {
  origin: string
  server: Server
  /** What was ordered, as long as the simulator lives. */
  orders: Order[]
}

interface Mode {
  fault: Fault | null
  latencyMs: number
  /** So many next orders, or cancellations, are taken, and the connection is dropped before anything is said of it. */
  drops: number
  /** Why no order is taken; empty: orders are. */
  refusal: string
  /** Why nothing is cancelled; empty: it is asked for. */
  keeps: string
}
const PLACING = ['POST /orders/instant', 'POST /basket/order']
const CANCELLING = 'POST /orders/cancelPosition'

/** `POST /control?fault=hang&latency=100&drops=1&refusal=…&keeps=…`: how it behaves from now on. */
function control(mode: Mode, query: URLSearchParams): Answer {
  const fault = query.get('fault') ?? ''
  mode.fault = fault in FAULTS ? (fault as Fault) : null
  mode.latencyMs = Number(query.get('latency') ?? mode.latencyMs)
  mode.drops = Number(query.get('drops') ?? 0)
  mode.refusal = query.get('refusal') ?? ''
  mode.keeps = query.get('keeps') ?? ''
  return { status: 200, body: mode }
}

function speakAbcp(stock: Stock, orders: Order[]): Tongue {
  const operations = createAbcp(stock, orders)
  return ({ method, path, query, text: form }) => {
    const fields = method === 'POST' ? new URLSearchParams(form) : query
    if (fields.get('userlogin') !== SIMULATOR_LOGIN || fields.get('userpsw') !== SIGNATURE) return BAD_LOGIN
    return operations[`${method} ${path}`]?.(fields) ?? UNKNOWN_OPERATION
  }
}

interface Options {
  port?: number
  fault?: Fault | undefined
  /** ABCP when left out. */
  tongue?: (stock: Stock) => Tongue
}

/** A supplier that speaks ABCP or another tongue, on this machine only. */
export async function startSimulator(
  goods: Goods,
  character: Character,
  { port = 0, fault, tongue }: Options = {},
): Promise<Simulator> {
  const orders: Order[] = []
  const stock = createStock(goods, character)
  const answer = tongue ? tongue(stock) : speakAbcp(stock, orders)
  const mode: Mode = { fault: fault ?? null, latencyMs: character.latencyMs, drops: 0, refusal: '', keeps: '' }
  const answerTo = async (request: IncomingMessage): Promise<Answer> => {
    const { pathname, searchParams: query } = new URL(request.url ?? '/', 'http://simulator')
    if (pathname === '/control') return control(mode, query)
    const [method, path] = [request.method ?? '', pathname.replace(/\/$/, '')]
    const asked = { method, path, query, headers: request.headers, text: await text(request) }
    await new Promise((resolve) => setTimeout(resolve, mode.latencyMs))
    const isPlacing = PLACING.includes(`${method} ${path}`)
    if (isPlacing && mode.refusal !== '')
      return { status: 200, body: { status: 0, errorMessage: mode.refusal, orders: [] } }
    const isCancelling = `${method} ${path}` === CANCELLING
    if (isCancelling && mode.keeps !== '') return { status: 400, body: { errorCode: 4, errorMessage: mode.keeps } }
    const said = answer(asked)
    if ((isPlacing || isCancelling) && mode.drops > 0) {
      mode.drops -= 1
      throw new Error('the connection is dropped')
    }
    return said
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
