import { type ProductAlertFields, MAX_PRODUCT_ALERTS } from '@artikul/contract/ordering/product-alerts'
import type { Role } from '@artikul/contract/core/roles'
import { sql } from 'kysely'
import type { Db } from '../../../platform/db/index.ts'
import { writtenBy, type Writer } from '../../../platform/http/index.ts'
import { moveToKeptProduct } from '../../catalog/index.ts'

/** Owner of alerts: one person in one company. */
export interface Watcher {
  contractorId: number
  subjectId: number
}

const PRODUCT = [
  'products.id as product_id',
  'products.code',
  'brands.name as brand',
  'products.article',
  'products.name',
  'products.unit',
] as const

const withProduct = (db: Db) =>
  db
    .selectFrom('product_alerts')
    .innerJoin('products', 'products.id', 'product_alerts.product_id')
    .innerJoin('brands', 'brands.id', 'products.brand_id')
    .select([
      'product_alerts.id',
      'product_alerts.kind',
      'product_alerts.qty',
      'product_alerts.price_kop',
      'product_alerts.notified_at',
      ...PRODUCT,
    ])

const ownOf = (db: Db, { contractorId, subjectId }: Watcher) =>
  withProduct(db)
    .where('product_alerts.contractor_id', '=', contractorId)
    .where('product_alerts.subject_id', '=', subjectId)

export const selectProductAlerts = (db: Db, watcher: Watcher) =>
  ownOf(db, watcher)
    .orderBy('product_alerts.created_at', 'desc')
    .orderBy('product_alerts.id', 'desc')
    .limit(MAX_PRODUCT_ALERTS)
    .execute()
export type ProductAlertRow = Awaited<ReturnType<typeof selectProductAlerts>>[number]

export const lockProductAlert = (db: Db, watcher: Watcher, id: number) =>
  ownOf(db, watcher).where('product_alerts.id', '=', id).forUpdate('product_alerts').executeTakeFirst()

export const deleteProductAlertRow = (db: Db, { contractorId, subjectId }: Watcher, id: number) =>
  db
    .deleteFrom('product_alerts')
    .where('id', '=', id)
    .where('contractor_id', '=', contractorId)
    .where('subject_id', '=', subjectId)
    .execute()

/** Locks the person's alerts, so that two concurrent creations cannot exceed the limit. */
export const lockProductAlerts = (db: Db, { subjectId }: Watcher) =>
  sql`select pg_advisory_xact_lock(7326, ${subjectId})`.execute(db)

export async function countProductAlerts(db: Db, { contractorId, subjectId }: Watcher): Promise<number> {
  const { count } = await db
    .selectFrom('product_alerts')
    .select(sql<number>`count(*)`.as('count'))
    .where('contractor_id', '=', contractorId)
    .where('subject_id', '=', subjectId)
    .executeTakeFirstOrThrow()
  return count
}

export const isProduct = async (db: Db, id: number): Promise<boolean> =>
  (await db.selectFrom('products').select('id').where('id', '=', id).executeTakeFirst()) !== undefined

/** Saves the alert; saving an existing one updates its threshold and arms it again. */
export const saveProductAlert = (db: Db, contractorId: number, author: Writer, watch: ProductAlertFields, at: Date) => {
  const state = { ...writtenBy(author), qty: watch.qty, price_kop: watch.price_kop, created_at: at, notified_at: null }
  return db
    .insertInto('product_alerts')
    .values({ contractor_id: contractorId, product_id: watch.product_id, kind: watch.kind, ...state })
    .onConflict((conflict) =>
      conflict.columns(['contractor_id', 'subject_id', 'product_id', 'kind']).doUpdateSet(state),
    )
    .returning('id')
    .executeTakeFirstOrThrow()
}

/** Selects the next people, after the named one, who may be notified and whose alerts have some stock. */
export async function selectWaitingPeople(db: Db, after: Watcher, most: number) {
  const rows = await db
    .selectFrom('user_contractors as membership')
    .innerJoin('users', 'users.id', 'membership.user_id')
    .innerJoin('contractors as company', 'company.id', 'membership.contractor_id')
    .select(['membership.contractor_id', 'membership.user_id', 'membership.sees_prices'])
    .select(['users.email', 'users.roles', 'company.name as company'])
    .where('users.is_active', '=', true)
    .where('company.status', '=', 'active')
    .where(
      sql<boolean>`(membership.contractor_id, membership.user_id) > (${after.contractorId}::integer, ${after.subjectId}::integer)`,
    )
    .where((where) =>
      where.exists(
        where
          .selectFrom('product_alerts')
          .innerJoin('offers', 'offers.product_id', 'product_alerts.product_id')
          .select('product_alerts.id')
          .whereRef('product_alerts.contractor_id', '=', 'membership.contractor_id')
          .whereRef('product_alerts.subject_id', '=', 'membership.user_id')
          .where('product_alerts.notified_at', 'is', null)
          .whereRef('offers.on_hand', '>', 'offers.reserved'),
      ),
    )
    .orderBy('membership.contractor_id')
    .orderBy('membership.user_id')
    .limit(most)
    .execute()
  return rows.map((row) => ({ ...row, roles: row.roles as Role[] })) // the column's CHECK allows nothing else
}
export type WaitingPerson = Awaited<ReturnType<typeof selectWaitingPeople>>[number]

const pairsOf = (people: readonly WaitingPerson[]) =>
  sql`select * from unnest(${people.map((person) => person.contractor_id)}::integer[],
    ${people.map((person) => person.user_id)}::integer[])`

/**
 * Selects and locks the open alerts of these people until the transaction ends, so that no other server notifies about
 * them.
 */
export const lockWaiting = (db: Db, people: readonly WaitingPerson[]) =>
  withProduct(db)
    .select(['product_alerts.contractor_id', 'product_alerts.subject_id'])
    .where('product_alerts.notified_at', 'is', null)
    .where(sql<boolean>`(product_alerts.contractor_id, product_alerts.subject_id) in (${pairsOf(people)})`)
    .orderBy('product_alerts.id')
    .forUpdate('product_alerts')
    .execute()
export type WaitingProductAlert = Awaited<ReturnType<typeof lockWaiting>>[number]

/** Selects all available offers of the products, in the shape of a quote. */
export const selectAvailable = (db: Db, productIds: readonly number[]) =>
  db
    .selectFrom('offers')
    .innerJoin('products', 'products.id', 'offers.product_id')
    .select(['offers.id as offer_id', 'offers.product_id', 'offers.warehouse_id', 'offers.purchase_kop'])
    .select(['products.brand_id', 'products.group_id as inventory_group_id', 'products.weight_g'])
    .select(sql<number>`offers.on_hand - offers.reserved`.as('available'))
    .select(['offers.qty_exact', 'offers.qty_text', 'offers.term_days', 'offers.min_qty'])
    .select(sql<number>`greatest(offers.multiplicity, products.multiplicity)`.as('multiplicity'))
    .where('offers.product_id', '=', sql<number>`any(${productIds}::integer[])`)
    .whereRef('offers.on_hand', '>', 'offers.reserved')
    .execute()

export const markNotified = (db: Db, ids: readonly number[], at: Date) =>
  db
    .updateTable('product_alerts')
    .set({ notified_at: at })
    .where('id', '=', sql<number>`any(${ids}::integer[])`)
    .execute()

export const deleteProductAlertsOf = (db: Db, userId: number) =>
  db.deleteFrom('product_alerts').where('subject_id', '=', userId).execute()

/** Merges two alerts of one person for the same product, keeping the one that is still waiting. */
export async function mergeProductAlerts(db: Db) {
  const twins = sql`
    gone.product_id = pair.from_id and kept.product_id = pair.into_id and kept.contractor_id = gone.contractor_id
    and kept.subject_id = gone.subject_id and kept.kind = gone.kind`
  await sql`
    delete from product_alerts kept using merged_products pair, product_alerts gone
    where ${twins} and kept.notified_at is not null and gone.notified_at is null`.execute(db)
  await sql`delete from product_alerts gone using merged_products pair, product_alerts kept where ${twins}`.execute(db)
  await moveToKeptProduct(db, ['product_alerts', 'product_id'])
}
