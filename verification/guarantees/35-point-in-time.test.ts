import { execFile } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildContractor, buildSeller } from '../../server/src/modules/companies/contractors/contractors.factory.ts'
import { ensureDatabase, openDatabase, type Database } from '../../server/src/platform/db/index.ts'
import { migrate } from '../../server/src/platform/db/migrate.ts'
import { reportFigure, reportMeasured } from '../../server/src/testing/figures.ts'

let folder: string
let live: Database
let sellerId: number
let restored: Database | undefined

beforeAll(startArchivedDatabase, 600_000)
afterAll(async () => {
  await Promise.all([live.close(), restored?.close()])
  for (const data of ['live', 'restored']) await stop(join(folder, data))
  await rm(folder, { recursive: true, force: true })
}, 120_000)

test(
  'guarantee 35: encrypted backup and archived log restore the database to a point in time, row for row',
  { timeout: 1_800_000 },
  async () => {
    const backed = performance.now()
    await asPostgres('backup.sh', 'full')
    const backupMs = performance.now() - backed
    for (let left = 20; left > 0; left -= 1) await buildContractor(live.db, { sellerIds: [sellerId] })
    await live.sql`delete from filling where n % 100 = 0`
    await live.sql`analyze`
    const tables = await largestTables(live)
    const expected = await sumsOf(live, tables)
    const [moment] = await live.sql<{ at: string; size: number }[]>`
      select clock_timestamp()::text as at, pg_database_size(current_database()) as size`
    // The mistake to be rolled back.
    await live.sql`select pg_sleep(0.2)`
    await live.sql`truncate filling`
    await buildContractor(live.db, { sellerIds: [sellerId] })
    const [closed] = await live.sql<{ name: string }[]>`select pg_walfile_name(pg_switch_wal()) as name`
    const lastKept = async () =>
      (await live.sql<{ last: string }[]>`select coalesce(last_archived_wal, '') as last from pg_stat_archiver`)[0]
        ?.last
    await expect.poll(lastKept, { timeout: 300_000, interval: 500 }).toBe(closed?.name)

    const began = performance.now()
    const data = join(folder, 'restored')
    const target = ['--type=time', `--target=${moment?.at ?? ''}`, '--target-action=promote']
    await asPostgres('pgbackrest', '--stanza=artikul', `--pg1-path=${data}`, '--archive-mode=off', ...target, 'restore')
    await start(data, PORTS.restored)
    restored = openDatabase({ url: urlOf(PORTS.restored, 'artikul'), pool: 4, prepare: false })
    const judge = restored
    await expect
      .poll(async () => (await judge.sql<{ is: boolean }[]>`select pg_is_in_recovery() as is`)[0]?.is, {
        timeout: MAX_RESTORE_MS,
        interval: 500,
      })
      .toBe(false)
    const restoreMs = performance.now() - began
    expect(await sumsOf(judge, tables)).toEqual(expected)

    const { stdout: lastOrder } = await asPostgres('verify-restore.sh', folder)
    expect(lastOrder).toContain('restored; the last order is of')
    const runs = await live.sql<{ kind: string }[]>`select kind from backup_runs order by id`
    expect(runs.map(({ kind }) => kind)).toEqual(['backup', 'restore'])
    const info = readFileSync(join(folder, 'backups/backup/artikul/backup.info'))
    expect(info.subarray(0, 8).toString(), 'of an encrypted file').toBe('Salted__')
    reportMeasured(35, {
      measured: 'restore to a point in time',
      value: restoreMs / 1000,
      limit: MAX_RESTORE_MS / 1000,
      unit: 's',
    })
    const gigabytes = ((moment?.size ?? 0) / 1024 ** 3).toFixed(1)
    reportFigure(
      35,
      `${gigabytes} ГБ: копия за ${Math.round(backupMs / 1000)} с, восстановление на момент времени за ${Math.round(restoreMs / 1000)} с, суммы ${tables.length} таблиц равны; журнал уходит в архив не реже раза в минуту`,
    )
  },
)

async function startArchivedDatabase() {
  folder = await mkdtemp(join(tmpdir(), 'artikul-backup-'))
  await mkdir(join(folder, 'backups'))
  await run('chown', ['-R', 'postgres:', folder])
  const data = join(folder, 'live')
  await asPostgres('initdb', '-D', data, '-U', 'artikul', '-A', 'trust', '--locale=C.UTF-8', '-E', 'UTF8')
  const archive = "archive_command = 'pgbackrest --stanza=artikul archive-push %p'"
  const settings = ['archive_mode = on', archive, 'archive_timeout = 60', 'timezone = UTC']
  await asPostgres('sh', '-c', `printf '%s\\n' "$@" >> ${data}/postgresql.conf`, 'sh', ...settings)
  await start(data, PORTS.live)
  await ensureDatabase(urlOf(PORTS.live, 'postgres'), 'artikul')
  live = openDatabase({ url: urlOf(PORTS.live, 'artikul'), pool: 4, prepare: false })
  await migrate(live.sql)
  await live.sql`create table filling as select n, repeat(md5(n::text), 30) as text from generate_series(1, ${ROWS}::integer) n`
  sellerId = (await buildSeller(live.db)).id
}

/** Requires the system's PostgreSQL, whose tools the scripts call; the embedded one has none. */
const VERSIONS = '/usr/lib/postgresql'
const version = existsSync(VERSIONS) ? readdirSync(VERSIONS).toSorted().at(-1) : undefined
const BIN = version === undefined ? undefined : join(VERSIONS, version, 'bin')

/** Filler rows of about 1 kB each. */
const ROWS = 5_400_000
const MAX_RESTORE_MS = 15 * 60_000
const SCRIPTS = join(import.meta.dirname, '../../deploy/backup')
const PORTS = { live: 3260, restored: 3261 }
const TABLES_COMPARED = 10

const run = promisify(execFile)

/** Settings of the scripts and pgBackRest as in compose, with this folder and this database. */
const settingsOfBackup = () => ({
  PATH: `${SCRIPTS}:${BIN}:${process.env['PATH']}`,
  PGBACKREST_CONFIG: join(SCRIPTS, 'pgbackrest.conf'),
  PGBACKREST_REPO1_PATH: join(folder, 'backups'),
  PGBACKREST_REPO1_CIPHER_PASS: 'a passphrase of a test',
  PGBACKREST_LOCK_PATH: join(folder, 'lock'),
  PGBACKREST_SPOOL_PATH: join(folder, 'spool'),
  PGBACKREST_PG1_PATH: join(folder, 'live'),
  PGBACKREST_PG1_SOCKET_PATH: folder,
  PGBACKREST_PG1_PORT: String(PORTS.live),
  PGHOST: folder,
  PGPORT: String(PORTS.live),
})

const asPostgres = (file: string, ...args: string[]) => {
  const env = Object.entries(settingsOfBackup()).map(([name, value]) => `${name}=${value}`)
  return run('runuser', ['-u', 'postgres', '--', 'env', ...env, file, ...args], { cwd: '/' })
}

const urlOf = (port: number, database: string) => `postgres://artikul@127.0.0.1:${port}/${database}`

const start = (data: string, port: number) => {
  const settings = `-p ${port} -k ${folder} -c listen_addresses=127.0.0.1 -c max_wal_size=4GB -c shared_buffers=256MB`
  return asPostgres('pg_ctl', '-D', data, '-w', '-t', '900', '-l', `${data}.log`, '-o', settings, 'start')
}

const stop = (data: string) => asPostgres('pg_ctl', '-D', data, '-m', 'immediate', 'stop').catch(() => undefined)

const largestTables = async ({ sql }: Database) => {
  const tables = await sql<{ name: string }[]>`
    select relname as name from pg_stat_user_tables where schemaname = 'public'
    order by n_live_tup desc, relname limit ${TABLES_COMPARED}`
  return tables.map(({ name }) => name)
}

/** Computes counts and sums of all rows of the tables. */
async function sumsOf({ sql }: Database, tables: readonly string[]) {
  const sums: Record<string, string> = {}
  for (const name of tables) {
    const [row] = await sql.query<{ sum: string }>(
      `select count(*) || '/' || coalesce(sum(hashtextextended(row::text, 0)), 0) as sum from "${name}" row`,
    )
    sums[name] = row?.sum ?? ''
  }
  return sums
}
