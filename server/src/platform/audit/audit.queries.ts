import { MAX_AUDIT_ROWS, type AuditItem, type AuditQuery } from '@artikul/contract/platform/audit'
import type { AuditEvent } from '@artikul/contract/platform/audit-events'
import { sql } from 'kysely'
import { json, type Db } from '../db/index.ts'
import type { Page } from '../paging.ts'

export interface AuditRow {
  event: AuditEvent
  actor_id: number | null
  subject_id: number | null
  on_behalf_of: number | null
  contractor_id: number | null
  object: string
  changes: AuditItem['changes']
  address: string
  request_id: string
  api_key: string
}

export const insertAuditRow = (db: Db, { changes, ...row }: AuditRow) =>
  db
    .insertInto('audit_log')
    .values({ ...row, changes: json(changes) })
    .execute()

const DAY_START = `T00:00:00+03:00`

function matching(db: Db, filter: Omit<AuditQuery, 'page' | 'page_size'>) {
  let query = db.selectFrom('audit_log as log')
  if (filter.event) query = query.where('log.event', '=', filter.event)
  if (filter.contractor_id) query = query.where('log.contractor_id', '=', filter.contractor_id)
  const { user_id: userId } = filter
  if (userId)
    query = query.where((where) =>
      where.or([
        where('log.actor_id', '=', userId),
        where('log.subject_id', '=', userId),
        where('log.on_behalf_of', '=', userId),
      ]),
    )
  if (filter.from) query = query.where('log.created_at', '>=', new Date(`${filter.from}${DAY_START}`))
  if (filter.to)
    query = query.where('log.created_at', '<', new Date(new Date(`${filter.to}${DAY_START}`).getTime() + 86_400_000))
  return query
}

/** Selects the journal, newest first. */
export function selectAuditRows(db: Db, filter: AuditQuery, page: Page) {
  return selectPage(db, matching(db, filter), page)
}

/** Selects actions by managers on behalf of the person or on their account, newest first. */
export function selectRowsOnBehalf(db: Db, subjectId: number, page: Page) {
  const query = db
    .selectFrom('audit_log as log')
    .where((where) => where.or([where('log.subject_id', '=', subjectId), where('log.on_behalf_of', '=', subjectId)]))
    .where('log.actor_id', 'is not', null)
    .where('log.actor_id', '!=', subjectId)
    .where((where) =>
      where.exists(
        where
          .selectFrom('users as manager')
          .select('manager.id')
          .whereRef('manager.id', '=', 'log.actor_id')
          .where(sql<boolean>`manager.roles && array['ARTIKUL_ORDER_MANAGER', 'ARTIKUL_WARRANTY_MANAGER']`),
      ),
    )
  return selectPage(db, query, page)
}

/** Selects the events of a company and its contracts, newest first. */
export function selectCompanyRows(db: Db, contractorId: number, events: readonly AuditEvent[], page: Page) {
  const query = db.selectFrom('audit_log as log').where('log.contractor_id', '=', contractorId)
  return selectPage(db, query.where('log.event', 'in', events), page)
}

/** Limits counting and paging to the number of rows in the contract, because the journal may have a hundred million. */
async function selectPage(db: Db, query: ReturnType<typeof matching>, page: Page) {
  const size = Math.min(page.size, MAX_AUDIT_ROWS - page.offset)
  const found = query
    .select(sql`1`.as('one'))
    .limit(MAX_AUDIT_ROWS)
    .as('found')
  const [rows, count] = await Promise.all([
    withNames(query).orderBy('log.id', 'desc').limit(size).offset(page.offset).execute(),
    db
      .selectFrom(found)
      .select(sql<number>`count(*)`.as('total'))
      .executeTakeFirstOrThrow(),
  ])
  return { rows, total: count.total }
}

const withNames = (query: ReturnType<typeof matching>) =>
  query
    .leftJoin('users as actor', 'actor.id', 'log.actor_id')
    .leftJoin('users as subject', 'subject.id', 'log.subject_id')
    .leftJoin('users as client', 'client.id', 'log.on_behalf_of')
    .leftJoin('contractors', 'contractors.id', 'log.contractor_id')
    .select([
      'log.id',
      'log.event',
      'log.actor_id',
      'actor.full_name as actor_name',
      'actor.erased_at as actor_erased_at',
      'log.subject_id',
      'subject.full_name as subject_name',
      'subject.erased_at as subject_erased_at',
      'log.on_behalf_of',
      'client.full_name as on_behalf_name',
      'log.contractor_id',
      'contractors.name as contractor_name',
      'log.object',
      'log.changes',
      'log.address',
      'log.request_id',
      'log.api_key',
      'log.created_at',
    ])
export type NamedAuditRow = Awaited<ReturnType<typeof selectAuditRows>>['rows'][number]
