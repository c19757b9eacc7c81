import type { TestProject } from 'vitest/node'
import { ensureDatabase, openDatabase } from '../platform/db/index.ts'
import { migrate } from '../platform/db/migrate.ts'
import { startTestCluster } from './test-cluster.ts'

declare module 'vitest' {
  interface ProvidedContext {
    databaseUrl: string
    template: string
  }
}

const TEMPLATE = 'test_template'

/** Starts PostgreSQL with one migrated template, which every test file clones in milliseconds. */
export default async function setup(project: TestProject) {
  const cluster = await startTestCluster()
  await ensureDatabase(cluster.urlOf('postgres'), TEMPLATE)
  const database = openDatabase({ url: cluster.urlOf(TEMPLATE), pool: 1, prepare: false })
  await migrate(database.sql)
  await database.close()
  project.provide('databaseUrl', cluster.urlOf('postgres'))
  project.provide('template', TEMPLATE)
  return cluster.stop
}
