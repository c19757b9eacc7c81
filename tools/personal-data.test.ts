import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { MODULES, type MappedModule } from '../server/src/modules.ts'
import { loadRetention } from '../server/src/testing/test-app.ts'

const read = (path: string) => readFileSync(join(import.meta.dirname, '..', path), 'utf8')

const TEXT = read('docs/personal-data.md')

test('every declared period is in the table, and nothing else is', async () => {
  const listed = Array.from(
    TEXT.matchAll(/^\| .+? \| .+? \| (\d+) days? +\| `(\w+\.\w+)` +\|$/gm),
    ([, days = '', column = '']) => `${column}: ${days}`,
  )
  const declared = (await loadRetention()).map(({ table, since, days }) => `${table}.${since}: ${days}`)
  expect(listed.toSorted()).toEqual(declared.toSorted())
})

test.each(Object.entries<MappedModule>(MODULES))('module %s purges only its own tables', async (_, mapped) => {
  const { retention = [] } = (await mapped.load()).module
  const own = [...mapped.tables, ...mapped.published]
  expect(retention.map(({ table }) => table).filter((table) => !own.includes(table))).toEqual([])
})

/** Rows of the table of functions. */
const ROWS = Array.from(
  TEXT.matchAll(/^\| (.+?) +\| .+? \| (\d+) days +\| `(\w+)` *\| `([\w./-]+)` `(\w+)` *\|$/gm),
  ([, name = '', days = '', work = '', path = '', constant = '']) => ({
    name,
    days: Number(days),
    work,
    path,
    constant,
  }),
)

test.each(ROWS)('$name: $days days match $constant', ({ days, path, constant }) => {
  expect(valueOf(read(path), constant)).toBe(days)
})

test('every function that purges is in the table', () => {
  const sources = globSync('server/src/modules/*/module.ts', { cwd: join(import.meta.dirname, '..') })
  const works = sources.flatMap((path) => Array.from(read(path).matchAll(/(purge\w+)\(/g), ([, work = '']) => work))
  expect([...new Set(ROWS.map(({ work }) => work))].toSorted()).toEqual(works.toSorted())
})

/** Evaluates a constant that is a product of numbers and of other constants of its file. */
function valueOf(source: string, name: string): number {
  const [, product] = new RegExp(String.raw`const ${name} = ([\w* ]+)\n`).exec(source) ?? []
  if (product === undefined) throw new Error(`no constant ${name}`)
  return product
    .split('*')
    .map((factor) => factor.trim())
    .reduce(
      (value, factor) => value * (/^\d/.test(factor) ? Number(factor.replaceAll('_', '')) : valueOf(source, factor)),
      1,
    )
}
