import { afterAll, beforeAll, expect, test } from 'vitest'
import { reportFigure } from '../../server/src/testing/figures.ts'
import { movedPortal, type MovedClock } from './moved-portal.factory.ts'
import { portalClient, type Answered, type PortalClient } from './portal-client.factory.ts'
import { fireVolley, runRush, type Rates } from './rush.factory.ts'
import { tradeBuyer, type PlacedReply } from './trade-buyer.factory.ts'
import { countAround, countCrossed, judgeTrade } from './trade-verdict.factory.ts'
import { buildTradeWorld, type TradeWorld } from './trade-world.factory.ts'

const portal = movedPortal({ port: 3660 })
const answers: Answered[] = []
const ledger: PlacedReply[] = []
let world: TradeWorld
let clients: PortalClient[] = []

beforeAll(async () => {
  world = await portal.prepare(({ db }) => buildTradeWorld(db, { buyers: BUYERS, goods: GOODS }))
  clients = world.buyers.map((buyer) => portalClient(portal.origin, buyer, answers))
}, 120_000)
afterAll(async () => {
  await portal.remove()
})

test(
  'every order in the rush before a cut-off and around midnight gets the right delivery run',
  { timeout: 900_000 },
  async () => {
    for (const hour of HOURS) {
      const since = answers.length
      const { verdict, skipped } = await liveThrough(hour)
      const edges = hour.edges.map((edge) => {
        const { before, after } = countAround(verdict, at(edge))
        return `${edge.slice(0, 5)} — ${before} в последнюю секунду, ${after} в первую после неё`
      })
      reportFigure(
        'trade-day',
        `${hour.name}, ${hour.from}–${hour.until}: ${timesText(since)}; отказы: ${refusalsText(since)}`,
      )
      reportFigure(
        'trade-day',
        `${hour.name}: заказы у отсечек: ${edges.join('; ')}; не тот рейс у ${verdict.mismatches.length} строк из ` +
          `${verdict.lines.length}, нечестных отказов ${verdict.dishonest.length}, отправлено до отсечки и записано после ` +
          `${countCrossed(ledger, verdict, hour.edges.map(at))}, не начато из-за занятых покупателей ${skipped}`,
      )
      expect(verdict.mismatches).toEqual([])
      expect(verdict.dishonest).toEqual([])
      expect(verdict.strays).toEqual([])
      expect(answers.filter(({ status }) => status >= 500)).toEqual([])
    }
    expect(ledger.some((reply) => reply.placed.length > 0)).toBe(true)
  },
)

const SPEED = 10
const BUYERS = 60
const GOODS = 5000
/** Window in simulated milliseconds within which half of the buyers send their orders about the edges. */
const WITHIN_MS = 1500
/** Lead time by the ordinary clock for reviewing orders before an edge. */
const READY_MS = 10_000

const ACTS = ['заказ', 'пересчёт', 'список: поиск', 'поиск', 'акт сверки']

/** Monday and end of a month; hours are Moscow's. */
const at = (time: string) => new Date(`2026-11-30T${time}+03:00`)

interface Hour {
  name: string
  from: string
  until: string
  rates: Rates
  /** Moments after which some dates differ, or might appear to. */
  edges: string[]
}

const HOURS: Hour[] = [
  {
    name: 'утро понедельника',
    from: '08:57:00',
    until: '09:05:00',
    rates: { uploadList: 1.8, search: 0.7, order: 0.5 },
    edges: ['09:00:00'],
  },
  {
    name: 'перед отсечкой 15:00',
    from: '14:55:00',
    until: '15:03:00',
    rates: { order: 10, reprice: 10, search: 1 },
    edges: ['15:00:00'],
  },
  {
    name: 'конец месяца и полночь Владивостока',
    from: '16:55:00',
    until: '17:03:00',
    rates: { readStatement: 1.5, order: 6, reprice: 2, search: 1 },
    edges: ['16:59:00', '17:00:00'],
  },
]

/** Creates the simulated buyers, one per client. */
const buyersAt = (clock: MovedClock) =>
  world.buyers.flatMap((buyer, at) => {
    const client = clients[at]
    return client ? [tradeBuyer({ client, buyer, world, clock, ledger })] : []
  })

/** Simulates the hour and checks all orders placed so far. */
async function liveThrough({ from, until, rates, edges }: Hour) {
  const { clock, database, isAlive } = await portal.startAt({ from: at(from), speed: SPEED })
  const buyers = buyersAt(clock)
  const [usual, poised] = [buyers.slice(0, BUYERS / 2), buyers.slice(BUYERS / 2)]
  await clock.until(at(from))
  const volleys = edges.map((edge, n) =>
    fireVolley(
      poised.filter((_, place) => place % edges.length === n),
      clock,
      { at: at(edge), readyMs: READY_MS * SPEED, withinMs: WITHIN_MS },
    ),
  )
  const skipped = await runRush(usual, clock, { until: at(until), rates })
  await Promise.all(volleys)
  expect(isAlive()).toBe(true)
  const verdict = await judgeTrade(database.db, world.ways, ledger)
  await portal.stop()
  return { verdict, skipped }
}

/** Formats «заказ 1204, p99 85 мс; …» of the calls since. */
const timesText = (since: number) =>
  ACTS.flatMap((act) => {
    const times = answers.slice(since).flatMap((one) => (one.act === act ? one.tookMs : []))
    const p99 = times.toSorted((a, b) => a - b)[Math.floor(times.length * 0.99)] ?? 0
    return times.length > 0 ? `${act} ${times.length}, p99 ${Math.round(p99)} мс` : []
  }).join('; ')

/** Formats «order.changed 12» of the calls since. */
const refusalsText = (since: number) =>
  [...Map.groupBy(answers.slice(since), ({ code }) => code)]
    .flatMap(([code, all]) => (code === '' ? [] : `${code} ${all.length}`))
    .join(', ') || 'нет'
