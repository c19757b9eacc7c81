import {
  INVOICE_DRAFT_DAYS,
  MAX_INVOICE_DRAFTS,
  type InvoiceDraft,
  type InvoiceDraftFields,
} from '@artikul/contract/billing/new-invoice'
import { moscowDate, type Clock } from '../../../platform/clock.ts'
import type { Kysely } from 'kysely'
import type { Db, DB } from '../../../platform/db/index.ts'
import { AppError } from '../../../platform/errors.ts'
import { isOnBehalf } from '../../../platform/http/index.ts'
import { recordEvent } from '../../../platform/audit/index.ts'
import { addDays } from '../../pricing/index.ts'
import { companyOf, type Person } from './person.ts'
import * as queries from './drafts.queries.ts'
import { selectCompany } from './sources.queries.ts'

const ownerOf = ({ reader, author }: Person): queries.DraftOwner => ({
  actorId: author.actorId,
  subjectId: author.subjectId,
  contractorId: reader === 'any' ? null : reader.contractorId,
})

/** Lists the person's own drafts, most recently changed first. */
export async function listInvoiceDrafts(db: Db, person: Person): Promise<InvoiceDraft[]> {
  const rows = await queries.selectInvoiceDrafts(db, ownerOf(person), MAX_INVOICE_DRAFTS)
  return rows.map(({ contractor_id: id, name, changed_at: at, ...draft }) => ({
    ...draft,
    contractor: { id, name },
    changed_at: at.toISOString(),
    until: addDays(moscowDate(at), INVOICE_DRAFT_DAYS),
  }))
}

/**
 * Saves the typed content of an invoice.
 * @throws AppError `not_found` for a company of another person, `invoice.draft_limit_reached`
 */
export async function saveDraft(
  db: Db,
  { clock }: { clock: Clock },
  person: Person,
  { contractor_id: named, fields }: { contractor_id: number | null; fields: InvoiceDraftFields },
) {
  const owner = ownerOf(person)
  const contractorId = companyOf(person.reader, named ?? undefined)
  if (!(await selectCompany(db, contractorId))) throw new AppError('not_found', { detail: 'Компания не найдена' })
  if ((await queries.countDrafts(db, owner)) >= MAX_INVOICE_DRAFTS) throw new AppError('invoice.draft_limit_reached')
  return queries.insertInvoiceDraft(db, owner, contractorId, fields, clock.now())
}

/** @throws AppError `not_found`, `stale` */
export async function updateInvoiceDraft(
  db: Db,
  { clock }: { clock: Clock },
  person: Person,
  draft: { id: number; version: number; fields: InvoiceDraftFields },
) {
  const owner = ownerOf(person)
  if (!(await queries.selectInvoiceDraft(db, owner, draft.id)))
    throw new AppError('not_found', { detail: 'Черновик не найден' })
  const changed = await queries.updateInvoiceDraftRow(db, owner, draft, clock.now())
  if (!changed) throw new AppError('stale')
  return changed
}

/** @throws AppError `not_found` */
export async function removeDraft(db: Kysely<DB>, person: Person, id: number) {
  await db.transaction().execute(async (tx) => {
    if (!(await queries.deleteDraft(tx, ownerOf(person), id)))
      throw new AppError('not_found', { detail: 'Черновик не найден' })
    if (isOnBehalf(person.author))
      await recordEvent(tx, person.author, { event: 'invoice_draft.removed_on_behalf', object: `Черновик счёта ${id}` })
  })
}

/** Deletes the draft of an issued invoice; a missing draft is no error. */
export const deleteInvoiceDraft = (tx: Db, person: Person, id: number) => queries.deleteDraft(tx, ownerOf(person), id)
