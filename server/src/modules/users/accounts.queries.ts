import { type Membership, type UsersQuery } from '@artikul/contract/accounts'
import type { Role, StaffRight } from '@artikul/contract/roles'
import { sql, type SelectQueryBuilder } from 'kysely'
import type { Db, DB } from '../../platform/db/index.ts'
import { literal } from '../../platform/like.ts'
import type { Page } from '../../platform/paging.ts'

/** Whose accounts one manages: everybody's, or those of employees of a client admin's own companies. */
export type Reach = 'any' | { companyIds: number[] }

export async function selectCompanyIds(db: Db, userId: number): Promise<number[]> {
  const rows = await db
    .selectFrom('user_contractors')
    .select('contractor_id')
    .where('user_id', '=', userId)
    .orderBy('contractor_id')
    .execute()
  return rows.map((row) => row.contractor_id)
}

const within = (reach: Reach, column: string) =>
  reach === 'any' ? sql<boolean>`true` : sql<boolean>`${sql.ref(column)} = any(${reach.companyIds}::integer[])`

/** Staff are out of reach of a client admin even if a row of theirs should name his company. */
const isReached = (reach: Reach) =>
  reach === 'any'
    ? sql<boolean>`true`
    : sql<boolean>`(users.roles <@ array['CONTRACTOR_ADMIN', 'CONTRACTOR_USER'] and exists (
        select from user_contractors own where own.user_id = users.id and ${within(reach, 'own.contractor_id')}))`

type Filter = Pick<UsersQuery, 'inn' | 'username' | 'contractor_id'>

function matching(db: Db, reach: Reach, { inn, username, contractor_id: contractorId }: Filter) {
  let query = db.selectFrom('users').where(isReached(reach))
  if (username)
    query = query.where(
      sql<boolean>`(full_name || ' ' || login::text || ' ' || email::text) ilike ${`%${literal(username)}%`}`,
    )
  if (inn || contractorId)
    query = query.where(sql<boolean>`exists (
      select from user_contractors membership join contractors on contractors.id = membership.contractor_id
      where membership.user_id = users.id and ${within(reach, 'membership.contractor_id')}
        and contractors.inn like ${`${literal(inn ?? '')}%`}
        and contractors.id = coalesce(${contractorId ?? null}::integer, contractors.id))`)
  return query
}

const withItem = (query: SelectQueryBuilder<DB, 'users', object>) =>
  query.select([
    'users.id',
    'users.login',
    'users.email',
    'users.full_name',
    'users.phone',
    'users.is_active',
    'users.last_seen_at',
    'users.created_at',
    // The column's CHECK allows nothing else.
    sql<Role[]>`users.roles`.as('roles'),
  ])

export async function selectAccounts(db: Db, reach: Reach, filter: Filter, page: Pick<Page, 'size' | 'offset'>) {
  const query = matching(db, reach, filter)
  const [rows, count] = await Promise.all([
    withItem(query)
      .orderBy(sql`full_name collate "ru-x-icu"`)
      .orderBy('users.id')
      .limit(page.size)
      .offset(page.offset)
      .execute(),
    query.select(sql<number>`count(*)`.as('total')).executeTakeFirstOrThrow(),
  ])
  return { rows, total: count.total }
}
export type AccountRow = Awaited<ReturnType<typeof selectAccounts>>['rows'][number]

/** Companies of several people at once, only those within reach. */
export const selectCompaniesOf = (db: Db, reach: Reach, userIds: number[]) =>
  db
    .selectFrom('user_contractors as membership')
    .innerJoin('contractors', 'contractors.id', 'membership.contractor_id')
    .select(['membership.user_id', 'contractors.id', 'contractors.name', 'contractors.inn'])
    .where('membership.user_id', '=', sql<number>`any(${userIds}::integer[])`)
    .where(within(reach, 'membership.contractor_id'))
    .orderBy(sql`contractors.name collate "ru-x-icu"`)
    .orderBy('contractors.id')
    .execute()

const accountQuery = (db: Db, reach: Reach, id: number) =>
  withItem(db.selectFrom('users').where('users.id', '=', id).where(isReached(reach))).select([
    'users.version',
    'users.current_contractor_id',
    sql<boolean>`users.password_hash is null`.as('is_invited'),
    sql<boolean>`users.totp_enabled_at is not null`.as('has_second_factor'),
    sql<StaffRight[]>`users.rights`.as('rights'),
  ])

export const selectAccount = (db: Db, reach: Reach, id: number) => accountQuery(db, reach, id).executeTakeFirst()

/** Locked until the end of the transaction: changes of one account come one after another. */
export const lockAccount = (db: Db, reach: Reach, id: number) =>
  accountQuery(db, reach, id).forNoKeyUpdate().executeTakeFirst()
export type AccountDetails = NonNullable<Awaited<ReturnType<typeof lockAccount>>>

/** Every company of the person with his limits there. */
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

/** The delivery points asked for and those that the person has now. */
export const selectPoints = (db: Db, userId: number | null, ids: number[]) =>
  db
    .selectFrom('consignees')
    .select(['id', 'contractor_id', 'name'])
    .where(
      sql<boolean>`(id = any(${ids}::integer[])
        or id in (select consignee_id from user_consignees where user_id = ${userId}::integer))`,
    )
    .execute()

export const selectCompanyNames = (db: Db, ids: number[]) =>
  db
    .selectFrom('contractors')
    .select(['id', 'name'])
    .where('id', '=', sql<number>`any(${ids}::integer[])`)
    .orderBy('id')
    .execute()

/** Companies of the ИНН given that whoever asks reaches; branches share an ИНН. */
export async function selectCompaniesByInn(db: Db, reach: Reach, inns: string[]) {
  if (inns.length === 0) return []
  let query = db.selectFrom('contractors').select(['id', 'name', 'inn']).where('inn', 'in', inns)
  if (reach !== 'any') query = query.where('id', '=', sql<number>`any(${[...reach.companyIds]}::integer[])`)
  return query.orderBy('id').limit(2000).execute()
}
