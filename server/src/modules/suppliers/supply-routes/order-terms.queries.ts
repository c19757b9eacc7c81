import type { OrderFileLayout } from '@artikul/contract/purchasing/supplier-order-files'
import type { SupplierTerms } from '@artikul/contract/purchasing/supplier-orders'
import { sql } from 'kysely'
import type { Db } from '../../../platform/db/index.ts'

export const lockRouteTerms = (db: Db, id: number) =>
  db
    .selectFrom('supply_routes')
    .selectAll()
    .where('id', '=', id)
    .where('kind', '<>', 'own')
    .forUpdate()
    .executeTakeFirst()

/** Updates the terms of ordering from a source: channel, hours, address. */
export const updateOrderTerms = (db: Db, id: number, terms: SupplierTerms) =>
  db
    .updateTable('supply_routes')
    .set({ ...terms, version: sql`version + 1` })
    .where('id', '=', id)
    .execute()

export const selectOrderLayout = (db: Db, supplyRouteId: number) =>
  db
    .selectFrom('supply_routes')
    .select(['name', 'version', 'orders_layout as layout'])
    .where('id', '=', supplyRouteId)
    .where('kind', '<>', 'own')
    .executeTakeFirst()

/** @returns the new version; undefined when the source was changed meanwhile */
export const updateOrderLayout = (db: Db, supplyRouteId: number, version: number, columns: OrderFileLayout) =>
  db
    .updateTable('supply_routes')
    .set({ orders_layout: JSON.stringify({ columns }), version: sql`version + 1` })
    .where('id', '=', supplyRouteId)
    .where('version', '=', version)
    .returning('version')
    .executeTakeFirst()
