import type { NewPartner, PriceListSettings, PriceListWarehouse } from '@artikul/contract/suppliers/price-lists'
import type { AuditItem } from '@artikul/contract/platform/audit'
import type { Kysely } from 'kysely'
import type { Db, DB } from '../../../platform/db/index.ts'
import { AppError } from '../../../platform/errors.ts'
import type { Author } from '../../../platform/http/index.ts'
import { recordEvent } from '../../../platform/audit/index.ts'
import {
  insertPartner,
  isSupplyRouteNameUsed,
  savePriceListSettings,
  selectPriceListSellers,
  selectWarehouse,
  selectPriceListWarehouses,
  settingsOf,
} from './settings.queries.ts'

/** @throws AppError `not_found`, also for an online supplier, which has no files */
export async function requireWarehouse(db: Db, id: number) {
  const warehouse = await selectWarehouse(db, id)
  if (!warehouse) throw new AppError('not_found', { detail: 'Склад не найден' })
  return warehouse
}

export async function listWarehouses(db: Db) {
  const [rows, sellers] = await Promise.all([selectPriceListWarehouses(db), selectPriceListSellers(db)])
  const results: PriceListWarehouse[] = rows.map((row) => ({
    id: row.id,
    name: row.name,
    is_own: row.kind === 'own',
    seller: row.seller,
    imported_at: row.imported_at?.toISOString() ?? null,
    ...settingsOf(row),
  }))
  return { results, sellers }
}

/** @throws AppError `input.invalid` for a duplicate name or an unknown seller */
export function addPartner(db: Kysely<DB>, author: Author, { name, seller_id }: NewPartner) {
  return db.transaction().execute(async (tx) => {
    if (await isSupplyRouteNameUsed(tx, name)) throw refusedField('name', 'Такой поставщик или склад уже есть')
    const seller = (await selectPriceListSellers(tx)).find(({ id }) => id === seller_id)
    if (!seller) throw refusedField('seller_id', 'Такого продавца нет')
    const id = await insertPartner(tx, name, seller_id)
    const changes = [{ field: 'Продавец', before: null, after: seller.name }]
    await recordEvent(tx, author, { event: 'price_list.settings_changed', object: name, changes })
    return { id }
  })
}

const refusedField = (path: string, message: string) => new AppError('input.invalid', { errors: [{ path, message }] })

const FIELDS: Record<Exclude<keyof PriceListSettings, 'version'>, string> = {
  default_brand: 'Производитель по умолчанию',
  gone_percent: 'Снято предложений, %',
  median_percent: 'Медианная цена изменилась, %',
  jumped_percent: 'Цен изменилось в 5 раз, %',
  url: 'Адрес файла',
  fetch_hours: 'Часы загрузки',
  photo_licence: 'Чьи фото',
}

const shown = (value: PriceListSettings[keyof PriceListSettings]) =>
  value === null ? 'не проверяется' : (Array.isArray(value) ? value.join(', ') : String(value)) || null

/** @throws AppError `not_found`, `stale` */
export async function updatePriceListSettings(db: Kysely<DB>, author: Author, id: number, input: PriceListSettings) {
  return db.transaction().execute(async (tx) => {
    const warehouse = await requireWarehouse(tx, id)
    if (!(await savePriceListSettings(tx, id, input))) throw new AppError('stale')
    const before = settingsOf(warehouse)
    const changes: AuditItem['changes'] = (Object.keys(FIELDS) as (keyof typeof FIELDS)[])
      .map((field) => ({ field: FIELDS[field], before: shown(before[field]), after: shown(input[field]) }))
      .filter((change) => change.before !== change.after)
    await recordEvent(tx, author, { event: 'price_list.settings_changed', object: warehouse.name, changes })
    return { version: input.version + 1 }
  })
}
