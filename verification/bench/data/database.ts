import { statfs } from 'node:fs/promises'
import { totalmem } from 'node:os'
import { join } from 'node:path'
import { startCluster } from '@artikul/server/cluster'
import { StartError } from '@artikul/server/config'
import { countOtherClients, ensureDatabase, openDatabase, type Database } from '@artikul/server/db'
import { migrate } from '@artikul/server/migrate'

const MIN_GB = 8
/** A quarter of the machine's memory, as PostgreSQL's manual recommends. */
const SHARED_BUFFERS = `${Math.floor(totalmem() / 2 ** 20 / 4)}MB`
/** Version of the generated data; databases filled by another version are filled anew. */
export const DATA_VERSION = 2
/** Benchmark databases are separate from `.data` and persist between runs. */
const BENCH_DIR = process.env['BENCH_DIR'] ?? join(import.meta.dirname, '../../../.cache/bench')

export interface BenchDatabase {
  url: string
  database: Database
  close: () => Promise<void>
}

/**
 * Opens a database in the benchmarks' own cluster, durable as in production, and fills it unless that was completed.
 * `fill` must be able to continue an interrupted run.
 */
export async function benchDatabase(
  name: string,
  fill: (database: Database) => Promise<void>,
  neededGb = MIN_GB,
): Promise<BenchDatabase> {
  const settings = {
    shared_buffers: SHARED_BUFFERS,
    max_wal_size: '8GB',
    shared_preload_libraries: 'pg_stat_statements',
  }
  const cluster = await startCluster(BENCH_DIR, { settings })
  await ensureDatabase(cluster.urlOf('postgres'), name)
  const url = cluster.urlOf(name)
  const database = openDatabase({ url, pool: 4, prepare: true })
  await migrate(database.long)
  await database.sql.query(
    'create schema if not exists bench; create table if not exists bench.filled (version integer)',
  )
  const filled = await database.sql`select 1 from bench.filled where version = ${DATA_VERSION}`
  if (filled.length === 0) {
    const disk = await statfs(BENCH_DIR)
    const freeGb = (disk.bavail * disk.bsize) / 1e9
    if (freeGb < neededGb) throw new StartError(`Для замера нужно ${neededGb} ГБ диска, свободно ${freeGb.toFixed(1)}.`)
    const started = performance.now()
    await fill(database)
    await database.sql`insert into bench.filled values (${DATA_VERSION})`
    console.error(`${name}: данные созданы за ${((performance.now() - started) / 1000).toFixed(0)} с`)
  }
  return {
    url,
    database,
    close: async () => {
      await database.close()
      // Another benchmark may be loading its data, which takes minutes.
      if ((await countOtherClients(cluster.urlOf('postgres'))) === 0) await cluster.stop()
    },
  }
}
