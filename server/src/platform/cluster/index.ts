import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { chmod, chown, lstat, mkdir, open, readFile, rename, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Logger } from 'pino'
import { StartError } from '../config.ts'
import { asWebRole } from '../db/url.ts'
import { findPlace, type FileOwner, type Place } from './binaries.ts'

export interface Cluster {
  /** Connection URL of the database `artikul` as the owner of its tables. */
  url: string
  /** Connection URL for the role of requests, which owns nothing. */
  webUrl: string
  urlOf: (database: string) => string
  /** False when the cluster was already running: left by a crash, or used by a server. */
  started: boolean
  moved: string | undefined
  /** Restarts PostgreSQL whenever it ends or is told to, until `stop`. */
  supervise: (log: Pick<Logger, 'warn' | 'error'>) => void
  stop: () => Promise<void>
}

export interface ClusterOptions {
  /** Tests and benchmarks may trade durability for speed. */
  fsync?: boolean
  settings?: Record<string, string>
}

const SETTINGS: Record<string, string> = {
  listen_addresses: '',
  max_connections: '120',
  shared_buffers: '512MB',
  effective_cache_size: '4GB',
  work_mem: '32MB',
  maintenance_work_mem: '512MB',
  max_wal_size: '4GB',
  random_page_cost: '1.1',
  jit: 'off',
  timezone: 'UTC',
  // Statements and rows are not logged, because they contain personal data.
  log_error_verbosity: 'terse',
  log_min_error_statement: 'panic',
}

interface Finished {
  code: number | null
  output: string
}

function run(file: string, args: string[], owner: FileOwner | undefined): Promise<Finished> {
  return new Promise((resolve, reject) => {
    const child = spawn(file, args, { ...owner, cwd: '/', stdio: ['ignore', 'pipe', 'pipe'] })
    let output = ''
    child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()))
    child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()))
    child.on('error', reject)
    // `exit`, not `close`: the postmaster inherits the pipes and does not close them.
    child.on('exit', (code) => {
      child.stdout.destroy()
      child.stderr.destroy()
      resolve({ code, output })
    })
  })
}

async function initialise({ binaries, data, owner }: Place) {
  if (await stat(join(data, 'PG_VERSION')).catch(() => undefined)) return
  // An interrupted start must not leave an incomplete cluster under the final name.
  const draft = `${data}.new`
  await rm(draft, { recursive: true, force: true })
  await mkdir(draft, { recursive: true, mode: 0o700 })
  if (owner) await chown(draft, owner.uid, owner.gid)
  const { code, output } = await run(
    join(binaries, 'bin/initdb'),
    [
      '-D',
      draft,
      '-U',
      'artikul',
      '-E',
      'UTF8',
      '--locale=C',
      '--locale-provider=builtin',
      '--builtin-locale=C.UTF-8',
    ].concat(['-A', 'trust', '--no-instructions', '--no-sync']),
    owner,
  )
  if (code !== 0) throw new StartError(`PostgreSQL не создал базу в ${data}: ${lastLine(output)}`)
  await rename(draft, data)
}

const lastLine = (text: string) => text.trim().split('\n').at(-1) ?? ''

/**
 * Creates a short path for sockets (limited to 107 bytes), closed to other users.
 * @throws StartError when another user has created the directory, who could impersonate the database
 */
async function socketFolder({ data, owner }: Place): Promise<string> {
  const folder = join(tmpdir(), `artikul-${createHash('sha256').update(data).digest('hex').slice(0, 12)}`)
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const made = await lstat(folder)
  const isOurs = made.uid === process.getuid?.() || made.uid === owner?.uid
  if (!made.isDirectory() || (process.getuid && !isOurs))
    throw new StartError(`Папка ${folder} принадлежит другому пользователю: удалите её или задайте TMPDIR.`)
  await chmod(folder, 0o700)
  if (owner) await chown(folder, owner.uid, owner.gid)
  return folder
}

async function logFile({ data, owner }: Place): Promise<string> {
  const log = `${data}.log`
  await (await open(log, 'a')).close()
  if (owner) await chown(log, owner.uid, owner.gid)
  return log
}

async function logTail(data: string): Promise<string> {
  const log = await readFile(`${data}.log`, 'utf8').catch(() => '')
  return lastLine(log)
}

/** Line of `postmaster.pid` with the status of the server: `starting`, `ready`, `stopping`. */
const STATUS_LINE = 7

/**
 * Checks whether the postmaster of the data directory runs and is not stopping: a plain SIGTERM lets it wait for its
 * clients for good and refuse new ones meanwhile.
 */
async function isServing(data: string): Promise<boolean> {
  const lines = (await readFile(join(data, 'postmaster.pid'), 'utf8').catch(() => '')).split('\n')
  if (lines[STATUS_LINE]?.trim() === 'stopping') return false
  try {
    return Boolean(lines[0]) && process.kill(Number(lines[0]), 0)
  } catch (error) {
    // The process belongs to another user.
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}

const LOOK_MS = 1000
/** Maximum pause between attempts to start. */
const LONGEST_PAUSE_MS = 30_000

function supervise(isUp: () => Promise<boolean>, restart: () => Promise<void>, log: Pick<Logger, 'warn' | 'error'>) {
  let isStopped = false
  let failures = 0
  let timer: NodeJS.Timeout | undefined
  const look = async () => {
    if (!(await isUp()) && !isStopped) {
      log.warn('embedded PostgreSQL exited or is stopping, restarting')
      await restart().then(
        () => (failures = 0),
        (err: unknown) => {
          failures += 1
          log.error({ err }, 'embedded PostgreSQL failed to start')
        },
      )
    }
    if (!isStopped) timer = setTimeout(() => void look(), Math.min(LOOK_MS * 2 ** failures, LONGEST_PAUSE_MS)).unref()
  }
  timer = setTimeout(() => void look(), LOOK_MS).unref()
  return () => {
    isStopped = true
    clearTimeout(timer)
  }
}

/**
 * Starts PostgreSQL on the data directory, or uses the running one (a server killed by -9 leaves it running).
 * @throws StartError in one sentence on failure
 */
export async function startCluster(dataDir: string, options: ClusterOptions = {}): Promise<Cluster> {
  const place = await findPlace(dataDir)
  await initialise(place)
  const { binaries, data, owner, moved } = place
  const control = (args: string[]) => run(join(binaries, 'bin/pg_ctl'), ['-D', data, ...args], owner)
  const socket = await socketFolder(place)
  const running = (await control(['status'])).code === 0
  const start = async () => {
    const settings = { ...SETTINGS, unix_socket_directories: socket, ...options.settings }
    const durability =
      options.fsync === false ? { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' } : {}
    const flags = Object.entries({ ...settings, ...durability }).map(([name, value]) => `-c ${name}='${value}'`)
    const log = await logFile(place)
    const { code, output } = await control(['start', '-w', '-t', '60', '-l', log, '-o', flags.join(' ')])
    if (code !== 0) throw new StartError(`PostgreSQL не запустился: ${(await logTail(data)) || lastLine(output)}`)
  }
  const stop = () => control(['stop', '-m', 'fast', '-w', '-t', '60'])
  const restart = async () => {
    await stop()
    await start()
  }
  if (!running) await start()
  let stopSupervising: (() => void) | undefined
  const urlOf = (database: string) => `postgres:///${database}?host=${socket}`
  return {
    url: urlOf('artikul'),
    webUrl: asWebRole(urlOf('artikul')),
    urlOf,
    started: !running,
    moved,
    supervise: (log) => {
      stopSupervising?.()
      stopSupervising = supervise(() => isServing(data), restart, log)
    },
    stop: async () => {
      stopSupervising?.()
      await stop()
      await rm(socket, { recursive: true, force: true })
    },
  }
}
