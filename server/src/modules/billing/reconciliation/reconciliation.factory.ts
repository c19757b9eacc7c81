import { sql } from 'kysely'
import { json, type Db } from '../../../platform/db/index.ts'
import { buildConsignee } from '../../companies/consignees/consignees.factory.ts'
import { buildContractor, buildSeller } from '../../companies/contractors/contractors.factory.ts'
import { buildUser } from '../../identity/users/users.factory.ts'

const KOP = 100

/** Creates a company with a contract and known documents: deliveries 101 and 118, the payment 55. */
export async function buildSettled(db: Db) {
  const seller = await buildSeller(db, { accounting_mode: 'portal' })
  const company = await buildContractor(db, { sellerIds: [seller.id] })
  const contractId = company.contractIds[0] ?? 0
  const admin = await buildUser(db, { role: 'CONTRACTOR_ADMIN', contractorIds: [company.id] })
  const consignee = await buildConsignee(db, company.id, { is_default: true })
  const place = { seller_id: seller.id, contract_id: contractId, contractor_id: company.id }
  const signed = { actor_id: admin.id, subject_id: admin.id }
  const ship = (number: string, day: string, rub: number) =>
    db
      .insertInto('shipments')
      .values({
        ...place,
        ...signed,
        number,
        consignee_id: consignee.id,
        shipped_on: day,
        accept_until: day,
        due_on: day,
        total_kop: rub * KOP,
        vat_kop: 0,
      })
      .execute()
  const pay = (number: string, day: string, rub: number) =>
    db
      .insertInto('payments')
      .values({ ...place, ...signed, number, paid_on: day, sum_kop: rub * KOP })
      .execute()
  await ship('101', '2026-10-01', 100_000)
  await ship('118', '2026-10-15', 50_000)
  await pay('55', '2026-10-20', 80_000)
  return { companyId: company.id, contractId, admin, ship, pay }
}

/**
 * Statement of the company's accountant: one delivery with another sum, one additional payment, the rest equal to the
 * portal's.
 */
export const STATEMENT = [
  'Акт сверки взаимных расчётов;;;',
  'за период 01.10.2026 - 31.10.2026;;;',
  'Дата;Документ;Дебет;Кредит',
  'Сальдо начальное;;;',
  '01.10.2026;Поступление УТ-000101 от 01.10.2026;;100 000,00',
  '16.10.2026;Поступление 0000-000118 от 16.10.2026;;46 800,00',
  '20.10.2026;Оплата (55 от 20.10.2026);80 000,00;',
  '30.10.2026;Оплата (61 от 30.10.2026);1 000,50;',
  'Обороты за период;;81 000,50;146 800,00',
  'Сальдо конечное;;;65 799,50',
].join('\r\n')

/** Creates a stored reconciliation with one difference. */
export async function buildReconciliation(
  db: Db,
  { contractorId, contractId, userId }: { contractorId: number; contractId: number; userId: number },
) {
  const [signed, now] = [{ actor_id: userId, subject_id: userId }, new Date()]
  const { id } = await db
    .insertInto('reconciliations')
    .values({
      contractor_id: contractorId,
      contract_id: contractId,
      first_day: '2026-10-01',
      last_day: '2026-10-31',
      file_name: 'act.csv',
      content: Buffer.from(STATEMENT),
      layout: json({ sheet: null, sheets: [], header_row: null, columns: [] }),
      preview: sql<string>`'[]'::jsonb`,
      passed: sql<string>`'[]'::jsonb`,
      rows_count: 1,
      matched_count: 0,
      our_opening_kop: 0,
      our_closing_kop: 0,
      ...signed,
      created_at: now,
      matched_at: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const theirs = { row_number: 1, text: 'Оплата', day: '2026-10-01', kop: -100 }
  const difference = await db
    .insertInto('reconciliation_differences')
    .values({
      reconciliation_id: id,
      contractor_id: contractorId,
      kind: 'theirs',
      day: theirs.day,
      theirs: json(theirs),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return { id, differenceId: difference.id }
}
