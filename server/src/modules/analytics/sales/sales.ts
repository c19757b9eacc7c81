import type { SalesDimension, SalesReport, SalesTotals } from '@artikul/contract/analytics/sales'
import type { Kysely, Transaction } from 'kysely'
import { moscowDate, type Clock } from '../../../platform/clock.ts'
import type { Db, DB } from '../../../platform/db/index.ts'
import { addDays } from '../../pricing/index.ts'
import { computeDebts } from '../debts/index.ts'
import { computeDemand, computeDemandMonths, markSearches, ORDER_DAYS } from '../demand/index.ts'
import type { Period } from '../periods.ts'
import { computeService } from '../service/index.ts'
import { computeStock } from '../stock/index.ts'
import { computeMonths, computeSales, limitStatements, saveComputed, selectComputed } from './compute-sales.queries.ts'
import * as queries from './sales.queries.ts'

const DAY_MS = 86_400_000
/** Days that are computed again every night: a document of the past may be entered or cancelled. */
const AGAIN_DAYS = 62
/** Days computed at a time, so that no transaction is long. */
const CHUNK_DAYS = 31
/** A chunk of a large trade takes longer than a request may. */
const STATEMENT_LIMIT = '15min'
const ROWS_LIMIT = 200
const FALLING_LIMIT = 100

const inLongTransaction = (db: Kysely<DB>, work: (tx: Transaction<DB>) => Promise<void>) =>
  db.transaction().execute(async (tx) => {
    await limitStatements(tx, STATEMENT_LIMIT)
    await work(tx)
  })

/**
 * Computes the figures: all days at first, the last two months once a day (searches as long as an order may answer them),
 * today and yesterday at every round. Debts and stock are computed once a day.
 * @param stopping ends between two chunks; the next round begins again
 */
export async function computeFigures(db: Kysely<DB>, clock: Clock, stopping?: AbortSignal) {
  const now = clock.now()
  const today = moscowDate(now)
  const { computed, first } = await selectComputed(db)
  const isNew = computed === null || computed < today
  const since = computed === null ? (first ?? today) : addDays(computed, isNew ? -AGAIN_DAYS : -1)
  // Later orders change nothing about earlier searches.
  const searchedSince = computed === null ? since : addDays(computed, -ORDER_DAYS - 1)
  for (let from = since; from <= today && !stopping?.aborted; from = addDays(from, CHUNK_DAYS)) {
    const last = addDays(from, CHUNK_DAYS - 1)
    const to = last < today ? last : today
    await inLongTransaction(db, async (tx) => {
      await computeSales(tx, from, to)
      await computeMonths(tx, from, to)
      await computeService(tx, from, to)
      const searchedFrom = from < searchedSince ? searchedSince : from
      if (searchedFrom > to) return
      await markSearches(tx, searchedFrom, to)
      await computeDemand(tx, searchedFrom, to)
      await computeDemandMonths(tx, searchedFrom, to)
    })
  }
  if (stopping?.aborted) return
  await inLongTransaction(db, async (tx) => {
    if (isNew) await computeDebts(tx, today)
    if (isNew) await computeStock(tx, today)
    await saveComputed(tx, today, now)
  })
}

const present = ({ revenue_kop, net_kop, cost_kop }: queries.SalesSums) => ({
  revenue_kop,
  margin_kop: net_kop - cost_kop,
  margin_hundredths: net_kop === 0 ? null : Math.round(((net_kop - cost_kop) / net_kop) * 10_000),
})

const totalsOf = (row: queries.SalesTotalsRow): SalesTotals => ({
  ...present(row),
  orders_count: row.orders_count,
  average_order_kop: row.orders_count === 0 ? null : Math.round(row.ordered_kop / row.orders_count),
})

/** Days shown one by one, then weeks; longer periods by month. */
const [DAILY_LIMIT, WEEKLY_LIMIT] = [31, 190]

const lengthOf = ({ from, to }: Period) => (Date.parse(to) - Date.parse(from)) / DAY_MS + 1

/** Reads the sales of the period with those of the same number of days before. */
export async function readSales(db: Db, { by, ...period }: Period & { by: SalesDimension }): Promise<SalesReport> {
  const days = lengthOf(period)
  const previous = { from: addDays(period.from, -days), to: addDays(period.from, -1) }
  const step = days <= DAILY_LIMIT ? 'day' : days <= WEEKLY_LIMIT ? 'week' : 'month'
  const [{ computed }, totals, before, steps, rows] = await Promise.all([
    selectComputed(db),
    queries.selectTotals(db, period),
    queries.selectTotals(db, previous),
    queries.selectSteps(db, period, step),
    queries.selectBreakdown(db, by, period, { previous, limit: ROWS_LIMIT }),
  ])
  return {
    computed_to: computed,
    totals: totalsOf(totals),
    previous: totalsOf(before),
    steps: steps.map((row) => ({ from: row.from, ...present(row) })),
    step,
    rows: rows.map((row) => ({
      id: row.id,
      name: row.name ?? NAMELESS[by],
      ...present(row),
      previous_revenue_kop: row.previous_revenue_kop,
    })),
  }
}

/** Lists buyers whose purchases have fallen by more than half, the largest losses first. */
export const readFallingBuyers = (db: Db, today: string) => queries.selectFallingBuyers(db, today, FALLING_LIMIT)

const NAMELESS: Record<SalesDimension, string> = {
  brand: 'Без бренда',
  group: 'Без группы',
  manager: 'Без менеджера',
  buyer: 'Удалённый покупатель',
}
