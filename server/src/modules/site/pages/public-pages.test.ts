import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { pino } from 'pino'
import { SaxesParser } from 'saxes'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createApp } from '../../../app.ts'
import { readConfig } from '../../../platform/config.ts'
import { TEST_SECRET, useTestApp } from '../../../testing/test-app.ts'
import { buildNews } from '../news/news.factory.ts'

const test_ = useTestApp()
const ORIGIN = 'https://portal.example.test'
const BUILT = '<html><head><meta name="product-name" content="x" /><title>x</title></head><body></body></html>'
const HOSTILE = '</title></script><script>alert(1)</script>"&'

let webRoot: string
let app: FastifyInstance
let published: { id: number; coverId: number }
let hostile: { id: number }
let hidden: { id: number }[]
beforeAll(startSite)
afterAll(async () => {
  await app.close()
  await rm(webRoot, { recursive: true, force: true })
})

test('RSS feed holds published news only', async () => {
  const { text, headers } = await open('/news/rss.xml')
  expect(headers['content-type']).toBe('application/rss+xml; charset=utf-8')
  expect(textsOf(text, 'title').toSorted()).toEqual(['Новости | Артикул', 'Склад в Казани', HOSTILE].toSorted())
  expect(textsOf(text, 'guid')).toContain(`${ORIGIN}/news/${published.id}`)
  expect(textsOf(text, 'pubDate')[0]).toBe('Sun, 01 Nov 2026 09:00:00 GMT')
  expect(textsOf(text, 'description')).toContain(HOSTILE)
})

test('sitemap holds public pages and published news only', async () => {
  const { text } = await open('/sitemap.xml')
  const addresses = textsOf(text, 'loc')
  expect(addresses).toEqual(
    expect.arrayContaining([`${ORIGIN}/`, `${ORIGIN}/news`, `${ORIGIN}/about`, `${ORIGIN}/news/${published.id}`]),
  )
  expect(addresses.some((one) => hidden.some(({ id }) => one.endsWith(`/news/${id}`)))).toBe(false)
  expect(addresses.some((one) => /orders|cart|login/.test(one))).toBe(false)
})

test('robots.txt allows search engines public pages only', async () => {
  const { text, headers } = await open('/robots.txt')
  expect(headers['content-type']).toBe('text/plain; charset=utf-8')
  const rules = text.split('\n')
  expect(rules).toEqual(
    expect.arrayContaining(['Allow: /$', 'Allow: /news/', 'Disallow: /', `Sitemap: ${ORIGIN}/sitemap.xml`]),
  )
  expect(text).not.toMatch(/Allow: \/(orders|catalog|cart)/)
})

test('news page has its title, description and metadata in the first response', async () => {
  const { text, headers, status } = await open(`/news/${published.id}?utm_source=mail`)
  expect(status).toBe(200)
  expect(headers['content-security-policy']).toContain("script-src 'self';")
  expect(text).toContain('<title>Склад в Казани | Артикул</title>')
  expect(text).toContain('<meta name="description" content="Везём за день" data-page-meta="">')
  expect(text).toContain(`<link rel="canonical" href="${ORIGIN}/news/${published.id}" data-page-meta="">`)
  expect(text).toContain(`<meta property="og:image" content="${ORIGIN}/api/v1/news-covers/${published.coverId}"`)
  const [, data = '{}'] = /<script type="application\/ld\+json"[^>]*>(.*?)<\/script>/.exec(text) ?? []
  expect(JSON.parse(data)).toMatchObject({
    '@type': 'NewsArticle',
    headline: 'Склад в Казани',
    datePublished: '2026-11-01T09:00:00.000Z',
    mainEntityOfPage: `${ORIGIN}/news/${published.id}`,
    publisher: { name: 'Артикул', url: `${ORIGIN}/` },
  })
})

test('news text never becomes HTML markup of the page', async () => {
  const { text } = await open(`/news/${hostile.id}`)
  expect(text).not.toContain('<script>alert')
  expect(text.match(/<script/g)).toHaveLength(1)
  const [, data = '{}'] = /<script type="application\/ld\+json"[^>]*>(.*?)<\/script>/.exec(text) ?? []
  expect(JSON.parse(data)).toMatchObject({ headline: HOSTILE })
})

test('draft, scheduled and missing news get the same response', async () => {
  const paths = [...hidden.map(({ id }) => `/news/${id}`), '/news/2147483000', '/news/abc', '/news/0']
  const pages = await Promise.all(paths.map(open))
  expect(new Set(pages.map(({ text }) => text)).size).toBe(1)
  expect(pages[0]?.text).toContain('<meta name="robots" content="noindex" data-page-meta="">')
  expect(pages[0]?.text).not.toContain('canonical')
})

test('pages behind sign-in get no metadata', async () => {
  for (const path of ['/orders', '/news/new', '/news/1/edit', '/catalog/any', '/constructor', '/__proto__'])
    expect((await open(path)).text).toBe(BUILT.replace('content="x"', 'content="Артикул"'))
  expect((await open('/about')).text).toContain('<title>О компании | Артикул</title>')
  expect((await open('/')).text).toContain('"@type":"Organization"')
})

describe('security.txt', () => {
  const PATH = '/.well-known/security.txt'

  test('gives a contact and expires in less than a year', async () => {
    const { status, text, headers } = await open(PATH)
    expect([status, headers['content-type']]).toEqual([200, 'text/plain; charset=utf-8'])
    const fields = new Map(
      text
        .trimEnd()
        .split('\n')
        .map((line) => line.split(/: (.*)/) as [string, string]),
    )
    expect(Object.fromEntries(fields)).toEqual({
      Contact: 'mailto:security@example.test',
      Expires: '2027-05-16T09:00:00.000Z',
      'Preferred-Languages': 'ru, en',
      Canonical: `${ORIGIN}${PATH}`,
    })
  })

  test('is missing without a configured contact', async () => {
    const reply = await test_.app.inject({ url: PATH })
    expect([reply.statusCode, reply.json<{ code: string }>().code]).toEqual([404, 'not_found'])
  })

  test.each(['security@example.ru', 'http://example.ru', 'javascript:alert(1)', 'mailto:a@b\nExpires: 1'])(
    'rejects the contact %j',
    (contact) => {
      expect(() => readConfig({ SECURITY_CONTACT: contact }, '.')).toThrow('Настройка SECURITY_CONTACT')
    },
  )
})

async function startSite() {
  const { db } = test_.database
  published = await buildNews(db, { title: 'Склад в Казани', lead: 'Везём за день', hasCover: true })
  hostile = await buildNews(db, { title: HOSTILE, lead: `${HOSTILE}\u0001` })
  hidden = [
    await buildNews(db, { title: 'Черновик', publishedAt: null }),
    await buildNews(db, { title: 'Завтра', publishedAt: new Date('2026-11-18T09:00:00Z') }),
  ]
  webRoot = await mkdtemp(join(tmpdir(), 'artikul-web-'))
  await writeFile(join(webRoot, 'index.html'), BUILT)
  for (const name of ['map-frame.html', 'offline.html']) await writeFile(join(webRoot, name), BUILT)
  app = await createApp({
    config: readConfig(
      {
        NODE_ENV: 'test',
        DATA_DIR: webRoot,
        PUBLIC_ORIGIN: `${ORIGIN}/`,
        SECURITY_CONTACT: 'mailto:security@example.test',
      },
      '.',
    ),
    log: pino({ level: 'silent' }),
    clock: test_.clock,
    database: test_.appDatabase,
    secret: TEST_SECRET,
    ttlMs: 0,
    webRoot,
  })
  await app.ready()
}

const open = async (url: string) => {
  const reply = await app.inject({ url, headers: { host: 'portal.example.test' } })
  return { status: reply.statusCode, text: reply.body, headers: reply.headers }
}

/** Parses addresses and names of an XML document with a parser that rejects malformed XML. */
function textsOf(xml: string, name: string): string[] {
  const texts: string[] = []
  let inside = false
  const parser = new SaxesParser()
  parser.on('opentag', (tag) => {
    inside = tag.name === name
    if (inside) texts.push('')
  })
  parser.on('text', (text) => {
    if (inside) texts.push((texts.pop() ?? '') + text)
  })
  parser.on('closetag', () => {
    inside = false
  })
  parser.write(xml).close()
  return texts
}
