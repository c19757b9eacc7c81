import { createServer as createHttpServer, type Server as HttpServer } from 'node:http'
import { createServer, type AddressInfo, type Server } from 'node:net'
import dns from 'node:dns/promises'
import { syncBuiltinESMExports } from 'node:module'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTransport, SupplierFailed } from '../modules/suppliers/online-suppliers/querying/transport.ts'
import { reportFigure } from '../testing/figures.ts'

/** Prepared answers of the resolver, each used once before the real one. */
const resolver = { answers: [] as Found[], calls: 0 }
let port: number
let connections = 0
const servers: (Server | HttpServer)[] = []

beforeAll(async () => {
  setLookup(lookupByTest)
  port = await countConnections()
})
afterAll(() => {
  setLookup(realLookup)
  servers.forEach((server) => server.close())
})

test('guarantee 25, C-46, C-47, C-48: supplier URLs to the internal network are refused without a connection', async () => {
  const addresses = ADDRESSES.map((address) => address.replace('PORT', String(port)))
  const outcomes = await Promise.all(addresses.map((address) => askAt(address).catch((error: unknown) => error)))
  const refused = outcomes.filter((outcome) => outcome instanceof SupplierFailed)
  reportFigure(
    25,
    `${refused.length} из ${addresses.length} адресов отклонены, соединений к своей машине ${connections}`,
  )
  expect(addresses.filter((_, at) => !(outcomes[at] instanceof SupplierFailed))).toEqual([])
  expect(connections).toBe(0)
})

test('guarantee 25, C-49: public supplier name that resolves to an internal address is refused', async () => {
  resolver.calls = 0
  for (const answer of [
    [{ address: '127.0.0.1', family: 4 }],
    [
      { address: '77.88.55.242', family: 4 },
      { address: '127.0.0.1', family: 4 },
    ],
    [{ address: '::ffff:127.0.0.1', family: 6 }],
  ]) {
    resolver.answers = [answer]
    await expect(askAt('https://supplier.example.ru')).rejects.toThrow('Адрес ведёт во внутреннюю сеть и не разрешён')
  }
  expect(resolver.calls).toBe(3)
  expect(connections).toBe(0)
})

test('guarantee 25, C-49: redirects of suppliers are never followed', async () => {
  for (const [status, location] of [
    [302, `http://127.0.0.1:${port}/`],
    [307, 'file:///etc/passwd'],
    [301, 'https://example.ru/'],
  ] as const) {
    const redirecting = createHttpServer((_, reply) => reply.writeHead(status, { location }).end())
    servers.push(redirecting)
    await new Promise<void>((resolve) => redirecting.listen(0, '127.0.0.1', resolve))
    const { port: at } = redirecting.address() as AddressInfo
    await expect(askAt(`http://127.0.0.1:${at}`, true)).rejects.toThrow('Адрес перенаправляет на другой')
  }
  expect(connections).toBe(0)
})

const realLookup = dns.lookup
const lookupByTest = (async (name: string) => {
  resolver.calls += 1
  return resolver.answers.shift() ?? realLookup(name, { all: true })
}) as unknown as typeof dns.lookup

function setLookup(lookup: typeof dns.lookup) {
  dns.lookup = lookup
  syncBuiltinESMExports()
}

/** Counts the connections to a local port. */
async function countConnections(): Promise<number> {
  const listener = createServer((socket) => {
    connections += 1
    socket.destroy()
  })
  servers.push(listener)
  await new Promise<void>((resolve) => listener.listen(0, resolve))
  return (listener.address() as AddressInfo).port
}

type Found = { address: string; family: number }[]

/**
 * Addresses of every kind by which a portal could be made to query itself or its network; `:PORT` is the local
 * listener.
 */
const ADDRESSES = [
  'http://127.0.0.1:PORT',
  'https://127.0.0.1:PORT',
  'https://127.0.0.1',
  'https://localhost',
  'https://localhost.',
  'https://[::1]',
  'https://[::ffff:127.0.0.1]',
  'https://[::ffff:7f00:1]',
  'https://0.0.0.0',
  'https://169.254.169.254/latest/meta-data',
  'https://10.0.0.1',
  'https://172.16.0.1',
  'https://192.168.0.1',
  'https://100.64.0.1',
  'https://[fc00::1]',
  'https://[fe80::1]',
  'https://[fec0::1]',
  'https://[64:ff9b::7f00:1]',
  'https://2130706433',
  'https://0x7f000001',
  'https://0177.0.0.1',
  'https://127.1',
  'https://①②⑦.0.0.1',
  'https://127.0.0.1.',
  'file:///etc/passwd',
  'ftp://example.ru',
  'gopher://127.0.0.1:PORT',
  'data:application/json,[]',
  'https://a@127.0.0.1',
  'https://good.example#@127.0.0.1',
  'https://example.ru:22',
  'https://example.ru:5432',
  'https://example.ru:6379',
  'http://example.ru',
]

async function askAt(address: string, mayBePrivate = false): Promise<unknown> {
  const transport = openTransport(address, () => mayBePrivate)
  try {
    return await transport.exchange({ method: 'GET', path: '/search' }, new AbortController().signal)
  } finally {
    await transport.close()
  }
}
