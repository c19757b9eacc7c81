import { FEED_PATH, PUBLIC_PAGES, shownPaths, type Site } from '@artikul/contract/site/page-head'
import type { FeedItem } from '../news/index.ts'

/** Characters that XML 1.0 cannot represent. */
const UNWRITABLE = /[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/gu

const escaped = (text: string) =>
  text
    .replace(UNWRITABLE, '')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')

const DECLARATION = '<?xml version="1.0" encoding="UTF-8"?>\n'

/** Renders the RSS 2.0 feed of news with plain leads. */
export function writeFeed(items: readonly FeedItem[], { productName, origin }: Site): string {
  const { title, description } = PUBLIC_PAGES['/news']
  const rows = items.map(({ id, title: name, lead, publishedAt }) => {
    const link = escaped(`${origin}/news/${id}`)
    return `<item><title>${escaped(name)}</title><link>${link}</link><guid>${link}</guid><pubDate>${publishedAt.toUTCString()}</pubDate><description>${escaped(lead)}</description></item>`
  })
  return [
    DECLARATION,
    '<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom"><channel>',
    `<title>${escaped(`${title} | ${productName}`)}</title><link>${escaped(`${origin}/news`)}</link>`,
    `<description>${escaped(description)}</description><language>ru</language>`,
    `<atom:link href="${escaped(origin + FEED_PATH)}" rel="self" type="application/rss+xml"/>`,
    ...rows,
    '</channel></rss>\n',
  ].join('')
}

/** Renders the sitemap (sitemaps.org 0.9): public pages that are not hidden, and published news. */
export function writeSiteMap(items: readonly FeedItem[], site: Pick<Site, 'origin' | 'hiddenPages'>): string {
  const { origin } = site
  const pages = shownPaths(site).map((path) => `<url><loc>${escaped(origin + path)}</loc></url>`)
  const news = items.map(
    ({ id, changedAt }) =>
      `<url><loc>${escaped(`${origin}/news/${id}`)}</loc><lastmod>${changedAt.toISOString()}</lastmod></url>`,
  )
  return `${DECLARATION}<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${[...pages, ...news].join('')}</urlset>\n`
}

/** Resources required for rendering public pages. */
const DRAWN_WITH = [
  '/assets/',
  '/brand/',
  '/theme.js',
  '/favicon.svg',
  '/api/v1/news',
  '/api/v1/known-brands',
  '/api/v1/page-texts/',
  '/api/v1/contacts',
  '/api/v1/legal/',
]

/** Renders robots.txt, which allows public pages only. */
export function writeRobots(site: Pick<Site, 'origin' | 'hiddenPages'>): string {
  const pages = shownPaths(site).map((path) => `${path}$`)
  const news = site.hiddenPages.includes('news') ? [] : ['/news?', '/news/']
  const allowed = [...pages, ...news, '/offer?', ...DRAWN_WITH]
  return [
    'User-agent: *',
    ...allowed.map((path) => `Allow: ${path}`),
    'Disallow: /news/new',
    'Disallow: /',
    '',
    `Sitemap: ${site.origin}/sitemap.xml`,
    '',
  ].join('\n')
}
