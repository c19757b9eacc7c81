import { existsSync } from 'node:fs'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { startCluster, type Cluster } from '../../server/src/platform/cluster/index.ts'
import { ensureDatabase, openDatabase, type Database } from '../../server/src/platform/db/index.ts'
import { migrate } from '../../server/src/platform/db/migrate.ts'
import { serverOn } from '../guarantees/support/order-load.factory.ts'

const FAKETIME = ['x86_64', 'aarch64']
  .map((of) => `/usr/lib/${of}-linux-gnu/faketime/libfaketime.so.1`)
  .find(existsSync)
/** Lead time before the scenario's first moment; a late start is repeated with twice as long. */
const LEAD_MS = 5000
const MAX_LEAD_MS = 80_000

export interface Course {
  from: Date
  /** Simulated seconds per real second. */
  speed: number
}

interface PortalOptions {
  port: number
  env?: Record<string, string>
  settings?: Record<string, string>
  /** Moves the server's timers with its clock, so that hourly work runs every simulated hour. */
  movesTimers?: boolean
}

/**
 * Environment of a clock that begins at the moment and runs at the speed; PostgreSQL keeps its own timers, which wait
 * for sockets.
 */
const clockEnv = ({ from, speed }: Course, movesTimers: boolean) => ({
  LD_PRELOAD: FAKETIME ?? '',
  FAKETIME: `@${from.toISOString().slice(0, 19).replace('T', ' ')} x${speed}`,
  DONT_FAKE_MONOTONIC: movesTimers ? '0' : '1',
  TZ: 'UTC',
})

/** Runs the work with environment variables for the processes it starts. */
async function withEnv<T>(env: Record<string, string>, work: () => Promise<T>): Promise<T> {
  const before = Object.keys(env).map((name) => [name, process.env[name]] as const)
  Object.assign(process.env, env)
  try {
    return await work()
  } finally {
    for (const [name, value] of before)
      if (value === undefined) Reflect.deleteProperty(process.env, name)
      else process.env[name] = value
  }
}

/** Reads the database's clock once and computes from it. */
async function readClock({ sql }: Database, speed: number) {
  const sentAt = performance.now()
  const [row] = await sql<{ at: Date }[]>`select clock_timestamp() as at`
  const read = (sentAt + performance.now()) / 2
  const at = row?.at.getTime() ?? NaN
  return {
    now: () => new Date(at + (performance.now() - read) * speed),
    until: (moment: Date) => delay(Math.max(0, (moment.getTime() - at) / speed + read - performance.now())),
  }
}
export type MovedClock = Awaited<ReturnType<typeof readClock>>

/** Starts PostgreSQL and the server as processes under the same shifted clock. */
export function movedPortal({ port, env = {}, settings = {}, movesTimers = false }: PortalOptions) {
  let folder: string
  let cluster: Cluster | undefined
  let database: Database | undefined
  let server = serverOn(port)

  async function startDatabase(course?: Course) {
    const options = { fsync: false, settings: { shared_buffers: '128MB', max_wal_size: '1GB', ...settings } }
    const start = () => startCluster(join(folder, 'data'), options)
    cluster = await (course ? withEnv(clockEnv(course, false), start) : start())
    return cluster
  }
  async function stop() {
    if (server.isAlive()) await server.kill()
    await database?.close()
    await cluster?.stop()
    cluster = database = undefined
  }
  async function startBefore(course: Course, leadMs: number) {
    const from = new Date(course.from.getTime() - leadMs * course.speed)
    const { url } = await startDatabase({ ...course, from })
    database = openDatabase({ url, pool: 4, prepare: false, applicationName: 'judge' })
    const clock = await readClock(database, course.speed)
    const moved = clockEnv({ ...course, from: clock.now() }, movesTimers)
    server = serverOn(port, { DATA_DIR: join(folder, 'files'), ...env, ...moved })
    server.start(url)
    await server.untilReady()
    return { database, clock, pid: server.pid() ?? 0, isAlive: () => server.isAlive() }
  }
  return {
    origin: server.origin,
    /** Prepares a migrated database with the scenario's data, by the ordinary clock. */
    prepare: async <T>(build: (database: Database) => Promise<T>): Promise<T> => {
      folder = await mkdtemp(join(tmpdir(), 'artikul-scenario-'))
      await chmod(folder, 0o755)
      const { url, urlOf } = await startDatabase()
      await ensureDatabase(urlOf('postgres'), 'artikul')
      database = openDatabase({ url, pool: 4, prepare: false })
      await migrate(database.long)
      const built = await build(database)
      await stop()
      return built
    },
    /** Starts the server so that it is ready before the moment. */
    startAt: async (course: Course) => {
      for (let leadMs = LEAD_MS; ; leadMs *= 2) {
        const running = await startBefore(course, leadMs)
        if (running.clock.now() < course.from || leadMs >= MAX_LEAD_MS) return running
        await stop()
      }
    },
    stop,
    remove: async () => {
      await stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
export type RunningPortal = Awaited<ReturnType<ReturnType<typeof movedPortal>['startAt']>>
