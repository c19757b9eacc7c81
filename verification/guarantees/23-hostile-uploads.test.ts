import { once } from 'node:events'
import { existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { request } from 'node:http'
import { createServer, type AddressInfo, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { API } from '@artikul/contract/api'
import type { Route } from '@artikul/contract/core/route'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { csvOf } from '../../server/src/modules/suppliers/price-list-import/price-list.factory.ts'
import { bankFile } from '../../server/src/modules/billing/payments/payments.factory.ts'
import { useTestApp } from '../../server/src/testing/test-app.ts'
import { jpegOf } from '../../server/src/testing/files/photos.ts'
import { reportFigure, reportMeasured } from '../../server/src/testing/figures.ts'
import { hostileBooks } from './support/hostile-books.factory.ts'
import { GPS, HOSTILE_PICTURES } from './support/hostile-pictures.factory.ts'
import { HOSTILE_TEXTS } from './support/hostile-texts.factory.ts'
import { serverOn } from './support/order-load.factory.ts'
import {
  buildUploadPlaces,
  acceptsUpload,
  type FileKind,
  type UploadPlace,
} from '../../server/src/testing/files/upload-places.factory.ts'
import {
  createSender,
  leftIn,
  percentile,
  watchServer,
  type Answer,
  type Sender,
} from './support/upload-watch.factory.ts'

const folder = mkdtempSync(join(tmpdir(), 'hostile-'))
const temporary = join(folder, 'tmp')
mkdirSync(temporary)
const test_ = useTestApp()
const server = serverOn(3223, { TMPDIR: temporary, DATA_DIR: join(folder, 'data') })
let listener: Server
let connectionCount = 0
let places: UploadPlace[]
let sender: Sender
let watch: ReturnType<typeof watchServer>
const seen = { uploads: 0, slowest: 0, slowestLookalike: 0, slowestJob: 0, growth: 0, growthAtOnce: 0, atOnce: 0 }
let first = 0

beforeAll(startListenerAndServer, 120_000)
afterAll(stopAndRemove)

test('guarantee 23: every upload route is covered', () => {
  const routes = Object.entries(API).flatMap(([group, own]) =>
    Object.entries(own)
      .filter(([, route]: [string, Route]) => route.upload !== undefined)
      .map(([name]) => `${group}.${name}`),
  )
  expect(places.map(({ route }) => route).toSorted()).toEqual(routes.toSorted())
})

describe('guarantee 23: hostile upload', () => {
  beforeAll(warmUp, 60_000)

  const tables = hostileTables(0)
  test.each(tables.map(({ name }, at): [string, number] => [name, at]))(
    '%s is read or refused as a table',
    async (_, at) => {
      const file = hostileTables((listener.address() as AddressInfo).port)[at] ?? expect.fail()
      for (const place of inTurn(placesFor('table'), at))
        await expectSafe(place, file.bytes(place.table ?? []), file.outcome, file.name)
      for (const place of places.filter(acceptsUpload('bank')))
        await expectSafe(place, file.bytes([['1CClient']]), 'refused')
    },
    60_000,
  )

  test.each(HOSTILE_PICTURES.map(({ name }, at): [string, number] => [name, at]))(
    '%s is read or refused as a picture',
    async (_, at) => {
      const file = HOSTILE_PICTURES[at] ?? expect.fail()
      for (const place of placesFor('photo')) await expectSafe(place, file.bytes(), file.outcome)
    },
  )

  test('C-4 makes the server fetch nothing, and C-3 writes nothing outside its folder', () => {
    expect(connectionCount).toBe(0)
    expect(existsSync(join(temporary, '../../etc/passwd')) || existsSync(join(temporary, '../x'))).toBe(false)
  })
})

/** Routes that return an accepted file. */
const READ_AGAIN: Record<string, string> = {
  'claims.upload': '/api/v1/claims/files/ID',
  'claims.uploadTo': '/api/v1/claims/files/ID',
  'orderMessages.upload': '/api/v1/order-files/ID',
  'quoteRequests.addPhoto': '/api/v1/quote-requests/photos/ID',
  'news.addCover': '/api/v1/manager/news-covers/ID',
  'certificates.add': '/api/v1/certificates/ID/file',
  'certificates.addToBrand': '/api/v1/certificates/ID/file',
  'sellers.addPicture': '/api/v1/seller-pictures/ID',
  'portalSettings.addLogo': '/api/v1/portal-logo/HASH',
  'productContent.addPhoto': '/api/v1/product-photos/HASH/picture',
}

test('C-17 uploaded picture is served as an attachment without GPS data and comments', async () => {
  // The request already has the maximum number of photos.
  await test_.database.db.deleteFrom('quote_request_photos').execute()
  for (const place of places.filter(acceptsUpload('photo'))) {
    const given = jpegOf({ exif: GPS })
    const bytes = Buffer.concat([
      given.subarray(0, 2),
      Buffer.from('\xff\xfe\0\x0a*/=1;/*x', 'latin1'),
      given.subarray(2),
    ])
    const { status, text } = await sender.upload(place, bytes)
    expect(status, `${place.route}: ${text}`).toBeLessThan(300)
    const { id, hash = '' } = JSON.parse(text) as { id?: number; hash?: string }
    const stored = READ_AGAIN[place.route]?.replace('ID', String(id)).replace('HASH', hash)
    const path = stored ?? place.path.replace(/\?.*/, '')
    const kept = await sender.call(place.by, path)
    expect(kept.status).toBe(200)
    expect(kept.text).not.toContain('GPS')
    expect(kept.text).not.toContain('*/=1')
    expect(kept.headers.get('content-type')).toMatch(/^image\/(?:jpeg|png|webp)$/)
    expect(kept.headers.get('x-content-type-options')).toBe('nosniff')
    expect(kept.headers.get('content-disposition')).toMatch(/^attachment; filename\*=UTF-8''/)
    expect(kept.headers.get('content-security-policy')).toContain("default-src 'none'")
  }
})

test('C-14 column headers such as __proto__ do not pollute later replies', async () => {
  const { status, text } = await sender.call('client', '/api/v1/user')
  expect(status).toBe(200)
  expect(text).not.toContain('polluted')
})

describe('C-15, C-54 file names and content types', () => {
  const list = () => places.find(({ route }) => route === 'bulkOrders.upload') ?? expect.fail()
  const talk = () => places.find(({ route }) => route === 'orderMessages.upload') ?? expect.fail()
  const named = (place: UploadPlace, name: string) => ({
    ...place,
    path: place.path.replace(/name=[^&]*/, `name=${encodeURIComponent(name)}`),
  })

  test.each([
    ['without a boundary', 'multipart/form-data', '--x\r\n\r\n--x--'],
    [
      'of ten thousand parts',
      'multipart/form-data; boundary=x',
      '--x\r\nContent-Disposition: form-data; name="a"\r\n\r\n1\r\n'.repeat(10_000),
    ],
    [
      'whose part has a header of a megabyte',
      'multipart/form-data; boundary=x',
      `--x\r\nX-A: ${'a'.repeat(1_000_000)}\r\n\r\n1\r\n--x--`,
    ],
    ['of a form', 'application/x-www-form-urlencoded', 'a=1'],
    ['of JSON', 'application/json', '{}'],
  ])('body %s gets 415 from every upload route', async (_, type, body) => {
    for (const place of places) {
      const init = { method: 'POST', headers: { 'content-type': type }, body }
      const { status, text } = await sender.call(place.by, place.path, init)
      expect(status, `${place.route}: ${text}`).toBe(415)
    }
  })

  test.each([
    '..\\..\\x',
    '../../etc/passwd',
    'a.xlsx\r\nX-Evil: y',
    'файл";x=".xlsx',
    '<script>.jpg',
    '=cmd.jpg',
    '\u202egpj.exe',
  ])('file name %j is encoded safely or refused', async (name) => {
    const { status, text } = await sender.upload(named(talk(), name), jpegOf())
    expect([201, 400]).toContain(status)
    if (status === 400) return expectWords(text)
    const { id } = JSON.parse(text) as { id: number }
    const { headers } = await sender.call('client', `/api/v1/order-files/${id}`)
    expect(headers.get('content-disposition')).toMatch(/^attachment; filename\*=UTF-8''[\w%.~-]+\.jpg$/)
    expect(headers.get('x-evil')).toBeNull()
  })

  test.each(['', 'a'.repeat(300), 'a\0b'])('file name %.5j gets 400', async (name) => {
    expect((await sender.upload(named(talk(), name), jpegOf())).status).toBe(400)
    const table = Buffer.from(csvOf(list().table ?? []))
    expect((await sender.upload(named(list(), `${name}\0`), table)).status).toBe(400)
  })
})

describe('C-16 cut, slow and simultaneous uploads', () => {
  /** Starts a call that sends only part of the announced bytes and stays open. */
  function begin(place: UploadPlace, { told: announcedBytes, sent }: { told: number; sent: number }) {
    const call = request(server.origin + place.path, {
      method: 'POST',
      headers: {
        ...sender.headersOf(place.by),
        'content-type': 'application/octet-stream',
        'content-length': announcedBytes,
      },
    })
    // The end of the call is intended.
    call.on('error', () => undefined)
    call.write(Buffer.alloc(sent, 'a'))
    return call
  }

  test('uploads cut in the middle leave no temporary file', async () => {
    const calls = places.map((place) => begin(place, { told: 100_000, sent: 50_000 }))
    await delay(500)
    expect(leftIn(temporary).length).toBeGreaterThan(0)
    for (const call of calls) call.destroy()
    await expect.poll(() => leftIn(temporary)).toEqual([])
  })

  test('uploads sent a byte at a time do not block others and leave no file', async () => {
    const calls = Array.from({ length: 20 }, (_, at) =>
      begin(places[at % places.length] ?? expect.fail(), { told: 1000, sent: 1 }),
    )
    const place = places.find(({ route }) => route === 'bulkOrders.upload') ?? expect.fail()
    for (let second = 0; second < 15; second += 1) {
      for (const call of calls) call.write('a')
      await expectSafe(place, Buffer.from(csvOf(place.table ?? [])), 'read')
      await delay(100)
    }
    for (const call of calls) call.destroy()
    await expect.poll(() => leftIn(temporary)).toEqual([])
  })

  test('upload of one byte a second is ended by the server', { timeout: 150_000 }, async () => {
    const place = places.find(({ route }) => route === 'bulkOrders.upload') ?? expect.fail()
    const call = begin(place, { told: 100_000, sent: 1 })
    const dripping = setInterval(() => call.write('a'), 1000)
    const status = await new Promise<number>((resolve) => {
      call.on('response', (reply) => resolve(reply.statusCode ?? 0))
      call.on('close', () => resolve(0))
    })
    clearInterval(dripping)
    call.destroy()
    expect([0, 400, 408]).toContain(status)
    await expect.poll(() => leftIn(temporary)).toEqual([])
  })

  test('twenty simultaneous uploads all get a reply', async () => {
    const table = places.filter(acceptsUpload('table'))
    const bombs = hostileTables(0).filter(({ name }) =>
      /^C-1 36|^C-2 sizes|^C-5 a billion|^C-10 windows|^C-6 a dim/.test(name),
    )
    const before = watch.resident()
    watch.peak()
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, at) => {
        const place = table[at % table.length] ?? expect.fail()
        return sender.upload(place, bombs[at % bombs.length]?.bytes(place.table ?? []) ?? expect.fail())
      }),
    )
    for (const { status } of answers) expect([200, 201, 409, 413, 422]).toContain(status)
    seen.atOnce = Math.max(...answers.map(({ tookMs }) => tookMs))
    seen.growthAtOnce = watch.peak() - before
  })
})

test('guarantee 23: server stays alive, responsive and without leftover files after all uploads', async () => {
  const times = await watch.end()
  const health = percentile(times, 0.99)
  reportFigure(
    23,
    `${seen.uploads} загрузок враждебных файлов на ${places.length} маршрутов: ответ не дольше ${(seen.slowest / 1000).toFixed(1)} с, задание не дольше ${(seen.slowestJob / 1000).toFixed(1)} с, память +${seen.growth.toFixed(0)} МБ от одного файла и +${(watch.resident() - first).toFixed(0)} МБ после всех, /health/live p99 ${health.toFixed(0)} мс, 20 сразу за ${(seen.atOnce / 1000).toFixed(1)} с, чужих обращений ${connectionCount}, временных файлов ${leftIn(temporary).length}`,
  )
  expect(server.isAlive()).toBe(true)
  expect(leftIn(temporary)).toEqual([])
  reportMeasured(23, { measured: 'slowest upload', value: seen.slowest, limit: MAX_MS, unit: 'ms' })
  reportMeasured(23, {
    measured: 'slowest upload of 2 MB that begin like another kind of file',
    value: seen.slowestLookalike,
    limit: 1000,
    unit: 'ms',
  })
  reportMeasured(23, { measured: 'slowest import job', value: seen.slowestJob, limit: MAX_JOB_MS, unit: 'ms' })
  reportMeasured(23, { measured: 'memory growth by one file', value: seen.growth, limit: MAX_GROWTH_MB, unit: 'MB' })
  reportMeasured(23, {
    measured: 'memory growth by twenty at once',
    value: seen.growthAtOnce,
    limit: MAX_GROWTH_MB,
    unit: 'MB',
  })
  reportMeasured(23, { measured: '/health p99 meanwhile', value: health, limit: MAX_HEALTH_MS, unit: 'ms' })
  expect(connectionCount).toBe(0)
})

async function startListenerAndServer() {
  listener = createServer((socket) => {
    connectionCount += 1
    socket.destroy()
  })
  listener.listen(0, '127.0.0.1')
  await once(listener, 'listening')
  const built = await buildUploadPlaces(test_)
  places = built.places
  server.start(test_.databaseUrl)
  await server.untilReady()
  sender = await createSender(server.origin, built.people)
  watch = watchServer(server.origin, server.pid)
}

async function stopAndRemove() {
  listener.close()
  await watch.end()
  await server.kill()
  rmSync(folder, { recursive: true, force: true })
}

/** All places read tables by the same code, so each file is sent to some of them in turn. */
const PLACES_OF_FILE = 4
const inTurn = (all: readonly UploadPlace[], at: number) =>
  Array.from(
    { length: Math.min(PLACES_OF_FILE, all.length) },
    (_, step) => all[(at + step) % all.length] ?? expect.fail(),
  )

const MAX_MS = 2000
const MAX_JOB_MS = 15_000
const MAX_GROWTH_MB = 200
/** Parallel tests use their share of the machine. */
const MAX_HEALTH_MS = 200

/** Tables of every kind; some of them name a port of this machine. */
function hostileTables(atPort: number) {
  return [...hostileBooks(atPort), ...HOSTILE_TEXTS]
}

/** Uploads a valid file to each place: the first read compiles code and starts the reading threads. */
async function warmUp() {
  for (const place of places) {
    const bytes = place.table
      ? Buffer.from(csvOf(place.table))
      : acceptsUpload('bank')(place)
        ? bankFile([{}])
        : jpegOf()
    for (let left = 3; left > 0; left -= 1) {
      const answer = await sender.upload(place, bytes)
      expect([200, 201, 409], `${place.route}: ${answer.text}`).toContain(answer.status)
      if (place.route === 'priceLists.upload') await sender.job(answer)
    }
  }
  first = watch.resident()
}

/** Checks that a refusal is from the catalogue, explains the problem in Russian and discloses no internals. */
function expectWords(text: string) {
  expect(text).toMatch(/[а-яё]{3}/i)
  expect(text).not.toMatch(/\/tmp|\/home|node_modules|\.ts:\d|select .* from|root:|\b(?:Error|undefined|null) at\b/i)
}

function expectAnswer({ status, text }: Answer, outcome: string, where: string) {
  const isRead = status === 200 || status === 201 || status === 409
  const isRefused = [400, 413, 415, 422].includes(status)
  expect(isRead || isRefused, `${where} answered ${status}: ${text.slice(0, 300)}`).toBe(true)
  if (outcome === 'read') expect(isRead, `${where} answered ${status}: ${text.slice(0, 300)}`).toBe(true)
  if (outcome === 'refused') expect(isRefused, `${where} answered ${status}: ${text.slice(0, 300)}`).toBe(true)
  if (isRefused) expectWords(text)
}

async function expectSafe(place: UploadPlace, bytes: Buffer, outcome: 'read' | 'refused' | 'either', name = '') {
  const before = watch.resident()
  watch.peak()
  const answer = await sender.upload(place, bytes)
  seen.uploads += 1
  if (/two megabytes/.test(name)) seen.slowestLookalike = Math.max(seen.slowestLookalike, answer.tookMs)
  if (place.route !== 'crossReferences.check') seen.slowest = Math.max(seen.slowest, answer.tookMs)
  const isTaken = place.route === 'priceLists.upload' && answer.status === 201
  expectAnswer(answer, isTaken && outcome === 'refused' ? 'either' : outcome, place.route)
  if (isTaken) {
    const { state, failure, tookMs } = await sender.job(answer)
    seen.slowestJob = Math.max(seen.slowestJob, tookMs)
    if (outcome === 'refused') expect(state).toBe('failed')
    if (failure !== null) expectWords(failure)
  }
  const growth = watch.peak() - before
  seen.growth = Math.max(seen.growth, growth)
}

const placesFor = (kind: FileKind): UploadPlace[] => places.filter(acceptsUpload(kind))
