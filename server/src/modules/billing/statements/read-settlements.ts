import {
  AGES,
  MAX_SPEND_BRANDS,
  MAX_UNPAID,
  type AccountedDebt,
  type Age,
  type Spend,
  type SpendMonths,
  type Unpaid,
} from '@artikul/contract/billing/settlements'
import { moscowDate, type Clock } from '../../../platform/clock.ts'
import type { Db } from '../../../platform/db/index.ts'
import { AppError } from '../../../platform/errors.ts'
import type { Page } from '../../../platform/paging.ts'
import { readContractBalances } from '../../companies/index.ts'
import { statementOf } from './statement.ts'
import {
  selectAccountingModes,
  selectMovements,
  selectSides,
  selectSpend,
  selectSpendMonths,
  selectStatementRows,
  selectTurnover,
  selectUnpaid,
  selectUnpaidInvoices,
  selectUnpaidSums,
  type StatementPeriod,
  type StatementScope,
} from './settlements.queries.ts'
import { tooLong } from './too-long.ts'

/** Maximum number of days in the payment calendar. */
const MAX_DAYS = 31

/** Reads the settlement positions of all contracts of the company. */
export async function readSettled(db: Db, clock: Clock, contractorId: number) {
  const [standings, accounting_mode] = [
    await readContractBalances(db, clock, contractorId),
    await selectAccountingModes(db, contractorId),
  ]
  const bookOf = new Map(accounting_mode.map((book) => [book.id, book]))
  return standings.flatMap((standing) => {
    const book = bookOf.get(standing.contract_id)
    if (!book) return []
    const { signed_on, exchanged_at: at } = book
    const mode = book.accounting_mode as '1c' | 'portal' // the column's CHECK allows nothing else
    // `storeAccountedBalances` writes nothing else.
    const debts = (book.debts ?? []) as unknown as AccountedDebt[]
    const accounted = book.as_of && { as_of: book.as_of.toISOString(), debts }
    return [{ ...standing, signed_on, accounting_mode: mode, exchanged_at: at?.toISOString() ?? null, accounted }]
  })
}

/** @throws AppError `not_found` for a contract of another company */
async function requireSides(db: Db, contractorId: number, contractId: number) {
  const sides = await selectSides(db, { contractorId, contractId })
  if (!sides) throw new AppError('not_found')
  return sides
}

/** @throws AppError `not_found` for a contract of another company */
export async function requireOwn(db: Db, { contractorId, contractId }: StatementScope) {
  if (contractId !== undefined) await requireSides(db, contractorId, contractId)
}

/** Reads the documents of a period with the debt after each of them. */
export async function readMovements(db: Db, scope: StatementScope, period: StatementPeriod, page: Page) {
  await requireOwn(db, scope)
  const { count, ...moved } = await selectTurnover(db, scope, period)
  const rows = await selectMovements(db, scope, period, page)
  return {
    total: count,
    turnover: { ...moved, closing_kop: moved.opening_kop + moved.debit_kop - moved.credit_kop },
    rows: rows.map(({ moved_kop: movedKop, ...row }) => ({ ...row, balance_kop: moved.opening_kop + movedKop })),
  }
}

/** Reads the unpaid sums with their due dates. */
export async function readUnpaid(db: Db, clock: Clock, scope: StatementScope): Promise<Unpaid> {
  await requireOwn(db, scope)
  const today = moscowDate(clock.now())
  const rows = await selectUnpaid(db, scope, { today, most: MAX_UNPAID + 1 })
  const sums = await selectUnpaidSums(db, scope, { today, most: MAX_DAYS })
  const ofAge = (age: Age) => sums.find((sum) => sum.age === age)?.left_kop ?? 0
  return {
    results: rows.slice(0, MAX_UNPAID),
    has_more: rows.length > MAX_UNPAID,
    ages: Object.fromEntries(Object.keys(AGES).map((age) => [age, ofAge(age as Age)])) as Unpaid['ages'],
    calendar: sums.flatMap(({ due_on, left_kop }) => (due_on === null ? [] : [{ due_on, left_kop }])),
  }
}

/** Reads unpaid invoices. */
export async function readUnpaidInvoices(db: Db, clock: Clock, scope: StatementScope) {
  await requireOwn(db, scope)
  const rows = await selectUnpaidInvoices(db, scope, { today: moscowDate(clock.now()), most: MAX_UNPAID + 1 })
  return { results: rows.slice(0, MAX_UNPAID), has_more: rows.length > MAX_UNPAID }
}

/**
 * Builds the reconciliation statement of one contract.
 * @throws AppError `not_found`, `statements.too_long`
 */
export async function readStatement(
  db: Db,
  { contractorId, contractId }: { contractorId: number; contractId: number },
  period: StatementPeriod,
  most: number,
) {
  const sides = await requireSides(db, contractorId, contractId)
  const scope = { contractorId, contractId }
  const { opening_kop: openingKop } = await selectTurnover(db, scope, period)
  const rows = await selectStatementRows(db, scope, period, most + 1)
  if (rows.length > most) throw tooLong(most)
  return statementOf(sides, period, openingKop, rows)
}

/** Lists the months from the first day to the last, `YYYY-MM`. */
function monthsOf({ from, to }: StatementPeriod): string[] {
  const months: string[] = []
  const month = new Date(`${from.slice(0, 7)}-01T00:00:00Z`)
  for (let name = from.slice(0, 7); name <= to.slice(0, 7); name = month.toISOString().slice(0, 7)) {
    months.push(name)
    month.setUTCMonth(month.getUTCMonth() + 1)
  }
  return months
}

const namedMonths = (period: StatementPeriod, rows: readonly { name: string; sum_kop: number }[]): SpendMonths => {
  const ofMonth = new Map(rows.map(({ name, sum_kop }) => [name, sum_kop]))
  return {
    total_kop: rows.reduce((sum, { sum_kop: kop }) => sum + kop, 0),
    months: monthsOf(period).map((month) => ({ month, sum_kop: ofMonth.get(month) ?? 0 })),
  }
}

/**
 * Reads the purchases of a period by month.
 * @throws AppError `not_found` for a contract of another company
 */
export async function readSpendMonths(db: Db, scope: StatementScope, period: StatementPeriod): Promise<SpendMonths> {
  await requireOwn(db, scope)
  return namedMonths(period, await selectSpendMonths(db, scope, period))
}

/**
 * Reads the purchases of a period by month and by brand.
 * @throws AppError `not_found` for a contract of another company
 */
export async function readSpend(db: Db, scope: StatementScope, period: StatementPeriod): Promise<Spend> {
  await requireOwn(db, scope)
  const rows = await selectSpend(db, scope, period, MAX_SPEND_BRANDS)
  const spent = namedMonths(
    period,
    rows.filter(({ kind }) => kind === 'month'),
  )
  const brands = rows.flatMap(({ kind, name, sum_kop }) => (kind === 'brand' ? [{ brand: name, sum_kop }] : []))
  return { ...spent, brands, others_kop: spent.total_kop - brands.reduce((sum, { sum_kop: kop }) => sum + kop, 0) }
}
