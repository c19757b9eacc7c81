import { cpSync, existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { ensureDatabase, openDatabase } from '@artikul/server/db'
import type { TestCluster } from '@artikul/server/test-cluster'
import { startServer } from './server.ts'

const TEMPLATE = 'demo_template'
const PORT = 3199
const IDLE_MS = 2000
const POLL_MS = 100

/** Background work follows the fill; a clone made before its end would repeat it. */
async function waitUntilIdle(adminUrl: string) {
  const admin = openDatabase({ url: adminUrl, pool: 1, prepare: false })
  const findActive = () =>
    admin.sql`select 1 from pg_stat_activity where datname = ${TEMPLATE} and state <> 'idle' limit 1`
  try {
    for (let idleMs = 0; idleMs < IDLE_MS; idleMs += POLL_MS) {
      await delay(POLL_MS)
      if ((await findActive()).length > 0) idleMs = 0
    }
  } finally {
    await admin.close()
  }
}

/** File of the run that ends the wait for the demonstration; contains the error if it could not be filled. */
const outcomeFile = (folder: string) => join(folder, 'demo-filled')

/** Fills a database with the product's demonstration, as at a first start. A failure is reported to those who clone it. */
export async function fillTemplate(cluster: TestCluster) {
  const error = await fill(cluster).then(
    () => '',
    (reason: unknown) => String(reason),
  )
  const file = outcomeFile(cluster.folder)
  writeFileSync(`${file}.new`, error)
  renameSync(`${file}.new`, file)
}

async function waitUntilFilled(folder: string) {
  while (!existsSync(outcomeFile(folder))) await delay(POLL_MS)
  const error = readFileSync(outcomeFile(folder), 'utf8')
  if (error !== '') throw new Error(error)
}

async function fill({ folder, urlOf }: TestCluster) {
  await ensureDatabase(urlOf('postgres'), TEMPLATE)
  const settings = { DATABASE_URL: urlOf(TEMPLATE), DEMO_SUPPLIERS: 'off' }
  const server = await startServer({ port: PORT, dataDir: join(folder, 'demo'), settings })
  try {
    await waitUntilIdle(urlOf('postgres'))
  } finally {
    await server.stop()
  }
}

/** @returns settings of a server that works on its own clone of the demonstration */
export async function cloneDemo(adminUrl: string, folder: string, name: string) {
  await waitUntilFilled(folder)
  const database = `demo_${name}`
  const admin = openDatabase({ url: adminUrl, pool: 1, prepare: false })
  try {
    await admin.sql.query(`drop database if exists ${database} with (force)`)
    await admin.sql.query(`create database ${database} template ${TEMPLATE} strategy file_copy`)
  } finally {
    await admin.close()
  }
  const dataDir = join(folder, name)
  rmSync(dataDir, { recursive: true, force: true })
  cpSync(join(folder, 'demo'), dataDir, { recursive: true })
  return { dataDir, settings: { DATABASE_URL: adminUrl.replace('/postgres?', `/${database}?`) } }
}
