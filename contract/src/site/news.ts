import { z } from 'zod'
import { keysOf } from '../core/keys.ts'
import { Empty, Id, IdParams, listOf, Moment, pageQuery, requiredText, text, Version } from '../core/fields.ts'
import { RichText } from '../core/rich-text.ts'
import { defineRoutes, FILE } from '../core/route.ts'

export const MAX_COVER_BYTES = 5 * 1024 * 1024
/** Number of newest news on the home page. */
export const NEWS_AT_HOME = 3

/** A draft is visible to managers only; a scheduled one is published automatically at its time. */
export const NEWS_STATES = {
  draft: 'Черновик',
  scheduled: 'Запланирована',
  published: 'Опубликована',
} as const
export type NewsState = keyof typeof NEWS_STATES
export const NewsState = z.enum(keysOf(NEWS_STATES))

/** Picture above a news item; its size reserves the space until it is loaded. */
export const NewsCover = z.object({ id: Id, width: z.int().positive(), height: z.int().positive() })
export type NewsCover = z.infer<typeof NewsCover>

/** News item in a list. */
export const NewsItem = z.object({
  id: Id,
  title: z.string(),
  /** «Анонс»: a few plain sentences, also used for feeds and search engines. */
  lead: z.string(),
  cover: NewsCover.nullable(),
  is_pinned: z.boolean(),
  published_at: Moment,
})
export type NewsItem = z.infer<typeof NewsItem>

export const News = NewsItem.extend({
  /** Parsed text, ready to render. */
  parts: RichText,
  changed_at: Moment,
})
export type News = z.infer<typeof News>

/** News item as seen by its authors. */
export const NewsDraft = z.object({
  id: Id,
  title: z.string(),
  lead: z.string(),
  body: z.string(),
  cover: NewsCover.nullable(),
  is_pinned: z.boolean(),
  state: NewsState,
  /** `null` for a draft; a future time for scheduled news. */
  published_at: Moment.nullable(),
  changed_at: Moment,
  /** Author of the last change. */
  changed_by: z.string(),
  version: Version,
})
export type NewsDraft = z.infer<typeof NewsDraft>

/** News item waiting for publication, in a list. */
export const WaitingNews = NewsDraft.omit({ body: true, cover: true })
export type WaitingNews = z.infer<typeof WaitingNews>

/** A draft needs a title; publishing also needs a lead and a text. */
export const NewNews = z.strictObject({
  title: requiredText(150),
  lead: text(400),
  body: text(20_000),
  /** Previously uploaded picture. */
  cover_id: Id.nullable(),
  is_pinned: z.boolean(),
})
export type NewNews = z.infer<typeof NewNews>

export const NewsPatch = z.strictObject({ version: Version, ...NewNews.partial().shape })
export type NewsPatch = z.infer<typeof NewsPatch>

const PATH = '/api/v1/news'
const DESK = '/api/v1/manager/news'
const ONE = `${DESK}/:id`
const COVERS = '/api/v1/manager/news-covers'
const list = z.strictObject(pageQuery)
const changed = z.object({ version: Version })

export const newsRoutes = defineRoutes({
  list: {
    method: 'GET',
    path: PATH,
    summary: 'Новости: закреплённые, затем свежие',
    access: 'public',
    page: 'news',
    query: list,
    reply: listOf(NewsItem),
  },
  get: {
    method: 'GET',
    path: `${PATH}/:id`,
    summary: 'Одна новость',
    access: 'public',
    page: 'news',
    params: IdParams,
    reply: News,
  },
  cover: {
    method: 'GET',
    path: '/api/v1/news-covers/:id',
    summary: 'Обложка опубликованной новости',
    access: 'public',
    params: IdParams,
    reply: FILE,
  },
  waiting: {
    method: 'GET',
    path: DESK,
    summary: 'Черновики и запланированные новости',
    access: 'site:manage',
    query: list,
    reply: listOf(WaitingNews),
  },
  draft: {
    method: 'GET',
    path: ONE,
    summary: 'Новость для изменения, в любом статусе',
    access: 'site:manage',
    params: IdParams,
    reply: NewsDraft,
  },
  create: {
    method: 'POST',
    path: DESK,
    summary: 'Новый черновик новости',
    access: 'site:manage',
    body: NewNews,
    reply: z.object({ id: Id, version: Version }),
    status: 201,
  },
  update: {
    method: 'PATCH',
    path: ONE,
    summary: 'Изменение новости',
    access: 'site:manage',
    params: IdParams,
    body: NewsPatch,
    example: { version: 1 },
    reply: changed,
  },
  publish: {
    method: 'POST',
    path: `${ONE}/publish`,
    summary: 'Опубликовать сейчас или в назначенное время',
    access: 'site:manage',
    params: IdParams,
    body: z.strictObject({
      version: Version,
      /** `null` publishes now. */
      at: Moment.nullable(),
    }),
    example: { version: 1, at: null },
    reply: changed,
  },
  withdraw: {
    method: 'POST',
    path: `${ONE}/withdraw`,
    summary: 'Снять новость с публикации: она снова черновик',
    access: 'site:manage',
    params: IdParams,
    body: z.strictObject({ version: Version }),
    example: { version: 1 },
    reply: changed,
  },
  remove: {
    method: 'DELETE',
    path: ONE,
    summary: 'Удаление черновика новости',
    access: 'site:manage',
    params: IdParams,
    reply: Empty,
  },
  addCover: {
    method: 'POST',
    path: COVERS,
    summary: 'Обложка для новости (JPEG, PNG или WebP), до 5 МБ',
    access: 'site:manage',
    upload: MAX_COVER_BYTES,
    reply: NewsCover,
    status: 201,
  },
  draftCover: {
    method: 'GET',
    path: `${COVERS}/:id`,
    summary: 'Обложка для менеджера, также неопубликованная',
    access: 'site:manage',
    params: IdParams,
    reply: FILE,
  },
})
