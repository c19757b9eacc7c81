import { afterAll, beforeAll, expect, test } from 'vitest'
import { reportFigure, reportMeasured } from '../../server/src/testing/figures.ts'
import { buildWarehouse } from '../../server/src/modules/catalog/products/catalog.factory.ts'
import { buildUser } from '../../server/src/modules/identity/users/users.factory.ts'
import { findGrowing, slopeMbPerHour } from './growth-judge.factory.ts'
import { heldMemoryEnv } from './held-memory.factory.ts'
import { createTabs, everySo, importPriceList, startMailServer, startSuppliers } from './life-around.factory.ts'
import { untilIdle, watchLife } from './life-watch.factory.ts'
import { movedPortal } from './moved-portal.factory.ts'
import { portalClient, type Answered } from './portal-client.factory.ts'
import { runRush, type Rates } from './rush.factory.ts'
import { tradeBuyer } from './trade-buyer.factory.ts'
import { buildTradeWorld, type TradeWorld } from './trade-world.factory.ts'

const [MAIL_PORT, INSPECTOR_PORT] = [3662, 3663]
const portal = movedPortal({
  port: 3661,
  movesTimers: true,
  env: { PRIVATE_URLS: 'on', SMTP_URL: `smtp://127.0.0.1:${MAIL_PORT}`, ...heldMemoryEnv(INSPECTOR_PORT) },
  // Once a minute of the simulated clock.
  settings: { autovacuum_naptime: '2s' },
})

let world: TradeWorld
let partner: { id: number }
let manager: { login: string; password: string }
let mail: Awaited<ReturnType<typeof startMailServer>>

beforeAll(startMailAndPortal, 120_000)
afterAll(removePortal, 60_000)

test(
  'portal after hours of simulated traffic has flat memory, no stuck job and no growing table',
  { timeout: 1_800_000 },
  async () => {
    const { samples, waits: longestWaits, background, imports, tabs, supplierOrders, isAlive } = await live()
    const [growing, first, last] = [findGrowing(samples), samples[0], samples.at(-1)]
    const slopeOf = (of: 'heldMb' | 'rssMb') => slopeMbPerHour(samples.map((one) => ({ hour: one.hour, mb: one[of] })))
    const heldSlope = slopeOf('heldMb')
    const mostRss = Math.max(...samples.map(({ rssMb }) => rssMb))
    reportFigure(
      'life',
      `${HOURS} ч жизни: заказов ${countOf('заказ')}, поисков ${countOf('поиск')}, у поставщиков ${countOf('поиск у поставщиков')}, ` +
        `заказов поставщикам ${supplierOrders}, списков ${countOf('список')}, прайс-листов ${imports.length}, писем ${mail.count()}, вкладок ${tabs.opened} ` +
        `(сообщений ${tabs.pieces}, оборвано ${tabs.broken}); отказы: ${refusalsText()}`,
    )
    reportFigure(
      'life',
      `держит ${Math.round(first?.heldMb ?? 0)} → ${Math.round(last?.heldMb ?? 0)} МБ, во второй половине ` +
        `${heldSlope.toFixed(2)} МБ в час жизни; процесс ${Math.round(first?.rssMb ?? 0)} → ${Math.round(last?.rssMb ?? 0)} МБ, ` +
        `больше всего ${Math.round(mostRss)}, ${slopeOf('rssMb').toFixed(1)} МБ в час; дольше всего ждали, мин: ${[...longestWaits].map(([queue, minutes]) => `${queue} ${minutes.toFixed(1)}`).join(', ')}`,
    )
    const sizes = [...(last?.tables ?? [])].toSorted(([, one], [, other]) => other.bytes - one.bytes).slice(0, 15)
    reportFigure(
      'life',
      `таблицы: ${sizes.map(([name, { rows, bytes }]) => `${name} ${rows} (${(bytes / MB).toFixed(1)} МБ)`).join(', ')}`,
    )
    expect(isAlive).toBe(true)
    expect(countOf('заказ')).toBeGreaterThan(0)
    expect(answers.filter(({ status }) => status >= 500 && status !== 503)).toEqual([])
    expect(new Set(imports)).toEqual(new Set(['applied']))
    expect(tabs.broken).toBe(0)
    if (HOURS < MIN_MEASURED_HOURS) return
    expect(growing).toEqual([])
    reportMeasured('life', {
      measured: 'memory held, per hour of life',
      value: heldSlope,
      limit: MAX_HELD_MB_PER_HOUR,
      unit: 'MB',
    })
    reportMeasured('life', { measured: 'process memory, most', value: mostRss, limit: MAX_RSS_MB, unit: 'MB' })
    expect(background.queues.filter(({ waiting }) => waiting > 0)).toEqual([])
    expect(background.works.length).toBeGreaterThan(0)
    expect(background.works.filter(({ state }) => state === 'failing' || state === 'overdue')).toEqual([])
    for (const [queue, minutes] of longestWaits)
      reportMeasured('life', {
        measured: `longest wait of ${queue}`,
        value: minutes,
        limit: MAX_WAIT[queue] ?? 0,
        unit: 'min',
      })
  },
)

async function removePortal() {
  await portal.remove()
  await mail.close()
}

async function startMailAndPortal() {
  mail = await startMailServer(MAIL_PORT)
  await portal.prepare(async ({ db }) => {
    world = await buildTradeWorld(db, { buyers: BUYERS, goods: GOODS })
    partner = await buildWarehouse(db, world.sellerId, { source: { kind: 'partner' } })
    manager = await buildUser(db, { role: 'ARTIKUL_ORDER_MANAGER' })
  })
}

/** Simulated hours at 36 times real speed; `LIFE_HOURS=12` repeats the figures of docs/guarantees.md. */
const SPEED = 36
const HOURS = Number(process.env['LIFE_HOURS'] ?? 3)
const FROM = new Date('2026-11-30T08:00:00+03:00')
const UNTIL = new Date(FROM.getTime() + HOURS * 3_600_000)

const BUYERS = 20
const GOODS = 3000
const RATES: Rates = { order: 3, search: 4, reprice: 2, uploadList: 0.2, searchOnline: 0.6, readStatement: 0.2 }
// Interval by the ordinary clock.
const LOOK_EVERY_MS = 10_000
const IMPORT_EVERY_MS = 10_000
const MOODS_EVERY_MS = 12_000
const LETTER_EVERY_MS = 4000
const TAB_EVERY_MS = 400
const MAX_STAY_MS = 10_000
const IDLE_WITHIN_MS = 60_000

/** In shorter runs growth cannot be measured, because a server warms up for a while. */
const MIN_MEASURED_HOURS = 3
/** Above it memory is not flat: filling caches and running jobs vary as much. */
const MAX_HELD_MB_PER_HOUR = 2
/** Resident memory varies with uncollected garbage, so only its limit is checked, not its slope. */
const MAX_RSS_MB = 400
/** Longest queue wait, simulated minutes: a failing supplier or mail server is retried. */
const MAX_WAIT: Record<string, number> = { emails: 60, price_imports: 30, price_exports: 30, supplier_orders: 60 }

const answers: Answered[] = []

const MB = 1024 * 1024

/** Runs everything at once to the end and records observations. */
async function live() {
  const running = await portal.startAt({ from: FROM, speed: SPEED })
  const { clock } = running
  const staff = portalClient(portal.origin, manager, answers, true)
  const clients = world.buyers.map((buyer) => portalClient(portal.origin, buyer, answers, true))
  const suppliers = await startSuppliers(staff, world.sellerId, world.articles)
  const buyers = clients.flatMap((client, at) => {
    const buyer = world.buyers[at]
    return buyer ? [tradeBuyer({ client, buyer, world, clock, ledger: [] })] : []
  })
  const imports: string[] = []
  const tabs = createTabs()
  const watch = await watchLife({
    portal: running,
    staff,
    from: FROM,
    inspectorPort: INSPECTOR_PORT,
    everyMs: LOOK_EVERY_MS,
  })
  const stops = [
    everySo(MOODS_EVERY_MS, suppliers.turn),
    everySo(IMPORT_EVERY_MS, async () => imports.push(await importPriceList(staff, partner.id, world.articles))),
    everySo(LETTER_EVERY_MS, (round) => {
      const login = world.buyers[round % world.buyers.length]?.login
      return staff.ask('новый пароль', 'password/request_reset', { body: { login } })
    }),
    everySo(TAB_EVERY_MS, async (round) => {
      const client = clients[round % clients.length]
      if (client) tabs.open(client, Math.random() * MAX_STAY_MS)
    }),
  ]
  await runRush(buyers, clock, { until: UNTIL, rates: RATES })
  await Promise.all(stops.map((stop) => stop()))
  await tabs.leave()
  await suppliers.mend()
  const background = await untilIdle(watch.readBackground, IDLE_WITHIN_MS)
  await watch.stop()
  suppliers.close()
  return {
    ...watch,
    background,
    imports,
    tabs: tabs.counts,
    supplierOrders: suppliers.orders(),
    isAlive: running.isAlive(),
  }
}

const countOf = (act: string) => answers.filter((one) => one.act === act && one.code === '').length

const refusalsText = () =>
  [...Map.groupBy(answers, ({ code }) => code)]
    .flatMap(([code, all]) => (code === '' ? [] : `${code} ${all.length}`))
    .join(', ') || 'нет'
