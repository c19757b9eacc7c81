import type { ConditionFields } from '@artikul/contract/pricing/price-condition'
import type { ConditionsChange, PriceChange } from '@artikul/contract/pricing/price-conditions'
import { counted } from '@artikul/contract/core/plural'
import type { Kysely, Transaction } from 'kysely'
import { moscowDate, type Clock } from '../../../platform/clock.ts'
import { brokenConstraint } from '../../../platform/db/broken-constraint.ts'
import type { DB } from '../../../platform/db/index.ts'
import { AppError } from '../../../platform/errors.ts'
import type { Author } from '../../../platform/http/index.ts'
import { recordEvent } from '../../../platform/audit/index.ts'
import {
  deleteConditions,
  describeChange,
  insertChange,
  insertConditions,
  updateConditions,
} from './changes.queries.ts'
import { conditionText } from './condition-text.ts'
import { lockConditions, selectConditionsByIds } from './conditions.queries.ts'
import { presentCondition } from './read-conditions.ts'
import { fieldsOnly, storedOf, type StoredCondition } from './condition-rows.ts'

export interface Writing {
  kind: PriceChange['kind']
  inserts: StoredCondition[]
  updates: (StoredCondition & { id: number })[]
  deletes: number[]
}

const MAX_DISCOUNT = 9_999
const MAX_MARKUP = 1_000_000

const notFound = () => new AppError('not_found', { detail: 'Ценовое условие не найдено' })

const REFERENCES: Record<string, [path: string, message: string]> = {
  price_conditions_contractor_id_fkey: ['contractor_id', 'Покупатель не найден'],
  price_conditions_price_group_id_fkey: ['price_group_id', 'Ценовая группа не найдена'],
  price_conditions_product_id_fkey: ['product_id', 'Товар не найден'],
  price_conditions_brand_id_fkey: ['brand_id', 'Бренд не найден'],
  price_conditions_inventory_group_id_fkey: ['inventory_group_id', 'Группа номенклатуры не найдена'],
  price_conditions_supply_route_id_fkey: ['supply_route_id', 'Поставщик не найден'],
  price_conditions_column_id_fkey: ['effect', 'Колонка цен не найдена'],
}

function orNotFound(error: unknown): never {
  const known = REFERENCES[brokenConstraint(error) ?? '']
  if (!known) throw error
  const [path, message] = known
  throw new AppError('input.invalid', { errors: [{ path, message }] })
}

const COUNTED = ['условие', 'условия', 'условий'] as const

/** Describes the current condition; empty when there is none. */
async function textOf(tx: Transaction<DB>, id: number | undefined): Promise<string> {
  const [row] = id === undefined ? [] : await selectConditionsByIds(tx, [id])
  return row ? conditionText(presentCondition('')(row)) : ''
}

/**
 * Writes conditions and their previous states, so that the change can be undone; updated and deleted ones must be
 * locked.
 * @returns the id of the change, and ids of new conditions
 * @throws AppError `input.invalid` when a referenced object does not exist
 */
export async function writeConditions(
  tx: Transaction<DB>,
  author: Author,
  { kind, inserts, updates, deletes }: Writing,
): Promise<{ changeId: number; ids: number[] }> {
  const count = inserts.length + updates.length + deletes.length
  const isOne = count === 1
  const before = isOne ? await textOf(tx, updates[0]?.id ?? deletes[0]) : ''
  const changeId = await insertChange(tx, author, { kind, count })
  if (deletes.length > 0) await deleteConditions(tx, changeId, deletes)
  if (updates.length > 0) await updateConditions(tx, author, changeId, updates).catch(orNotFound)
  const ids = inserts.length > 0 ? await insertConditions(tx, author, changeId, inserts).catch(orNotFound) : []
  const after = isOne ? await textOf(tx, updates[0]?.id ?? ids[0]) : ''
  const text = [before, after].filter(Boolean).join(' → ')
  await describeChange(tx, changeId, text)
  await recordEvent(tx, author, {
    event: 'prices.changed',
    object: text || `Изменение № ${changeId}: ${counted(count, ...COUNTED)}`,
  })
  return { changeId, ids }
}

const NOTHING = { inserts: [], updates: [], deletes: [] }

/** @throws AppError `input.invalid` */
export async function createCondition(
  db: Kysely<DB>,
  author: Author,
  fields: ConditionFields,
): Promise<{ id: number; change_id: number }> {
  const { changeId, ids } = await db
    .transaction()
    .execute((tx) => writeConditions(tx, author, { ...NOTHING, kind: 'created', inserts: [storedOf(fields)] }))
  return { id: ids[0] ?? 0, change_id: changeId }
}

/** @throws AppError `not_found`, `stale`, `input.invalid` */
export async function changeCondition(
  db: Kysely<DB>,
  author: Author,
  { id, version, fields }: { id: number; version: number; fields: ConditionFields },
): Promise<{ version: number; change_id: number }> {
  return db.transaction().execute(async (tx) => {
    const [row] = await lockConditions(tx, [id])
    if (!row) throw notFound()
    if (row.version !== version) throw new AppError('stale')
    const updates = [{ ...storedOf(fields), id }]
    const { changeId } = await writeConditions(tx, author, { ...NOTHING, kind: 'changed', updates })
    return { version: version + 1, change_id: changeId }
  })
}

/** Returns the day before `day`, both `YYYY-MM-DD`. */
function dayBefore(day: string): string {
  const date = new Date(`${day}T00:00:00Z`)
  date.setUTCDate(date.getUTCDate() - 1)
  return date.toISOString().slice(0, 10)
}

type Locked = StoredCondition & { id: number }

/** Applies the change to a condition; null when the change does not apply to it. */
function changedRow(row: Locked, change: Exclude<ConditionsChange, { kind: 'end' }>): Locked | null {
  if (change.kind === 'valid_to')
    return row.valid_to === change.day || (change.day !== null && change.day < row.valid_from)
      ? null
      : { ...row, valid_to: change.day }
  if (row.percent_hundredths === null) return null
  const hundredths = change.kind === 'percent' ? change.hundredths : row.percent_hundredths + change.hundredths
  const most = row.effect === 'discount' ? MAX_DISCOUNT : MAX_MARKUP
  return hundredths < 0 || hundredths > most || hundredths === row.percent_hundredths
    ? null
    : { ...row, percent_hundredths: hundredths }
}

/** Ends conditions with yesterday as the last day; those that have not started are deleted. */
function ended(rows: readonly Locked[], today: string): Pick<Writing, 'updates' | 'deletes'> {
  const living = rows.filter(({ valid_to }) => valid_to === null || valid_to >= today)
  return {
    updates: living
      .filter(({ valid_from }) => valid_from < today)
      .map((row) => ({ ...row, valid_to: dayBefore(today) })),
    deletes: living.filter(({ valid_from }) => valid_from >= today).map(({ id }) => id),
  }
}

/**
 * Applies a change to many conditions; those to which it does not apply are skipped.
 * @throws AppError `not_found` when none of them exists
 */
export async function changeConditions(
  db: Kysely<DB>,
  { clock }: { clock: Clock },
  author: Author,
  { ids, change }: { ids: number[]; change: ConditionsChange },
): Promise<{ changed: number; skipped: number; change_id: number | null }> {
  return db.transaction().execute(async (tx) => {
    const rows = (await lockConditions(tx, ids)).map((row) => ({ ...fieldsOnly(row), id: row.id }))
    if (rows.length === 0) throw notFound()
    const writing: Writing =
      change.kind === 'end'
        ? { ...NOTHING, kind: 'ended', ...ended(rows, moscowDate(clock.now())) }
        : { ...NOTHING, kind: 'changed', updates: rows.flatMap((row) => changedRow(row, change) ?? []) }
    const changed = writing.updates.length + writing.deletes.length
    const written = changed > 0 ? await writeConditions(tx, author, writing) : null
    return { changed, skipped: ids.length - changed, change_id: written?.changeId ?? null }
  })
}
