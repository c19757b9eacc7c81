import { chmodSync, mkdtempSync, readdirSync, rmSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startCluster, type Cluster } from '../platform/cluster/index.ts'

const MEMORY = '/dev/shm'
const ROOM_BYTES = 4 * 1024 ** 3
const OPEN_TO_ENTER = 0o755

const SETTINGS = {
  shared_buffers: '256MB',
  max_connections: '300',
  max_wal_size: '256MB',
  // A statement runs a few times: planning it anew each time takes longer than running it.
  plan_cache_mode: 'force_generic_plan',
}

export interface TestCluster extends Cluster {
  /** Of the run; `stop` deletes it. */
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
  } catch {
    return false
  }
}

/** A run that was killed leaves its folder, and memory with it. */
function deleteFoldersOfKilledRuns(root: string) {
  for (const name of readdirSync(root)) {
    const pid = /^artikul-test-(\d+)-/.exec(name)?.[1]
    if (pid && !isRunning(Number(pid))) rmSync(join(root, name), { recursive: true, force: true })
  }
}

/**
 * PostgreSQL of one test run, without fsync. It lies in memory where there is room: a database is 1,300 files, which
 * are created ten times faster there.
 */
export async function startTestCluster(): Promise<TestCluster> {
  const root = hasRoom(MEMORY) ? MEMORY : tmpdir()
  deleteFoldersOfKilledRuns(root)
  const folder = mkdtempSync(join(root, `artikul-test-${process.pid}-`))
  // PostgreSQL runs as another user than root.
  chmodSync(folder, OPEN_TO_ENTER)
  const cluster = await startCluster(join(folder, 'cluster'), { fsync: false, settings: SETTINGS })
  const stop = async () => {
    await cluster.stop()
    rmSync(folder, { recursive: true, force: true })
  }
  return { ...cluster, folder, stop }
}
