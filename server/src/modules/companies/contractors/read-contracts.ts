import type { ContractItem } from '@artikul/contract/companies/contracts'
import type { ContractBalanceReply } from '@artikul/contract/companies/contractors'
import type { Kysely } from 'kysely'
import { moscowDate, type Clock } from '../../../platform/clock.ts'
import type { Db, DB } from '../../../platform/db/index.ts'
import { availableLimitKop, selectContractBalances } from '../credit/index.ts'
import type { Mailer } from '../../../platform/mail/index.ts'
import { contractEnds } from './contractor-emails.ts'
import { selectContractItems, markEndingContracts, type ContractRow } from './contracts.queries.ts'

const DAY_MS = 86_400_000
/** Days before the end from which «Заканчивается» is shown. */
const NOTICE_DAYS = 30

const daysBetween = (from: string, to: string) => (Date.parse(to) - Date.parse(from)) / DAY_MS

/** The columns' CHECKs allow no values other than those of the API contract. */
type Terms = Pick<ContractItem, 'deferment_from' | 'deferment_calendar'>

function present(row: ContractRow, today: string): ContractItem {
  const left = row.valid_to === null ? null : daysBetween(today, row.valid_to)
  const { file_name: name, file_size: size, file_at: uploadedAt } = row
  return {
    ...(row as ContractRow & Terms),
    file:
      name === null || size === null || uploadedAt === null
        ? null
        : { name, size, uploaded_at: uploadedAt.toISOString() },
    is_expired: left !== null && left < 0,
    ends_in_days: left !== null && left >= 0 && left <= NOTICE_DAYS ? left : null,
  }
}

/** Reads the contracts; the company's own people do not see their price column. */
export async function readContracts(
  db: Db,
  clock: Clock,
  { contractorId, isStaff }: { contractorId: number; isStaff: boolean },
): Promise<ContractItem[]> {
  const today = moscowDate(clock.now())
  const rows = await selectContractItems(db, contractorId, today)
  return rows
    .map((row) => present(row, today))
    .map((contract) => (isStaff ? contract : { ...contract, price_group_id: null, price_group: null }))
}

/**
 * Reads the settlement positions of the company's contracts; available = limit − debt − orders in work, never below
 * zero.
 */
export async function readContractBalances(
  db: Db,
  clock: Clock,
  contractorId: number,
): Promise<ContractBalanceReply[]> {
  const today = moscowDate(clock.now())
  const contracts = await selectContractItems(db, contractorId, today)
  const standings = await selectContractBalances(
    db,
    contracts.map((contract) => contract.id),
    today,
  )
  return contracts.map(({ id, number, seller, limit_kop }) => {
    const {
      debt_kop = 0,
      disputed_kop = 0,
      overdue_kop = 0,
      overdue_days = 0,
      in_work_kop = 0,
    } = standings.get(id) ?? {}
    const available_kop = availableLimitKop(limit_kop, standings.get(id))
    return {
      contract_id: id,
      number,
      seller,
      debt_kop,
      disputed_kop,
      overdue_kop,
      overdue_days,
      in_work_kop,
      limit_kop,
      available_kop,
    }
  })
}

/** Notifies managers once of each contract that ends within 30 days: the assigned ones, or all of them. */
export async function notifyOfEndingContracts(db: Kysely<DB>, { clock, mailer }: { clock: Clock; mailer: Mailer }) {
  const now = clock.now()
  const today = moscowDate(now)
  const until = moscowDate(new Date(now.getTime() + NOTICE_DAYS * DAY_MS))
  await db.transaction().execute(async (tx) => {
    const ending = await markEndingContracts(tx, today, until, now)
    for (const { emails, ...contract } of ending)
      for (const to of emails) await mailer.queue(tx, contractEnds(mailer, to, contract))
  })
}
