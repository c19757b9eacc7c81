import { setTimeout as delay } from 'node:timers/promises'
import type { PriceImport } from '@artikul/contract/suppliers/price-lists'
import { SMTPServer } from 'smtp-server'
import { onlineSupplier } from '../../server/src/modules/suppliers/online-suppliers/online-suppliers.factory.ts'
import type { Fault } from '../../server/src/simulator/faults.ts'
import { buildGood, CHARACTER } from '../../server/src/simulator/goods.factory.ts'
import { indexed } from '../../server/src/simulator/goods.ts'
import { SIMULATOR_LOGIN, SIMULATOR_PASSWORD, startSimulator } from '../../server/src/simulator/simulator.ts'
import type { PortalClient } from './portal-client.factory.ts'
import { oneOf } from './trade-buyer.factory.ts'

const SUPPLIERS = 3
/** Behaviour of suppliers in turn, each one step ahead of the previous. */
const MOODS: readonly (Fault | '')[] = ['', 'error', '', 'hang', '', 'broken', '', 'drip', 'html']
/** One email in every so many is deferred by the mail server. */
const REFUSED_EVERY = 10

/** Repeats the work at an interval until stopped; a run in progress is waited for. */
export function everySo(everyMs: number, work: (round: number) => Promise<unknown>) {
  const ended = new AbortController()
  const working = (async () => {
    for (let round = 0; !ended.signal.aborted; round += 1) {
      await work(round)
      await delay(everyMs, undefined, { signal: ended.signal }).catch(() => undefined)
    }
  })()
  return async () => {
    ended.abort()
    await working
  }
}

/** Mail server that accepts emails and stores none. */
export async function startMailServer(port: number) {
  let count = 0
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData: (stream, _, done) => {
      stream.resume()
      stream.on('end', () => {
        count += 1
        done(count % REFUSED_EVERY === 0 ? new Error('try later') : null)
      })
    },
  })
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  return { count: () => count, close: () => new Promise<void>((resolve) => server.close(() => resolve())) }
}

/** Suppliers that are queried and ordered from at once, with occasional failures. */
export async function startSuppliers(staff: PortalClient, sellerId: number, articles: readonly string[]) {
  const goods = indexed(articles.map((article) => buildGood({ brand: 'ЛЮБОЙ', article })))
  const simulators = await Promise.all(Array.from({ length: SUPPLIERS }, () => startSimulator(goods, CHARACTER)))
  for (const { origin } of simulators) {
    const access = { url: origin, login: SIMULATOR_LOGIN, secret: SIMULATOR_PASSWORD }
    const body = onlineSupplier(sellerId, { ...access, sending: 'now', budget_ms: 10_000, per_second: 100 })
    await staff.ask('поставщик', 'online-suppliers', { body })
  }
  const set = ({ origin }: { origin: string }, fault: string) =>
    fetch(`${origin}/control?fault=${fault}`, { method: 'POST' })
  return {
    orders: () => simulators.reduce((sum, { orders }) => sum + orders.length, 0),
    /** Switches every supplier to its next mood. */
    turn: (round: number) =>
      Promise.all(simulators.map((one, at) => set(one, MOODS[(round + at * 2) % MOODS.length] ?? ''))),
    mend: () => Promise.all(simulators.map((one) => set(one, ''))),
    close: () => {
      for (const { server } of simulators) server.close().closeAllConnections()
    },
  }
}

const IMPORT_LOOKS = 600
const WORKING = ['queued', 'running']

/** Imports a price list with changed prices and quantities as a manager and returns its final state. */
export async function importPriceList(staff: PortalClient, warehouseId: number, articles: readonly string[]) {
  const rows = articles.map(
    (article) => `ЛЮБОЙ;${article};${100 + Math.floor(Math.random() * 900)},50;${oneOf([0, 5, 20])}`,
  )
  const body = Buffer.from(`Производитель;Артикул;Цена;Остаток\n${rows.join('\n')}\n`)
  const path = `price-imports?name=price.csv&warehouse_id=${warehouseId}`
  const { json } = await staff.ask('прайс-лист', path, { body })
  if (json === undefined) return 'refused'
  const one = `price-imports/${(json as PriceImport).id}`
  await staff.ask('прайс-лист', `${one}/start`, { body: { is_check: false } })
  for (let left = IMPORT_LOOKS; left > 0; left -= 1) {
    const { json: now } = await staff.ask('прайс-лист: ход', one)
    const state = (now as PriceImport | undefined)?.state ?? 'queued'
    if (state === 'waiting' || state === 'checked') await staff.ask('прайс-лист', `${one}/approve`, { body: {} })
    else if (!WORKING.includes(state)) return state
    await delay(200)
  }
  return 'stuck'
}

/** Pages opened by people, which receive events until closed. */
export function createTabs() {
  const counts = { opened: 0, pieces: 0, broken: 0 }
  const under = new Set<Promise<void>>()
  const stay = async (client: PortalClient, ms: number) => {
    try {
      counts.pieces += await client.follow('events', AbortSignal.timeout(Math.round(ms)))
    } catch {
      counts.broken += 1
    }
  }
  return {
    counts,
    open: (client: PortalClient, stayMs: number) => {
      counts.opened += 1
      const staying = stay(client, stayMs).finally(() => under.delete(staying))
      under.add(staying)
    },
    leave: () => Promise.all(under),
  }
}
