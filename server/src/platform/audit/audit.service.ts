import { AuditItem, MAX_AUDIT_ROWS } from '@artikul/contract/platform/audit'
import { AuditEvent } from '@artikul/contract/platform/audit-events'
import type { Db } from '../db/index.ts'
import { isOnBehalf, type Author } from '../http/index.ts'
import { AppError } from '../errors.ts'
import { pageOf, paginationOf, type Page } from '../paging.ts'
import { insertAuditRow, selectCompanyRows, type NamedAuditRow } from './audit.queries.ts'
import { withoutPersons } from './persons.ts'

/** Who did it; nobody known when a sign-in failed or a job ran. */
export type AuditAuthor = Pick<Author, 'address' | 'requestId'> & Partial<Author>

type Paging = Parameters<typeof pageOf>[0]

interface AuditFacts {
  event: AuditEvent
  /** For whom, when it is not the author's own subject: the user whose account was changed. */
  subjectId?: number
  contractorId?: number | null
  /** What it was about, in words: «Заказ 26-000123». */
  object?: string
  changes?: AuditItem['changes']
}

/**
 * Adds a row to the journal, in the caller's transaction: the act and its row stand or fall together. The application's
 * roles may add rows and read them, nothing more.
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
  })
}

/** A name with a line break must not look like two rows. */
const oneLine = (text: string) => text.replace(/[\r\n\u2028\u2029]+/g, ' ').slice(0, 500)

const personOf = (id: number | null, name: string | null) => (id === null ? null : { id, name: name ?? '' })

const presentRow = (row: NamedAuditRow): AuditItem => ({
  id: row.id,
  at: row.created_at.toISOString(),
  event: AuditEvent.parse(row.event),
  actor: personOf(row.actor_id, row.actor_name),
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

/** @throws AppError `input.invalid` beyond the rows that are leafed through */
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

/** What staff decide of prices is not told to the company itself. */
const STAFF_FIELDS = ['Ценовая группа']

/**
 * The history of a company: its requisites, terms and decisions; from where they were made only the journal tells.
 * @throws AppError `input.invalid` beyond the rows that are leafed through
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
