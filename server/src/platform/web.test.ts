import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Fastify, { type FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readConfig } from './config.ts'
import { serveWeb } from './web.ts'

const root = await mkdtemp(join(tmpdir(), 'artikul-web-'))
let app: FastifyInstance

beforeAll(async () => {
  await writeFile(join(root, 'index.html'), '<title>Артикул</title></head>')
  await writeFile(join(root, 'map-frame.html'), '')
  await writeFile(join(root, 'icon-192.png'), 'png')
  app = Fastify()
  const config = readConfig({ NODE_ENV: 'test', PRODUCT_NAME: 'Запчасти «Волга»' }, '.')
  await serveWeb(app, { root, config, headOf: async () => null })
})
afterAll(async () => {
  await app.close()
  await rm(root, { recursive: true, force: true })
})

test('the portal is installed under the configured name, and asked for anew each time', async () => {
  const reply = await app.inject('/manifest.webmanifest')
  expect(reply.headers).toMatchObject({
    'content-type': 'application/manifest+json; charset=utf-8',
    'cache-control': 'no-cache',
  })
  expect(reply.json()).toMatchObject({ name: 'Запчасти «Волга»', start_url: '/', scope: '/', display: 'standalone' })
})

test('the content policy lets the manifest in, and nothing of another origin', async () => {
  const { headers } = await app.inject('/')
  expect(headers['content-security-policy']).toContain("manifest-src 'self'")
  expect((await app.inject('/icon-192.png')).headers['content-type']).toBe('image/png')
})
