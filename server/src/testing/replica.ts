import { execFile } from 'node:child_process'
import { appendFile, mkdir, rm, stat, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { startCluster, type Cluster } from '../platform/cluster/index.ts'
import { openDatabase } from '../platform/db/index.ts'

const run = promisify(execFile)
const SETTINGS = { shared_buffers: '32MB', max_connections: '60' }

export const startLeader = (folder: string) => startCluster(join(folder, 'leader'), { settings: SETTINGS })

/** Starts a replica of the leader by replacing `pg_basebackup`, which the embedded PostgreSQL lacks. */
export async function startReplica(leader: Cluster, folder: string): Promise<Cluster> {
  const copy = join(folder, 'replica/postgres')
  const { sql, close } = openDatabase({ url: leader.urlOf('postgres'), pool: 1, prepare: false })
  const { data, label } = await sql.withConnection(async (connection) => {
    const [from] = await connection<{ data: string }[]>`
      select current_setting('data_directory') as data from pg_backup_start('replica', true)`
    await mkdir(dirname(copy), { recursive: true })
    await run('cp', ['-a', from?.data ?? '', copy])
    const [until] = await connection<{ label: string }[]>`
      select labelfile as label from pg_backup_stop(false)`
    return { data: from?.data ?? '', label: until?.label ?? '' }
  })
  await close()
  await rm(join(copy, 'postmaster.pid'))
  await writeFile(join(copy, 'backup_label'), label)
  await writeFile(join(copy, 'standby.signal'), '')
  const host = new URL(leader.url).searchParams.get('host') ?? ''
  await appendFile(join(copy, 'postgresql.auto.conf'), `primary_conninfo = 'host=${host} user=artikul'\n`)
  // Files added above get the owner of the copy.
  const { uid, gid } = await stat(data)
  await run('chown', ['-R', `${uid}:${gid}`, copy])
  return startCluster(dirname(copy), { settings: SETTINGS })
}
