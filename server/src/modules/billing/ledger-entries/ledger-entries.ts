import { formatMoney } from '@artikul/contract/core/money'
import { ENTRY_KINDS, type EntryKind, type NewEntry, type LedgerEntry } from '@artikul/contract/billing/ledger-entries'
import { dayText, moscowDate } from '../../../platform/clock.ts'
import type { Db } from '../../../platform/db/index.ts'
import { AppError } from '../../../platform/errors.ts'
import type { Author } from '../../../platform/http/index.ts'
import { recordEvent } from '../../../platform/audit/index.ts'
import { publishEvents } from '../../../platform/events/index.ts'
import { cancelEntry, insertEntry, isKnown, selectContract, type EntryRow } from './ledger-entries.queries.ts'

interface Named {
  kind: EntryKind
  number: string
  day: string
}

const refuse = (path: string, message: string) => new AppError('input.invalid', { errors: [{ path, message }] })
const nameOf = ({ kind, number, day }: Named, kop: number) =>
  `${ENTRY_KINDS[kind]} № ${number} от ${dayText(day)}: ${kop > 0 ? 'долг' : 'в пользу покупателя'} ${formatMoney(Math.abs(kop))} ₽`

/** Open pages are reloaded without a notification, because no action is required. */
const publishEntry = (
  tx: Db,
  author: Author,
  { id, number, contractorId }: { id: number; number: string; contractorId: number },
  now: Date,
) =>
  publishEvents(
    tx,
    [{ kind: 'payment.changed', about: 'payment', aboutId: id, label: `№ ${number}`, contractorId, author }],
    now,
  )

function requireSense(input: NewEntry, today: string) {
  if (input.day > today) throw refuse('day', 'День ещё не наступил')
  if (input.kind === 'refund' && input.side === 'credit')
    throw refuse('side', 'Возвращённые деньги покупатель снова должен: выберите «Долг покупателя»')
  if (input.side === 'credit' && input.due_on !== null) throw refuse('due_on', 'Срок оплаты бывает только у долга')
  if (input.due_on !== null && input.due_on < input.day) throw refuse('due_on', 'Срок раньше дня документа')
}

/**
 * Creates an entry that changes a contract's settlements without a shipment or a payment.
 * @throws AppError `not_found` for an unknown contract, `input.invalid`, `ledger_entry.exists`
 */
export async function createEntry(tx: Db, author: Author, input: NewEntry, now: Date): Promise<{ id: number }> {
  requireSense(input, moscowDate(now))
  const contract = await selectContract(tx, input.contract_id)
  if (!contract) throw new AppError('not_found', { detail: 'Договор не найден' })
  const { side, sum_kop: kop, ...entry } = input
  const isDebit = side === 'debit'
  const id = await insertEntry(
    tx,
    author,
    {
      ...entry,
      seller_id: contract.seller_id,
      contractor_id: contract.contractor_id,
      due_on: isDebit ? (input.due_on ?? input.day) : null,
      debit_kop: isDebit ? kop : 0,
      credit_kop: isDebit ? 0 : kop,
    },
    now,
  )
  if (id === null) throw new AppError('ledger_entry.exists')
  await publishEntry(tx, author, { id, number: input.number, contractorId: contract.contractor_id }, now)
  await recordEvent(tx, author, {
    event: 'ledger_entry.created',
    contractorId: contract.contractor_id,
    object: nameOf(input, isDebit ? kop : -kop),
  })
  return { id }
}

/**
 * Cancels an entry: it stays visible but no longer counts.
 * @throws AppError `not_found`, `ledger_entry.cancelled`
 */
export async function undoEntry(tx: Db, author: Author, id: number, reason: string, now: Date) {
  const entry = await cancelEntry(tx, id, { userId: author.actorId, reason, now })
  if (!entry) {
    if (await isKnown(tx, id)) throw new AppError('ledger_entry.cancelled')
    throw new AppError('not_found', { detail: 'Запись не найдена' })
  }
  await publishEntry(tx, author, { id, number: entry.number, contractorId: entry.contractor_id }, now)
  const kind = entry.kind as EntryKind // the column's CHECK allows nothing else
  await recordEvent(tx, author, {
    event: 'ledger_entry.cancelled',
    contractorId: entry.contractor_id,
    object: `${nameOf({ ...entry, kind }, entry.debit_kop - entry.credit_kop)}. ${reason}`,
  })
}

export const presentEntry = ({
  made_at,
  cancelled_at: at,
  cancelled_by: by,
  cancel_reason: reason,
  total: _,
  ...entry
}: EntryRow): LedgerEntry => ({
  ...entry,
  made_at: made_at.toISOString(),
  cancelled: at && { at: at.toISOString(), by: by ?? '', reason },
})
