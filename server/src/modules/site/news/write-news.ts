import { omitUndefined } from '@artikul/contract/core/omit-undefined'
import type { NewNews, NewsCover, NewsPatch } from '@artikul/contract/site/news'
import type { Kysely, Selectable, Transaction } from 'kysely'
import { moscowMoment, type Clock } from '../../../platform/clock.ts'
import { brokenConstraint } from '../../../platform/db/broken-constraint.ts'
import type { DB } from '../../../platform/db/index.ts'
import { AppError } from '../../../platform/errors.ts'
import type { Author } from '../../../platform/http/index.ts'
import { decodePhoto } from '../../../platform/files/photo.ts'
import { requireReadable } from '../../../platform/files/rich-text.ts'
import { changesBetween, recordEvent, type AuditedField } from '../../../platform/audit/index.ts'
import * as queries from './news.queries.ts'
import { newsNotFound, newsState } from './read-news.ts'

/** Pictures that stay unused for this long are purged. */
/** Furthest time of a scheduled publication, which catches a mistyped year. */
const FURTHEST_MS = 366 * 24 * 3_600_000

type Tx = Transaction<DB>
type Row = Selectable<DB['news']>
type AuditedNews = Pick<Row, 'title' | 'lead' | 'body' | 'cover_id' | 'is_pinned'>

const FIELDS: readonly AuditedField<AuditedNews>[] = [
  ['Заголовок', ({ title }) => title],
  ['Анонс', ({ lead }) => lead],
  ['Текст', ({ body }) => body],
  ['Обложка', ({ cover_id: id }) => (id === null ? null : `№ ${id}`)],
  ['Закреплена', ({ is_pinned: isPinned }) => (isPinned ? 'да' : null)],
]

const objectOf = ({ title }: Pick<Row, 'title'>) => `Новость «${title}»`

const refusal = (path: string, message: string) => new AppError('input.invalid', { errors: [{ path, message }] })

/**
 * Requires a lead and a text for publication.
 * @throws AppError `input.invalid`
 */
function requireWhole({ lead, body }: Pick<Row, 'lead' | 'body'>) {
  const errors = [
    ...(lead === '' ? [{ path: 'lead', message: 'Без анонса новость не опубликовать' }] : []),
    ...(body === '' ? [{ path: 'body', message: 'Без текста новость не опубликовать' }] : []),
  ]
  if (errors.length > 0) throw new AppError('input.invalid', { errors })
}

/**
 * Locks the news item until the transaction ends.
 * @throws AppError `not_found`, `stale` when it was changed meanwhile
 */
async function lockNews(tx: Tx, id: number, version: number): Promise<Row> {
  const news = await queries.lockNews(tx, id)
  if (!news) throw newsNotFound()
  if (news.version !== version) throw new AppError('stale')
  return news
}

const COVER_GONE = 'Обложка не найдена: загрузите её снова'

/** @throws AppError `input.invalid` */
async function lockCover(tx: Tx, id: number | null | undefined) {
  if (typeof id === 'number' && !(await queries.lockCover(tx, id))) throw refusal('cover_id', COVER_GONE)
}

/** Translates the violation of a picture's unique use: sharing would delete it with either news item. */
function rethrowCoverUsed(error: unknown): never {
  throw brokenConstraint(error) === 'news_cover_id_key' ? refusal('cover_id', COVER_GONE) : error
}

interface Deps {
  clock: Clock
}

/**
 * Creates a draft.
 * @throws AppError `input.invalid` when the picture is missing or used by another news item, or the text cannot be
 * rendered
 */
export async function createNews(db: Kysely<DB>, { clock }: Deps, author: Author, news: NewNews) {
  requireReadable(news.body)
  return db.transaction().execute(async (tx) => {
    await lockCover(tx, news.cover_id)
    const made = await queries.insertNews(tx, author, { ...news, created_at: clock.now() }).catch(rethrowCoverUsed)
    const changes = changesBetween(FIELDS, null, news)
    await recordEvent(tx, author, { event: 'news.created', object: objectOf(news), changes })
    return made
  })
}

/** @throws AppError `not_found`, `stale`, `input.invalid` */
export async function changeNews(
  db: Kysely<DB>,
  { clock }: Deps,
  author: Author,
  id: number,
  { version, ...sent }: NewsPatch,
): Promise<{ version: number }> {
  if (sent.body !== undefined) requireReadable(sent.body)
  return db.transaction().execute(async (tx) => {
    const news = await lockNews(tx, id, version)
    const next = { ...news, ...omitUndefined(sent) }
    if (next.published_at !== null) requireWhole(next)
    const changes = changesBetween(FIELDS, news, next)
    if (changes.length === 0) return { version }
    const isCoverNew = next.cover_id !== news.cover_id
    if (isCoverNew) await lockCover(tx, next.cover_id)
    const saved = await queries
      .updateNews(tx, author, id, { ...omitUndefined(sent), changed_at: clock.now() })
      .catch(rethrowCoverUsed)
    if (isCoverNew && news.cover_id !== null) await queries.deleteCover(tx, news.cover_id)
    await recordEvent(tx, author, { event: 'news.changed', object: objectOf(next), changes })
    return saved
  })
}

const momentText = (moment: Date | null) => moment && moscowMoment(moment)

/**
 * Publishes a draft or a scheduled news item, immediately or at a future moment.
 * @param at ISO 8601; null for now
 * @throws AppError `not_found`, `stale`, `news.invalid_state` when already published, `input.invalid`
 */
export async function publishNews(
  db: Kysely<DB>,
  { clock }: Deps,
  author: Author,
  id: number,
  { version, at }: { version: number; at: string | null },
): Promise<{ version: number }> {
  return db.transaction().execute(async (tx) => {
    const news = await lockNews(tx, id, version)
    const now = clock.now()
    if (newsState(news.published_at, now) === 'published') throw new AppError('news.invalid_state')
    requireWhole(news)
    const moment = at === null ? now : new Date(at)
    if (at !== null && moment <= now) throw refusal('at', 'Это время уже прошло')
    if (moment.getTime() - now.getTime() > FURTHEST_MS) throw refusal('at', 'Не дальше года вперёд')
    const saved = await queries.updateNews(tx, author, id, { published_at: moment, changed_at: now })
    const changes = [{ field: 'Публикация', before: momentText(news.published_at), after: momentText(moment) }]
    await recordEvent(tx, author, { event: 'news.published', object: objectOf(news), changes })
    return saved
  })
}

/**
 * Turns a published or scheduled news item into a draft.
 * @throws AppError `not_found`, `stale`, `news.invalid_state` when it is already a draft
 */
export async function withdrawNews(
  db: Kysely<DB>,
  { clock }: Deps,
  author: Author,
  id: number,
  version: number,
): Promise<{ version: number }> {
  return db.transaction().execute(async (tx) => {
    const news = await lockNews(tx, id, version)
    if (news.published_at === null) throw new AppError('news.invalid_state')
    const saved = await queries.updateNews(tx, author, id, { published_at: null, changed_at: clock.now() })
    const changes = [{ field: 'Публикация', before: momentText(news.published_at), after: null }]
    await recordEvent(tx, author, { event: 'news.withdrawn', object: objectOf(news), changes })
    return saved
  })
}

/**
 * Deletes a draft with its picture.
 * @throws AppError `not_found`, `news.invalid_state` for a news item that is no draft
 */
export async function removeNews(db: Kysely<DB>, author: Author, id: number): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const news = await queries.lockNews(tx, id)
    if (!news) throw newsNotFound()
    if (news.published_at !== null) throw new AppError('news.invalid_state')
    await queries.deleteNews(tx, id)
    if (news.cover_id !== null) await queries.deleteCover(tx, news.cover_id)
    const changes = changesBetween(FIELDS, news, null)
    await recordEvent(tx, author, { event: 'news.removed', object: objectOf(news), changes })
  })
}

/**
 * Stores a picture for a news item without its camera metadata.
 * @throws AppError `file.refused`
 */
export async function addCover(db: Kysely<DB>, { clock }: Deps, author: Author, bytes: Buffer): Promise<NewsCover> {
  const photo = await decodePhoto(bytes)
  const { id } = await queries.insertCover(db, author, { ...photo, created_at: clock.now() })
  const { width, height } = photo
  return { id, width, height }
}
