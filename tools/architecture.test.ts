import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { MODULES, type MappedModule } from '../server/src/modules.ts'

const ROOT = join(import.meta.dirname, '..')
const words = (cell: string) => [...cell.matchAll(/`([\w-]+)`/g)].map(([, word = '']) => word)

const TEXT = readFileSync(join(ROOT, 'ARCHITECTURE.md'), 'utf8')

/** Rows of the table «Who may use whom». */
const rows = TEXT.split('\n')
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

/** Finds every node reachable from a node. */
function reachable(edges: ReadonlyMap<string, readonly string[]>, from: string): string[] {
  const seen = new Set<string>()
  const visit = (node: string) => {
    for (const next of edges.get(node) ?? []) {
      if (seen.has(next)) continue
      seen.add(next)
      visit(next)
    }
  }
  visit(from)
  return [...seen].toSorted()
}

test('the diagram of ARCHITECTURE shows what a module may use, directly or through others', () => {
  const drawn = new Map(
    Array.from(TEXT.matchAll(/^ {2}(\w+) --> (.+)$/gm), ([, from = '', to = '']) => [from, to.split(' & ')] as const),
  )
  const all = Object.keys(MODULES)
  const mapped = new Map(
    Object.entries<MappedModule>(MODULES).map(([name, { uses }]) => [
      name,
      uses === 'any' ? all.filter((other) => other !== name) : uses,
    ]),
  )
  for (const module of all) expect(reachable(drawn, module), module).toEqual(reachable(mapped, module))
})
