import { MAX_STATEMENT_ROWS } from '@artikul/contract/billing/settlements'
import { dayText } from '../../../platform/clock.ts'
import type { Db } from '../../../platform/db/index.ts'
import { AppError } from '../../../platform/errors.ts'
import { DOCUMENTS } from './statement.ts'
import { selectSides, selectStatementRows, selectTurnover, type StatementPeriod } from './settlements.queries.ts'
import { tooLong } from './too-long.ts'

/** Own document for the comparison with a buyer's; the sum is positive when it increases the debt. */
export interface ReconciledMovement {
  /** Unique key among all own documents: `shipment:8`. */
  key: string
  number: string
  text: string
  day: string
  kop: number
}

const shifted = (day: string, days: number) =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10)

/**
 * Reads the settlements of one contract: balances at both ends of a period, and its documents with those of adjacent
 * days.
 * @throws AppError `not_found` for a contract of another company, `statements.too_long`
 */
export async function readReconciled(
  db: Db,
  scope: { contractorId: number; contractId: number },
  { from, to }: StatementPeriod,
  around: number,
) {
  const sides = await selectSides(db, scope)
  if (!sides) throw new AppError('not_found', { detail: 'Договор не найден' })
  const { opening_kop, debit_kop, credit_kop } = await selectTurnover(db, scope, { from, to })
  const wider = { from: shifted(from, -around), to: shifted(to, around) }
  const rows = await selectStatementRows(db, scope, wider, MAX_STATEMENT_ROWS + 1)
  if (rows.length > MAX_STATEMENT_ROWS) throw tooLong(MAX_STATEMENT_ROWS)
  return {
    contract: sides.number,
    opening_kop,
    closing_kop: opening_kop + debit_kop - credit_kop,
    documents: rows.map((row): ReconciledMovement => ({
      key: `${row.kind}:${row.id}`,
      number: row.number,
      text: DOCUMENTS[row.kind](row.number, dayText(row.day)),
      day: row.day,
      kop: row.debit_kop - row.credit_kop,
    })),
  }
}
