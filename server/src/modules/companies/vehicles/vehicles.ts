import { recogniseVehicleNumber } from '@artikul/contract/companies/vehicle-numbers'
import {
  VehicleNumbers,
  type Vehicle,
  type VehicleFields,
  type VehiclePatch,
  type VehiclesQuery,
} from '@artikul/contract/companies/vehicles'
import { omitUndefined } from '@artikul/contract/core/omit-undefined'
import type { Kysely } from 'kysely'
import type { CompanyScope } from '../../../platform/access/index.ts'
import { changesBetween, recordEvent, type AuditedField } from '../../../platform/audit/index.ts'
import type { Clock } from '../../../platform/clock.ts'
import { brokenConstraint } from '../../../platform/db/broken-constraint.ts'
import type { Db, DB } from '../../../platform/db/index.ts'
import { AppError } from '../../../platform/errors.ts'
import { writtenBy, type Author } from '../../../platform/http/index.ts'
import { pageOf, paginationOf } from '../../../platform/paging.ts'
import { requireUndoable } from '../../../platform/undo.ts'
import { ownsConsignee } from '../consignees/index.ts'
import * as queries from './vehicles.queries.ts'
import type { VehicleRecord, VehicleRow } from './vehicles.queries.ts'

export interface Editor {
  member: CompanyScope
  author: Author
}

const vehicleNotFound = () => new AppError('not_found', { detail: 'Машина не найдена' })

const present = ({ archived_at, point_id, point_name, ...row }: VehicleRow): Vehicle => ({
  ...row,
  consignee: point_id === null || point_name === null ? null : { id: point_id, name: point_name },
  is_archived: archived_at !== null,
})

export async function listVehicles(db: Db, member: CompanyScope, query: VehiclesQuery) {
  const page = pageOf(query)
  const { rows, total } = await queries.selectVehicles(db, member, query, page)
  return { results: rows.map(present), pagination: paginationOf(page, total) }
}

/** @throws AppError `not_found` */
export async function readVehicle(db: Db, member: CompanyScope, id: number): Promise<Vehicle> {
  const row = await queries.selectVehicle(db, member, id)
  if (!row) throw vehicleNotFound()
  return present(row)
}

/** Finds the company's vehicle by a number in any spelling; null when there is none. */
export async function findVehicle(db: Db, member: CompanyScope, typed: string): Promise<Vehicle | null> {
  const number = recogniseVehicleNumber(typed)
  const row = number && (await queries.selectByNumber(db, member, number))
  return row ? present(row) : null
}

/**
 * Refuses changes by employees who may not place orders.
 * @throws AppError `vehicle.read_only`
 */
function requireEditor({ member }: Editor) {
  if (member.limits?.mayPlace === false) throw new AppError('vehicle.read_only')
}

/** @throws AppError `input.invalid` when the point is not one of the person's */
async function requireOwnPoint(db: Db, member: CompanyScope, id: number | null | undefined) {
  if (id === null || id === undefined || (await ownsConsignee(db, member, id))) return
  throw new AppError('input.invalid', { errors: [{ path: 'consignee_id', message: 'Такой точки нет' }] })
}

const UNIQUE: Record<string, string> = {
  vehicles_vin: 'vin',
  vehicles_frame_number: 'frame_number',
  vehicles_plate: 'plate',
}

/** Translates a violation of the unique numbers of a company's vehicles. */
function rethrowNumberUsed(error: unknown): never {
  const path = UNIQUE[brokenConstraint(error) ?? '']
  if (path === undefined) throw error
  throw new AppError('vehicle.number_taken', { errors: [{ path, message: 'Машина с таким номером уже есть' }] })
}

const objectOf = ({ name }: { name: string }) => `Машина: ${name}`

/** @throws AppError `vehicle.read_only`, `vehicle.number_taken`, `input.invalid` */
export async function createVehicle(db: Kysely<DB>, editor: Editor, fields: VehicleFields): Promise<number> {
  requireEditor(editor)
  const { member, author } = editor
  const { contractorId } = member
  return db.transaction().execute(async (tx) => {
    await requireOwnPoint(tx, member, fields.consignee_id)
    const vehicle = { ...fields, ...writtenBy(author), contractor_id: contractorId }
    const { id } = await queries.insertVehicle(tx, vehicle).catch(rethrowNumberUsed)
    await recordEvent(tx, author, { event: 'vehicle.created', contractorId, object: objectOf(fields) })
    return id
  })
}

/** Vehicle to change, with the version shown to the user. */
interface Looked {
  id: number
  version: number
}

async function lockOwn(
  tx: Db,
  { member }: Editor,
  { id, version }: Looked,
  { isDeleted = false } = {},
): Promise<VehicleRecord> {
  const vehicle = await queries.lockVehicle(tx, member.contractorId, id)
  if (!vehicle || (vehicle.deleted_at !== null && !isDeleted)) throw vehicleNotFound()
  if (vehicle.version !== version) throw new AppError('stale')
  return vehicle
}

type Audited = Omit<VehicleFields, 'consignee_id'> & { point: string | null }

const AUDITED: readonly AuditedField<Audited>[] = [
  ['Название', ({ name }) => name],
  ['VIN', ({ vin }) => vin],
  ['Номер кузова', ({ frame_number }) => frame_number],
  ['Госномер', ({ plate }) => plate],
  ['Марка', ({ make }) => make],
  ['Модель', ({ model }) => model],
  ['Год', ({ year }) => year?.toString() ?? null],
  ['Заметки', ({ notes }) => notes],
  ['Точка доставки', ({ point }) => point],
]

/** @throws AppError `input.invalid` when no number would be left */
function requireNumber(vehicle: Pick<VehicleRecord, 'vin' | 'frame_number' | 'plate'>) {
  const issues = VehicleNumbers.safeParse(vehicle).error?.issues ?? []
  const errors = issues.map(({ path, message }) => ({ path: path.join('.'), message }))
  if (errors.length > 0) throw new AppError('input.invalid', { errors })
}

/** @throws AppError `not_found`, `stale`, `input.invalid`, `vehicle.read_only`, `vehicle.number_taken` */
export async function changeVehicle(
  db: Kysely<DB>,
  editor: Editor,
  id: number,
  { version, ...sent }: VehiclePatch,
): Promise<{ version: number }> {
  requireEditor(editor)
  const { member, author } = editor
  return db.transaction().execute(async (tx) => {
    const before = await lockOwn(tx, editor, { id, version })
    const patch = omitUndefined(sent)
    const after = { ...before, ...patch }
    if (after.consignee_id !== before.consignee_id) await requireOwnPoint(tx, member, after.consignee_id)
    requireNumber(after)
    const withPoint = async (one: VehicleRecord) => ({
      ...one,
      point: await queries.selectPointName(tx, one.consignee_id),
    })
    const changes = changesBetween(AUDITED, await withPoint(before), await withPoint(after))
    if (changes.length === 0) return { version }
    const saved = await queries.updateVehicle(tx, author, id, patch).catch(rethrowNumberUsed)
    const { contractorId } = member
    await recordEvent(tx, author, { event: 'vehicle.changed', contractorId, object: objectOf(after), changes })
    return { version: saved }
  })
}

/**
 * Deletes a vehicle; one with orders is archived instead.
 * @throws AppError `not_found`, `stale`, `vehicle.read_only`
 */
export async function removeVehicle(
  db: Kysely<DB>,
  editor: Editor,
  looked: Looked,
  { clock }: { clock: Clock },
): Promise<{ archived: boolean; version: number }> {
  requireEditor(editor)
  return db.transaction().execute(async (tx) => {
    // The lock makes orders that name the vehicle wait.
    const vehicle = await lockOwn(tx, editor, looked)
    const { id } = vehicle
    const { author, member } = editor
    const archived = await queries.isBoughtFor(tx, id)
    const now = clock.now()
    const version = await queries.updateVehicle(tx, author, id, {
      archived_at: vehicle.archived_at ?? now,
      deleted_at: archived ? null : now,
    })
    const { contractorId } = member
    await recordEvent(tx, author, { event: 'vehicle.removed', contractorId, object: objectOf(vehicle) })
    return { archived, version }
  })
}

/**
 * Brings a vehicle back from the archive; a deleted one only to the person who has just deleted it.
 * @throws AppError `not_found`, `stale`, `vehicle.read_only`, `vehicle.number_taken`, `undo.not_yours`, `undo.expired`
 */
export async function restoreVehicle(
  db: Kysely<DB>,
  editor: Editor,
  looked: Looked,
  { clock }: { clock: Clock },
): Promise<void> {
  requireEditor(editor)
  await db.transaction().execute(async (tx) => {
    const vehicle = await lockOwn(tx, editor, looked, { isDeleted: true })
    if (vehicle.archived_at === null) return
    const { author, member } = editor
    const { actor_id: actorId, deleted_at: at } = vehicle
    if (at !== null) requireUndoable({ actorId, at }, author, clock.now())
    const restored = { archived_at: null, deleted_at: null }
    await queries.updateVehicle(tx, author, vehicle.id, restored).catch(rethrowNumberUsed)
    const { contractorId } = member
    await recordEvent(tx, author, { event: 'vehicle.restored', contractorId, object: objectOf(vehicle) })
  })
}
