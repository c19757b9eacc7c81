import { analyticsRoutes as routes, SALES_DIMENSIONS, type DemandRow } from '@artikul/contract/analytics/sales'
import type { FastifyInstance } from 'fastify'
import { moscowDate, type Clock } from '../../../platform/clock.ts'
import { serve, type Handles } from '../../../platform/http/index.ts'
import { xlsxStream, type Column, type Row } from '../../../platform/table-file/index.ts'
import { selectDemand } from '../demand/index.ts'
import { readService } from '../service/index.ts'
import { readFallingBuyers, readSales } from './sales.ts'

const DEMAND_LIMIT = 200
const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

const columnsOf = (name: string): Column[] => [
  { title: name, kind: 'text', width: 40 },
  { title: 'Выручка, ₽', kind: 'kop', width: 16 },
  { title: 'Маржа, ₽', kind: 'kop', width: 16 },
  { title: 'Выручка раньше, ₽', kind: 'kop', width: 18 },
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
  serve(app, database, routes.fallingBuyers, async ({ db }) => ({
    results: await readFallingBuyers(db, moscowDate(clock.now())),
  }))
}
