import { sql, type Insertable, type Updateable } from 'kysely'
import type { Db, DB } from '../../../platform/db/index.ts'
import { writtenBy, type Writer } from '../../../platform/http/index.ts'
import type { Page } from '../../../platform/paging.ts'

/** Published news in the order of the list; uses the index `news_published`. */
const published = (db: Db, now: Date) => db.selectFrom('news').where('news.published_at', '<=', now)

const ITEM = ['news.id', 'news.title', 'news.lead', 'news.is_pinned', 'news.published_at', 'news.cover_id'] as const
const COVER = ['cover.width', 'cover.height'] as const

export async function selectPublished(db: Db, now: Date, page: Pick<Page, 'size' | 'offset'>) {
  const [rows, count] = await Promise.all([
    published(db, now)
      .leftJoin('news_covers as cover', 'cover.id', 'news.cover_id')
      .select([...ITEM, ...COVER])
      .orderBy('news.is_pinned', 'desc')
      .orderBy('news.published_at', 'desc')
      .orderBy('news.id', 'desc')
      .limit(page.size)
      .offset(page.offset)
      .execute(),
    published(db, now)
      .select(sql<number>`count(*)`.as('total'))
      .executeTakeFirstOrThrow(),
  ])
  return { rows, total: count.total }
}

/** Selects the latest news by date only, for feeds and the sitemap. */
export const selectFreshest = (db: Db, now: Date, most: number) =>
  published(db, now)
    .select(['news.id', 'news.title', 'news.lead', 'news.published_at', 'news.changed_at'])
    .orderBy('news.published_at', 'desc')
    .orderBy('news.id', 'desc')
    .limit(most)
    .execute()

export const selectOnePublished = (db: Db, now: Date, id: number) =>
  published(db, now)
    .leftJoin('news_covers as cover', 'cover.id', 'news.cover_id')
    .select([...ITEM, ...COVER, 'news.body', 'news.changed_at'])
    .where('news.id', '=', id)
    .executeTakeFirst()

/** Selects the picture of a published news item. */
export const selectPublishedCover = (db: Db, now: Date, id: number) =>
  published(db, now)
    .innerJoin('news_covers as cover', 'cover.id', 'news.cover_id')
    .select(['cover.type', 'cover.bytes'])
    .where('cover.id', '=', id)
    .executeTakeFirst()

export const selectCover = (db: Db, id: number) =>
  db.selectFrom('news_covers').select(['type', 'bytes']).where('id', '=', id).executeTakeFirst()

const DRAFT = ['news.id', 'news.title', 'news.lead', 'news.is_pinned', 'news.published_at'] as const
const CHANGED = ['news.changed_at', 'news.version', 'author.full_name as changed_by'] as const

const waiting = (db: Db, now: Date) =>
  db
    .selectFrom('news')
    .where((where) => where.or([where('news.published_at', 'is', null), where('news.published_at', '>', now)]))

/** Selects drafts and scheduled news, most recently changed first. */
export async function selectScheduledNews(db: Db, now: Date, page: Page) {
  const [rows, count] = await Promise.all([
    waiting(db, now)
      .innerJoin('users as author', 'author.id', 'news.actor_id')
      .select([...DRAFT, ...CHANGED])
      .orderBy('news.changed_at', 'desc')
      .orderBy('news.id', 'desc')
      .limit(page.size)
      .offset(page.offset)
      .execute(),
    waiting(db, now)
      .select(sql<number>`count(*)`.as('total'))
      .executeTakeFirstOrThrow(),
  ])
  return { rows, total: count.total }
}

export const selectNewsDraft = (db: Db, id: number) =>
  db
    .selectFrom('news')
    .innerJoin('users as author', 'author.id', 'news.actor_id')
    .leftJoin('news_covers as cover', 'cover.id', 'news.cover_id')
    .select([...DRAFT, ...CHANGED, ...COVER, 'news.body', 'news.cover_id'])
    .where('news.id', '=', id)
    .executeTakeFirst()

export const lockNews = (db: Db, id: number) =>
  db.selectFrom('news').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()

export const insertNews = (
  db: Db,
  author: Writer,
  news: Omit<Insertable<DB['news']>, 'actor_id' | 'subject_id' | 'changed_at'> & { created_at: Date },
) =>
  db
    .insertInto('news')
    .values({ ...news, changed_at: news.created_at, ...writtenBy(author) })
    .returning(['id', 'version'])
    .executeTakeFirstOrThrow()

/** Updates a news item and returns the new version. */
export const updateNews = (
  db: Db,
  author: Writer,
  id: number,
  changes: Updateable<DB['news']> & { changed_at: Date },
): Promise<{ version: number }> =>
  db
    .updateTable('news')
    .set({ ...changes, ...writtenBy(author), version: sql`version + 1` })
    .where('id', '=', id)
    .returning('version')
    .executeTakeFirstOrThrow()

export const deleteNews = (db: Db, id: number) => db.deleteFrom('news').where('id', '=', id).execute()

export const insertCover = (
  db: Db,
  author: Writer,
  cover: Omit<Insertable<DB['news_covers']>, 'actor_id' | 'subject_id'>,
) =>
  db
    .insertInto('news_covers')
    .values({ ...cover, ...writtenBy(author) })
    .returning('id')
    .executeTakeFirstOrThrow()

/** Locks the picture against purging; returns nothing when it does not exist. */
export const lockCover = (db: Db, id: number) =>
  db.selectFrom('news_covers').select('id').where('id', '=', id).forUpdate().executeTakeFirst()

export const deleteCover = (db: Db, id: number) => db.deleteFrom('news_covers').where('id', '=', id).execute()
