import { formatMoney, formatPercent } from '@artikul/contract/core/money'
import {
  VAT_MODES,
  type NewWarehouse,
  type SupplyRoute,
  type SupplyRouteFields,
  type WarehouseFields,
} from '@artikul/contract/suppliers/supply-routes'
import type { Kysely } from 'kysely'
import { brokenConstraint } from '../../../platform/db/broken-constraint.ts'
import type { Db, DB } from '../../../platform/db/index.ts'
import { AppError } from '../../../platform/errors.ts'
import type { Author } from '../../../platform/http/index.ts'
import { shippingText } from '../../../platform/weekdays.ts'
import { changesBetween, recordEvent, type AuditedField } from '../../../platform/audit/index.ts'
import { freshness } from './freshness.ts'
import * as queries from './supply-routes.queries.ts'

export async function listSupplyRoutes(db: Db, now: Date): Promise<SupplyRoute[]> {
  const [sources, warehouses, brands] = await Promise.all([
    queries.selectSources(db),
    queries.selectWarehouses(db),
    queries.selectNoReturnBrands(db),
  ])
  const warehousesOf = Map.groupBy(warehouses, ({ supply_route_id }) => supply_route_id)
  const brandsOf = Map.groupBy(brands, ({ supply_route_id }) => supply_route_id)
  return sources.map((source) => ({
    ...source,
    kind: source.kind as SupplyRoute['kind'], // the columns' CHECKs allow nothing else
    vat_mode: source.vat_mode as SupplyRoute['vat_mode'],
    no_return_brands: (brandsOf.get(source.id) ?? []).map(({ id, name }) => ({ id, name })),
    warehouses: (warehousesOf.get(source.id) ?? []).map((warehouse) => ({
      ...warehouse,
      imported_at: warehouse.imported_at?.toISOString() ?? null,
      freshness: freshness({ ...source, imported_at: warehouse.imported_at }, now),
    })),
  }))
}

interface AuditedSupplyRoute extends Omit<SupplyRouteFields, 'no_return_brand_ids' | 'vat_mode'> {
  vat_mode: string
  /** Names of the brands without returns. */
  brands: string
}

const boundText = (kop: number | null) => (kop === null ? null : `${formatMoney(kop)} ₽`)

const SOURCE: readonly AuditedField<AuditedSupplyRoute>[] = [
  ['Название', ({ name }) => name],
  ['Цены поставщика', ({ vat_mode: mode }) => VAT_MODES[mode as keyof typeof VAT_MODES]],
  ['Актуален, ч', ({ fresh_hours: hours }) => String(hours)],
  ['Наценка', ({ markup_hundredths: markup }) => formatPercent(markup)],
  ['Наценка за килограмм', ({ kg_markup_kop: kop }) => `${formatMoney(kop)} ₽`],
  ['Показывать от цены', ({ price_from_kop: kop }) => boundText(kop)],
  ['Показывать до цены', ({ price_to_kop: kop }) => boundText(kop)],
  ['Вероятность выдачи', ({ stated_delivery_percent: share }) => (share === null ? null : formatPercent(share * 100))],
  ['Бренды без возврата', ({ brands }) => brands],
]

const WAREHOUSE: readonly AuditedField<WarehouseFields>[] = [
  ['Как видят клиенты', ({ shown_as: name }) => name],
  ['Регион', ({ region }) => region],
  ['Часовой пояс', ({ time_zone: zone }) => zone],
  ['Отсечка', ({ cutoff }) => cutoff],
  ['Дни отгрузки', ({ ships_on: days }) => shippingText(days)],
  ['Срок, дней', ({ term_days: days }) => String(days)],
  ['Вне рабочего времени, дней', ({ off_hours_days: days }) => String(days)],
  ['Гарантия, рабочих дней', ({ guarantee_days: days }) => String(days)],
  ['Возврат, дней', ({ return_days: days }) => String(days)],
]

function orKnown(error: unknown): never {
  const refused: Record<string, [path: string, message: string]> = {
    supply_routes_name_key: ['name', 'Поставщик с таким названием уже есть'],
    warehouses_name_key: ['shown_as', 'Склад с таким названием уже есть'],
    supply_route_no_return_brands_brand_id_fkey: ['no_return_brand_ids', 'Бренд не найден'],
  }
  const known = refused[brokenConstraint(error) ?? '']
  if (!known) throw error
  throw new AppError('input.invalid', { errors: [{ path: known[0], message: known[1] }] })
}

/** @throws AppError `not_found`, `stale`, `input.invalid` */
export async function changeSupplyRoute(
  db: Kysely<DB>,
  author: Author,
  id: number,
  { version, no_return_brand_ids: brandIds, ...fields }: SupplyRouteFields & { version: number },
): Promise<{ version: number }> {
  return db.transaction().execute(async (tx) => {
    const before = await queries.lockSupplyRoute(tx, id)
    if (!before) throw new AppError('not_found', { detail: 'Поставщик не найден' })
    if (before.version !== version) throw new AppError('stale')
    const brands = await queries.selectRouteBrandNames(tx, id)
    await queries.replaceNoReturnBrands(tx, id, brandIds).catch(orKnown)
    const after = { ...fields, brands: await queries.selectRouteBrandNames(tx, id) }
    const changes = changesBetween<AuditedSupplyRoute>(SOURCE, { ...before, brands }, after)
    if (changes.length === 0) return { version }
    const saved = await queries.updateSupplyRoute(tx, id, fields).catch(orKnown)
    await recordEvent(tx, author, { event: 'supply_route.changed', object: `Поставщик «${before.name}»`, changes })
    return { version: saved }
  })
}

/** Clients never learn the names of suppliers. */
const tellsSupplier = () =>
  new AppError('input.invalid', {
    errors: [{ path: 'shown_as', message: 'Клиенты узнают поставщика: назовите склад номером' }],
  })

/** @throws AppError `not_found`, `stale`, `input.invalid` */
export async function updateWarehouseOfRoute(
  db: Kysely<DB>,
  author: Author,
  id: number,
  { version, ...fields }: WarehouseFields & { version: number },
): Promise<{ version: number }> {
  return db.transaction().execute(async (tx) => {
    const before = await queries.lockWarehouse(tx, id)
    if (!before) throw new AppError('not_found', { detail: 'Склад не найден' })
    if (before.version !== version) throw new AppError('stale')
    if (before.kind !== 'own' && fields.shown_as.toLowerCase().includes(before.source.toLowerCase()))
      throw tellsSupplier()
    const changes = changesBetween(WAREHOUSE, before, fields)
    if (changes.length === 0) return { version }
    const saved = await queries.updateSourceWarehouse(tx, id, fields)
    await recordEvent(tx, author, { event: 'supply_route.changed', object: `Склад «${before.name}»`, changes })
    return { version: saved }
  })
}

/**
 * Creates an own warehouse; buyers see it by its name.
 * @throws AppError `input.invalid` for an unknown or closed seller and for a name in use
 */
export const createWarehouse = (
  db: Kysely<DB>,
  author: Author,
  { seller_id: sellerId, ...fields }: NewWarehouse,
): Promise<number> =>
  db.transaction().execute(async (tx) => {
    const seller = await queries.selectOpenSeller(tx, sellerId)
    if (!seller) throw new AppError('input.invalid', { errors: [{ path: 'seller_id', message: 'Такой компании нет' }] })
    const routeId = await queries.ensureOwnRoute(tx, sellerId, `Склады ${seller.name}`).catch(orKnown)
    const { id } = await queries.insertOwnWarehouse(tx, routeId, fields).catch(orKnown)
    await recordEvent(tx, author, { event: 'supply_route.changed', object: `Склад «${fields.shown_as}» создан` })
    return id
  })
