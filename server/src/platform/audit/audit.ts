import { AuditItem, MAX_AUDIT_ROWS } from '@artikul/contract/platform/audit'
import { AuditEvent } from '@artikul/contract/platform/audit-events'
import type { Db } from '../db/index.ts'
import { isOnBehalf, type Author } from '../http/index.ts'
import { AppError } from '../errors.ts'
import { pageOf, paginationOf, type Page } from '../paging.ts'
import { insertAuditRow, selectCompanyRows, type NamedAuditRow } from './audit.queries.ts'
import { withoutPersons } from './persons.ts'

/** Author of an event; the user is unknown after a failed sign-in and for a job. */
export type AuditAuthor = Pick<Author, 'address' | 'requestId'> & Partial<Author>

type Paging = Parameters<typeof pageOf>[0]

interface AuditFacts {
  event: AuditEvent
  /** User whose account was changed, when it is not the author's own subject. */
  subjectId?: number
  contractorId?: number | null
  /** Object of the event in words: «Заказ 26-000123». */
  object?: string
  changes?: AuditItem['changes']
}

/**
 * Inserts a row into the journal in the caller's transaction, so that the action and its row are committed together.
 * The application's roles can only insert and select rows.
 */
export async function recordEvent(db: Db, author: AuditAuthor, facts: AuditFacts): Promise<void> {
  const { actorId, subjectId } = author
  const isForClient = actorId !== undefined && subjectId !== undefined && isOnBehalf({ actorId, subjectId })
  await insertAuditRow(db, {
    event: facts.event,
    actor_id: actorId ?? null,
    subject_id: facts.subjectId ?? subjectId ?? null,
    on_behalf_of: isForClient ? subjectId : null,
    contractor_id: facts.contractorId ?? author.contractorId ?? null,
    object: oneLine(facts.object ?? ''),
    changes: (facts.changes ?? []).map((change) => ({
      field: change.field,
      before: change.before === null ? null : oneLine(change.before),
      after: change.after === null ? null : oneLine(change.after),
    })),
    address: author.address,
    request_id: author.requestId,
    api_key: author.apiKey ?? '',
  })
}

/** Removes line breaks, so that a name cannot imitate another row. */
const oneLine = (text: string) => text.replace(/[\r\n\u2028\u2029]+/g, ' ').slice(0, 500)

const personOf = (id: number | null, name: string | null) => (id === null ? null : { id, name: name ?? '' })

/** Names the key of a program beside the person who made it: «Иванова Мария, ключ API «Склад»». */
export const withKey = (person: string, key: string) => (key === '' ? person : `${person}, ключ API «${key}»`)

const presentRow = (row: NamedAuditRow): AuditItem => ({
  id: row.id,
  at: row.created_at.toISOString(),
  event: AuditEvent.parse(row.event),
  actor: personOf(row.actor_id, withKey(row.actor_name ?? '', row.api_key)),
  subject: personOf(row.subject_id, row.subject_name),
  on_behalf_of: personOf(row.on_behalf_of, row.on_behalf_name),
  contractor: personOf(row.contractor_id, row.contractor_name),
  object: row.object,
  changes: AuditItem.shape.changes.parse(row.changes),
  address: row.address,
  request_id: row.request_id,
})

export const presentAuditRow = (row: NamedAuditRow): AuditItem =>
  withoutPersons(presentRow(row), {
    isActorErased: row.actor_erased_at !== null,
    isErased: row.subject_erased_at !== null,
  })

/** @throws AppError `input.invalid` beyond the paging limit */
export function journalPageOf(query: Paging): Page {
  const page = pageOf(query)
  if (page.offset >= MAX_AUDIT_ROWS)
    throw new AppError('input.invalid', {
      detail: 'Уточните фильтр',
      errors: [{ path: 'page', message: 'Уточните фильтр' }],
    })
  return page
}

const OF_COMPANIES = AuditEvent.options.filter((event) => /^(company|contract)\./.test(event))

/** Fields of pricing decisions, hidden from the company itself. */
const STAFF_FIELDS = ['Ценовая группа']

/**
 * Reads the history of a company: its requisites, terms and decisions; network addresses are visible in the journal
 * only.
 * @throws AppError `input.invalid` beyond the paging limit
 */
export async function readAuditHistory(
  db: Db,
  contractorId: number,
  { query, isStaff }: { query: Paging; isStaff: boolean },
) {
  const page = journalPageOf(query)
  const { rows, total } = await selectCompanyRows(db, contractorId, OF_COMPANIES, page)
  const results = rows.map(presentAuditRow).map((row) => ({
    ...row,
    changes: isStaff ? row.changes : row.changes.filter((change) => !STAFF_FIELDS.includes(change.field)),
    address: '',
    request_id: '',
  }))
  return { results, pagination: paginationOf(page, total) }
}
