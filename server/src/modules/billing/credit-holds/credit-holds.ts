import {
  MAX_UNBLOCK_DAYS,
  type Block,
  type BlockedContract,
  type CreditHoldsQuery,
  type Unblock,
} from '@artikul/contract/billing/credit-holds'
import { UNBLOCKABLE } from '@artikul/contract/billing/credit-hold-codes'
import { counted } from '@artikul/contract/core/plural'
import type { Transaction } from 'kysely'
import { dayText, moscowDate, type Clock } from '../../../platform/clock.ts'
import type { Db, DB } from '../../../platform/db/index.ts'
import { AppError } from '../../../platform/errors.ts'
import type { Author } from '../../../platform/http/index.ts'
import type { Page } from '../../../platform/paging.ts'
import { recordEvent } from '../../../platform/audit/index.ts'
import { creditRefusal, selectContractBalances, type ContractBalance } from '../../companies/index.ts'
import { publishEvents } from '../../../platform/events/index.ts'
import { addDays } from '../../pricing/index.ts'
import { answerOverrideRequests, declineOverrideRequest } from '../../ordering/index.ts'
import * as queries from './credit-holds.queries.ts'
import type { BlockedRow } from './credit-holds.queries.ts'

const MAX_QUOTE_REQUESTS = 5

/** Lists the reasons why the contract is blocked, regardless of a temporary unblocking. */
function creditHoldsOf(row: BlockedRow, standing: ContractBalance | undefined, today: string): Block[] {
  const blocks: Block[] = []
  const { overdue_days: days = 0, overdue_kop: overdue = 0 } = standing ?? {}
  const bare = standing && { ...standing, override_until: null }
  if (overdue > 0)
    blocks.push({
      code: 'overdue',
      text: creditRefusal(row.limit_kop, bare, 0, 0) ?? '',
      since: addDays(today, 1 - days),
    })
  else {
    const waiting = (standing?.in_work_kop ?? 0) - row.held_kop
    const over = row.held_count > 0 ? creditRefusal(row.limit_kop, bare, row.held_kop, waiting) : null
    if (over !== null)
      blocks.push({ code: 'credit_limit', text: over, since: row.held_since && moscowDate(row.held_since) })
  }
  if (row.stopped_reason !== null) blocks.push({ code: 'stop_list', text: row.stopped_reason, since: null })
  if (row.is_expired && row.valid_to !== null)
    blocks.push({
      code: 'contract_expired',
      text: `Действовал до ${dayText(row.valid_to)}`,
      since: addDays(row.valid_to, 1),
    })
  return blocks
}

function present(
  row: BlockedRow,
  standing: ContractBalance | undefined,
  requests: BlockedContract['requests'],
  today: string,
): BlockedContract {
  const blocks = creditHoldsOf(row, standing, today)
  const { debt_kop = 0, overdue_kop = 0, counted_kop = 0, in_work_kop = 0 } = standing ?? {}
  return {
    contract_id: row.contract_id,
    number: row.number,
    seller: row.seller,
    contractor: { id: row.contractor_id, name: row.contractor },
    manager: row.manager,
    blocks,
    debt_kop,
    overdue_kop,
    limit_kop: row.limit_kop,
    available_kop: Math.max(row.limit_kop - counted_kop - (in_work_kop - row.held_kop), 0),
    held_count: row.held_count,
    held_kop: row.held_kop,
    requests,
    creditHoldOverride:
      row.credit_hold_override_id === null || row.override_until === null || row.override_at === null
        ? null
        : {
            id: row.credit_hold_override_id,
            until: row.override_until,
            reason: row.override_reason ?? '',
            by: row.override_by ?? '',
            at: row.override_at.toISOString(),
          },
    can_override: row.credit_hold_override_id === null && blocks.some(({ code }) => UNBLOCKABLE.includes(code)),
  }
}

/** Lists contracts under which orders and shipments are stopped, with the requests to unblock them. */
export async function listBlocked(db: Db, clock: Clock, query: CreditHoldsQuery, page: Page) {
  const today = moscowDate(clock.now())
  const { rows, total } = await queries.selectBlocked(db, query, today, page)
  const ids = rows.map((row) => row.contract_id)
  const [standings, requests, askedCount] = await Promise.all([
    selectContractBalances(db, ids, today),
    queries.selectOverrideRequests(db, ids, MAX_QUOTE_REQUESTS),
    queries.countRequests(db),
  ])
  const ofContract = Map.groupBy(requests, (request) => request.contract_id)
  const results = rows.map((row) => {
    const own = (ofContract.get(row.contract_id) ?? []).map(({ contract_id: _, at, ...request }) => ({
      ...request,
      at: at.toISOString(),
    }))
    return present(row, standings.get(row.contract_id), own, today)
  })
  return { results, total, askedCount }
}

const objectOf = (number: string) => `Договор № ${number}`
const NOT_FOUND = { detail: 'Договор не найден' }

function requireDay(until: string, today: string) {
  const last = addDays(today, MAX_UNBLOCK_DAYS - 1)
  const refuse = (message: string) => new AppError('input.invalid', { errors: [{ path: 'until', message }] })
  if (until < today) throw refuse('Этот день уже прошёл')
  if (until > last)
    throw refuse(`Не больше чем на ${counted(MAX_UNBLOCK_DAYS, 'день', 'дня', 'дней')}: до ${dayText(last)}`)
}

/**
 * «Разблокировать до …»: through that day neither overdue debt nor the limit stops orders and shipments of the
 * contract. A newer unblocking replaces an older one and answers every open request.
 * @throws AppError `not_found`, `input.invalid`
 */
export async function unblock(
  tx: Transaction<DB>,
  { clock }: { clock: Clock },
  author: Author,
  { id, until, reason }: Unblock & { id: number },
) {
  const now = clock.now()
  const contract = await queries.lockContract(tx, id)
  if (!contract) throw new AppError('not_found', NOT_FOUND)
  requireDay(until, moscowDate(now))
  const { contractor_id: contractorId } = contract
  await queries.liftAll(tx, id, author, now)
  const made = await queries.insertCreditHoldOverride(
    tx,
    { contract_id: id, contractor_id: contractorId, until, reason },
    author,
    now,
  )
  await answerOverrideRequests(tx, id, author, now)
  await recordEvent(tx, author, {
    event: 'credit_hold_override.granted',
    contractorId,
    object: objectOf(contract.number),
    changes: [
      { field: 'Разблокирован до', before: null, after: dayText(until) },
      { field: 'Причина', before: null, after: reason },
    ],
  })
  return made
}

/**
 * Ends an unblocking before its last day; orders released meanwhile stay released.
 * @throws AppError `not_found`, `credit_hold_override.invalid_state`
 */
export async function liftCreditHoldOverride(
  tx: Transaction<DB>,
  { clock }: { clock: Clock },
  author: Author,
  id: number,
) {
  const now = clock.now()
  const row = await queries.lockCreditHoldOverride(tx, id)
  if (!row) throw new AppError('not_found', { detail: 'Разблокировка не найдена' })
  if (row.lifted_at !== null || row.until < moscowDate(now)) throw new AppError('credit_hold_override.invalid_state')
  await queries.liftAll(tx, row.contract_id, author, now)
  await recordEvent(tx, author, {
    event: 'credit_hold_override.revoked',
    contractorId: row.contractor_id,
    object: objectOf(row.number),
    changes: [{ field: 'Разблокирован до', before: dayText(row.until), after: null }],
  })
}

/** @throws AppError `not_found` when the request is no longer open */
export async function declineCreditHoldOverride(
  tx: Transaction<DB>,
  { clock }: { clock: Clock },
  author: Author,
  { id, reason }: { id: number; reason: string },
) {
  const now = clock.now()
  const row = await declineOverrideRequest(tx, id, reason, author, now)
  if (!row) throw new AppError('not_found', { detail: 'Запрос не найден или на него уже есть ответ' })
  await publishEvents(
    tx,
    [
      {
        kind: 'order.override_declined',
        about: 'order',
        aboutId: row.order_id,
        label: row.order_number,
        contractorId: row.contractor_id,
        consigneeId: row.consignee_id,
        author,
      },
    ],
    now,
  )
  await recordEvent(tx, author, {
    event: 'credit_hold_override.declined',
    contractorId: row.contractor_id,
    object: `${objectOf(row.contract)}, заказ № ${row.order_number}`,
    changes: [{ field: 'Причина', before: null, after: reason }],
  })
}
