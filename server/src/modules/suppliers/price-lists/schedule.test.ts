import { once } from 'node:events'
import { mkdtemp, readFile } from 'node:fs/promises'
import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import { buildParties, type Parties } from '../../../testing/parties.factory.ts'
import { loginAs, runJob, send, useTestApp } from '../../../testing/test-app.ts'
import { buildWarehouse } from '../../catalog/products/catalog.factory.ts'
import { csvOf } from '../price-list-import/price-list.factory.ts'
import { fetchFile } from '../../../platform/files/fetch-file.ts'
import { priceListDesk } from './price-lists.factory.ts'
import { createListStore } from './import-storage.ts'
import { isPublic } from '../../../platform/public-address.ts'
import { FETCH_LIMITS, fetchDueLists } from './schedule.ts'

const servers: Server[] = []
afterEach(() => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections()
    server.close()
  }
})

async function serve(answer: RequestListener): Promise<string> {
  const server = createServer(answer).listen(0, '127.0.0.1')
  servers.push(server)
  await once(server, 'listening')
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}
const target = async () => join(await mkdtemp(join(tmpdir(), 'fetched-')), 'list')
const fetchHere = async (url: string, limits = {}) =>
  fetchFile(url, await target(), { allowsPrivate: true, limits: { ...FETCH_LIMITS, ...limits } })

describe('price list address', () => {
  test.each([
    'http://127.0.0.1/',
    'http://localhost/',
    'http://[::1]/',
    'http://[::ffff:127.0.0.1]/',
    'http://0.0.0.0/',
    'http://169.254.169.254/latest',
    'http://10.0.0.1/',
    'http://172.16.0.1/',
    'http://192.168.1.1/',
    'http://[fc00::1]/',
    'http://[fe80::1]/',
    'http://2130706433/',
    'http://0x7f000001/',
    'http://0177.0.0.1/',
    'http://127.1/',
    'http://127.0.0.1./',
  ])('%s is refused as not public', async (url) => {
    await expect(fetchFile(url, await target(), { allowsPrivate: false, limits: FETCH_LIMITS })).rejects.toThrow(
      /внутреннюю сеть|не найден/,
    )
  })

  test.each([
    ['file:///etc/passwd', /должен начинаться/],
    ['ftp://example.ru/a', /должен начинаться/],
    ['не адрес', /должен начинаться/],
    ['http://a@example.ru/', /пароль/],
    ['http://example.ru:22/', /Порт/],
    ['http://example.ru:5432/', /Порт/],
  ])('%s is refused', async (url, why) => {
    await expect(fetchFile(url, await target(), { allowsPrivate: false, limits: FETCH_LIMITS })).rejects.toThrow(why)
  })

  test('is public or private by its IP range', () => {
    expect(isPublic({ address: '77.88.55.242', family: 4 })).toBe(true)
    expect(isPublic({ address: '2a02:6b8::1', family: 6 })).toBe(true)
    expect(isPublic({ address: '100.64.0.1', family: 4 })).toBe(false)
  })
})

describe('price list download', () => {
  test.each<[string, RequestListener, RegExp]>([
    ['a redirect', (_, reply) => reply.writeHead(302, { location: 'http://127.0.0.1/' }).end(), /перенаправляет/],
    ['an error', (_, reply) => reply.writeHead(404).end(), /ошибкой 404/],
    ['a size beyond the limit', (_, reply) => reply.writeHead(200, { 'content-length': 2e6 }).end(), /больше 1 МБ/],
    ['bytes beyond the limit', (_, reply) => reply.end(Buffer.alloc(1_100_000)), /больше 1 МБ/],
    ['a packed one', (_, reply) => reply.writeHead(200, { 'content-encoding': 'gzip' }).end('x'), /сжал/],
    ['one that ends halfway', (request) => request.socket.destroy(), /не ответил/],
    ['silence', () => undefined, /не ответил/],
  ])('fails on %s', async (_, answer, why) => {
    const url = await serve(answer)
    await expect(fetchHere(url, { bytes: 1_048_576, silentSeconds: 0.3 })).rejects.toThrow(why)
  })

  test('fails on an endless reply', async () => {
    const url = await serve((_, reply) => {
      const timer = setInterval(() => reply.write('x'), 20)
      reply.on('close', () => clearInterval(timer))
    })
    await expect(fetchHere(url, { seconds: 0.4 })).rejects.toThrow('Сервер отдаёт файл слишком долго')
  })
})

test('downloaded price list is stored as received under the file name of its address', async () => {
  const url = await serve((_, reply) => reply.end('Артикул;Цена'))
  const path = await target()
  expect(
    await fetchFile(`${url}/price/%D0%9F%D1%80%D0%B0%D0%B9%D1%81.csv?key=1`, path, {
      allowsPrivate: true,
      limits: FETCH_LIMITS,
    }),
  ).toBe('Прайс.csv')
  expect(await readFile(path, 'utf8')).toBe('Артикул;Цена')
})

describe('scheduled price list', () => {
  const test_ = useTestApp({ PRIVATE_URLS: 'on' })
  let parties: Parties
  let manager: { authorization: string }
  let warehouse: { id: number }
  const desk = priceListDesk(test_, () => manager)

  beforeAll(async () => {
    parties = await buildParties(test_.database.db)
    warehouse = await buildWarehouse(test_.database.db, parties.seller.id, { source: { kind: 'partner' } })
  })

  const setUrl = (url: string) =>
    test_.database.db
      .insertInto('price_list_settings')
      .values({ warehouse_id: warehouse.id, url, fetch_hours: [6, 12] })
      .onConflict((conflict) => conflict.column('warehouse_id').doUpdateSet({ url, fetched_at: null }))
      .execute()
  const fetchDue = () =>
    fetchDueLists({
      database: test_.appDatabase,
      store: createListStore(join(tmpdir(), 'artikul-test')),
      clock: test_.clock,
      log: pino({ level: 'silent' }),
      allowsPrivate: true,
    })
  const setClock = async (moment: string) => {
    test_.clock.set(moment)
    manager = await loginAs(test_, parties.manager)
  }
  const imports = () => desk.list(`warehouse_id=${warehouse.id}`)

  test('is fetched once and imported, and a suspicious one waits', async () => {
    let price = 100
    const url = await serve((_, reply) =>
      reply.end(
        csvOf([
          ['Бренд', 'Артикул', 'Остаток', 'Закупка'],
          ...['A', 'B', 'C'].map((one) => ['БРЕНД', `${one}-1`, 5, price]),
        ]),
      ),
    )
    await setUrl(`${url}/price.csv`)
    await setClock('2026-11-17T10:30:00Z')
    await fetchDue()
    expect(await imports()).toEqual([])
    await setClock('2026-11-18T09:00:10Z')
    await fetchDue()
    await fetchDue()
    const [first] = await imports()
    expect(await desk.settled(first?.id ?? 0)).toMatchObject({
      state: 'applied',
      origin: 'schedule',
      author: null,
      file_name: 'price.csv',
      added_count: 3,
    })
    expect(await imports()).toHaveLength(1)
    price = 10_000
    await setClock('2026-11-19T03:59:00Z')
    await fetchDue()
    const [second] = await imports()
    expect(await desk.settled(second?.id ?? 0)).toMatchObject({
      state: 'waiting',
      doubts: [/100\sраз/, /Медианная/].map((text) => expect.stringMatching(text) as string),
    })
  })

  test('that fails to download is listed in the history with the reason', async () => {
    const url = await serve((_, reply) => reply.writeHead(500).end())
    await setUrl(url)
    await setClock('2026-11-20T09:00:00Z')
    await fetchDue()
    expect((await imports())[0]).toMatchObject({
      state: 'failed',
      failure: 'Сервер ответил ошибкой 500',
      has_file: false,
    })
  })

  test('can be fetched earlier by a manager under their name', async () => {
    await setClock('2026-11-20T10:00:00Z')
    const ask = () =>
      send(test_, {
        method: 'POST',
        url: `/api/v1/price-list-warehouses/${warehouse.id}/fetch`,
        headers: manager,
        payload: {},
      })
    await setUrl('')
    expect((await ask()).json).toMatchObject({ code: 'input.invalid', detail: 'Сначала укажите адрес файла' })
    await setUrl(await serve((_, reply) => reply.writeHead(503).end()))
    expect((await ask()).status).toBe(200)
    await runJob(test_.app, 'price_schedule')
    expect((await imports())[0]?.failure).toBe('Сервер ответил ошибкой 503')
    expect((await imports())[0]).toMatchObject({ origin: 'schedule', author: expect.any(String) as string })
  })
})
