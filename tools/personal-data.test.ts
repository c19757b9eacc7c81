import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const read = (path: string) => readFileSync(join(import.meta.dirname, '..', path), 'utf8')

/** Rows of the table of retention periods. */
const ROWS = Array.from(
  read('docs/personal-data.md').matchAll(
    /^\| (.+?) +\| .+? \| (\d+) (days|hours) +\| `(\w+)` *\| `([\w./-]+)` `(\w+)` *\|$/gm,
  ),
  ([, what = '', size = '', unit = '', work = '', path = '', name = '']) => ({
    name: `${what}: ${size} ${unit}`,
    hours: Number(size) * (unit === 'days' ? 24 : 1),
    work,
    path,
    constant: name,
  }),
)

const HOURS_IN: Readonly<Record<string, number>> = { DAYS: 24, HOURS: 1, MS: 1 / 3_600_000 }

test.each(ROWS)('$name matches $constant', ({ hours, path, constant }) => {
  expect(valueOf(read(path), constant) * (HOURS_IN[constant.split('_').at(-1) ?? ''] ?? Number.NaN)).toBeCloseTo(hours)
})

test('every hourly cleanup job is in the table, and nothing else is', () => {
  const sources = [
    'server/src/app.ts',
    ...globSync('server/src/modules/*/module.ts', { cwd: join(import.meta.dirname, '..') }),
  ]
  const hourly = sources.map(
    (path) => /(?:hourly: \(|const ofPlatform =)([^]*?)\n {2}\]/.exec(read(path))?.[1] ?? read(path),
  )
  const works = hourly.flatMap((text) =>
    Array.from(text.matchAll(/((?:purge|delete|clear)\w+)\(/g), ([, work = '']) => work),
  )
  expect(works.length).toBeGreaterThan(20)
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
