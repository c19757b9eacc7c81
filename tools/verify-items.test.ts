import { globSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { ITEMS } from '../verification/items.ts'

const ROOT = join(import.meta.dirname, '..')

test('every long test belongs to one item of npm run verify', () => {
  const files = globSync('verification/**/*.test.ts', { cwd: ROOT })
  const named = ITEMS.flatMap((item) => (item.project.startsWith('verify-') ? item.files : []))
  expect(named.toSorted()).toEqual(files.toSorted())
})
