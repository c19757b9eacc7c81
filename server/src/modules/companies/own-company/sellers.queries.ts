import type { SellerFields, SellerPictureKind } from '@artikul/contract/companies/sellers'
import type { BankAccount } from '@artikul/contract/core/identifiers'
import { sql } from 'kysely'
import type { Db } from '../../../platform/db/index.ts'

export type SellerRow = Omit<SellerFields, 'accounts'> & {
  id: number
  closed_at: Date | null
  version: number
  contracts_count: number
  warehouses_count: number
  accounts: BankAccount[]
  pictures: { id: number; kind: SellerPictureKind }[]
}

/** Selects own companies with their bank accounts, open ones first. */
export async function selectSellers(db: Db): Promise<SellerRow[]> {
  const { rows } = await sql<SellerRow>`
    select id, name, full_name, inn, kpp, ogrn, address, phone, tax_regime, director_title, director, accountant,
      invoice_prefix, invoice_notice, accounting_mode, closed_at, version,
      (select count(*)::integer from contracts where seller_id = seller.id) as contracts_count,
      (select count(*)::integer from warehouses
        join supply_routes on supply_routes.id = warehouses.supply_route_id
        where supply_routes.seller_id = seller.id) as warehouses_count,
      coalesce((
        select jsonb_agg(jsonb_build_object('bic', bic, 'bank_name', bank_name,
          'correspondent_account', correspondent_account, 'account', account, 'is_default', is_default)
          order by is_default desc, account.id)
        from seller_accounts account where seller_id = seller.id), '[]') as accounts,
      coalesce((
        select jsonb_agg(jsonb_build_object('id', picture.id, 'kind', kind) order by picture.id)
        from seller_pictures picture where seller_id = seller.id and removed_at is null), '[]') as pictures
    from sellers seller order by closed_at is not null, id limit 50`.execute(db)
  return rows
}

export const lockSeller = (db: Db, id: number) =>
  db.selectFrom('sellers').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()

export const insertSeller = (db: Db, seller: Omit<SellerFields, 'accounts'>) =>
  db.insertInto('sellers').values(seller).returning('id').executeTakeFirstOrThrow()

/** Updates the company and returns its new version. */
export async function updateSeller(
  db: Db,
  id: number,
  changes: Partial<Omit<SellerFields, 'accounts'>> & { closed_at?: Date | null },
): Promise<number> {
  const { version } = await db
    .updateTable('sellers')
    .set({ ...changes, version: sql`version + 1` })
    .where('id', '=', id)
    .returning('version')
    .executeTakeFirstOrThrow()
  return version
}

export const selectSellerAccounts = (db: Db, sellerId: number): Promise<BankAccount[]> =>
  db
    .selectFrom('seller_accounts')
    .select(['bic', 'bank_name', 'correspondent_account', 'account', 'is_default'])
    .where('seller_id', '=', sellerId)
    .orderBy('is_default', 'desc')
    .orderBy('id')
    .execute()

/** Replaces the company's bank accounts; issued invoices keep their printed text. */
export async function replaceSellerAccounts(db: Db, sellerId: number, accounts: readonly BankAccount[]) {
  await db.deleteFrom('seller_accounts').where('seller_id', '=', sellerId).execute()
  await db
    .insertInto('seller_accounts')
    .values(accounts.map((account) => ({ ...account, seller_id: sellerId })))
    .execute()
}

/** Checks whether goods are sold in the company's name. */
export async function hasGoodsOnSale(db: Db, sellerId: number): Promise<boolean> {
  const { rows } = await sql<{ found: boolean }>`
    select exists (
      select from supply_routes
      join warehouses on warehouses.supply_route_id = supply_routes.id
      where supply_routes.seller_id = ${sellerId}
        and exists (select from offers where offers.warehouse_id = warehouses.id)
    ) as found`.execute(db)
  return rows[0]?.found ?? false
}

/** Notes that the seller's accounting system has exchanged with the portal. */
export const noteExchange = (db: Db, id: number, now: Date) =>
  db.updateTable('sellers').set({ exchanged_at: now }).where('id', '=', id).execute()
