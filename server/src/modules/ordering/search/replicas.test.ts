import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { SearchReply } from '@artikul/contract/ordering/search'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createApp } from '../../../app.ts'
import type { Cluster } from '../../../platform/cluster/index.ts'
import { readConfig } from '../../../platform/config.ts'
import { ensureDatabase, openDatabase, type Database, type Sql } from '../../../platform/db/index.ts'
import { migrate } from '../../../platform/db/migrate.ts'
import { openReplicas, readLeader, type Replicas } from '../../../platform/db/replicas.ts'
import { AppError } from '../../../platform/errors.ts'
import { createLog } from '../../../platform/telemetry/log.ts'
import { startLeader, startReplica } from '../../../testing/replica.ts'
import { loginAs, TEST_SECRET } from '../../../testing/test-app.ts'
import { buildOffer, buildProduct, buildWarehouse } from '../../catalog/products/catalog.factory.ts'
import { buildContractor, buildSeller } from '../../companies/contractors/contractors.factory.ts'
import { buildUser } from '../../identity/users/users.factory.ts'

let folder: string
let leader: Cluster
let replica: Cluster
let owner: Database
let database: Database
let onReplica: Database
let replicas: Replicas
let app: FastifyInstance
let buyer: { authorization: string }
let warehouseId: number
const warnings: object[] = []

beforeAll(startServers, 120_000)
afterAll(stopServers, 60_000)
beforeEach(resumeReplica)

test('read that may be stale goes to the replica, any other read to the leader', async () => {
  expect(await replicas.read(true, isReplica)).toBe(true)
  expect(await replicas.read(false, isReplica)).toBe(false)
  expect(await readLeader(database)(true, isReplica)).toBe(false)
})

test('lagging replica is skipped until it catches up', async () => {
  const soon = open(SOON_MS)
  await expect.poll(() => isRead(soon)).toBe(true)
  await pause()
  await buildProduct(owner.db)
  await expect.poll(() => isRead(soon)).toBe(false)
  expect(await soon.read(true, isReplica)).toBe(false)
  await resume()
  await expect.poll(() => soon.read(true, isReplica)).toBe(true)
  await soon.close()
})

test('refusal from the replica is final, and any other failure is retried on the leader', async () => {
  const askedOf: (boolean | undefined)[] = []
  const refused = replicas.read(true, async (driver) => {
    askedOf.push(await isReplica(driver))
    throw new AppError('not_found')
  })
  await expect(refused).rejects.toThrow(AppError)
  expect(askedOf).toEqual([true])
  const [row] = await replicas.read(true, (driver) => driver`select pg_current_wal_lsn() is not null as written`)
  expect(row).toEqual({ written: true })
  expect(warnings.at(-1)).toMatchObject({ reason: expect.stringContaining('recovery is in progress') as string })
})

test('hanging replica is abandoned and the read goes to the leader', async () => {
  const never = new Promise<never>(() => undefined)
  expect(await replicas.read(true, async (driver) => ((await isReplica(driver)) ? never : 'leader'))).toBe('leader')
})

test('user reads own writes at once, other users after replication', async () => {
  await pause()
  const product = await buildProduct(owner.db, { brand: 'FEBI', article: '22542' })
  await buildOffer(owner.db, product.id, warehouseId)
  const search = async (more: Record<string, string> = {}) => {
    const headers = { ...buyer, ...BROWSER, ...more }
    const reply = await app.inject({ url: '/api/v1/search?q=22542', headers })
    return reply.json<SearchReply>().offers_count
  }
  expect(await search()).toBe(0)
  const written = await app.inject({
    method: 'POST',
    url: '/api/v1/carts',
    headers: { ...buyer, ...BROWSER },
    payload: { name: 'ТО' },
  })
  const [{ name, value, maxAge, path, httpOnly, sameSite } = { name: '', value: '' }] = written.cookies
  expect({ status: written.statusCode, maxAge, path, httpOnly, sameSite }).toEqual({
    status: 201,
    maxAge: 10,
    path: '/api',
    httpOnly: true,
    sameSite: 'Strict',
  })
  expect(await search({ cookie: `${name}=${value}` })).toBe(1)
  const program = await app.inject({ url: '/api/v1/search?q=22542', headers: buyer })
  expect(program.json<SearchReply>().offers_count).toBe(1)
  await resume()
  await expect.poll(() => search()).toBe(1)
})

test('all reads go to the leader without the replica', async () => {
  await replica.stop()
  for (let left = 5; left > 0; left -= 1) {
    const reply = await app.inject({ url: '/api/v1/search?q=22542', headers: { ...buyer, ...BROWSER } })
    expect(reply.statusCode).toBe(200)
  }
  expect(await replicas.read(true, isReplica)).toBe(false)
})

async function resumeReplica() {
  await resume()
  await expect.poll(() => isRead(replicas)).toBe(true)
}

async function startServers() {
  folder = await mkdtemp(join(tmpdir(), 'artikul-replica-'))
  await rm(folder, { recursive: true })
  leader = await startLeader(folder)
  await ensureDatabase(leader.urlOf('postgres'), 'artikul')
  owner = openDatabase({ ...POOL, url: leader.url })
  await migrate(owner.sql)
  replica = await startReplica(leader, folder)
  onReplica = openDatabase({ ...POOL, url: replica.url })
  database = openDatabase({ ...POOL, url: leader.url, role: 'artikul_app' })
  replicas = open(PATIENT_MS)
  const settings = { NODE_ENV: 'test', DATA_DIR: join(folder, 'data'), DATABASE_REPLICA_URL: replica.url }
  const [config, clock] = [readConfig(settings, '.'), { now: () => new Date() }]
  app = await createApp({
    config,
    log: createLog('silent'),
    clock,
    database,
    replicas,
    secret: TEST_SECRET,
    ttlMs: 0,
  })
  await app.ready()
  const seller = await buildSeller(owner.db)
  const company = await buildContractor(owner.db, { sellerIds: [seller.id] })
  warehouseId = (await buildWarehouse(owner.db, seller.id)).id
  const user = await buildUser(owner.db, { role: 'CONTRACTOR_ADMIN', contractorIds: [company.id] })
  buyer = await loginAs({ app } as never, user)
}

async function stopServers() {
  await app.close()
  await Promise.all([replicas.close(), database.close(), owner.close(), onReplica.close()])
  await replica.stop()
  await leader.stop()
  await rm(folder, { recursive: true, force: true })
}

/** Timeout longer than any test, so that a slow machine changes nothing, and a short one for the test of a timeout. */
const [PATIENT_MS, SOON_MS] = [600_000, 1500]

const POOL = { pool: 4, prepare: true } as const
const BROWSER = { 'sec-fetch-site': 'same-origin' }

const open = (mostBehindMs: number) => {
  const log = { warn: (details: object) => warnings.push(details) }
  return openReplicas({ ...POOL, urls: [replica.url], leader: database, log, role: 'artikul_app', mostBehindMs })
}

const isRead = (of: Replicas) => of.status().replicas.every((one) => one.isRead)

const isReplica = async (driver: Sql) => {
  const [row] = await driver<{ is: boolean }[]>`select pg_is_in_recovery() as is`
  return row?.is
}

const pause = () => onReplica.sql`select pg_wal_replay_pause()`

const resume = () => onReplica.sql`select pg_wal_replay_resume()`
