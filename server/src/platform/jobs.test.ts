import { spawn } from 'node:child_process'
import { pino } from 'pino'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { useTestApp } from '../testing/test-app.ts'
import { asWebRole } from './db/url.ts'
import { createJobRunner, enqueueJob, type Job, type JobRunner } from './jobs.ts'

const HOUR_MS = 3_600_000

const test_ = useTestApp()
let runners: JobRunner[] = []
beforeEach(() => test_.database.sql`select graphile_worker.complete_jobs(array(select id from graphile_worker.jobs))`)
afterEach(() => Promise.all(runners.splice(0).map((runner) => runner.stop())))

/** Starts a server that runs one job. */
function startServer(work: Job['work']): JobRunner {
  const job = { name: 'upkeep', everyMs: HOUR_MS, work } as const
  const runner = createJobRunner(test_.appDatabase, [job], pino({ level: 'silent' }))
  runners = [...runners, runner]
  runner.start()
  return runner
}

const readJob = () =>
  test_.database.db.selectFrom('background_jobs').selectAll().where('name', '=', 'upkeep').executeTakeFirst()
const entries = () =>
  test_.database.sql<{ key: string | null; attempts: number; locked_by: string | null; wait: number }[]>`
    select key, attempts, locked_by, extract(epoch from run_at - now())::integer as wait
    from graphile_worker.jobs where task_identifier = 'upkeep' order by id`

test('job runs when its server starts, again when it is enqueued, and is scheduled for its interval', async () => {
  let rounds = 0
  startServer(async () => (rounds += 1))
  await expect.poll(() => rounds).toBe(1)
  await expect.poll(async () => (await entries()).map(({ wait }) => Math.round(wait / 60))).toEqual([60])
  await enqueueJob(test_.appDatabase.db, 'upkeep')
  await expect.poll(() => rounds).toBe(2)
  await expect.poll(readJob).toMatchObject({ done_count: 2, failed_count: 0, failures: 0, error: '' })
})

test('rolled back transaction runs nothing, and one that enqueues often runs one round', async () => {
  let rounds = 0
  startServer(async () => (rounds += 1))
  await expect.poll(() => rounds).toBe(1)
  const { db } = test_.appDatabase
  const rollingBack = db.transaction().execute(async (tx) => {
    await enqueueJob(tx, 'upkeep')
    throw new Error('not after all')
  })
  await expect(rollingBack).rejects.toThrow('not after all')
  await db.transaction().execute(async (tx) => {
    for (let times = 0; times < 3; times += 1) await enqueueJob(tx, 'upkeep')
    expect(await entries()).toHaveLength(1)
  })
  await expect.poll(() => rounds).toBe(2)
})

test('rounds of two servers follow one another, and requests during a round are served by one more', async () => {
  let now = 0
  let most = 0
  let rounds = 0
  const gate = Promise.withResolvers<undefined>()
  const work = async () => {
    rounds += 1
    now += 1
    most = Math.max(most, now)
    await gate.promise
    now -= 1
  }
  startServer(work)
  startServer(work)
  await expect.poll(() => rounds).toBe(1)
  for (let times = 0; times < 5; times += 1) await enqueueJob(test_.appDatabase.db, 'upkeep')
  gate.resolve(undefined)
  await expect.poll(async () => (await entries()).map(({ key }) => key)).toEqual(['upkeep'])
  expect(most).toBe(1)
  expect(rounds).toBeLessThanOrEqual(3)
})

test('failed round is repeated, and its error contains no row data', async () => {
  let rounds = 0
  startServer(async () => {
    rounds += 1
    if (rounds === 1) await test_.database.sql`select 'Иванов'::integer`
  })
  await expect.poll(readJob).toMatchObject({ failures: 1, error: 'PostgresError 22P02' })
  await expect.poll(readJob, { timeout: 10_000 }).toMatchObject({ failures: 0, error: '' })
}, 15_000)

test('round that fails in all attempts stays until the next one succeeds', async () => {
  const { sql } = test_.database
  let isBroken = true
  startServer(async () => {
    if (isBroken) throw new Error('broken')
  })
  await expect.poll(async () => (await readJob())?.error).toBe('Error broken')
  // An entry in progress cannot be rescheduled.
  await expect.poll(async () => (await entries()).map(({ locked_by: by }) => by)).toEqual([null])
  await sql`
    select graphile_worker.reschedule_jobs(array(select id from graphile_worker.jobs), run_at => now(), attempts => 4)`
  await expect.poll(async () => (await entries()).map(({ attempts }) => attempts)).toEqual([5, 0])
  isBroken = false
  await enqueueJob(test_.appDatabase.db, 'upkeep')
  await expect.poll(async () => (await entries()).map(({ attempts }) => attempts)).toEqual([0])
})

test('shutdown ends a round, and another server repeats it', async () => {
  const steps: string[] = []
  const first = startServer(async (stopping) => {
    steps.push('begun')
    await new Promise((resolve) => stopping.addEventListener('abort', resolve))
    steps.push('ended')
  })
  await expect.poll(() => steps).toEqual(['begun'])
  await first.stop()
  expect(steps).toEqual(['begun', 'ended'])
  expect((await entries()).map(({ locked_by: by }) => by)).toEqual([null])
  let rounds = 0
  startServer(async () => (rounds += 1))
  await expect.poll(() => rounds, { timeout: 10_000 }).toBe(1)
}, 15_000)

test('round of a killed server is released and repeated', async () => {
  const script = `
    import { pino } from 'pino'
    import { openDatabase } from '${import.meta.dirname}/db/index.ts'
    import { createJobRunner } from '${import.meta.dirname}/jobs.ts'
    const database = openDatabase({ url: process.argv[1], pool: 1, prepare: false, role: 'artikul_app' })
    const job = { name: 'upkeep', everyMs: ${HOUR_MS}, work: () => new Promise(() => undefined) }
    createJobRunner(database, [job], pino({ level: 'silent' })).start()`
  const server = spawn(process.execPath, ['--input-type=module', '--eval', script, asWebRole(test_.databaseUrl)], {
    cwd: import.meta.dirname,
    stdio: 'ignore',
  })
  await expect.poll(async () => (await entries())[0]?.locked_by, { timeout: 10_000 }).toMatch(/^pool-/)
  server.kill('SIGKILL')
  let rounds = 0
  startServer(async () => (rounds += 1))
  await expect.poll(() => rounds, { timeout: 20_000 }).toBe(1)
}, 40_000)
