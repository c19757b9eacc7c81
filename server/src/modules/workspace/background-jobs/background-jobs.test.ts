import { JOB_NAMES, type QueueItem, type JobStatus } from '@artikul/contract/workspace/background-jobs'
import { Gauge, Registry } from 'prom-client'
import { beforeAll, describe, expect, test } from 'vitest'
import { buildParties, type Parties } from '../../../testing/parties.factory.ts'
import { loginAs, send, useTestApp } from '../../../testing/test-app.ts'
import { selectJobQueues } from './background-jobs.queries.ts'
import { measureBackups } from './backup-metrics.ts'
import { measureJobs } from './job-metrics.ts'
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

test('background work report shows running, failing and overdue jobs with their next round', async () => {
  const { db, sql } = test_.database
  const ended = { every_ms: 60_000, ended_at: new Date('2026-11-17T08:59:00Z'), took_ms: 12 }
  await sql`select graphile_worker.complete_jobs(array(select id from graphile_worker.jobs))`
  await db
    .insertInto('background_jobs')
    .values([
      { ...ended, name: 'emails' },
      { ...ended, name: 'mailboxes', failures: 3, error: 'Error ECONNREFUSED' },
      { ...ended, name: 'price_imports' },
      { ...ended, name: 'of_another_release' },
    ])
    .execute()
  await sql`
    select graphile_worker.add_job(name, run_at => now() + after * interval '1 minute')
    from (values ('emails', -5), ('mailboxes', 5), ('price_imports', 5)) as planned (name, after)`
  await sql`select graphile_worker.add_job('price_imports')`
  await sql`
    select graphile_worker.permanently_fail_jobs(array(
      select id from graphile_worker.jobs where task_identifier = 'price_imports' and run_at <= now()))`
  const { json, status } = await read(parties.manager)
  expect(status).toBe(200)
  expect(json.works.map(({ work, state, failed, took_ms: ms }) => [work, state, failed, ms])).toEqual([
    ['emails', 'overdue', 0, 12],
    ['mailboxes', 'failing', 0, 12],
    ['price_imports', 'waiting', 1, 12],
  ])
  for (const { next_at: at } of json.works) expect(at).toMatch(/^20/)
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
    'webhooks',
  ])
})

test('modules declare every known job once', () => {
  expect(test_.app.jobs.jobs.map(({ name }) => name).toSorted()).toEqual(Object.keys(JOB_NAMES).toSorted())
})

test('job metrics count successful and failed rounds of every server', async () => {
  const metrics = new Registry()
  const job = { ended_at: null, succeeded_at: null, error: '', is_running: false, next_at: null, late_seconds: 0 }
  measureJobs(metrics, async () => [
    {
      ...job,
      work: 'upkeep',
      every_ms: 60_000,
      took_ms: 5,
      total_ms: 9,
      failures: 1,
      done_count: 1,
      failed_count: 2,
      failed: 1,
    },
  ])
  const text = await metrics.metrics()
  expect(text).toContain('artikul_work_rounds_total{work="upkeep",outcome="done"} 1')
  expect(text).toContain('artikul_work_rounds_total{work="upkeep",outcome="failed"} 2')
  expect(text).toContain('artikul_work_failures_in_row{work="upkeep"} 1')
  expect(text).toContain('artikul_work_interval_seconds{work="upkeep"} 60')
  expect(text).toContain('artikul_work_last_success_timestamp_seconds{work="upkeep"} 0')
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
  let countCalls = 0
  const { db } = test_.database
  await db
    .updateTable('emails')
    .set({ created_at: new Date(test_.clock.now().getTime() - 60_000) })
    .execute()
  const count = () => {
    countCalls += 1
    return selectJobQueues(db)
  }
  expect((await scrape(count)).toSorted()).toEqual([
    'artikul_queue_given_up{queue="emails"} 1',
    'artikul_queue_oldest_seconds{queue="emails"} 60',
    'artikul_queue_waiting{queue="emails"} 2',
  ])
  expect(countCalls, 'one statement for all figures').toBe(1)
  expect(await scrape(() => Promise.reject(new Error('away')))).toEqual([])
  expect(await scrape(() => new Promise(() => undefined))).toEqual([])
})
