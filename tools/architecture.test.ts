import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { MODULES } from '../server/src/modules.ts'

const ROOT = join(import.meta.dirname, '..')
const words = (cell: string) => [...cell.matchAll(/`([\w-]+)`/g)].map(([, word = '']) => word)

/** Rows of the table «Who may use whom». */
const rows = readFileSync(join(ROOT, 'ARCHITECTURE.md'), 'utf8')
  .split('\n')
  .map((line) => line.split('|').slice(1, -1))
  .filter(([module = '']) => words(module).some((word) => Object.hasOwn(MODULES, word)))

test('ARCHITECTURE shows the modules of modules.ts with their features and what they may use', () => {
  const shown = rows.map(([module = '', features = '', uses = '']) => [
    words(module)[0],
    { features: words(features).toSorted(), uses: uses.trim() === 'any' ? 'any' : words(uses) },
  ])
  const folders = (module: string) =>
    globSync('*/', { cwd: join(ROOT, 'server/src/modules', module) })
      .map((path) => path.replace(/\/$/, ''))
      .toSorted()
  const expected = Object.entries(MODULES).map(([module, { uses }]) => [module, { features: folders(module), uses }])
  expect(shown).toEqual(expected)
})
