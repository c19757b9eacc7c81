import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { MODULES, PLATFORM_TABLES, type MappedModule } from '../server/src/modules.ts'
import { useTestApp } from '../server/src/testing/test-app.ts'

const test_ = useTestApp()
const ROOT = join(import.meta.dirname, '../server/src')
const PLATFORM = 'platform'

const modules = Object.entries<MappedModule>(MODULES)
const usesOf = new Map(modules.map(([name, { uses }]) => [name, uses]))
const owners = new Map([
  ...modules.flatMap(([name, { tables, published }]) =>
    [...tables, ...published].map((table) => [table, name] as const),
  ),
  ...PLATFORM_TABLES.map((table) => [table, PLATFORM] as const),
])
const published = new Set([...PLATFORM_TABLES, ...modules.flatMap(([, module]) => module.published)])

const NAME = `["']?(${[...owners.keys()].toSorted((a, b) => b.length - a.length).join('|')})\\b`
const WRITE = new RegExp(
  `\\b(?:insert\\s+into|update|delete\\s+from|merge\\s+into|truncate|copy|(?:insertInto|updateTable|deleteFrom|mergeInto)\\()\\s*${NAME}`,
  'g',
)
const READ = new RegExp(
  `(?<=\\b(?:from|join|using)\\s+|\\b(?:from|using)\\s+\\w+(?:\\s+\\w+)?,\\s*|(?:selectFrom|[jJ]oin|from|using)\\(\\[?\\s*)${NAME}(?![\\w.(:])`,
  'g',
)

/** Finds the module of a file. */
const moduleOf = (path: string) => /^modules\/(\w+)\//.exec(path)?.[1] ?? PLATFORM

/** Finds the tables named by the statements of a file. */
function statementsOf(source: string) {
  const code = source
    .replaceAll(/\/\*[^]*?\*\//g, '')
    .replaceAll(/(^|\s)\/\/.*$/gm, '')
    .replaceAll(/^import .*$/gm, '')
    .replaceAll(/\bfor (no key )?update\b/gi, '')
  const named = (pattern: RegExp, text: string) => Array.from(text.matchAll(pattern), ([, table = '']) => table)
  return { writes: named(WRITE, code), reads: named(READ, code.replaceAll(WRITE, '')) }
}

const FILES = globSync('{modules,platform}/**/*.ts', { cwd: ROOT, exclude: ['**/*.{test,factory,generated}.ts'] })
  .toSorted()
  .map((path) => ({ path, name: moduleOf(path), ...statementsOf(readFileSync(join(ROOT, path), 'utf8')) }))

test('every table and view has one owner', async () => {
  const { sql } = test_.database
  const rows = await sql<{ name: string }[]>`
    select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'v', 'm', 'p')`
  expect([...owners.keys()].toSorted()).toEqual(rows.map(({ name }) => name).toSorted())
})

test('only its owner writes a table', () => {
  const foreign = FILES.flatMap(({ path, name, writes }) =>
    writes.filter((table) => owners.get(table) !== name).map((table) => `${path}: ${table}`),
  )
  expect(foreign).toEqual([])
})

test('a table of another module is read along the map, or is published', () => {
  const foreign = FILES.flatMap(({ path, name, reads }) => {
    const uses = usesOf.get(name) ?? []
    const mayRead = (table: string) => {
      const owner = owners.get(table) ?? ''
      return owner === name || published.has(table) || uses === 'any' || uses.includes(owner)
    }
    return reads.filter((table) => !mayRead(table)).map((table) => `${path}: ${table}`)
  })
  expect(foreign).toEqual([])
})
test.each([
  ['update orders line set a = 1 from order_lines, shipments', ['orders'], ['order_lines', 'shipments']],
  ['select 1 from orders o join claims on true for update of o', [], ['orders', 'claims']],
  ['delete from carts using cart_lines line', ['carts'], ['cart_lines']],
  ["db.insertInto('orders').from('users')", ['orders'], ['users']],
  ["db.selectFrom('orders as own').innerJoin('users', 'a', 'b')", [], ['orders', 'users']],
  ['/* update orders */ order.orders = fromOrders(orders, bulk_orders)', [], []],
])('the check sees the tables of %s', (source, writes, reads) => {
  expect(statementsOf(source)).toEqual({ writes, reads })
})
