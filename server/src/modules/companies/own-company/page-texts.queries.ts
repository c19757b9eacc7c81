import type { TextPage } from '@artikul/contract/site/page-texts'
import { sql } from 'kysely'
import type { Db } from '../../../platform/db/index.ts'
import { writtenBy, type Writer } from '../../../platform/http/index.ts'
import type { Page } from '../../../platform/paging.ts'

export const selectPageText = (db: Db, page: TextPage) =>
  db
    .selectFrom('page_texts')
    .select(['version', 'body', 'created_at'])
    .where('page', '=', page)
    .orderBy('version', 'desc')
    .limit(1)
    .executeTakeFirst()

/** Inserts a version; returns nothing when this version already exists. */
export const insertPageText = (
  db: Db,
  author: Writer,
  text: { page: TextPage; version: number; body: string; created_at: Date },
) =>
  db
    .insertInto('page_texts')
    .values({ ...text, ...writtenBy(author) })
    .onConflict((conflict) => conflict.columns(['page', 'version']).doNothing())
    .returning('version')
    .executeTakeFirst()

const versions = (db: Db, page: TextPage) =>
  db
    .selectFrom('page_texts')
    .innerJoin('users as author', 'author.id', 'page_texts.actor_id')
    .select(['page_texts.version', 'page_texts.created_at', 'author.full_name as by'])
    .where('page_texts.page', '=', page)

export async function selectPageVersions(db: Db, name: TextPage, page: Page) {
  const [rows, count] = await Promise.all([
    versions(db, name).orderBy('page_texts.version', 'desc').limit(page.size).offset(page.offset).execute(),
    db
      .selectFrom('page_texts')
      .select(sql<number>`count(*)`.as('total'))
      .where('page', '=', name)
      .executeTakeFirstOrThrow(),
  ])
  return { rows, total: count.total }
}

export const selectPageVersion = (db: Db, page: TextPage, version: number) =>
  versions(db, page).select('page_texts.body').where('page_texts.version', '=', version).executeTakeFirst()
