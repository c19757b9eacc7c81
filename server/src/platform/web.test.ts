import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Fastify, { type FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { asPortal } from '../testing/portal.ts'
import { readConfig } from './config.ts'
import { portalOfEnvironment } from './portal/index.ts'
import { serveWeb } from './web.ts'

const root = await mkdtemp(join(tmpdir(), 'artikul-web-'))
let app: FastifyInstance

beforeAll(async () => {
  for (const [name, text] of Object.entries(BUILT)) await writeFile(join(root, name), text)
  app = Fastify()
  const config = readConfig({ NODE_ENV: 'test', PRODUCT_NAME: 'Запчасти «Волга»' }, '.')
  const readPortal = asPortal(portalOfEnvironment(config))
  await serveWeb(app, { root, config, readPortal, headOf: async () => null })
})
afterAll(async () => {
  await app.close()
  await rm(root, { recursive: true, force: true })
})

test('web manifest has the configured name and is not cached', async () => {
  const reply = await app.inject('/manifest.webmanifest')
  expect(reply.headers).toMatchObject({
    'content-type': 'application/manifest+json; charset=utf-8',
    'cache-control': 'no-cache',
  })
  expect(reply.json()).toMatchObject({ name: 'Запчасти «Волга»', start_url: '/', scope: '/', display: 'standalone' })
})

test('content security policy allows the manifest from the own origin only', async () => {
  const { headers } = await app.inject('/')
  expect(headers['content-security-policy']).toContain("manifest-src 'self'")
  expect((await app.inject('/icon-192.png')).headers['content-type']).toBe('image/png')
})

test('service worker and offline page are revalidated on every request', async () => {
  const worker = await app.inject('/sw.js')
  expect(worker.headers).toMatchObject({
    'cache-control': 'no-cache',
    'content-type': 'application/javascript; charset=utf-8',
  })
  expect(worker.body).toBe('worker()')
  expect(worker.headers['content-security-policy']).toContain("worker-src 'self'")
  const packed = await app.inject({ url: '/sw.js', headers: { 'accept-encoding': 'br' } })
  expect(packed.headers['content-encoding']).toBe('br')
  const page = await app.inject('/offline.html')
  expect(page.headers).toMatchObject({ 'cache-control': 'no-cache', 'content-type': 'text/html; charset=utf-8' })
  expect(page.body).toContain('content="Запчасти «Волга»"')
})

test('page preloads its scripts, and those of the frame only for signed-in users', async () => {
  const scripts = async (url: string, cookie = '') => {
    const { body } = await app.inject({ url, headers: { cookie } })
    const tags = /<link rel="(?:modulepreload|preload" as="font" type="font\/woff2)" crossorigin href="([^"]+)">/g
    return [...body.matchAll(tags)].map(([, path]) => path)
  }
  const signedIn = 'user_group=1; is_authenticated=true'
  expect(await scripts('/news?page=2')).toEqual(['/assets/news.js', '/assets/parts.js'])
  expect(await scripts('/news', signedIn)).toEqual([...SCRIPTS.ofFrame, '/assets/news.js'])
  expect(await scripts('/orders/17', signedIn)).toEqual([...SCRIPTS.ofFrame, '/assets/order.js'])
  expect(await scripts('/orders/new', signedIn)).toEqual(SCRIPTS.ofFrame)
  expect(await scripts('/nowhere', signedIn)).toEqual(SCRIPTS.ofFrame)
  for (const path of ['/orders/17', '/nowhere', '/orders/1/2']) expect(await scripts(path)).toEqual([])
})

const SCRIPTS = {
  pages: [
    { path: '/news', isForMembers: false, scripts: ['/assets/news.js', '/assets/parts.js'] },
    { path: '/orders/$id', isForMembers: true, scripts: ['/assets/order.js', '/assets/parts.js'] },
    { path: '/orders/new', isForMembers: true, scripts: [] },
  ],
  ofFrame: ['/assets/frame.js', '/assets/parts.js', '/assets/rouble.woff2'],
}

/** Files of the built web application. */
const BUILT = {
  'index.html': '<title>Артикул</title></head>',
  'map-frame.html': '',
  'offline.html': '<meta name="product-name" content="Артикул" />',
  'sw.js': 'worker()',
  'sw.js.br': 'packed',
  'icon-192.png': 'png',
  'pages.json': JSON.stringify(SCRIPTS),
}
