import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Problem } from '@artikul/contract/core/errors'
import { brandStyles } from '@artikul/contract/platform/brand-colors'
import type { PortalFields, PortalSettings } from '@artikul/contract/platform/portal-settings'
import type { FastifyInstance } from 'fastify'
import { pino } from 'pino'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { createApp } from '../../app.ts'
import { buildUser } from '../../modules/identity/users/users.factory.ts'
import { buildNews } from '../../modules/site/news/news.factory.ts'
import { jpegOf } from '../../testing/files/photos.ts'
import { useParties } from '../../testing/parties.factory.ts'
import { loginAs, send, TEST_SECRET, useTestApp } from '../../testing/test-app.ts'
import { readConfig } from '../config.ts'

const test_ = useTestApp({ PRODUCT_NAME: 'Ромашка' })
const { parties, admin, warranty, manager } = useParties(test_)
const URL_ = '/api/v1/portal-settings'
const PLAIN: PortalFields = { name: null, color: null, hidden_pages: [] }
const CHOSEN: PortalFields = { name: 'Запчасти «Волга»', color: '#0b6e4f', hidden_pages: ['news', 'rospart', 'api'] }
const HEAD =
  '<meta name="product-name" content="x" /><meta name="hidden-pages" content="" /><meta name="portal-logo" content="" />'
const STYLES = '<link rel="stylesheet" href="/assets/own.css">'
const BUILT = `<html><head>${HEAD}<title>x</title><link rel="icon" href="/favicon.svg" />${STYLES}</head></html>`

/** Another server on the same database, which serves pages too. */
let other: FastifyInstance
let webRoot: string
beforeAll(async () => {
  webRoot = await mkdtemp(join(tmpdir(), 'artikul-web-'))
  for (const name of ['index', 'map-frame', 'offline']) await writeFile(join(webRoot, `${name}.html`), BUILT)
  await writeFile(join(webRoot, 'sw.js'), '(f)({"box":"offline-0a1b","files":["/offline.html","/theme.js?offline"]})')
  other = await createApp({
    config: readConfig({ NODE_ENV: 'test', DATA_DIR: webRoot, PRODUCT_NAME: 'Ромашка' }, '.'),
    log: pino({ level: 'silent' }),
    clock: test_.clock,
    database: test_.appDatabase,
    secret: TEST_SECRET,
    ttlMs: 0,
    webRoot,
  })
  await other.ready()
})
afterAll(async () => {
  await other.close()
  await rm(webRoot, { recursive: true, force: true })
})
afterEach(() => test_.database.db.deleteFrom('portal_settings').execute())

test('settings of the portal are closed to others than managers, and changed by administrators', async () => {
  const payload = { version: 0, ...CHOSEN }
  const clerk = await loginAs(test_, await buildUser(test_.database.db, { role: 'ARTIKUL_ORDER_MANAGER', rights: [] }))
  const callers = [
    { headers: {}, statuses: [401, 401] },
    { headers: admin, statuses: [403, 403] },
    { headers: warranty, statuses: [403, 403] },
    { headers: clerk, statuses: [200, 403] },
  ]
  for (const { headers, statuses } of callers) {
    const seen = await send(test_, { url: URL_, headers: { ...headers } })
    const saved = await send(test_, { method: 'PATCH', url: URL_, payload, headers: { ...headers } })
    expect([seen.status, saved.status]).toEqual(statuses)
  }
})

test.each([
  [{ name: '' }, 'name'],
  [{ name: 'я'.repeat(61) }, 'name'],
  [{ name: 'Две\nстроки' }, 'name'],
  [{ color: '0b6e4f' }, 'color'],
  [{ color: '#0B6E4F' }, 'color'],
  [{ color: '#fff;}' }, 'color'],
  [{ hidden_pages: ['offer'] }, 'hidden_pages.0'],
  [{ hidden_pages: ['news', 'news'] }, 'hidden_pages'],
])('settings with %j are refused', async (fields, path) => {
  const refused = await save({ version: 0, ...CHOSEN, ...fields } as never)
  expect(refused).toMatchObject({ status: 400, json: { errors: [{ path }] } })
})

test('settings are saved over the version seen, with who changed what', async () => {
  expect((await read()).json).toMatchObject({ ...PLAIN, default_name: 'Ромашка', version: 0, changed_by: null })
  expect((await save({ version: 0, ...CHOSEN })).json).toEqual({ version: 1 })
  expect((await save({ version: 0, ...PLAIN })).json.code).toBe('stale')
  expect((await read()).json).toMatchObject({ ...CHOSEN, version: 1, changed_by: 'Иванова Мария' })
  expect((await save({ version: 1, ...PLAIN })).json).toEqual({ version: 2 })
  const rows = await test_.database.db
    .selectFrom('audit_log')
    .select('changes')
    .where('event', '=', 'portal_settings.changed')
    .orderBy('id', 'desc')
    .execute()
  expect(rows[0]?.changes).toEqual([
    { field: 'Название', before: 'Запчасти «Волга»', after: null },
    { field: 'Цвет', before: '#0b6e4f', after: null },
    { field: 'Скрытые страницы', before: 'Новости, Страница бренда, Описание API', after: null },
  ])
})

test('name and colour reach pages, emails and documents of every server without a restart', async () => {
  expect((await open('/about')).text).toContain('<title>О компании | Ромашка</title>')
  expect((await open('/')).text).not.toContain('/brand/')
  await save({ version: 0, ...CHOSEN, hidden_pages: [] })
  const { text } = await open('/about')
  expect(text).toContain('<title>О компании | Запчасти «Волга»</title>')
  expect(text).toContain('name="product-name" content="Запчасти «Волга»"')
  expect((await open('/manifest.webmanifest')).text).toContain('"name":"Запчасти «Волга»"')
  expect((await open('/offline.html')).text).toMatch(/Волга.*href="\/brand\/0b6e4f\.css\?offline"/)
  expect((await open('/sw.js')).text).toMatch(
    /"box":"offline-0a1b-[\da-f]{8}","files":\["\/offline\.html","\/brand\/0b6e4f\.css","\/brand\/0b6e4f\.svg","\/theme/,
  )
  for (const url of ['/api/openapi.json', '/api/partner/v1/openapi.json'])
    expect((await open(url)).text).toContain('Запчасти «Волга»')
  await send(test_, {
    method: 'POST',
    url: '/api/v1/password/request_reset',
    payload: { login: parties.employee.login },
  })
  const queued = () => test_.database.db.selectFrom('emails').select(['body', 'html']).execute()
  await expect.poll(queued).toHaveLength(1)
  const [email = { body: '', html: '' }] = await queued()
  expect(email.body).toContain('\n\nЗапчасти «Волга»\n')
  expect(email.html).toContain('background:#0b6e4f;color:#ffffff">')
  expect(email.html).not.toMatch(/#eb0000|#c80000|#ff0000/)
})

test('style sheet of the colour follows the one of the portal, and browsers keep it as long as it is the same', async () => {
  await save({ version: 0, ...CHOSEN })
  const { text, headers } = await open('/about')
  const [, url = ''] = /own\.css".*<link rel="stylesheet" href="([^"]+)" data-brand="">/.exec(text) ?? []
  expect(headers['content-security-policy']).toContain("style-src 'self';")
  expect(await open(url)).toMatchObject({
    text: brandStyles('#0b6e4f'),
    headers: { 'content-type': 'text/css; charset=utf-8', 'cache-control': 'public, max-age=31536000, immutable' },
  })
  expect((await open(`${url}0`)).headers['cache-control']).toBe('no-cache')
  expect(text).toMatch(/rel="icon" href="\/brand\/0b6e4f\.svg\?v=/)
  for (const path of ['/brand/red.css', '/brand/0b6e4f.js', '/brand/0b6e4f'])
    expect((await open(path)).status).toBe(404)
})

test('hidden page is not found and left out of search engines, while the others stay', async () => {
  const { id } = await buildNews(test_.database.db, { title: 'Склад в Казани' })
  await save({ version: 0, ...CHOSEN, color: null })
  for (const path of ['/news', `/news/${id}`, '/news/', '/rospart', '/api']) {
    const { status, text } = await open(path)
    expect([path, status]).toEqual([path, 404])
    expect(text).toContain('<meta name="robots" content="noindex" data-page-meta="">')
    expect(text).toContain('name="hidden-pages" content="news rospart api"')
  }
  for (const path of ['/news/rss.xml', '/api/openapi.json']) expect((await open(path)).status).toBe(404)
  for (const path of ['news', `news/${id}`, 'page-texts/rospart']) {
    const callers = await Promise.all([{}, { ...admin }, { ...manager }].map((who) => open(`/api/v1/${path}`, who)))
    expect([path, ...callers.map(({ status }) => status)]).toEqual([path, 404, 404, 200])
  }
  for (const path of ['page-texts/about', 'contacts']) expect((await open(`/api/v1/${path}`)).status).toBe(200)
  const siteMap = await open('/sitemap.xml')
  expect(siteMap.text).not.toMatch(/\/(news|rospart|api)/)
  expect((await open('/robots.txt')).text).not.toMatch(/Allow: \/(news|rospart|api)[$?]|Allow: \/news\//)
  for (const path of ['/about', '/offer', '/contacts', '/news/new']) expect((await open(path)).status).toBe(200)
  expect(siteMap.text).toContain('/about</loc>')
})

test('hidden home page leads visitors to the entrance, and stays for those signed in', async () => {
  await save({ version: 0, ...PLAIN, hidden_pages: ['home'] })
  expect(await open('/')).toMatchObject({ status: 302, headers: { location: '/login' } })
  expect((await open('/', { cookie: 'is_authenticated=true' })).status).toBe(200)
})

test('logo is re-encoded as PNG, replaces the mark of every page, and is removed', async () => {
  const upload = (payload: Buffer, headers: object = manager) =>
    send<{ hash: string } & Problem>(test_, {
      method: 'POST',
      url: `${URL_}/logo`,
      headers: { ...headers, 'content-type': 'application/octet-stream' },
      payload,
    })
  expect((await upload(jpegOf(), admin)).status).toBe(403)
  expect((await upload(Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'))).json.code).toBe('file.refused')
  const { hash } = (await upload(jpegOf())).json
  expect((await upload(jpegOf())).json.hash).toBe(hash)
  expect((await read()).json.logo).toBe(hash)
  expect((await open('/about')).text).toContain(`name="portal-logo" content="${hash}"`)
  expect(await open(`/api/v1/portal-logo/${hash}`)).toMatchObject({
    headers: { 'content-type': 'image/png', 'cache-control': 'public, max-age=31536000, immutable' },
  })
  const remove = (headers: object = manager) =>
    send(test_, { method: 'DELETE', url: `${URL_}/logo`, headers: { ...headers } })
  const removals = await Promise.all([remove(admin), remove({})])
  expect(removals.map(({ status }) => status)).toEqual([403, 401])
  expect((await remove()).status).toBe(200)
  expect((await remove()).status).toBe(404)
  expect((await open(`/api/v1/portal-logo/${hash}`)).status).toBe(404)
  expect((await open('/about')).text).toContain('name="portal-logo" content=""')
})

const read = () => send<PortalSettings>(test_, { url: URL_, headers: manager })
const save = (payload: PortalFields & { version: number }) =>
  send<{ version: number } & Problem>(test_, { method: 'PATCH', url: URL_, payload, headers: manager })
const open = async (url: string, headers: Record<string, string> = {}) => {
  const reply = await other.inject({ url, headers: { host: 'localhost', ...headers } })
  return { status: reply.statusCode, text: reply.body, headers: reply.headers }
}
