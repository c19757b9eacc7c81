import { z } from 'zod'
import { listOf, Moment, pageQuery, requiredText, VersionOrNone } from '../core/fields.ts'
import { RichText } from '../core/rich-text.ts'
import { defineRoutes } from '../core/route.ts'

/** Pages whose whole text is edited by staff. */
export const TextPage = z.enum(['about', 'rospart'])
export type TextPage = z.infer<typeof TextPage>

/** Displayed version; older ones are stored. */
export const PageText = z.object({
  page: TextPage,
  /** 0 before the first version. */
  version: z.int().min(0),
  /** Source text in Markdown. */
  body: z.string(),
  /** Parsed text, ready to render. */
  parts: RichText,
  changed_at: Moment.nullable(),
})
export type PageText = z.infer<typeof PageText>

/** One version in the list of all. */
export const PageVersion = z.object({ version: z.int(), by: z.string(), at: Moment })
export type PageVersion = z.infer<typeof PageVersion>

export const NewPageText = z.strictObject({
  /** Version displayed to the author; 0 when there was none. */
  version: VersionOrNone,
  body: requiredText(30_000),
})
export type NewPageText = z.infer<typeof NewPageText>

const OnePage = z.strictObject({ page: TextPage })
const DESK = '/api/v1/manager/page-texts/:page'

export const pageTextRoutes = defineRoutes({
  get: {
    method: 'GET',
    path: '/api/v1/page-texts/:page',
    summary: 'Текст страницы «О компании» или страницы бренда',
    access: 'public',
    page: ':page',
    params: OnePage,
    reply: PageText,
  },
  replace: {
    method: 'PATCH',
    path: DESK,
    summary: 'Новая версия текста страницы',
    access: 'site:manage',
    params: OnePage,
    body: NewPageText,
    reply: z.object({ version: z.int() }),
  },
  versions: {
    method: 'GET',
    path: `${DESK}/versions`,
    summary: 'Версии текста страницы, новые сверху',
    access: 'site:manage',
    params: OnePage,
    query: z.strictObject(pageQuery),
    reply: listOf(PageVersion),
  },
  version: {
    method: 'GET',
    path: `${DESK}/versions/:version`,
    summary: 'Текст одной версии',
    access: 'site:manage',
    params: OnePage.extend({
      version: z
        .string()
        .regex(/^[1-9]\d{0,8}$/, 'Неверный номер')
        .transform(Number),
    }),
    reply: PageVersion.extend({ body: z.string() }),
  },
})
