import { MAX_COUNTED_CONSENTS } from '@artikul/contract/companies/legal'
import type { AgreedKind, LegalKind } from '@artikul/contract/companies/legal-kinds'
import { sql } from 'kysely'
import type { Db } from '../../../platform/db/index.ts'
import { writtenBy, type Writer } from '../../../platform/http/index.ts'
import type { Page } from '../../../platform/paging.ts'

const versions = (db: Db, kind: LegalKind) =>
  db
    .selectFrom('legal_texts')
    .leftJoin('legal_withdrawals as withdrawal', 'withdrawal.legal_text_id', 'legal_texts.id')
    .leftJoin('legal_publications as publication', 'publication.legal_text_id', 'legal_texts.id')
    .leftJoin('users as author', 'author.id', 'publication.actor_id')
    .select([
      'legal_texts.id',
      'legal_texts.version',
      'legal_texts.title',
      'legal_texts.hash',
      'legal_texts.published_at',
      'legal_texts.in_force_from',
      'legal_texts.note',
      'withdrawal.created_at as withdrawn_at',
      'author.full_name as by',
    ])
    .where('legal_texts.kind', '=', kind)

const effectiveVersions = (db: Db, kind: LegalKind) => versions(db, kind).where('withdrawal.created_at', 'is', null)

/** Selects the newest version whose first day has come. */
export const selectTextInForce = (db: Db, kind: LegalKind, today: string) =>
  effectiveVersions(db, kind)
    .select('legal_texts.body')
    .where('legal_texts.in_force_from', '<=', today)
    .orderBy('legal_texts.version', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow()

export const selectWaitingText = (db: Db, kind: LegalKind, today: string) =>
  effectiveVersions(db, kind)
    .where('legal_texts.in_force_from', '>', today)
    .orderBy('legal_texts.version', 'desc')
    .limit(1)
    .executeTakeFirst()

/** Selects the highest version number ever assigned. */
export async function selectLastVersion(db: Db, kind: LegalKind): Promise<number> {
  const last = await versions(db, kind).orderBy('legal_texts.version', 'desc').limit(1).executeTakeFirstOrThrow()
  return last.version
}

/** @param which with or without withdrawn versions */
export async function selectVersions(db: Db, kind: LegalKind, which: 'all' | 'standing', page: Page) {
  const query = which === 'all' ? versions(db, kind) : effectiveVersions(db, kind)
  const [rows, count] = await Promise.all([
    query.orderBy('legal_texts.version', 'desc').limit(page.size).offset(page.offset).execute(),
    query
      .clearSelect()
      .select(sql<number>`count(*)`.as('total'))
      .executeTakeFirstOrThrow(),
  ])
  return { rows, total: count.total }
}

export const selectVersion = (db: Db, kind: LegalKind, version: number, which: 'all' | 'standing') =>
  (which === 'all' ? versions(db, kind) : effectiveVersions(db, kind))
    .select('legal_texts.body')
    .where('legal_texts.version', '=', version)
    .executeTakeFirst()

/**
 * Counts companies that accepted this version of the public offer, or people who consented, up to one above the limit.
 */
export async function countAgreed(db: Db, kind: AgreedKind, version: number): Promise<number> {
  const agreed = db
    .selectFrom('consents')
    .select(kind === 'offer' ? 'contractor_id' : 'user_id')
    .distinct()
    .where('kind', '=', kind)
    .where('version', '=', version)
    .limit(MAX_COUNTED_CONSENTS + 1)
  const count = await db
    .selectFrom(agreed.as('agreed'))
    .select(sql<number>`count(*)`.as('total'))
    .executeTakeFirstOrThrow()
  return count.total
}

interface NewText {
  kind: LegalKind
  version: number
  title: string
  body: string
  hash: string
  in_force_from: string
  note: string
  published_at: Date
}

/** Inserts a version; returns nothing when this version was already published. */
export async function insertVersion(db: Db, author: Writer, text: NewText) {
  const saved = await db
    .insertInto('legal_texts')
    .values(text)
    .onConflict((conflict) => conflict.columns(['kind', 'version']).doNothing())
    .returning(['id', 'version'])
    .executeTakeFirst()
  if (!saved) return undefined
  await db
    .insertInto('legal_publications')
    .values({ legal_text_id: saved.id, ...writtenBy(author) })
    .execute()
  return saved.version
}

/** Records a withdrawal; returns nothing when the version was already withdrawn. */
export const insertWithdrawal = (db: Db, author: Writer, legalTextId: number, at: Date) =>
  db
    .insertInto('legal_withdrawals')
    .values({ legal_text_id: legalTextId, created_at: at, ...writtenBy(author) })
    .onConflict((conflict) => conflict.column('legal_text_id').doNothing())
    .returning('legal_text_id')
    .executeTakeFirst()
