import {
  analyticsRoutes as routes,
  DEBT_AGES,
  SALES_DIMENSIONS,
  type DebtsRow,
  type DemandRow,
  type StockRow,
} from '@artikul/contract/analytics/sales'
import { keysOf } from '@artikul/contract/core/keys'
import type { FastifyInstance } from 'fastify'
import { moscowDate, type Clock } from '../../../platform/clock.ts'
import { serve, type Handles } from '../../../platform/http/index.ts'
import { xlsxStream, type Column, type Row } from '../../../platform/table-file/index.ts'
import { readDebts, selectDebtAges } from '../debts/index.ts'
import { selectDemand } from '../demand/index.ts'
import { readStock, selectStock } from '../stock/index.ts'
import { selectComputed } from './compute-sales.queries.ts'
import { readService } from '../service/index.ts'
import { readFallingBuyers, readSales } from './sales.ts'

const DEMAND_LIMIT = 200
const DEBTORS_LIMIT = 500
const STOCK_LIMIT = 200
/** Rows of a file; larger choices are narrowed by class. */
const FILE_LIMIT = 100_000
const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

const columnsOf = (name: string): Column[] => [
  { title: name, kind: 'text', width: 40 },
  { title: 'Выручка, ₽', kind: 'kop', width: 16 },
  { title: 'Маржа, ₽', kind: 'kop', width: 16 },
  { title: 'Выручка раньше, ₽', kind: 'kop', width: 18 },
]

const DEBT_COLUMNS: Column[] = [
  { title: 'Покупатель', kind: 'text', width: 40 },
  { title: 'Менеджер', kind: 'text', width: 28 },
  { title: 'Долг, ₽', kind: 'kop', width: 16 },
  ...Object.values(DEBT_AGES).map((title): Column => ({ title: `${title}, ₽`, kind: 'kop', width: 18 })),
  { title: 'Самый старый срок', kind: 'day', width: 18 },
]
const debtLine = (row: DebtsRow): Row => [
  ...[row.name, row.manager ?? '', row.total_kop],
  ...keysOf(DEBT_AGES).map((age) => row[age]),
  row.oldest_due_on,
]

const STOCK_COLUMNS: Column[] = [
  { title: 'Бренд', kind: 'text', width: 20 },
  { title: 'Артикул', kind: 'text', width: 20 },
  { title: 'Наименование', kind: 'text', width: 40 },
  { title: 'Остаток', kind: 'qty', width: 12 },
  { title: 'Стоимость, ₽', kind: 'kop', width: 16 },
  { title: 'Продано за год', kind: 'qty', width: 16 },
  { title: 'Выручка за год, ₽', kind: 'kop', width: 18 },
  { title: 'Запас, дней', kind: 'qty', width: 14 },
  { title: 'Последняя продажа', kind: 'day', width: 18 },
]
const stockLine = (row: StockRow): Row => [
  ...[row.brand, row.article, row.name, row.on_hand, row.value_kop],
  ...[row.sold_qty, row.revenue_kop, row.cover_days ?? '', row.last_sold_on ?? ''],
]

async function* onePage(rows: readonly Row[]) {
  yield rows
}

const presentDemand = ({
  code,
  brand,
  article,
  name,
  ...row
}: Awaited<ReturnType<typeof selectDemand>>[number]): DemandRow => ({
  ...row,
  product: code === null ? null : { code, brand: brand ?? '', article: article ?? '', name: name ?? '' },
})

export function analyticsModule(app: FastifyInstance, database: Handles, { clock }: { clock: Clock }) {
  serve(app, database, routes.sales, ({ db, query }) => readSales(db, query))
  serve(app, database, routes.salesFile, async ({ db, query }) => {
    const { rows } = await readSales(db, query)
    const title = SALES_DIMENSIONS[query.by]
    const lines = rows.map((row): Row => [row.name, row.revenue_kop, row.margin_kop, row.previous_revenue_kop])
    return {
      bytes: xlsxStream({ columns: columnsOf(title), pages: onePage(lines) }),
      type: XLSX,
      name: `Продажи, ${title.toLowerCase()}, ${query.from} — ${query.to}.xlsx`,
    }
  })
  serve(app, database, routes.demand, async ({ db, query }) => ({
    results: (await selectDemand(db, query, DEMAND_LIMIT)).map(presentDemand),
  }))
  serve(app, database, routes.service, ({ db, query }) => readService(db, query))
  serve(app, database, routes.debts, async ({ db }) => ({
    computed_to: (await selectComputed(db)).computed,
    ...(await readDebts(db, DEBTORS_LIMIT)),
  }))
  serve(app, database, routes.debtsFile, async ({ db }) => ({
    bytes: xlsxStream({ columns: DEBT_COLUMNS, pages: onePage((await selectDebtAges(db, FILE_LIMIT)).map(debtLine)) }),
    type: XLSX,
    name: `Долги по срокам, ${moscowDate(clock.now())}.xlsx`,
  }))
  serve(app, database, routes.stock, async ({ db, query }) => ({
    computed_to: (await selectComputed(db)).computed,
    ...(await readStock(db, query.choice, STOCK_LIMIT)),
  }))
  serve(app, database, routes.stockFile, async ({ db, query }) => ({
    bytes: xlsxStream({
      columns: STOCK_COLUMNS,
      pages: onePage((await selectStock(db, query.choice, FILE_LIMIT)).map(stockLine)),
    }),
    type: XLSX,
    name: `Склад, ${query.choice === 'dead' ? 'неликвид' : query.choice}, ${moscowDate(clock.now())}.xlsx`,
  }))
  serve(app, database, routes.fallingBuyers, async ({ db }) => ({
    results: await readFallingBuyers(db, moscowDate(clock.now())),
  }))
}
