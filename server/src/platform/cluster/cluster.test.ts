import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openDatabase } from '../db/index.ts'
import { startCluster, type Cluster } from './index.ts'

let folder = ''
let cluster: Cluster
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'supervised-'))
  cluster = await startCluster(folder, { fsync: false, settings: { shared_buffers: '16MB' } })
})
afterAll(async () => {
  await cluster.stop()
  await rm(folder, { recursive: true, force: true })
})

test.each(['SIGKILL', 'SIGTERM'] as const)('embedded PostgreSQL is started again after %s', async (signal) => {
  const warnings: string[] = []
  cluster.supervise({ warn: (text: string) => warnings.push(text), error: () => undefined } as never)
  const { sql, close } = openDatabase({ url: cluster.urlOf('postgres'), pool: 1, prepare: false })
  const [before] = await sql<{ data: string }[]>`select current_setting('data_directory') as data`
  const file = join(before?.data ?? '', 'postmaster.pid')
  const pid = async () => Number((await readFile(file, 'utf8')).split('\n')[0])
  const signalled = await pid()
  // After SIGTERM it would wait for the connection of the pool.
  process.kill(signalled, signal)
  // The last connections of the killed server may answer once more.
  await expect.poll(() => pid().catch(() => signalled), { timeout: 25_000 }).not.toBe(signalled)
  await expect.poll(() => sql`select 1 as one`.catch(() => null)).toEqual([{ one: 1 }])
  expect(warnings).toHaveLength(1)
  await close()
})
