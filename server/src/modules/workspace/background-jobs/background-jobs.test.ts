import { JOB_NAMES, type QueueItem, type JobStatus } from '@artikul/contract/workspace/background-jobs'
import fastify from 'fastify'
import { Gauge, Registry } from 'prom-client'
import { beforeAll, describe, expect, test } from 'vitest'
import { createJob, jobStatusesOf, runWhileOpen } from '../../../platform/jobs.ts'
import { buildParties, type Parties } from '../../../testing/parties.factory.ts'
import { loginAs, send, useTestApp } from '../../../testing/test-app.ts'
import { selectJobQueues, writeJobStatuses } from './background-jobs.queries.ts'
import { measureBackups } from './backup-metrics.ts'
import { measureQueues } from './queue-metrics.ts'

const test_ = useTestApp()
const url = '/api/v1/background-jobs'
let parties: Parties

beforeAll(async () => {
  parties = await buildParties(test_.database.db)
})

interface Reply {
  works: JobStatus[]
  queues: QueueItem[]
}
const read = async (who: { id: number; login: string; password: string }) =>
  send<Reply>(test_, { url, headers: await loginAs(test_, who) })

describe('background work report', () => {
  test('is refused to strangers, clients and warranty managers', async () => {
    expect((await send(test_, { url })).status).toBe(401)
    for (const who of [parties.admin, parties.employee, parties.warranty]) expect((await read(who)).status).toBe(403)
  })
})

test('background work report lists the jobs of each server and marks a silent server as lost', async () => {
  const now = test_.clock.now()
  const db = test_.appDatabase.forTenant('any')
  const work = { isRunning: false, everyMs: 5000, endedAt: now, tookMs: 12, failures: 0, error: '' }
  await writeJobStatuses(
    db,
    'one:1',
    [
      { ...work, name: 'emails' },
      { ...work, name: 'mailboxes', failures: 3, error: 'Error ECONNREFUSED' },
      { ...work, name: 'price_imports', isRunning: true, endedAt: null },
    ],
    now,
  )
  await writeJobStatuses(db, 'two:2', [{ ...work, name: 'emails' }], new Date(now.getTime() - 120_000))
  await writeJobStatuses(db, 'one:1', [{ ...work, name: 'emails', tookMs: 15 }], now)
  const unknown = { server: 'new:1', work: 'of_another_release', is_running: false, every_ms: 1, took_ms: 1 }
  await db
    .insertInto('background_jobs')
    .values({ ...unknown, failures: 0, error: '', seen_at: now })
    .execute()
  const { json, status } = await read(parties.manager)
  expect(status).toBe(200)
  expect(json.works.map(({ work: name, server, state, took_ms }) => [name, server, state, took_ms])).toEqual([
    ['emails', 'one:1', 'waiting', 15],
    ['emails', 'two:2', 'lost', 12],
    ['mailboxes', 'one:1', 'failing', 12],
    ['price_imports', 'one:1', 'running', 12],
  ])
})

test('background work report counts waiting and failed emails and dates the oldest one', async () => {
  const { db } = test_.database
  const at = test_.clock.now()
  const letter = (state: 'waiting' | 'failed' | 'sent', minutes: number) => ({
    recipient: 'a@b.test',
    subject: 'Письмо',
    body: 'Текст',
    state,
    message_id: crypto.randomUUID(),
    created_at: new Date(at.getTime() - minutes * 60_000),
    next_try_at: at,
  })
  await db.deleteFrom('emails').execute()
  await db
    .insertInto('emails')
    .values([letter('waiting', 5), letter('waiting', 3), letter('failed', 9), letter('sent', 20)])
    .execute()
  const { json } = await read(parties.manager)
  expect(json.queues.find(({ queue }) => queue === 'emails')).toEqual({
    queue: 'emails',
    waiting: 2,
    failed: 1,
    oldest_at: new Date(at.getTime() - 300_000).toISOString(),
  })
  expect(json.queues.map(({ queue }) => queue)).toEqual([
    'emails',
    'price_imports',
    'price_exports',
    'supplier_orders',
    'name_words',
  ])
})

test('background job has a known name, and its error contains no row data', async () => {
  const own = jobStatusesOf(test_.app).map(({ name: work }) => work)
  expect(own.toSorted()).toEqual(Object.keys(JOB_NAMES).toSorted())
  const app = fastify()
  const failing = createJob(() => test_.database.sql`select 'Иванов'::integer`, {
    name: 'upkeep',
    everyMs: 60_000,
    log: { error: () => undefined },
    failure: 'nothing',
  })
  runWhileOpen(app, failing)
  await app.ready()
  await expect.poll(() => jobStatusesOf(app)[0]?.failures).toBe(1)
  expect(jobStatusesOf(app)[0]?.error).toBe('PostgresError 22P02')
  await app.close()
})

test('backup metric is the age of the last success, or of the database where there was none', async () => {
  const { db } = test_.database
  const secondsAgo = (seconds: number) => new Date(test_.clock.now().getTime() - seconds * 1000)
  await db
    .updateTable('users')
    .set({ created_at: secondsAgo(7200) })
    .execute()
  for (const seconds of [600, 60])
    await db
      .insertInto('backup_runs')
      .values({ kind: 'backup', finished_at: secondsAgo(seconds) })
      .execute()
  const metrics = new Registry()
  measureBackups(metrics, { clock: test_.clock, db: test_.appDatabase.forTenant('any') })
  const text = await metrics.metrics()
  expect(text).toContain('artikul_backup_age_seconds{kind="backup"} 60')
  expect(text).toContain('artikul_backup_age_seconds{kind="restore"} 7200')
})

test('queue metrics take one query, and an unavailable database removes only them', async () => {
  const scrape = async (select: () => ReturnType<typeof selectJobQueues>) => {
    const metrics = new Registry()
    measureQueues(metrics, { clock: test_.clock, select })
    new Gauge({ name: 'other', help: 'another figure', registers: [metrics] }).set(1)
    const text = await metrics.metrics()
    expect(text).toContain('other 1')
    return text.split('\n').filter((line) => line.startsWith('artikul_queue_') && line.includes('emails'))
  }
  let asked = 0
  const { db } = test_.database
  await db
    .updateTable('emails')
    .set({ created_at: new Date(test_.clock.now().getTime() - 60_000) })
    .execute()
  const count = () => {
    asked += 1
    return selectJobQueues(db)
  }
  expect((await scrape(count)).toSorted()).toEqual([
    'artikul_queue_given_up{queue="emails"} 1',
    'artikul_queue_oldest_seconds{queue="emails"} 60',
    'artikul_queue_waiting{queue="emails"} 2',
  ])
  expect(asked, 'one statement for all figures').toBe(1)
  expect(await scrape(() => Promise.reject(new Error('away')))).toEqual([])
  expect(await scrape(() => new Promise(() => undefined))).toEqual([])
})
