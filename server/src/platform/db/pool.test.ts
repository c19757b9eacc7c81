import { sql } from 'kysely'
import { afterEach, expect, test } from 'vitest'
import { useTestApp } from '../../testing/test-app.ts'
import { createLog } from '../telemetry/log.ts'
import { inTrace } from '../telemetry/trace.ts'
import { openDatabase, slowStatements, type Database } from './index.ts'

const app = useTestApp()
const SLOW_MS = 100
const CANARY = 'канарейка'
const ID = '0f8fad5b-d9cb-469f-a165-70867728950e'

let database: Database | undefined
let lines: Record<string, unknown>[] = []
function open(ms = SLOW_MS, pool = 2) {
  lines = []
  const log = createLog('warn', { write: (line) => lines.push(JSON.parse(line) as Record<string, unknown>) })
  database = openDatabase({ url: app.databaseUrl, pool, prepare: true, slow: slowStatements(log, ms) })
  return database
}
afterEach(async () => {
  await database?.close()
})

test('slow query log is silent for quick statements and when switched off', async () => {
  const quick = open(60_000)
  await sql`select ${CANARY}::text`.execute(quick.forTenant('any'))
  await quick.sql`select ${CANARY}::text`
  expect(lines).toEqual([])
  await quick.close()
  await open(0).sql`select pg_sleep(0.15)`
  expect(lines).toEqual([])
})

test('slow query log has the statement, its duration and request id, without parameter values', async () => {
  const { forTenant: as, sql: driver } = open()
  await inTrace({ id: ID, isRequest: true }, async () => {
    await sql`select pg_sleep(${0.15}::float8), ${CANARY}::text`.execute(as('any'))
    await driver`select pg_sleep(${0.15}::float8), ${CANARY}::text`
    await driver.query('select pg_sleep($1::float8), $2::text', [0.15, CANARY])
  })
  const statements = lines.map(({ statement }) => statement)
  expect(statements).toEqual(Array.from({ length: 3 }, () => 'select pg_sleep($1::float8), $2::text'))
  for (const line of lines) {
    expect(line).toMatchObject({ msg: 'slow query', request_id: ID, trace_id: ID.replaceAll('-', '') })
    expect(line['took_ms']).toBeGreaterThanOrEqual(SLOW_MS)
    expect(JSON.stringify(line)).not.toContain(CANARY)
  }
})

test('slow query is logged under the request that ran it, not the one that opened the connection', async () => {
  const { sql: driver } = open(SLOW_MS, 1)
  await inTrace({ id: 'who-opened-it', isRequest: true }, () => driver`select 1`)
  await driver`select pg_sleep(0.15)`
  // On a busy machine the first statement may be slow too.
  const slept = lines.filter(({ statement }) => String(statement).includes('pg_sleep'))
  expect(slept).toHaveLength(1)
  expect(slept[0]).not.toHaveProperty('request_id')
})

test('failing slow query is logged, and a long statement is cut', async () => {
  const { db } = open()
  const long = sql.raw(`/* ${'x'.repeat(5000)} */`)
  await expect(sql`${long} select pg_sleep(0.15), 1 / 0::integer`.execute(db)).rejects.toThrow()
  await expect(sql`${long} select (select 1 from pg_sleep(0.15)) / 0`.execute(db)).rejects.toThrow('division by zero')
  expect(lines.at(-1)?.['statement']).toHaveLength(2000)
})

test('pool use counts lent and waiting connections until each is returned', async () => {
  const { db, pools } = open(SLOW_MS, 1)
  const { use } = pools.main
  const released = Promise.withResolvers()
  const working = db.transaction().execute(() => released.promise)
  await expect.poll(() => use.lent).toBe(1)
  const waiting = sql`select 1`.execute(db)
  await expect.poll(() => use.waiting).toBe(1)
  released.resolve(undefined)
  await Promise.all([working, waiting])
  await expect(sql`select 1 / 0`.execute(db)).rejects.toThrow()
  expect(use).toMatchObject({ lent: 0, waiting: 0 })
})
