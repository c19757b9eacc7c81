import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { createMailer } from '../../platform/mail/index.ts'
import {
  applyAnswerFile,
  checkAnswerFile,
  collect,
  pollDue,
  sendDue,
  sendFiles,
  sendNow,
} from '../../modules/purchasing/index.ts'
import type { Config } from '../../platform/config.ts'
import type { Database } from '../../platform/db/index.ts'
import { textCell, writeTable } from '../../platform/files/xlsx.ts'
import type { DemoCatalog } from '../catalog.ts'
import type { DemoParties } from '../parties.ts'
import { createShelves, createShopper } from './shopper.ts'
import {
  leaveAlone,
  selectPartnerGoods,
  selectSentLines,
  selectSourceOf,
  setOrdersEmail,
} from './supplier-orders.queries.ts'
import { createSupplierSimulator } from './supplier-replies.ts'
import { turnAll } from '../suppliers.queries.ts'

const MINUTE_MS = 60_000
const HOUR = 60
const DAY = 24 * HOUR
const NOT_NOW = 'Отгрузка из Дубая приостановлена до начала месяца'
const PARTNER_EMAIL = 'zakaz@partner-218.test'
/** Quantities of the lines of an order. */
const QUANTITIES = [2, 4, 1, 3, 2]

type SentLine = Awaited<ReturnType<typeof selectSentLines>>[number]

/** Builds the partner's returned file: one line refused, one reduced, one under a new number, one dearer. */
const answerTo = (lines: readonly SentLine[]) =>
  writeTable({
    sheet: 'Ответ',
    columns: [
      'Артикул',
      'Бренд',
      'Наш номер строки',
      'Кол-во подтверждено',
      'Цена',
      'Новый номер',
      'Ответ поставщика',
    ].map((title) => ({ title, width: 18 })),
    rows: lines.map(({ id, brand, article, qty, purchase_kop }, at) => {
      const confirmed = at === 0 ? 0 : at === 1 ? Math.max(1, qty - 1) : qty
      const price = at === 3 ? purchase_kop * 1.04 : purchase_kop
      const texts = [article, brand, String(id), String(confirmed), (price / 100).toFixed(2)]
      return [...texts, at === 2 ? `${article}N` : '', at === 0 ? 'Нет в наличии' : ''].map((text) => textCell(text))
    }),
    total: lines.length,
  })

interface DemoDesk {
  parties: DemoParties
  catalog: DemoCatalog
  config: Config
  now: Date
}

/** Runs the actions of a manager and of background jobs on supplier orders, each at its own moment in the past. */
function createDesk(database: Database, { parties, config, now }: DemoDesk) {
  const { db } = database
  const actor = { actorId: parties.managerId, subjectId: parties.managerId }
  const author = { ...actor, contractorId: null, address: '', requestId: '' }
  let moment = now
  const clock = { now: () => moment }
  const log = pino({ level: 'silent' })
  const going = new AbortController().signal
  // Demo partners get no emails.
  const mailer = createMailer({ db, config: { ...config, SMTP_URL: undefined }, log, clock })
  const [, silent, refusing] = parties.suppliers
  const ordering = createSupplierSimulator({
    refusing: { supplyRouteId: refusing?.supplyRouteId ?? 0, text: NOT_NOW },
    silentId: silent?.supplyRouteId ?? 0,
  })
  const deps = { db, clock, log, ordering }
  return {
    clock,
    turnTo: (minutesAgo: number) => (moment = new Date(now.getTime() - minutesAgo * MINUTE_MS)),
    collect: () => collect(db, clock.now, going),
    /** Sends the whole queue of the source. */
    send: async (supplyRouteId: number) => {
      const { orders } = await db.transaction().execute((tx) => sendNow(tx, author, supplyRouteId, moment))
      await sendDue(deps, going)
      await sendFiles(db, { clock, mailer })
      return orders
    },
    ask: () => pollDue(deps, going),
    takeAnswer: async (orderId: number) => {
      const folder = await mkdtemp(join(tmpdir(), 'artikul-demo-'))
      const file = { path: join(folder, 'answer.xlsx'), name: 'Ответ партнёра 218.xlsx' }
      try {
        await writeFile(file.path, await answerTo(await selectSentLines(db, orderId)))
        const { seen } = await checkAnswerFile(db, author, orderId, file, moment)
        await applyAnswerFile(db, author, orderId, { ...file, seen }, moment)
      } finally {
        await rm(folder, { recursive: true })
      }
    },
  }
}

/**
 * Creates supplier orders: one accepted and answered by API, one refused by the supplier, one without an answer, one
 * sent as a file with an applied answer, and waiting lines. All of them contain goods bought by the first company.
 */
export async function orderFromSuppliers(database: Database, given: DemoDesk) {
  const { db } = database
  const { parties, catalog } = given
  const [near, broad, far] = parties.suppliers
  const warehouseId = parties.warehouses.at(-1)?.id ?? 0
  if (!near || !broad || !far) return
  const desk = createDesk(database, given)
  const shelf = createShelves(catalog)
  const shopper = await createShopper(database, parties, catalog, desk.clock)
  const wish = <T>(goods: T, at: number) => ({ goods, qty: QUANTITIES[at % QUANTITIES.length] ?? 1 })
  const buyOnline = async (place: number, from: number, count: number) => {
    const supplier = parties.suppliers[place] ?? near
    const redeemed = []
    for (const position of shelf(place, from, count)) redeemed.push(await shopper.take(supplier, position))
    await shopper.order(redeemed.map(wish))
    await desk.collect()
  }
  const partnerGoods = await selectPartnerGoods(db, warehouseId, 7)
  const buyOfPartner = async (from: number, to: number) => {
    await shopper.order(partnerGoods.slice(from, to).map(wish))
    await desk.collect()
  }

  const partnerId = await selectSourceOf(db, warehouseId)
  await setOrdersEmail(db, partnerId, PARTNER_EMAIL)
  await turnAll(db, true)
  desk.turnTo(5 * DAY)
  await buyOnline(1, 7000, 2)
  await desk.send(broad.supplyRouteId)
  desk.turnTo(27 * HOUR)
  await buyOnline(0, 1000, 4)
  await desk.send(near.supplyRouteId)
  desk.turnTo(5 * HOUR)
  await buyOnline(2, 3000, 2)
  await desk.send(far.supplyRouteId)
  await desk.ask()
  desk.turnTo(2 * HOUR)
  await buyOnline(1, 5000, 3)
  await desk.send(broad.supplyRouteId)
  await buyOfPartner(0, 5)
  desk.turnTo(50)
  const [order] = await desk.send(partnerId)
  desk.turnTo(20)
  await desk.takeAnswer(order?.id ?? 0)
  await leaveAlone(db)
  desk.turnTo(10)
  await buyOfPartner(5, 7)
  await buyOnline(1, 9000, 2)
  await turnAll(db, false)
}
