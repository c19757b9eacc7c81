import { z } from 'zod'
import { keysOf } from '../core/keys.ts'
import { Day, Empty, Id, IdParams, Kop, listOf, Moment, pageQuery, Reason, requiredText, text } from '../core/fields.ts'
import { DESK } from './payments.ts'
import { defineRoutes } from '../core/route.ts'

/** Movements of settlements besides shipments, corrections and payments. */
export const ENTRY_KINDS = {
  opening: 'Начальный остаток',
  offset: 'Взаимозачёт',
  refund: 'Возврат денег',
} as const
export type EntryKind = keyof typeof ENTRY_KINDS
export const EntryKind = z.enum(keysOf(ENTRY_KINDS))

/** `debit` increases the contractor's debt; `credit` reduces it. */
export const ENTRY_SIDES = { debit: 'Долг покупателя', credit: 'В пользу покупателя' } as const
export type EntrySide = keyof typeof ENTRY_SIDES
export const EntrySide = z.enum(keysOf(ENTRY_SIDES))

const MAX_KOP = 100_000_000_000_00

export const NewEntry = z.strictObject({
  kind: EntryKind,
  side: EntrySide,
  contract_id: Id,
  /** Number of the underlying document. */
  number: requiredText(50),
  day: Day,
  /** Due day of the debt; `null` when the entry is no debt or is due on its own day. */
  due_on: Day.nullable(),
  sum_kop: z.int().positive('Укажите сумму').max(MAX_KOP, 'Слишком большая сумма'),
  note: text(500),
})
export type NewEntry = z.infer<typeof NewEntry>

export const LedgerEntry = z.object({
  id: Id,
  kind: EntryKind,
  number: z.string(),
  day: Day,
  due_on: Day.nullable(),
  contractor: z.object({ id: Id, name: z.string(), inn: z.string() }),
  contract: z.string(),
  seller: z.string(),
  debit_kop: Kop,
  credit_kop: Kop,
  note: z.string(),
  made_by: z.string(),
  made_at: Moment,
  cancelled: z.object({ at: Moment, by: z.string(), reason: z.string() }).nullable(),
})
export type LedgerEntry = z.infer<typeof LedgerEntry>

const PATH = '/api/v1/ledger-entries'

export const ledgerEntryRoutes = defineRoutes({
  list: {
    method: 'GET',
    path: PATH,
    summary: 'Остатки, взаимозачёты и возвраты денег, новые сверху',
    ...DESK,
    query: z.strictObject({
      ...pageQuery,
      /** Part of the contractor's name, or the beginning of ИНН. */
      q: text(100).optional(),
    }),
    reply: listOf(LedgerEntry),
  },
  create: {
    method: 'POST',
    path: PATH,
    summary: 'Ввести остаток, взаимозачёт или возврат денег',
    ...DESK,
    body: NewEntry,
    reply: z.object({ id: Id }),
    status: 201,
    idempotent: true,
  },
  cancel: {
    method: 'POST',
    path: `${PATH}/:id/cancel`,
    summary: 'Отменить запись: она остаётся видна и больше ничего не значит',
    ...DESK,
    params: IdParams,
    body: Reason,
    example: { reason: 'Любая' },
    reply: Empty,
    idempotent: true,
  },
})
