import type { ContractorPatch } from '@artikul/contract/companies/contractors'
import type { ContractorsQuery } from '@artikul/contract/companies/contractor-list'
import type { BankAccount } from '@artikul/contract/core/identifiers'
import { formatPhone } from '@artikul/contract/core/phone'
import { NO_TOLERANCE, type Tolerance } from '@artikul/contract/companies/tolerance'
import { sql, type Insertable, type Updateable } from 'kysely'
import type { Db, DB } from '../../../platform/db/index.ts'
import { literal } from '../../../platform/like.ts'
import { writtenBy, type Writer } from '../../../platform/http/index.ts'
import type { AccessScope } from '../../../platform/access/index.ts'
import type { Page } from '../../../platform/paging.ts'
import { answersOn } from '../../../platform/events/index.ts'

/** Scope of companies: all (staff), or those of which the client with this id is a member. */
export type CompaniesScope = AccessScope<number>

const isOwnOf = (userId: number) => sql<boolean>`exists (
  select from user_contractors own where own.contractor_id = contractors.id and own.user_id = ${userId})`

/** Matches a telephone number of the company, its people or its delivery points. */
const isCalledBy = (phone: string) => sql<boolean>`contractors.id in (
  select id from contractors where phone = ${phone} and phone <> ''
  union select own.contractor_id from users join user_contractors own on own.user_id = users.id
    where users.phone = ${phone} and users.phone is not null
  union select contractor_id from consignees where phone = ${phone} and phone <> '')`

export type ContractorsFilter = Omit<ContractorsQuery, 'page' | 'page_size'>

function matching(db: Db, scope: CompaniesScope, filter: ContractorsFilter) {
  let query = db.selectFrom('contractors')
  if (scope !== 'any') query = query.where(isOwnOf(scope))
  const { q: words, status, stopped, manager_id: managerId, phone } = filter
  if (words) {
    const pattern = literal(words)
    query = query.where((where) =>
      where.or([where('contractors.name', 'ilike', `%${pattern}%`), where('contractors.inn', 'like', `${pattern}%`)]),
    )
  }
  if (status) query = query.where('contractors.status', '=', status)
  if (stopped) query = query.where('contractors.stopped_reason', 'is not', null)
  if (managerId) query = query.where('contractors.manager_id', '=', managerId)
  if (phone !== undefined) query = query.where(isCalledBy(phone))
  return query
}

/** Selects a page of companies by name. Additional columns are read for the rows of the page only. */
export async function selectContractors(db: Db, scope: CompaniesScope, filter: ContractorsFilter, page: Page) {
  const query = matching(db, scope, filter)
  const shown = query
    .selectAll('contractors')
    .orderBy(sql`contractors.name collate "ru-x-icu"`)
    .orderBy('contractors.id')
    .limit(page.size)
    .offset(page.offset)
    .as('contractors')
  const [rows, total] = await Promise.all([
    db
      .selectFrom(shown)
      .leftJoin('users as manager', 'manager.id', 'contractors.manager_id')
      .leftJoin('price_groups', 'price_groups.id', 'contractors.price_group_id')
      .select([
        'contractors.id',
        'contractors.name',
        'contractors.inn',
        'contractors.kpp',
        'contractors.address',
        'contractors.phone',
        'contractors.status',
        'contractors.stopped_reason',
        'contractors.manager_id',
        'manager.full_name as manager_name',
        'price_groups.name as price_group',
        'contractors.created_at',
        sql<number>`(select count(*) from user_contractors own where own.contractor_id = contractors.id)`.as(
          'users_count',
        ),
      ])
      .orderBy(sql`contractors.name collate "ru-x-icu"`)
      .orderBy('contractors.id')
      .execute(),
    query.select(sql<number>`count(*)`.as('total')).executeTakeFirstOrThrow(),
  ])
  return { rows, total: total.total }
}
export type ContractorRow = Awaited<ReturnType<typeof selectContractors>>['rows'][number]

export const selectContractor = (db: Db, contractorId: number) =>
  db.selectFrom('contractors').selectAll().where('id', '=', contractorId).executeTakeFirst()

/** Reads the company's tolerance for changes at placing; an unknown company has none. */
export async function readTolerance(db: Db, contractorId: number): Promise<Tolerance> {
  const row = await db
    .selectFrom('contractors')
    .select(['tolerance_hundredths', 'tolerance_kop', 'tolerance_days'])
    .where('id', '=', contractorId)
    .executeTakeFirst()
  return row ? toleranceOf(row) : NO_TOLERANCE
}

export const toleranceOf = (
  row: Pick<ContractorRecord, 'tolerance_hundredths' | 'tolerance_kop' | 'tolerance_days'>,
): Tolerance => ({
  rise_share: row.tolerance_hundredths,
  rise_kop: row.tolerance_kop,
  delay_days: row.tolerance_days,
})

/** Selects a company within the scope with the names of its managers. */
export const selectDetails = (db: Db, scope: CompaniesScope, id: number) =>
  matching(db, scope, {})
    .leftJoin('users as manager', 'manager.id', 'contractors.manager_id')
    .leftJoin('users as deputy', 'deputy.id', 'contractors.substitute_id')
    .leftJoin('price_groups', 'price_groups.id', 'contractors.price_group_id')
    .selectAll('contractors')
    .select([
      'manager.full_name as manager_name',
      'deputy.full_name as deputy_name',
      'price_groups.name as price_group',
      sql<number>`(select count(*) from user_contractors own where own.contractor_id = contractors.id)`.as(
        'users_count',
      ),
    ])
    .where('contractors.id', '=', id)
    .executeTakeFirst()

/** Checks whether the company is within the scope. */
export const isCompanyInScope = async (db: Db, scope: CompaniesScope, id: number): Promise<boolean> =>
  (await matching(db, scope, {}).select('contractors.id').where('contractors.id', '=', id).executeTakeFirst()) !==
  undefined

export const lockContractor = (db: Db, id: number) =>
  db.selectFrom('contractors').selectAll().where('id', '=', id).forNoKeyUpdate().executeTakeFirst()
export type ContractorRecord = NonNullable<Awaited<ReturnType<typeof lockContractor>>>

/** Selects approved companies with the same ИНН, which a head office shares with its branches. */
export const selectSameInn = (db: Db, inn: string, exceptId: number) =>
  db
    .selectFrom('contractors')
    .select(['id', 'name', 'kpp'])
    .where('inn', '=', inn)
    .where('status', '=', 'active')
    .where('id', '!=', exceptId)
    .orderBy('id')
    .limit(20)
    .execute()

export const insertContractor = (db: Db, contractor: Insertable<DB['contractors']>) =>
  db.insertInto('contractors').values(contractor).returning('id').executeTakeFirstOrThrow()

/** Updates the company with its last author and returns the new version. */
export async function updateContractor(
  db: Db,
  author: Writer,
  id: number,
  changes: Updateable<DB['contractors']>,
): Promise<number> {
  const { version } = await db
    .updateTable('contractors')
    .set({ ...changes, ...writtenBy(author), version: sql`version + 1` })
    .where('id', '=', id)
    .returning('version')
    .executeTakeFirstOrThrow()
  return version
}

export const selectBankAccounts = (db: Db, contractorId: number): Promise<BankAccount[]> =>
  db
    .selectFrom('contractor_accounts')
    .select(['bic', 'bank_name', 'correspondent_account', 'account', 'is_default'])
    .where('contractor_id', '=', contractorId)
    .orderBy('is_default', 'desc')
    .orderBy('id')
    .execute()

/** Replaces the company's bank accounts. */
export async function replaceAccounts(
  db: Db,
  contractorId: number,
  accounts: NonNullable<ContractorPatch['accounts']>,
) {
  await db.deleteFrom('contractor_accounts').where('contractor_id', '=', contractorId).execute()
  if (accounts.length === 0) return
  await db
    .insertInto('contractor_accounts')
    .values(accounts.map((account) => ({ ...account, contractor_id: contractorId })))
    .execute()
}

export const selectManagers = (db: Db) =>
  db
    .selectFrom('users')
    .select(['id', 'full_name', 'email'])
    .where('is_active', '=', true)
    .where(sql<boolean>`roles @> array['ARTIKUL_ORDER_MANAGER']`)
    .orderBy(sql`full_name collate "ru-x-icu"`)
    .limit(200)
    .execute()

/** Selects the email addresses of people. */
export async function selectAddresses(db: Db, userIds: number[]): Promise<string[]> {
  const rows = await db
    .selectFrom('users')
    .select('email')
    .where('id', '=', sql<number>`any(${userIds}::integer[])`)
    .execute()
  return rows.map((row) => row.email)
}

export const selectCompanyPriceGroups = (db: Db) =>
  db
    .selectFrom('price_groups')
    .select(['id', 'name'])
    .orderBy(sql`name collate "ru-x-icu"`)
    .limit(500)
    .execute()

export const selectContractSellers = (db: Db) =>
  db.selectFrom('sellers').select(['id', 'name']).where('closed_at', 'is', null).orderBy('id').limit(50).execute()

/** Selects the names of rows that a patch refers to by id; missing rows are absent. */
export async function selectCompanyNames(db: Db, ids: { users: number[]; groups: number[] }) {
  const [users, groups] = await Promise.all([
    db
      .selectFrom('users')
      .select(['id', 'full_name as name'])
      .where('id', '=', sql<number>`any(${ids.users}::integer[])`)
      .where(sql<boolean>`roles @> array['ARTIKUL_ORDER_MANAGER']`)
      .execute(),
    db
      .selectFrom('price_groups')
      .select(['id', 'name'])
      .where('id', '=', sql<number>`any(${ids.groups}::integer[])`)
      .execute(),
  ])
  const named = (rows: { id: number; name: string }[]) => new Map(rows.map((row) => [row.id, row.name]))
  return { users: named(users), groups: named(groups) }
}

/**
 * Selects a company with «Ваш менеджер: Иванова Мария, +7 (495) 123-45-67», the last sentence of every refusal, empty
 * without a manager. During an absence the deputy is named.
 * @param today in Moscow
 */
export async function selectContractorWithManager(db: Db, contractorId: number, today: string) {
  const contractor = await db
    .selectFrom('contractors as company')
    .leftJoin('users as manager', (join) => join.on('manager.id', '=', answersOn(sql`${today}::date`)))
    .selectAll('company')
    .select(['manager.full_name as manager_name', 'manager.phone as manager_phone', 'manager.email as manager_email'])
    .where('company.id', '=', contractorId)
    .executeTakeFirst()
  const { manager_name: name, manager_phone: phone, manager_email: email } = contractor ?? {}
  return { contractor, managerContact: name ? `Ваш менеджер: ${name}, ${phone ? formatPhone(phone) : email}` : '' }
}

/** Selects the contact of the company's manager alone. */
export const selectManagerContact = async (db: Db, contractorId: number, today: string): Promise<string> =>
  (await selectContractorWithManager(db, contractorId, today)).managerContact
