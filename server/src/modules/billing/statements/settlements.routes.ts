import { companyScopeOf, seesSettlements } from '../../../platform/access/index.ts'
import {
  MAX_STATEMENT_PDF_ROWS,
  MAX_STATEMENT_ROWS,
  settlementRoutes as routes,
} from '@artikul/contract/billing/settlements'
import type { FastifyInstance } from 'fastify'
import { dayText, type Clock } from '../../../platform/clock.ts'
import { AppError } from '../../../platform/errors.ts'
import { serve, type Actor, type Handles } from '../../../platform/http/index.ts'
import { pageOf, paginationOf } from '../../../platform/paging.ts'
import type { DrawPdf } from '../../../platform/files/pdf-pool.ts'
import { readMonthClose } from './month-close.ts'
import {
  readMovements,
  readSettled,
  readSpend,
  readSpendMonths,
  readStatement,
  readUnpaid,
  readUnpaidInvoices,
} from './read-settlements.ts'
import { renderStatementXlsx } from './statement-xlsx.ts'

const STATEMENT = new URL('statement-pdf.ts', import.meta.url)
const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

interface Deps {
  clock: Clock
  drawPdf: DrawPdf
}

/** @throws AppError `section.hidden` for users to whom the company's administrator shows no settlements */
function companyOf(actor: Actor): number {
  const member = companyScopeOf(actor)
  if (!seesSettlements(member)) throw new AppError('section.hidden')
  return member.contractorId
}

const fileName = ({ from, to }: { from: string; to: string }, kind: string) =>
  `Акт сверки ${dayText(from)}–${dayText(to)}.${kind}`

export function settlementsModule(app: FastifyInstance, database: Handles, { clock, drawPdf }: Deps) {
  serve(app, database, routes.contracts, async ({ actor, db }) => ({
    results: await readSettled(db, clock, companyOf(actor)),
  }))
  serve(app, database, routes.movements, async ({ actor, db, query }) => {
    const page = pageOf(query)
    const scope = { contractorId: companyOf(actor), contractId: query.contract_id }
    const { rows, total, turnover } = await readMovements(db, scope, query, page)
    return { results: rows, pagination: paginationOf(page, total), turnover }
  })
  serve(app, database, routes.unpaid, ({ actor, db, query }) =>
    readUnpaid(db, clock, { contractorId: companyOf(actor), contractId: query.contract_id }),
  )
  serve(app, database, routes.invoices, ({ actor, db, query }) =>
    readUnpaidInvoices(db, clock, { contractorId: companyOf(actor), contractId: query.contract_id }),
  )
  serve(app, database, routes.spend, ({ actor, db, query }) =>
    readSpend(db, { contractorId: companyOf(actor), contractId: query.contract_id }, query),
  )
  serve(app, database, routes.spendMonths, ({ actor, db, query }) =>
    readSpendMonths(db, { contractorId: companyOf(actor), contractId: query.contract_id }, query),
  )
  serve(app, database, routes.month, ({ actor, db, query }) =>
    readMonthClose(db, clock, { contractorId: companyOf(actor), contractId: query.contract_id }, query.month),
  )
  serve(app, database, routes.statementPdf, async ({ actor, db, query }) => {
    const scope = { contractorId: companyOf(actor), contractId: query.contract_id }
    const statement = await readStatement(db, scope, query, MAX_STATEMENT_PDF_ROWS)
    return { bytes: await drawPdf(STATEMENT, statement), type: 'application/pdf', name: fileName(query, 'pdf') }
  })
  serve(app, database, routes.statementXlsx, async ({ actor, db, query }) => {
    const scope = { contractorId: companyOf(actor), contractId: query.contract_id }
    const statement = await readStatement(db, scope, query, MAX_STATEMENT_ROWS)
    return { bytes: await renderStatementXlsx(statement), type: XLSX, name: fileName(query, 'xlsx') }
  })
}
