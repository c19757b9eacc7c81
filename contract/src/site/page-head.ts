import type { PortalPage } from '../platform/portal-settings.ts'
import type { News } from './news.ts'

/** Public path of the picture of a published news item. */
export const coverPath = (id: number) => `/api/v1/news-covers/${id}`
/** Public path of the portal's logo. */
export const logoPath = (hash: string) => `/api/v1/portal-logo/${hash}`
/** Path of the news feed (RSS 2.0). */
export const FEED_PATH = '/news/rss.xml'

/** Head of a page for search engines and messengers. */
export interface PageHead {
  title: string
  description?: string | undefined
  robots?: string | undefined
  /** Path with the significant part of the query; absent for pages that are not public. */
  canonical?: string | undefined
  /** Path of the picture shown with a link. */
  image?: string | undefined
  kind?: 'website' | 'article' | undefined
  /** schema.org, as JSON-LD; paths in it begin with `/` under the keys `url`, `image`, `logo`, `mainEntityOfPage`. */
  structured?: object | undefined
}

/** One tag of the document's head. */
export interface HeadTag {
  tag: 'meta' | 'link' | 'script'
  attributes: Readonly<Record<string, string>>
  text?: string
}

/** Name of the portal, its origin (`https://…` without a trailing slash) and the public pages it does without. */
export interface Site {
  productName: string
  origin: string
  hiddenPages: readonly PortalPage[]
}

/** Public pages by path, shared by the site map, the first reply of the server and the menu of the web. */
export const PUBLIC_PAGES = {
  '/': {
    title: 'Главная',
    description: 'Оптовый портал автозапчастей: поиск по артикулу, свои цены, сроки, заказы и счета',
  },
  '/news': {
    title: 'Новости',
    description: 'Новости поставщика автозапчастей: склады, бренды, график работы и условия возврата',
  },
  '/about': {
    title: 'О компании',
    description: 'Кто мы, какие запчасти поставляем, где наши склады и как с нами работать',
  },
  '/rospart': {
    title: 'Роспарт',
    description: 'Роспарт — собственный бренд запчастей: ассортимент, проверка качества и гарантия',
  },
  '/contacts': {
    title: 'Контакты',
    description: 'Адреса, телефоны, часы работы и реквизиты оптового портала автозапчастей',
  },
  '/offer': {
    title: 'Оферта',
    description: 'Условия оферты, согласие на обработку персональных данных и политика их обработки',
  },
  '/api': {
    title: 'Описание API',
    description: 'Описание API портала: запросы, ответы и ошибки',
  },
} as const satisfies Record<string, { title: string; description: string }>
export type PublicPath = keyof typeof PUBLIC_PAGES

export const isPublicPath = (path: string): path is PublicPath => path in PUBLIC_PAGES

const PORTAL_PAGE_OF: Readonly<Record<string, PortalPage>> = {
  '/': 'home',
  '/news': 'news',
  '/about': 'about',
  '/rospart': 'rospart',
  '/contacts': 'contacts',
  '/api': 'api',
}

/** Returns the page that may be hidden at the path: one of {@link PUBLIC_PAGES} or a news item. */
export function portalPageOf(path: string): PortalPage | null {
  const bare = path.length > 1 && path.endsWith('/') ? path.slice(0, -1) : path
  if (/^\/news\/(?!new$)[^/]+$/.test(bare)) return 'news'
  return Object.hasOwn(PORTAL_PAGE_OF, bare) ? (PORTAL_PAGE_OF[bare] ?? null) : null
}

/** Lists the paths of {@link PUBLIC_PAGES} that are not hidden. */
export const shownPaths = ({ hiddenPages }: Pick<Site, 'hiddenPages'>): PublicPath[] =>
  (Object.keys(PUBLIC_PAGES) as PublicPath[]).filter((path) => {
    const page = portalPageOf(path)
    return page === null || !hiddenPages.includes(page)
  })

/** @param product product name, which identifies the organisation */
const organisation = (product: string) => ({ '@type': 'Organization', name: product, url: '/', logo: '/favicon.svg' })

/** Builds the head of one of {@link PUBLIC_PAGES}; the home page also describes the organisation. */
export const headOfPublic = (path: PublicPath, { productName }: Pick<Site, 'productName'>): PageHead => ({
  ...PUBLIC_PAGES[path],
  canonical: path,
  ...(path === '/' && { structured: { '@context': 'https://schema.org', ...organisation(productName) } }),
})

/** Builds the head of a published news item. */
export const headOfNews = (
  news: Pick<News, 'id' | 'title' | 'lead' | 'cover' | 'published_at' | 'changed_at'>,
  { productName }: Pick<Site, 'productName'>,
): PageHead => {
  const path = `/news/${news.id}`
  const image = news.cover ? coverPath(news.cover.id) : undefined
  return {
    title: news.title,
    description: news.lead,
    canonical: path,
    image,
    kind: 'article',
    structured: {
      '@context': 'https://schema.org',
      '@type': 'NewsArticle',
      headline: news.title,
      description: news.lead,
      datePublished: news.published_at,
      dateModified: news.changed_at,
      mainEntityOfPage: path,
      ...(image && { image }),
      author: organisation(productName),
      publisher: organisation(productName),
    },
  }
}

/** Page that does not exist or no longer exists. */
export const MISSING_PAGE: PageHead = { title: 'Страница не найдена', robots: 'noindex' }

const ADDRESSES = new Set(['url', 'image', 'logo', 'mainEntityOfPage'])

/** Serialises JSON safely for a `script` element, so that nothing in it can end the element. Paths become URLs. */
const asScript = (value: object, origin: string) =>
  JSON.stringify(value, (key, one: unknown) =>
    ADDRESSES.has(key) && typeof one === 'string' && one.startsWith('/') ? origin + one : one,
  ).replaceAll('<', '\\u003c')

/** Formats «{title} | {product}». */
export const documentTitle = ({ title }: PageHead, { productName }: Pick<Site, 'productName'>) =>
  `${title} | ${productName}`

/**
 * Builds the tags of a page besides its title; the server writes them into its first reply, and the web keeps them
 * current.
 */
export function headTags(head: PageHead, site: Site): HeadTag[] {
  const { description, robots, canonical, image, kind = 'website', structured } = head
  const meta = (name: string, content: string | undefined): HeadTag[] =>
    content ? [{ tag: 'meta', attributes: { name, content } }] : []
  const graph = (property: string, content: string | undefined): HeadTag[] =>
    content ? [{ tag: 'meta', attributes: { property, content } }] : []
  const url = canonical === undefined ? undefined : site.origin + canonical
  const tags = [...meta('description', description), ...meta('robots', robots)]
  if (url === undefined) return tags
  return [
    ...tags,
    { tag: 'link', attributes: { rel: 'canonical', href: url } },
    ...graph('og:type', kind),
    ...graph('og:site_name', site.productName),
    ...graph('og:locale', 'ru_RU'),
    ...graph('og:title', head.title),
    ...graph('og:description', description),
    ...graph('og:url', url),
    ...graph('og:image', image && site.origin + image),
    ...(structured
      ? [
          {
            tag: 'script' as const,
            attributes: { type: 'application/ld+json' },
            text: asScript(structured, site.origin),
          },
        ]
      : []),
  ]
}
