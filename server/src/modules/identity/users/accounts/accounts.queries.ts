import type { Membership, UsersQuery } from '@artikul/contract/identity/accounts'
import type { Role, StaffRight } from '@artikul/contract/core/roles'
import { sql } from 'kysely'
import type { Db } from '../../../../platform/db/index.ts'
import { literal } from '../../../../platform/like.ts'
import type { Page } from '../../../../platform/paging.ts'
import { invitedPeople } from '../invitations.queries.ts'
import { administeredFilter, type AdministeredScope } from '../administered-scope.queries.ts'

export async function selectCompanyIds(db: Db, userId: number): Promise<number[]> {
  const rows = await db
    .selectFrom('user_contractors')
    .select('contractor_id')
    .where('user_id', '=', userId)
    .orderBy('contractor_id')
    .execute()
  return rows.map((row) => row.contractor_id)
}

/** Selects the companies whose only active administrator is the person. */
export async function selectAdministeredAlone(db: Db, reach: AdministeredScope, userId: number): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select contractors.name
    from user_contractors own join users on users.id = own.user_id join contractors on contractors.id = own.contractor_id
    where own.user_id = ${userId} and users.is_active and users.roles @> array['CONTRACTOR_ADMIN']
      and ${administeredFilter(reach, 'own.contractor_id')}
      and not exists (
        select from user_contractors membership join users other on other.id = membership.user_id
        where membership.contractor_id = own.contractor_id and other.id <> own.user_id and other.is_active
          and other.roles @> array['CONTRACTOR_ADMIN'])
    order by contractors.name collate "ru-x-icu", contractors.id limit 50`.execute(db)
  return rows.map((row) => row.name)
}

/** Excludes staff from the scope of a client admin, even if a membership of theirs refers to that admin's company. */
const isReached = (reach: AdministeredScope) =>
  reach === 'any'
    ? sql<boolean>`true`
    : sql<boolean>`(users.roles <@ array['CONTRACTOR_ADMIN', 'CONTRACTOR_USER'] and exists (
        select from user_contractors own where own.user_id = users.id and ${administeredFilter(reach, 'own.contractor_id')}))`

type Filter = Pick<UsersQuery, 'inn' | 'username' | 'contractor_id'>

export interface AccountRow {
  id: number
  login: string
  email: string
  full_name: string
  phone: string | null
  roles: Role[]
  is_active: boolean
  last_seen_at: Date | null
  created_at: Date
  is_invited: boolean
}

/** Selects people within the scope; for a client admin including unanswered invitations. */
function peopleOf(reach: AdministeredScope) {
  const accounts = sql`
    select id, login::text as login, email::text as email, full_name, phone, roles, is_active, last_seen_at, created_at,
      password_hash is null as is_invited
    from users where ${isReached(reach)}`
  return reach === 'any' ? accounts : sql`${accounts} union all ${invitedPeople(reach)}`
}

/** Selects the memberships; ids of people and invitations come from one sequence. */
const placesOf = (reach: AdministeredScope) =>
  reach === 'any'
    ? sql`select user_id as person_id, contractor_id from user_contractors`
    : sql`
        select user_id as person_id, contractor_id from user_contractors where ${administeredFilter(reach, 'contractor_id')}
        union all
        select invitation_id, contractor_id from invitation_companies where ${administeredFilter(reach, 'contractor_id')}`

function matching(reach: AdministeredScope, { inn, username, contractor_id: contractorId }: Filter) {
  const conditions = [sql`true`]
  if (username) conditions.push(sql`(full_name || ' ' || login || ' ' || email) ilike ${`%${literal(username)}%`}`)
  if (inn || contractorId)
    conditions.push(sql`exists (
      select from (${placesOf(reach)}) place join contractors on contractors.id = place.contractor_id
      where place.person_id = person.id
        and contractors.inn like ${`${literal(inn ?? '')}%`}
        and contractors.id = coalesce(${contractorId ?? null}::integer, contractors.id))`)
  return sql`from (${peopleOf(reach)}) person where ${sql.join(conditions, sql` and `)}`
}

export async function selectAccounts(
  db: Db,
  reach: AdministeredScope,
  filter: Filter,
  page: Pick<Page, 'size' | 'offset'>,
) {
  const people = matching(reach, filter)
  const [{ rows }, count] = await Promise.all([
    sql<AccountRow>`
      select person.* ${people}
      order by full_name collate "ru-x-icu", id limit ${page.size} offset ${page.offset}`.execute(db),
    sql<{ total: number }>`select count(*) as total ${people}`.execute(db),
  ])
  return { rows, total: count.rows[0]?.total ?? 0 }
}

/** Selects the companies of several people within the scope. */
export async function selectCompaniesOfAccounts(db: Db, reach: AdministeredScope, ids: number[]) {
  const { rows } = await sql<{ user_id: number; id: number; name: string; inn: string }>`
    select place.person_id as user_id, contractors.id, contractors.name, contractors.inn
    from (${placesOf(reach)}) place join contractors on contractors.id = place.contractor_id
    where place.person_id = any(${ids}::integer[])
    order by contractors.name collate "ru-x-icu", contractors.id`.execute(db)
  return rows
}

const accountQuery = (db: Db, reach: AdministeredScope, id: number) =>
  db
    .selectFrom('users')
    .where('users.id', '=', id)
    .where(isReached(reach))
    .select([
      'users.id',
      'users.login',
      'users.email',
      'users.full_name',
      'users.phone',
      'users.is_active',
      'users.last_seen_at',
      'users.created_at',
      'users.pending_email',
      // The column's CHECK allows no other values.
      sql<Role[]>`users.roles`.as('roles'),
      'users.version',
      'users.current_contractor_id',
      'users.erased_at',
      sql<boolean>`users.password_hash is null`.as('is_invited'),
      sql<boolean>`users.totp_enabled_at is not null`.as('has_second_factor'),
      sql<StaffRight[]>`users.rights`.as('rights'),
    ])

export const selectAccount = (db: Db, reach: AdministeredScope, id: number) =>
  accountQuery(db, reach, id).executeTakeFirst()

/** Locks the account until the transaction ends, so that its changes run one after another. */
export const lockAccount = (db: Db, reach: AdministeredScope, id: number) =>
  accountQuery(db, reach, id).forNoKeyUpdate().executeTakeFirst()
export type AccountDetails = NonNullable<Awaited<ReturnType<typeof lockAccount>>>

/** Selects every company of the person with the limits there. */
export async function selectMemberships(db: Db, userId: number): Promise<Membership[]> {
  const { rows } = await sql<Membership>`
    select membership.contractor_id, sees_prices, sees_settlements, may_place, order_limit_kop, month_limit_kop,
      case when all_consignees then null else array(
        select point.consignee_id from user_consignees point
        where point.user_id = membership.user_id and point.contractor_id = membership.contractor_id
        order by point.consignee_id) end as consignee_ids
    from user_contractors membership where user_id = ${userId} order by contractor_id`.execute(db)
  return rows
}

/** Selects delivery points, and whether the company has another one of the same name. */
export const selectPointsOfAccounts = (db: Db, ids: number[]) =>
  db
    .selectFrom('consignees')
    .select([
      'id',
      'contractor_id',
      'name',
      sql<boolean>`exists (
        select from consignees other
        where other.contractor_id = consignees.contractor_id and other.name = consignees.name
          and other.id <> consignees.id)`.as('has_namesake'),
    ])
    .where('id', '=', sql<number>`any(${ids}::integer[])`)
    .execute()

export const selectCompanyNames = (db: Db, ids: number[]) =>
  db
    .selectFrom('contractors')
    .select(['id', 'name', 'inn', 'kpp', 'status'])
    .where('id', '=', sql<number>`any(${ids}::integer[])`)
    .orderBy('id')
    .execute()

/** Selects companies of the given ИНН within the caller's scope; branches share an ИНН. */
export async function selectCompaniesByInn(db: Db, reach: AdministeredScope, inns: string[]) {
  if (inns.length === 0) return []
  let query = db.selectFrom('contractors').select(['id', 'name', 'inn']).where('inn', 'in', inns)
  if (reach !== 'any') query = query.where('id', '=', sql<number>`any(${[...reach.companyIds]}::integer[])`)
  return query.orderBy('id').limit(2000).execute()
}
