import { statfs } from 'node:fs/promises'
import { join } from 'node:path'
import { startCluster } from '@artikul/server/cluster'
import { StartError } from '@artikul/server/config'
import { ensureDatabase, openDatabase, type Database } from '@artikul/server/db'
import { migrate } from '@artikul/server/migrate'

const NEEDED_GB = 8
/** Databases of benchmarks live apart from `.data` and are kept between runs. */
const BENCH_DIR = process.env['BENCH_DIR'] ?? join(import.meta.dirname, '../../.cache/bench')

export interface BenchDatabase {
  url: string
  database: Database
  close: () => Promise<void>
}

/** Opens (and at first use makes and fills) a database of the benchmarks' own cluster, durable as in production. */
export async function benchDatabase(name: string, fill: (database: Database) => Promise<void>): Promise<BenchDatabase> {
  const cluster = await startCluster(BENCH_DIR, { settings: { shared_buffers: '2GB', max_wal_size: '8GB' } })
  await ensureDatabase(cluster.urlOf('postgres'), name)
  const url = cluster.urlOf(name)
  const database = openDatabase({ url, pool: 4, prepare: true })
  await migrate(database.sql)
  const filled = await database.sql`select 1 from crosses limit 1`
  if (filled.length === 0) {
    const disk = await statfs(BENCH_DIR)
    const freeGb = (disk.bavail * disk.bsize) / 1e9
    if (freeGb < NEEDED_GB)
      throw new StartError(`Для замера нужно ${NEEDED_GB} ГБ диска, свободно ${freeGb.toFixed(1)}.`)
    const started = performance.now()
    await fill(database)
    console.error(`${name}: данные созданы за ${((performance.now() - started) / 1000).toFixed(0)} с`)
  }
  return {
    url,
    database,
    close: async () => {
      await database.close()
      await cluster.stop()
    },
  }
}
