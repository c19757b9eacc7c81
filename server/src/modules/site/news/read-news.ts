import type { News, NewsCover, NewsDraft, NewsItem, NewsState, WaitingNews } from '@artikul/contract/site/news'
import type { Db } from '../../../platform/db/index.ts'
import { AppError } from '../../../platform/errors.ts'
import { pageOf, paginationOf } from '../../../platform/paging.ts'
import { partsOf } from '../../../platform/files/rich-text.ts'
import * as queries from './news.queries.ts'

type Paging = Parameters<typeof pageOf>[0]

/** Error for readers without access to the news item. */
export const newsNotFound = () => new AppError('not_found', { detail: 'Новость не найдена' })

/** Determines the state of a news item at a moment; a scheduled one is published by time alone. */
export function newsState(publishedAt: Date | null, now: Date): NewsState {
  if (publishedAt === null) return 'draft'
  return publishedAt > now ? 'scheduled' : 'published'
}

interface CoverColumns {
  cover_id: number | null
  width: number | null
  height: number | null
}

const coverOf = ({ cover_id: id, width, height }: CoverColumns): NewsCover | null =>
  id === null || width === null || height === null ? null : { id, width, height }

type ItemRow = Awaited<ReturnType<typeof queries.selectPublished>>['rows'][number]

const presentItem = (row: ItemRow): NewsItem => ({
  id: row.id,
  title: row.title,
  lead: row.lead,
  cover: coverOf(row),
  is_pinned: row.is_pinned,
  published_at: isoOf(row.published_at),
})

/** Every published news item has a time of publication. */
const isoOf = (moment: Date | null) => (moment ?? new Date(0)).toISOString()

/** Lists published news: pinned ones first, then the newest. */
export async function listPublished(db: Db, now: Date, query: Paging) {
  const page = pageOf(query)
  const { rows, total } = await queries.selectPublished(db, now, page)
  return { results: rows.map(presentItem), pagination: paginationOf(page, total) }
}

/** @returns null, also for a draft and a scheduled news item */
export async function findPublished(db: Db, now: Date, id: number): Promise<News | null> {
  const row = await queries.selectOnePublished(db, now, id)
  return row ? { ...presentItem(row), parts: partsOf(row.body), changed_at: row.changed_at.toISOString() } : null
}

/** @throws AppError `not_found`, also for a draft and a scheduled news item */
export async function readPublished(db: Db, now: Date, id: number): Promise<News> {
  const news = await findPublished(db, now, id)
  if (!news) throw newsNotFound()
  return news
}

export interface FeedItem {
  id: number
  title: string
  lead: string
  publishedAt: Date
  changedAt: Date
}

/** Reads the latest published news by date only, regardless of pinning. */
export async function readLatest(db: Db, now: Date, most: number): Promise<FeedItem[]> {
  const rows = await queries.selectFreshest(db, now, most)
  return rows.map(({ id, title, lead, published_at: at, changed_at: changedAt }) => {
    const publishedAt = at ?? changedAt
    return { id, title, lead, publishedAt, changedAt: changedAt > publishedAt ? changedAt : publishedAt }
  })
}

type DraftRow = Awaited<ReturnType<typeof queries.selectScheduledNews>>['rows'][number]

const presentWaiting = (row: DraftRow, now: Date): WaitingNews => ({
  id: row.id,
  title: row.title,
  lead: row.lead,
  is_pinned: row.is_pinned,
  state: newsState(row.published_at, now),
  published_at: row.published_at?.toISOString() ?? null,
  changed_at: row.changed_at.toISOString(),
  changed_by: row.changed_by,
  version: row.version,
})

export async function listWaiting(db: Db, now: Date, query: Paging) {
  const page = pageOf(query)
  const { rows, total } = await queries.selectScheduledNews(db, now, page)
  return { results: rows.map((row) => presentWaiting(row, now)), pagination: paginationOf(page, total) }
}

/** @throws AppError `not_found` */
export async function readNewsDraft(db: Db, now: Date, id: number): Promise<NewsDraft> {
  const row = await queries.selectNewsDraft(db, id)
  if (!row) throw newsNotFound()
  return { ...presentWaiting(row, now), body: row.body, cover: coverOf(row) }
}

const NO_COVER = 'Обложка не найдена'

interface CoverRow {
  type: string
  bytes: Buffer
}

const fileOf = (id: number, cover: CoverRow | undefined) => {
  if (!cover) throw new AppError('not_found', { detail: NO_COVER })
  return { ...cover, name: `cover-${id}.${cover.type.slice('image/'.length)}` }
}

/** @throws AppError `not_found`, also for the picture of a draft or a scheduled news item */
export const readPublishedCover = async (db: Db, now: Date, id: number) =>
  fileOf(id, await queries.selectPublishedCover(db, now, id))

/** @throws AppError `not_found` */
export const readAnyCover = async (db: Db, id: number) => fileOf(id, await queries.selectCover(db, id))
