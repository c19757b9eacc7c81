import type { AuditItem } from '@artikul/contract/platform/audit'
import { MARKINGS, MAX_GROUPS, type GroupFields } from '@artikul/contract/catalog/inventory-groups'
import { formatPercent, formatQty } from '@artikul/contract/core/money'
import type { Kysely } from 'kysely'
import { dayText } from '../../../platform/clock.ts'
import { brokenConstraint } from '../../../platform/db/broken-constraint.ts'
import type { Db, DB } from '../../../platform/db/index.ts'
import { AppError } from '../../../platform/errors.ts'
import type { Author } from '../../../platform/http/index.ts'
import { changesBetween, recordEvent, type AuditedField } from '../../../platform/audit/index.ts'
import { scheduleRegrouping, selectGroupingJob } from './grouping.queries.ts'
import * as queries from './groups.queries.ts'

export const groupNotFound = () => new AppError('not_found', { detail: 'Группа номенклатуры не найдена' })

function orKnown(error: unknown): never {
  const refuse = (path: string, message: string) =>
    new AppError('inventory_group.exists', { errors: [{ path, message }] })
  const constraint = brokenConstraint(error)
  if (constraint === 'inventory_groups_parent_id_name_key') throw refuse('name', 'Такая группа здесь уже есть')
  // The parent id may equal the id just assigned to the new group, so that parent did not exist either.
  if (constraint === 'inventory_groups_parent_id_fkey' || constraint === 'inventory_groups_check')
    throw new AppError('input.invalid', { errors: [{ path: 'parent_id', message: 'Группа не найдена' }] })
  throw error
}

const ownPercent = (hundredths: number | null) => (hundredths === null ? 'как выше' : formatPercent(hundredths))
const VISIBLE = { true: 'скрыта', false: 'видна', null: 'как выше' } as const

type AuditedGroup = Omit<GroupFields, 'marking' | 'parent_id'> & { marking: string | null }

const FIELDS: readonly AuditedField<AuditedGroup>[] = [
  ['Название', ({ name }) => name],
  ['Наценка', ({ markup_hundredths: own }) => ownPercent(own)],
  ['Наименьшая наценка', ({ min_markup_hundredths: own }) => ownPercent(own)],
  ['Маркировка', ({ marking }) => (marking === null ? 'как выше' : MARKINGS[marking as keyof typeof MARKINGS])],
  ['Маркировка с', ({ marking_from: from }) => (from === null ? '' : dayText(from))],
  ['Видимость', ({ is_hidden: hidden }) => VISIBLE[`${hidden}`]],
]

const record = (db: Db, author: Author, name: string, changes: AuditItem['changes']) =>
  recordEvent(db, author, { event: 'inventory_group.changed', object: `Группа «${name}»`, changes })

const WHOLE = 100

export async function readTree(db: Db) {
  const [groups, work] = await Promise.all([queries.selectInventoryGroups(db), selectGroupingJob(db)])
  const isRunning = work.done !== work.asked
  const isBegun = work.working === work.asked && work.most_id > 0
  return {
    groups,
    ungrouped_count: work.ungrouped_count,
    work: {
      is_running: isRunning,
      percent: !isRunning ? WHOLE : isBegun ? Math.floor((work.last_id / work.most_id) * WHOLE) : 0,
      moved: work.moved,
      finished_at: work.finished_at?.toISOString() ?? null,
    },
  }
}

/** @throws AppError `inventory_group.exists`, `input.invalid` */
export async function createInventoryGroup(db: Kysely<DB>, author: Author, fields: GroupFields): Promise<number> {
  return db.transaction().execute(async (tx) => {
    await queries.lockTree(tx)
    if ((await queries.countGroups(tx)) >= MAX_GROUPS)
      throw new AppError('input.invalid', { detail: `Групп не больше ${formatQty(MAX_GROUPS)}` })
    const { id } = await queries.insertInventoryGroup(tx, author, fields).catch(orKnown)
    await record(tx, author, fields.name, changesBetween<AuditedGroup>(FIELDS, null, fields))
    return id
  })
}

/** Error for a group within itself. */
const circle = () =>
  new AppError('input.invalid', {
    errors: [{ path: 'parent_id', message: 'Группа не может лежать внутри самой себя' }],
  })

async function requireOutside(tx: Db, id: number, parentId: number | null) {
  if (parentId !== null && (await queries.selectAncestors(tx, parentId)).includes(id)) throw circle()
}

/** Moves a group under another one: before the given sibling, or last. */
async function place(tx: Db, id: number, parentId: number | null, before: number | null) {
  const others = (await queries.selectChildren(tx, parentId)).filter((child) => child !== id)
  const at = before === null ? -1 : others.indexOf(before)
  await queries.orderGroups(tx, parentId, at < 0 ? [...others, id] : others.toSpliced(at, 0, id)).catch(orKnown)
}

const TOP = 'верхний уровень'

/** Old and new parent for the journal. */
async function parentChange(tx: Db, before: number | null, after: number | null): Promise<AuditItem['changes']> {
  if (before === after) return []
  const names = await queries.selectGroupNames(
    tx,
    [before, after].filter((id) => id !== null),
  )
  const nameOf = (id: number | null) => (id === null ? TOP : (names.get(id) ?? null))
  return [{ field: 'Лежит в группе', before: nameOf(before), after: nameOf(after) }]
}

/** @throws AppError `not_found`, `stale`, `inventory_group.exists`, `input.invalid` */
export async function updateInventoryGroup(
  db: Kysely<DB>,
  author: Author,
  id: number,
  { version, ...fields }: GroupFields & { version: number },
): Promise<{ version: number }> {
  return db.transaction().execute(async (tx) => {
    await queries.lockTree(tx)
    const before = await queries.lockInventoryGroup(tx, id)
    if (!before) throw groupNotFound()
    if (before.version !== version) throw new AppError('stale')
    await requireOutside(tx, id, fields.parent_id)
    const changes = [
      ...changesBetween<AuditedGroup>(FIELDS, before, fields),
      ...(await parentChange(tx, before.parent_id, fields.parent_id)),
    ]
    if (changes.length === 0) return { version }
    const saved = await queries.updateInventoryGroupRow(tx, author, id, fields).catch(orKnown)
    if (fields.parent_id !== before.parent_id) await place(tx, id, fields.parent_id, null)
    await record(tx, author, before.name, changes)
    return { version: saved }
  })
}

/**
 * Moves a group to another parent, or to another position among its siblings.
 * @throws AppError `not_found`, `inventory_group.exists`, `input.invalid`
 */
export async function moveGroup(
  db: Kysely<DB>,
  author: Author,
  id: number,
  { parent_id: parentId, before }: { parent_id: number | null; before: number | null },
): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await queries.lockTree(tx)
    const group = await queries.lockInventoryGroup(tx, id)
    if (!group) throw groupNotFound()
    await requireOutside(tx, id, parentId)
    await place(tx, id, parentId, before)
    const moved = await parentChange(tx, group.parent_id, parentId)
    const changes = moved.length > 0 ? moved : [{ field: 'Место в дереве', before: null, after: 'изменено' }]
    await record(tx, author, group.name, changes)
  })
}

/** @throws AppError `not_found`, `inventory_group.in_use` */
export async function deleteInventoryGroup(db: Kysely<DB>, author: Author, id: number): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await scheduleRegrouping(tx)
    await queries.lockTree(tx)
    const group = await queries.lockInventoryGroup(tx, id)
    if (!group) throw groupNotFound()
    await queries.deleteInventoryGroupRow(tx, id).catch((error: unknown) => {
      if (brokenConstraint(error) === null) throw error
      throw new AppError('inventory_group.in_use')
    })
    await record(tx, author, group.name, changesBetween<AuditedGroup>(FIELDS, group, null))
  })
}
