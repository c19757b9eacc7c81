import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const ROOT = join(import.meta.dirname, '../../..')
const LAST = 65

/** Inputs covered by tests of the web pages only: the path and title of each test. */
const OF_PAGES: Record<number, readonly [path: string, title: string]> = {
  45: ['web/src/lib/session/guard.test.ts', "describe('redirect'"],
}

/** Extracts the numbers at the start of a title, alone or after a guarantee: «C-46, C-47: …». */
function numbersIn(text: string): number[] {
  const titles = text.match(/['"`](?:guarantee \d+, )?(?:C-\d+[,:]? )+/g) ?? []
  return titles.flatMap((title) => [...title.matchAll(/C-(\d+)/g)].map(([, number]) => Number(number)))
}

test('every bad input of the list has a test with its code', () => {
  const files = globSync('{contract/src,server/src,verification}/**/{*.test,hostile-*.factory}.ts', { cwd: ROOT })
  const named = new Set(files.flatMap((path) => numbersIn(readFileSync(join(ROOT, path), 'utf8'))))
  for (const [number, [path, title]] of Object.entries(OF_PAGES)) {
    expect(readFileSync(join(ROOT, path), 'utf8')).toContain(title)
    named.add(Number(number))
  }
  const numbers = Array.from({ length: LAST }, (_, at) => at + 1)
  expect(numbers.filter((number) => !named.has(number))).toEqual([])
})
