import type { EntryKind } from '@artikul/contract/billing/ledger-entries'
import { sql } from 'kysely'
import type { Db } from '../../../platform/db/index.ts'
import { writtenBy, type Writer } from '../../../platform/http/index.ts'
import { literal } from '../../../platform/like.ts'
import type { Page } from '../../../platform/paging.ts'

export const selectContract = (db: Db, id: number) =>
  db.selectFrom('contracts').select(['id', 'seller_id', 'contractor_id']).where('id', '=', id).executeTakeFirst()

export interface WrittenEntry {
  kind: EntryKind
  number: string
  contract_id: number
  seller_id: number
  contractor_id: number
  day: string
  due_on: string | null
  debit_kop: number
  credit_kop: number
  note: string
}

/** Inserts an entry and returns its id; null when the contract already has an entry of this kind and number. */
export async function insertEntry(db: Db, author: Writer, entry: WrittenEntry, now: Date): Promise<number | null> {
  const row = await db
    .insertInto('ledger_entries')
    .values({ ...entry, ...writtenBy(author), created_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  return row?.id ?? null
}

/** Cancels an active entry; returns nothing when it does not exist or was already cancelled. */
export const cancelEntry = (db: Db, id: number, by: { userId: number; reason: string; now: Date }) =>
  db
    .updateTable('ledger_entries')
    .set({ cancelled_at: by.now, canceller_id: by.userId, cancel_reason: by.reason })
    .where('id', '=', id)
    .where('cancelled_at', 'is', null)
    .returning(['id', 'kind', 'number', 'day', 'contractor_id', 'debit_kop', 'credit_kop'])
    .executeTakeFirst()

export const isKnown = async (db: Db, id: number) =>
  (await db.selectFrom('ledger_entries').select('id').where('id', '=', id).executeTakeFirst()) !== undefined

export interface EntryRow extends Omit<WrittenEntry, 'contract_id' | 'seller_id' | 'contractor_id'> {
  id: number
  contractor: { id: number; name: string; inn: string }
  contract: string
  seller: string
  made_by: string
  made_at: Date
  cancelled_at: Date | null
  cancelled_by: string | null
  cancel_reason: string
  total: number
}

const named = (q: string) =>
  /^\d+$/.test(q) ? sql`inn like ${`${literal(q)}%`}` : sql`name ilike ${`%${literal(q)}%`}`

/** Selects a page of entries, newest first. */
export async function selectEntries(db: Db, q: string | undefined, { size, offset }: Page) {
  const { rows } = await sql<EntryRow>`
    select entry.id, entry.kind, entry.number, entry.day, entry.due_on, entry.debit_kop, entry.credit_kop, entry.note,
      jsonb_build_object('id', buyer.id, 'name', buyer.name, 'inn', buyer.inn) as contractor,
      contracts.number as contract, sellers.name as seller, author.full_name as made_by, entry.created_at as made_at,
      entry.cancelled_at, canceller.full_name as cancelled_by, entry.cancel_reason, entry.total
    from (
      select *, count(*) over ()::integer as total from ledger_entries
      where ${q ? sql`contractor_id in (select id from contractors where ${named(q)})` : sql`true`}
      order by id desc limit ${size} offset ${offset}
    ) entry
    join contractors buyer on buyer.id = entry.contractor_id
    join contracts on contracts.id = entry.contract_id
    join sellers on sellers.id = entry.seller_id
    join users author on author.id = entry.actor_id
    left join users canceller on canceller.id = entry.canceller_id
    order by entry.id desc`.execute(db)
  return rows
}
