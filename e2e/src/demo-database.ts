import { cpSync } from 'node:fs'
import { join } from 'node:path'
import { startCluster } from '@artikul/server/cluster'
import { ensureDatabase, openDatabase } from '@artikul/server/db'
import { startServer } from './server.ts'

const TEMPLATE = 'demo_template'

/**
 * One PostgreSQL for all servers of a run, without fsync. The product fills a database once with its demonstration;
 * each server works on a clone of it, which takes less than a second.
 */
export async function startDemoDatabases(folder: string, port: number) {
  const cluster = await startCluster(join(folder, 'cluster'), {
    fsync: false,
    settings: { shared_buffers: '256MB', max_connections: '300' },
  })
  await ensureDatabase(cluster.urlOf('postgres'), TEMPLATE)
  const files = join(folder, 'demo')
  const settings = { DATABASE_URL: cluster.urlOf(TEMPLATE), DEMO_SUPPLIERS: 'off' }
  const server = await startServer({ port, dataDir: files, settings })
  await server.stop()
  return { cluster, adminUrl: cluster.urlOf('postgres') }
}

/** @returns settings of a server that works on its own clone of the demonstration */
export async function cloneDemo(adminUrl: string, folder: string, name: string) {
  const database = `demo_${name.replace(/\W/g, '_')}`
  const admin = openDatabase({ url: adminUrl, pool: 1, prepare: false })
  try {
    await admin.sql.unsafe(`drop database if exists ${database} with (force)`)
    await admin.sql.unsafe(`create database ${database} template ${TEMPLATE}`)
  } finally {
    await admin.close()
  }
  const dataDir = join(folder, name)
  cpSync(join(folder, 'demo'), dataDir, { recursive: true })
  return { dataDir, settings: { DATABASE_URL: adminUrl.replace('/postgres?', `/${database}?`) } }
}
