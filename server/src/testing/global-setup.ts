import type { TestProject } from 'vitest/node'
import { ensureDatabase, openDatabase } from '../platform/db/index.ts'
import { migrate } from '../platform/db/migrate.ts'
import { startTestCluster, type TestCluster } from './test-cluster.ts'

declare module 'vitest' {
  interface ProvidedContext {
    databaseUrl: string
    template: string
  }
}

const TEMPLATE = 'test_template'

async function migrateTemplate({ urlOf }: TestCluster) {
  await ensureDatabase(urlOf('postgres'), TEMPLATE)
  const database = openDatabase({ url: urlOf(TEMPLATE), pool: 1, prepare: false })
  await migrate(database.long)
  await database.close()
}

/** Starts PostgreSQL with one migrated template, which every test file clones in milliseconds. */
export default async function setup(project: TestProject) {
  const cluster = await startTestCluster(migrateTemplate)
  project.provide('databaseUrl', cluster.urlOf('postgres'))
  project.provide('template', TEMPLATE)
  return cluster.stop
}
