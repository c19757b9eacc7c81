import { spawnSync } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { startCluster } from '../platform/cluster/index.ts'
import { ensureDatabase, openDatabase } from '../platform/db/index.ts'
import { migrate } from '../platform/db/migrate.ts'
import { schemaDocument } from './schema-document.ts'

/** Writes the table types and docs/schema.md from a freshly migrated database, or compares the types with `--verify`. */
const ROOT = join(import.meta.dirname, '../../..')
const cluster = await startCluster(join(ROOT, '.cache/types'), { fsync: false })
await ensureDatabase(cluster.urlOf('postgres'), 'types')
const { sql, close } = openDatabase({ url: cluster.urlOf('types'), pool: 1, prepare: false })
await sql.query('drop schema public cascade; drop schema if exists graphile_worker cascade; create schema public;')
await migrate(sql)
const document = await schemaDocument(sql)
if (!process.argv.includes('--verify')) await writeFile(join(ROOT, 'docs/schema.md'), document)
await close()
const { status } = spawnSync(
  join(ROOT, 'node_modules/.bin/kysely-codegen'),
  [
    '--dialect=postgres',
    `--url=${cluster.urlOf('types')}`,
    `--out-file=${join(ROOT, 'server/src/platform/db/generated-schema.ts')}`,
    '--date-parser=string',
    '--numeric-parser=number',
    '--type-mapping={"int8":"number","citext":"string","bytea":"Buffer","jsonb":"JsonColumn"}',
    '--custom-imports={"JsonColumn":"./json-column.ts"}',
    '--exclude-pattern={*.migrations,graphile_worker.*}',
    ...process.argv.slice(2),
  ],
  { stdio: 'inherit', env: { ...process.env, PGUSER: 'artikul' } },
)
await cluster.stop()
process.exitCode = status ?? 1
