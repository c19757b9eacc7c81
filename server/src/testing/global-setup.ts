import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { startCluster } from '../platform/cluster/index.ts'
import { countOtherClients, ensureDatabase, openDatabase } from '../platform/db/index.ts'
import { migrate, MIGRATIONS_DIR } from '../platform/db/migrate.ts'

declare module 'vitest' {
  interface ProvidedContext {
    databaseUrl: string
    template: string
  }
}

function templateName(): string {
  const hash = createHash('sha256')
  for (const name of readdirSync(MIGRATIONS_DIR).sort())
    hash.update(name).update(readFileSync(join(MIGRATIONS_DIR, name)))
  return `template_${hash.digest('hex').slice(0, 12)}`
}

/** A cluster of its own without fsync, and one migrated template that every test file clones in milliseconds. */
export default async function setup(project: TestProject) {
  const cluster = await startCluster(join(import.meta.dirname, '../../../.cache/test'), {
    fsync: false,
    settings: { shared_buffers: '128MB', max_connections: '200' },
  })
  const template = templateName()
  // Another run that ends meanwhile sees this connection and leaves the cluster alone.
  const presence = openDatabase({ url: cluster.urlOf('postgres'), pool: 1, prepare: false })
  const reserved = await presence.sql.reserve()
  await ensureDatabase(cluster.urlOf('postgres'), template)
  const database = openDatabase({ url: cluster.urlOf(template), pool: 1, prepare: false })
  await migrate(database.sql)
  await database.close()
  project.provide('databaseUrl', cluster.urlOf('postgres'))
  project.provide('template', template)
  return async () => {
    reserved.release()
    await presence.close()
    const others = await countOtherClients(cluster.urlOf('postgres')).catch(() => Infinity)
    if (others === 0) await cluster.stop()
  }
}
