import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { schemaDocument } from './schema-document.ts'
import { useTestApp } from './test-app.ts'

const test_ = useTestApp()

test('docs/schema.md describes the migrated database', async () => {
  const stored = await readFile(join(import.meta.dirname, '../../../docs/schema.md'), 'utf8')
  expect(stored, 'npm run db:types').toBe(await schemaDocument(test_.database.sql))
})
