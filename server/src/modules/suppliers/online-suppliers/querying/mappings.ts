import { brandKey } from '@artikul/contract/catalog/brand'
import { LINE_STATES, LineState } from '@artikul/contract/ordering/orders/orders'
import type { Kysely } from 'kysely'
import { brokenConstraint } from '../../../../platform/db/broken-constraint.ts'
import type { Db, DB } from '../../../../platform/db/index.ts'
import { AppError } from '../../../../platform/errors.ts'
import type { Author } from '../../../../platform/http/index.ts'
import { shippingText } from '../../../../platform/weekdays.ts'
import { changesBetween, type AuditedField } from '../../../../platform/audit/index.ts'
import * as queries from '../online-suppliers.queries.ts'
import { onlineSupplierNotFound, recordSupplierEvent, refusedField, type DeskDeps } from '../online-suppliers.ts'

/** @throws AppError `not_found` */
export async function requireSupplier(db: Db, id: number): Promise<queries.OnlineSupplierRow> {
  const supplier = await queries.selectSupplier(db, id)
  if (!supplier) throw onlineSupplierNotFound()
  return supplier
}

export async function listUnmappedBrands(db: Db, id: number) {
  await requireSupplier(db, id)
  const rows = await queries.selectUnmappedBrands(db, id)
  return rows.map(({ key, spelling, brand_id, name }) => ({
    key,
    spelling,
    brand: brand_id === null ? null : { id: brand_id, name: name ?? '' },
  }))
}

/** @throws AppError `not_found`, `input.invalid` */
export async function mapBrand(
  db: Kysely<DB>,
  { clock, readSuppliers }: DeskDeps,
  author: Author,
  { id, spelling, brandId }: { id: number; spelling: string; brandId: number | null },
) {
  const key = brandKey(spelling)
  await db.transaction().execute(async (tx) => {
    const supplier = await requireSupplier(tx, id)
    if (key === '') throw refusedField('spelling', 'В написании нет ни букв, ни цифр')
    const nameOf = async () => (await queries.selectUnmappedBrands(tx, id)).find((met) => met.key === key)?.name ?? null
    const before = await nameOf()
    const brand = { supply_route_id: id, key, spelling, brand_id: brandId, seen_at: clock.now() }
    await queries.saveUnmappedBrand(tx, brand).catch((error: unknown) => {
      if (brokenConstraint(error) !== 'online_supplier_brands_brand_id_fkey') throw error
      throw refusedField('brand_id', 'Бренд не найден')
    })
    await recordSupplierEvent(tx, author, supplier.name, [
      { field: `Бренд «${spelling}»`, before, after: await nameOf() },
    ])
  })
  readSuppliers.invalidate()
  return {}
}

type Place = Pick<
  NonNullable<Awaited<ReturnType<typeof queries.lockSupplierWarehouse>>>,
  'is_allowed' | 'term_correction_days' | 'ships_on'
>

const PLACE: readonly AuditedField<Place>[] = [
  ['Разрешён', ({ is_allowed: isAllowed }) => (isAllowed ? 'да' : 'нет')],
  ['Поправка срока, дней', ({ term_correction_days: days }) => String(days)],
  ['Дни отгрузки', ({ ships_on: days }) => shippingText(days)],
]

/** @throws AppError `not_found`, `stale` */
export async function updateSupplierWarehouse(
  db: Kysely<DB>,
  { readSuppliers }: DeskDeps,
  author: Author,
  { id, version, ...fields }: Place & { id: number; version: number },
) {
  const saved = await db.transaction().execute(async (tx) => {
    const before = await queries.lockSupplierWarehouse(tx, id)
    if (!before) throw new AppError('not_found', { detail: 'Склад не найден' })
    if (before.version !== version) throw new AppError('stale')
    const { ships_on: weekdays, ...place } = fields
    const isMoved = shippingText(weekdays) !== shippingText(before.ships_on)
    if (isMoved) await queries.updateShippingDays(tx, id, weekdays)
    await queries.updateSupplierWarehouseRow(tx, id, place)
    await recordSupplierEvent(tx, author, before.name, changesBetween(PLACE, before, fields))
    return version + (isMoved ? 2 : 1)
  })
  readSuppliers.invalidate()
  return { version: saved }
}

export async function listStatuses(db: Db, id: number) {
  await requireSupplier(db, id)
  const rows = await queries.selectStatuses(db, id)
  return rows.map((row) => ({ ...row, state: LineState.nullable().parse(row.state) }))
}

/** Stores the supplier's new states and returns the meanings of all of them. */
export async function learnMeanings(db: Db, id: number, met: readonly { code: string; name: string }[]) {
  const known = new Map((await queries.selectStatuses(db, id)).map(({ code, state }) => [code, state]))
  const fresh = new Map(
    met.filter(({ code }) => code !== '' && !known.has(code)).map((status) => [status.code, status]),
  )
  if (fresh.size > 0) await queries.addStatuses(db, id, [...fresh.values()])
  return (code: string): LineState | undefined => LineState.safeParse(known.get(code)).data
}

const stateText = (state: LineState | null) => (state === null ? 'Не сопоставлено' : LINE_STATES[state])

/** @throws AppError `not_found` */
export async function mapSupplierStatus(
  db: Kysely<DB>,
  author: Author,
  { id, code, state }: { id: number; code: string; state: LineState | null },
) {
  await db.transaction().execute(async (tx) => {
    const supplier = await requireSupplier(tx, id)
    const before = await queries.insertStatusMapping(tx, id, code, state)
    if (!before) throw new AppError('not_found', { detail: 'Статус не найден' })
    const [was, is] = [stateText(LineState.nullable().parse(before.state)), stateText(state)]
    await recordSupplierEvent(tx, author, supplier.name, [{ field: `Статус «${before.name}»`, before: was, after: is }])
  })
  return {}
}
