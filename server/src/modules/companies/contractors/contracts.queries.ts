import type { Contract } from '@artikul/contract/companies/contracts'
import { sql, type Updateable } from 'kysely'
import type { Db, DB } from '../../../platform/db/index.ts'
import { writtenBy, type Writer } from '../../../platform/http/index.ts'
import { isLookedAfterBy } from '../../../platform/events/index.ts'

/** Selects every contract of the company with its seller and file name, those in force first. */
export const selectContractItems = (db: Db, contractorId: number, today: string) =>
  db
    .selectFrom('contracts')
    .innerJoin('sellers', 'sellers.id', 'contracts.seller_id')
    .leftJoin('price_groups', 'price_groups.id', 'contracts.price_group_id')
    .leftJoin('contract_files as file', 'file.contract_id', 'contracts.id')
    .selectAll('contracts')
    .select([
      'sellers.name as seller',
      'price_groups.name as price_group',
      'file.name as file_name',
      'file.size as file_size',
      'file.uploaded_at as file_at',
    ])
    .where('contracts.contractor_id', '=', contractorId)
    .orderBy(sql`coalesce(contracts.valid_to < ${today}::date, false)`)
    .orderBy('contracts.is_default', 'desc')
    .orderBy('contracts.signed_on', 'desc')
    .orderBy('contracts.id')
    .limit(200)
    .execute()
export type ContractRow = Awaited<ReturnType<typeof selectContractItems>>[number]

/** Selects the contracts under which the company may buy, the main one of each seller first. */
export const selectCompanyContracts = (db: Db, contractorId: number) =>
  db
    .selectFrom('contracts')
    .innerJoin('sellers', 'sellers.id', 'contracts.seller_id')
    .selectAll('contracts')
    .select(['sellers.name as seller_name', 'sellers.tax_regime'])
    .where('contractor_id', '=', contractorId)
    .orderBy('contracts.seller_id')
    .orderBy('contracts.is_default', 'desc')
    .orderBy('contracts.id')
    .limit(200)
    .execute()

/** Selects the contracts of a company with a seller, in force or not. */
export const selectContractsWith = (db: Db, { sellerId, contractorId }: { sellerId: number; contractorId: number }) =>
  db
    .selectFrom('contracts')
    .select(['id', 'number', 'signed_on', 'valid_to'])
    .where('contractor_id', '=', contractorId)
    .where('seller_id', '=', sellerId)
    .orderBy('id')
    .limit(200)
    .execute()

/** Locks the contracts, so that changes of their limits run one after another. */
export const lockContracts = (db: Db, contractIds: number[]) =>
  db.selectFrom('contracts').select('id').where('id', 'in', contractIds).orderBy('id').forNoKeyUpdate().execute()

export const lockContract = (db: Db, id: number) =>
  db.selectFrom('contracts').selectAll().where('id', '=', id).forNoKeyUpdate().executeTakeFirst()
export type ContractRecord = NonNullable<Awaited<ReturnType<typeof lockContract>>>

export const insertContract = (
  db: Db,
  author: Writer,
  contract: Contract & { contractor_id: number; renews_id?: number },
) =>
  db
    .insertInto('contracts')
    .values({ ...contract, ...writtenBy(author) })
    .returning('id')
    .executeTakeFirstOrThrow()

/** Updates the contract with its last author and returns the new version. */
export async function updateContract(
  db: Db,
  author: Writer,
  id: number,
  changes: Updateable<DB['contracts']>,
): Promise<number> {
  const { version } = await db
    .updateTable('contracts')
    .set({ ...changes, ...writtenBy(author), version: sql`version + 1` })
    .where('id', '=', id)
    .returning('version')
    .executeTakeFirstOrThrow()
  return version
}

/** Unmarks the main contract with a seller, of which there is one at most. */
export const clearMainContract = (db: Db, { sellerId, contractorId }: { sellerId: number; contractorId: number }) =>
  db
    .updateTable('contracts')
    .set({ is_default: false })
    .where('seller_id', '=', sellerId)
    .where('contractor_id', '=', contractorId)
    .where('is_default', '=', true)
    .execute()

/** Selects the names of the seller and the price group, if they exist. */
export async function selectTermNames(db: Db, sellerId: number, groupIds: number[]) {
  const [seller, groups] = await Promise.all([
    db.selectFrom('sellers').select('name').where('id', '=', sellerId).executeTakeFirst(),
    db
      .selectFrom('price_groups')
      .select(['id', 'name'])
      .where('id', '=', sql<number>`any(${groupIds}::integer[])`)
      .execute(),
  ])
  return { seller: seller?.name, groups: new Map(groups.map((group) => [group.id, group.name])) }
}

export interface ContractFile {
  name: string
  type: string
  bytes: Buffer
}

export const saveFile = (db: Db, contractId: number, { name, type, bytes }: ContractFile, actorId: number) =>
  sql`
    insert into contract_files (contract_id, name, type, bytes, size, actor_id)
    values (${contractId}, ${name}, ${type}, ${bytes}, ${bytes.length}, ${actorId})
    on conflict (contract_id) do update set name = excluded.name, type = excluded.type, bytes = excluded.bytes,
      size = excluded.size, uploaded_at = now(), actor_id = excluded.actor_id`.execute(db)

export const selectFile = (db: Db, contractId: number) =>
  db
    .selectFrom('contract_files')
    .select(['name', 'type', 'bytes'])
    .where('contract_id', '=', contractId)
    .executeTakeFirst()

/** Selects the owner of a contract; the caller checks access. */
export const selectOwner = (db: Db, contractId: number) =>
  db.selectFrom('contracts').select('contractor_id').where('id', '=', contractId).executeTakeFirst()

/** Selects contracts that end by the day and were not notified yet, with their managers, and marks them as notified. */
export async function markEndingContracts(db: Db, today: string, until: string, now: Date) {
  const { rows } = await sql<{
    id: number
    number: string
    valid_to: string
    contractor_id: number
    company: string
    emails: string[]
  }>`
    with taken as (
      update contracts set end_notified_at = ${now}
      where id in (
        select id from contracts
        where valid_to between ${today}::date and ${until}::date and end_notified_at is null
        order by valid_to limit 200 for update skip locked)
      returning id, number, valid_to, contractor_id
    )
    select taken.*, company.name as company, array(
      select users.email::text from users
      where users.is_active and users.roles @> array['ARTIKUL_ORDER_MANAGER']
        and ${isLookedAfterBy(sql`users.id`, sql`${today}::date`)}
      order by users.id limit 200) as emails
    from taken join contractors company on company.id = taken.contractor_id
    order by taken.id`.execute(db)
  return rows
}
