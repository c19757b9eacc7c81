import type { InvoiceDraftFields } from '@artikul/contract/billing/new-invoice'
import { sql } from 'kysely'
import { json, type Db } from '../../../platform/db/index.ts'
import { writtenBy, type Writer } from '../../../platform/http/index.ts'

const stored = (fields: InvoiceDraftFields) => json(fields)

/** Owner of drafts: a person, and for a client their current company. */
export interface DraftOwner extends Writer {
  contractorId: number | null
}

const own = (db: Db, { subjectId, contractorId }: DraftOwner) => {
  const all = db.selectFrom('invoice_drafts as draft').where('draft.subject_id', '=', subjectId)
  return contractorId === null ? all : all.where('draft.contractor_id', '=', contractorId)
}

export const selectInvoiceDrafts = (db: Db, owner: DraftOwner, most: number) =>
  own(db, owner)
    .innerJoin('contractors', 'contractors.id', 'draft.contractor_id')
    .select(['draft.id', 'draft.contractor_id', 'contractors.name', 'draft.version', 'draft.changed_at'])
    .select(sql<InvoiceDraftFields>`draft.fields`.as('fields'))
    .orderBy('draft.changed_at', 'desc')
    .orderBy('draft.id', 'desc')
    .limit(most)
    .execute()

export async function countDrafts(db: Db, owner: DraftOwner): Promise<number> {
  const { count } = await own(db, { ...owner, contractorId: null })
    .select(sql<number>`count(*)::integer`.as('count'))
    .executeTakeFirstOrThrow()
  return count
}

export const insertInvoiceDraft = (
  db: Db,
  owner: DraftOwner,
  contractorId: number,
  fields: InvoiceDraftFields,
  now: Date,
) =>
  db
    .insertInto('invoice_drafts')
    .values({ contractor_id: contractorId, fields: stored(fields), ...writtenBy(owner), changed_at: now })
    .returning(['id', 'version'])
    .executeTakeFirstOrThrow()

export const selectInvoiceDraft = (db: Db, owner: DraftOwner, id: number) =>
  own(db, owner).select(['draft.id', 'draft.version']).where('draft.id', '=', id).executeTakeFirst()

/** Updates a draft; undefined when it was changed meanwhile. */
export const updateInvoiceDraftRow = (
  db: Db,
  owner: DraftOwner,
  { id, version, fields }: { id: number; version: number; fields: InvoiceDraftFields },
  now: Date,
) =>
  db
    .updateTable('invoice_drafts')
    .set({ fields: stored(fields), version: sql`version + 1`, actor_id: owner.actorId, changed_at: now })
    .where('id', '=', id)
    .where('subject_id', '=', owner.subjectId)
    .where('version', '=', version)
    .returning(['id', 'version'])
    .executeTakeFirst()

/** Deletes a draft; false when it does not exist. */
export async function deleteDraft(db: Db, owner: DraftOwner, id: number): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('invoice_drafts')
    .where('id', '=', id)
    .where('subject_id', '=', owner.subjectId)
    .where(owner.contractorId === null ? sql<boolean>`true` : sql<boolean>`contractor_id = ${owner.contractorId}`)
    .executeTakeFirst()
  return numDeletedRows > 0n
}
