import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { isOf, ROUTES } from '../e2e/src/routes.ts'
import { readAllTexts } from './texts.ts'

const FOLDER = join(import.meta.dirname, '../docs/guide')
const MAX_BYTES = 4_000_000
/** Served by the server, not by the web. */
const HEALTH = /^\/health\//

const GUIDES = readdirSync(FOLDER)
  .filter((name) => name.endsWith('.md'))
  .map((name) => ({ name, text: readFileSync(join(FOLDER, name), 'utf8') }))
const written = new Set(readAllTexts('{web,contract}/src').map(({ text }) => text.trim()))

/** Matches of the pattern in a guide, with line breaks read as spaces. */
const caught = (text: string, pattern: RegExp) =>
  Array.from(text.replace(/\s*\n\s*/g, ' ').matchAll(pattern), ([, it = '']) => it)

test.each(GUIDES)('$name names only texts that exist on screen', ({ text }) => {
  const named = caught(text, /\*\*«(.+?)»\*\*/g)
  expect(named.length).toBeGreaterThan(10)
  expect(named.filter((words) => !written.has(words))).toEqual([])
})

test.each(GUIDES)('$name refers only to pages and files that exist', ({ text }) => {
  const pages = caught(text, /`(\/[^`]*)`/g).filter((path) => !HEALTH.test(path))
  expect(pages.length).toBeGreaterThan(1)
  expect(pages.filter((path) => !ROUTES.some((route) => isOf(route, path)))).toEqual([])
  const files = caught(text, /\]\(([^)#:]+)(?:#[^)]*)?\)/g)
  expect(files.filter((file) => !existsSync(join(FOLDER, file)))).toEqual([])
})

test('pages name topics that their guides have', () => {
  const folder = join(import.meta.dirname, '../web/src/routes')
  const routes = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts'))
    .map((name) => readFileSync(join(folder, name), 'utf8'))
    .join('\n')
  const named = { client: caught(routes, /\bclient: '([^']+)'/g), staff: caught(routes, /\bstaff: '([^']+)'/g) }
  expect(named.client.length).toBeGreaterThan(5)
  for (const title of named.client) expect(readFileSync(join(FOLDER, 'client.md'), 'utf8')).toContain(`\n## ${title}\n`)
  for (const title of named.staff) expect(readFileSync(join(FOLDER, 'manager.md'), 'utf8')).toContain(`\n## ${title}\n`)
})

test('every guide picture is shown, and pictures stay small', () => {
  const shown = GUIDES.flatMap(({ text }) => caught(text, /\(pictures\/([^)]+)\)/g))
  const kept = readdirSync(join(FOLDER, 'pictures'))
  expect(kept.toSorted()).toEqual([...new Set(shown)].toSorted())
  const sizes = kept.map((name) => statSync(join(FOLDER, 'pictures', name)).size)
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(MAX_BYTES)
})
