import { LegalRequisites, type ConsigneeFields, type ConsigneePatch } from '@artikul/contract/companies/consignees'
import type { Kysely } from 'kysely'
import type { z } from 'zod'
import type { Clock } from '../../../platform/clock.ts'
import { brokenConstraint } from '../../../platform/db/broken-constraint.ts'
import type { Db, DB } from '../../../platform/db/index.ts'
import { AppError } from '../../../platform/errors.ts'
import { omitUndefined } from '@artikul/contract/core/omit-undefined'
import { writtenBy, type Author } from '../../../platform/http/index.ts'
import { recordEvent } from '../../../platform/audit/index.ts'
import { requireUndoable } from '../../../platform/undo.ts'
import { pointChanges } from './consignee-fields.ts'
import * as queries from './consignees.queries.ts'
import type { ConsigneeRecord } from './consignees.queries.ts'
import { fieldsOf } from './read-consignees.ts'
import { pointsOf, type CompanyScope } from '../../../platform/access/index.ts'

export interface Editor {
  member: CompanyScope
  author: Author
}

const pointNotFound = () => new AppError('not_found', { detail: 'Грузополучатель не найден' })

/**
 * Refuses changes of the company's list by users whom an admin has limited to certain points.
 * @throws AppError `consignee.limited`
 */
export function requireUnlimited({ member }: Editor) {
  if (pointsOf(member) !== null) throw new AppError('consignee.limited')
}

/** Converts the fields of the contract to columns of the table. */
const columnsOf = <T extends Partial<ConsigneeFields>>({ coordinates, hours, people, ...fields }: T) => ({
  ...fields,
  ...(hours && { hours: JSON.stringify(hours) }),
  ...(people && { people: JSON.stringify(people) }),
  ...(coordinates !== undefined && { longitude: coordinates?.[0] ?? null, latitude: coordinates?.[1] ?? null }),
})

const objectOf = ({ name }: { name: string }) => `Грузополучатель: ${name}`

/** Translates a violation of the unique code of a company's points. */
function rethrowCodeUsed(error: unknown): never {
  if (brokenConstraint(error) !== 'consignees_code') throw error
  throw new AppError('consignee.code_taken', { errors: [{ path: 'code', message: 'Такой код точки уже есть' }] })
}

/** @throws AppError `consignee.limited`, `consignee.code_taken` */
export async function createConsignee(db: Kysely<DB>, editor: Editor, fields: ConsigneeFields): Promise<number> {
  requireUnlimited(editor)
  const { member, author } = editor
  const { contractorId } = member
  return db.transaction().execute(async (tx) => {
    await queries.lockPoints(tx, contractorId)
    if (fields.is_default) await queries.clearDefaultConsignee(tx, author, contractorId)
    const { id } = await queries
      .insertConsignee(tx, {
        ...columnsOf(fields),
        ...writtenBy(author),
        contractor_id: contractorId,
      })
      .catch(rethrowCodeUsed)
    await recordEvent(tx, author, { event: 'consignee.created', contractorId, object: objectOf(fields) })
    return id
  })
}

/** Point to change, with the version shown to the user. */
interface Looked {
  id: number
  version: number
}

async function lockOwn(
  tx: Db,
  { member }: Editor,
  { id, version }: Looked,
  { isDeleted = false } = {},
): Promise<ConsigneeRecord> {
  await queries.lockPoints(tx, member.contractorId)
  const point = await queries.lockConsignee(tx, member.contractorId, id)
  if (!point || (point.deleted_at !== null && !isDeleted)) throw pointNotFound()
  if (point.version !== version) throw new AppError('stale')
  return point
}

/** @throws AppError `input.invalid` when valid fields contradict each other */
function requireWhole(point: z.input<typeof LegalRequisites>) {
  const issues = LegalRequisites.safeParse(point).error?.issues ?? []
  const errors = issues.map(({ path, message }) => ({ path: path.join('.'), message }))
  if (errors.length > 0) throw new AppError('input.invalid', { errors })
}

/** @throws AppError `not_found`, `stale`, `input.invalid`, `consignee.limited`, `consignee.code_taken` */
export async function changeConsignee(
  db: Kysely<DB>,
  editor: Editor,
  id: number,
  { version, ...sent }: ConsigneePatch,
): Promise<{ version: number }> {
  requireUnlimited(editor)
  return db.transaction().execute(async (tx) => {
    const before = await lockOwn(tx, editor, { id, version })
    const patch = omitUndefined(sent)
    const changes = pointChanges(fieldsOf(before), { ...fieldsOf(before), ...patch })
    if (changes.length === 0) return { version }
    requireWhole({ ...before, ...patch })
    const { author, member } = editor
    const { contractorId } = member
    if (patch.is_default) await queries.clearDefaultConsignee(tx, author, contractorId)
    const saved = await queries.updateConsignee(tx, author, id, columnsOf(patch)).catch(rethrowCodeUsed)
    const object = objectOf({ ...before, ...patch })
    await recordEvent(tx, author, { event: 'consignee.changed', contractorId, object, changes })
    return { version: saved }
  })
}

/**
 * Deletes a point; a point with orders is archived instead.
 * @throws AppError `not_found`, `stale`, `consignee.limited`
 */
export async function removeConsignee(
  db: Kysely<DB>,
  editor: Editor,
  looked: Looked,
  { clock }: { clock: Clock },
): Promise<{ archived: boolean; version: number }> {
  requireUnlimited(editor)
  return db.transaction().execute(async (tx) => {
    const point = await lockOwn(tx, editor, looked)
    const { author, member } = editor
    const { id } = point
    const archived = await queries.isUsed(tx, id)
    const now = clock.now()
    const version = await queries.updateConsignee(tx, author, id, {
      // It stays the default one until another is chosen, so that a point brought back is as before.
      archived_at: point.archived_at ?? now,
      deleted_at: archived ? null : now,
    })
    await recordEvent(tx, author, {
      event: 'consignee.removed',
      contractorId: member.contractorId,
      object: objectOf(point),
    })
    return { archived, version }
  })
}

/**
 * Brings a point back from the archive; a deleted one only to the person who has just deleted it.
 * @throws AppError `not_found`, `stale`, `consignee.limited`, `consignee.code_taken`, `undo.not_yours`, `undo.expired`
 */
export async function restoreConsignee(
  db: Kysely<DB>,
  editor: Editor,
  looked: Looked,
  { clock }: { clock: Clock },
): Promise<void> {
  requireUnlimited(editor)
  await db.transaction().execute(async (tx) => {
    const point = await lockOwn(tx, editor, looked, { isDeleted: true })
    if (point.archived_at === null) return
    const { author, member } = editor
    const { actor_id: actorId, deleted_at: at } = point
    if (at !== null) requireUndoable({ actorId, at }, author, clock.now())
    const restored = { archived_at: null, deleted_at: null }
    await queries.updateConsignee(tx, author, point.id, restored).catch(rethrowCodeUsed)
    await recordEvent(tx, author, {
      event: 'consignee.restored',
      contractorId: member.contractorId,
      object: objectOf(point),
    })
  })
}

/**
 * Sets the delivery zone of a point, as decided by staff.
 * @throws AppError `not_found`, `stale`, `input.invalid` for an unknown zone
 */
export async function setZone(
  db: Kysely<DB>,
  author: Author,
  id: number,
  { version, zone_id: zoneId }: { version: number; zone_id: number | null },
): Promise<{ version: number }> {
  return db.transaction().execute(async (tx) => {
    const point = await queries.lockConsignee(tx, 'any', id)
    if (!point || point.deleted_at !== null) throw pointNotFound()
    if (point.version !== version) throw new AppError('stale')
    const zoneName = async (of: number | null) => (of === null ? null : (await queries.selectZoneName(tx, of))?.name)
    const after = await zoneName(zoneId)
    if (after === undefined)
      throw new AppError('input.invalid', { errors: [{ path: 'zone_id', message: 'Такой зоны нет' }] })
    if (zoneId === point.zone_id) return { version }
    const changes = [{ field: 'Зона доставки', before: (await zoneName(point.zone_id)) ?? null, after }]
    const saved = await queries.updateConsignee(tx, author, id, { zone_id: zoneId })
    const { contractor_id: contractorId } = point
    await recordEvent(tx, author, { event: 'consignee.changed', contractorId, object: objectOf(point), changes })
    return { version: saved }
  })
}
