import { sql } from 'kysely'
import type { Db } from '../../server/src/platform/db/index.ts'
import type { PlacedReply } from './trade-buyer.factory.ts'
import type { Way } from './trade-world.factory.ts'
import { judgeOrder } from './run-judge.factory.ts'

interface WrittenLine {
  number: string
  /** Time of the order's row. */
  at: Date
  /** Database time of the transaction that wrote it. */
  began_at: Date
  consignee_id: number
  zone_id: number | null
  warehouse_id: number
  expected: string
  guaranteed: string
  order_expected: string
}

const selectWritten = async (db: Db) => {
  const { rows } = await sql<WrittenLine>`
    select orders.number, orders.created_at as at, move.created_at as began_at, line.consignee_id, consignees.zone_id,
      line.warehouse_id, line.expected_date as expected, line.guaranteed_date as guaranteed,
      orders.expected_date as order_expected
    from orders
    join order_lines line on line.order_id = orders.id
    join line_transitions move on move.line_id = line.id and move.from_state is null
    join consignees on consignees.id = line.consignee_id
    order by orders.id, line.id`.execute(db)
  return rows
}

/** Largest difference between the buyers' clock and the portal's, in simulated milliseconds. */
const SLACK_MS = 1000
const later = (moment: Date, ms: number) => new Date(moment.getTime() + ms)
const expectedOf = ({ warehouse, runs }: Way, at: Date) => judgeOrder(at, warehouse, runs).expected

/** Checks whether a refusal is justified: a later day became due between the display and the answer. */
const isHonest = ({ ways, shownAt, answeredAt }: PlacedReply) =>
  ways.some((way) => expectedOf(way, later(shownAt, -SLACK_MS)) < expectedOf(way, later(answeredAt, SLACK_MS)))

/** Checks that every placed order has the delivery run it was made for and none that it missed. */
export async function judgeTrade(db: Db, ways: readonly Way[], ledger: readonly PlacedReply[]) {
  const lines = await selectWritten(db)
  const toldOf = new Map(ledger.flatMap((reply) => reply.placed.map((number) => [number, reply] as const)))
  const mismatches: object[] = []
  for (const line of lines) {
    const way = ways.find((one) => one.warehouseId === line.warehouse_id && one.zoneId === line.zone_id)
    const verdict = way && judgeOrder(line.at, way.warehouse, way.runs)
    const isDue = verdict?.expected === line.expected && verdict.guaranteed === line.guaranteed
    const wasShown = toldOf.get(line.number)?.shown.has(`${line.consignee_id} ${line.expected}`)
    if (!isDue || line.order_expected !== line.expected || !wasShown) mismatches.push({ ...line, verdict, wasShown })
  }
  const numbers = new Set(lines.map(({ number }) => number))
  const dishonest = ledger.filter((reply) => reply.refusal === 'order.changed' && !isHonest(reply))
  return {
    lines,
    mismatches,
    dishonest,
    /** Orders confirmed to a buyer but absent, or present but confirmed to none. */
    strays: [...numbers]
      .filter((number) => !toldOf.has(number))
      .concat([...toldOf.keys()].filter((one) => !numbers.has(one))),
    /** Largest difference between a row's moment and the start of its transaction. */
    mostApartMs: Math.max(0, ...lines.map(({ at, began_at }) => Math.abs(at.getTime() - began_at.getTime()))),
  }
}
export type Verdict = Awaited<ReturnType<typeof judgeTrade>>

const SECOND_MS = 1000
/** Counts orders of the last second before the moment and of the first one after it. */
export function countAround({ lines }: Verdict, moment: Date) {
  const at = moment.getTime()
  const countOf = (from: number, to: number) =>
    new Set(lines.filter((line) => line.at.getTime() >= from && line.at.getTime() < to).map(({ number }) => number))
      .size
  return { before: countOf(at - SECOND_MS, at), after: countOf(at, at + SECOND_MS) }
}

/** Counts orders in progress at one of the moments. */
export function countCrossed(ledger: readonly PlacedReply[], { lines }: Verdict, moments: readonly Date[]) {
  const writtenAt = new Map(lines.map(({ number, at }) => [number, at]))
  const isCrossed = ({ placed, sentAt }: PlacedReply) =>
    moments.some((moment) => sentAt < moment && placed.some((number) => (writtenAt.get(number) ?? sentAt) >= moment))
  return ledger.filter(isCrossed).length
}
