import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, statfsSync } from 'node:fs'
import { availableParallelism, tmpdir, userInfo } from 'node:os'
import { join } from 'node:path'
import { startCluster, type Cluster } from '../platform/cluster/index.ts'
import { IS_VERIFY } from './figures.ts'

const MEMORY = '/dev/shm'
const ROOM_BYTES = 4 * 1024 ** 3
const OPEN_TO_ENTER = 0o755
const PREFIX = `artikul-test-${userInfo().uid}-`

const SETTINGS = {
  shared_buffers: '256MB',
  // A worker's test file opens up to 18 connections.
  max_connections: String(100 + 20 * availableParallelism()),
  max_wal_size: '256MB',
  // A test runs a statement a few times, so planning it each time takes longer than running it. Measurements of `npm
  // run verify` use the production setting.
  ...(!IS_VERIFY && { plan_cache_mode: 'force_generic_plan' }),
}

export interface TestCluster extends Cluster {
  /** Directory of the run, deleted by `stop`. */
  folder: string
}

function hasRoom(folder: string): boolean {
  try {
    const { bavail, bsize } = statfsSync(folder)
    return bavail * bsize >= ROOM_BYTES
  } catch {
    return false
  }
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

/** Deletes the directories that killed runs have left, which occupy memory. */
function deleteFoldersOfKilledRuns(root: string) {
  for (const name of readdirSync(root)) {
    const pid = name.startsWith(PREFIX) ? Number(name.slice(PREFIX.length).split('-')[0]) : undefined
    if (pid !== undefined && !isRunning(pid)) rmSync(join(root, name), { recursive: true, force: true })
  }
}

function killCluster(folder: string) {
  const pid = Number(readFileSync(join(folder, 'cluster/postgres/postmaster.pid'), 'utf8').split('\n')[0])
  process.kill(pid, 'SIGQUIT')
  rmSync(folder, { recursive: true, force: true })
}

/**
 * Starts PostgreSQL for one test run, without fsync. Its data is in memory if there is space: a database has 1,300
 * files, which are created ten times faster there.
 * @param prepare prepares the data that the run needs before its first test
 */
export async function startTestCluster(prepare: (cluster: TestCluster) => Promise<void>): Promise<TestCluster> {
  const root = hasRoom(MEMORY) ? MEMORY : tmpdir()
  deleteFoldersOfKilledRuns(root)
  const folder = mkdtempSync(join(root, `${PREFIX}${process.pid}-`))
  // PostgreSQL does not run as root.
  chmodSync(folder, OPEN_TO_ENTER)
  const cluster = await startCluster(join(folder, 'cluster'), { fsync: false, settings: SETTINGS })
  // Ctrl-C ends the run without its teardown.
  const kill = () => killCluster(folder)
  process.on('exit', kill)
  const stop = async () => {
    await cluster.stop()
    process.off('exit', kill)
    rmSync(folder, { recursive: true, force: true })
  }
  const run = { ...cluster, folder, stop }
  try {
    await prepare(run)
  } catch (error) {
    await stop()
    throw error
  }
  return run
}
