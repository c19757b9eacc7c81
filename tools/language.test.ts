import { globSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { describe, expect, test } from 'vitest'
import FORBIDDEN from './forbidden-identifiers.json' with { type: 'json' }

const ROOT = join(import.meta.dirname, '..')
const find = (pattern: string) =>
  globSync(pattern, { cwd: ROOT, exclude: (path) => /node_modules|dist/.test(path) }).map((path) => ({
    path,
    text: readFileSync(join(ROOT, path), 'utf8'),
  }))
const wordsOf = (text: string) => text.split(/\s+/).filter(Boolean).length

const CODE = find('{server,web,contract,client,e2e,tools,verification}/**/*.{ts,tsx}').filter(
  ({ path }) => !path.endsWith('generated-schema.ts'),
)
const PRODUCTION = CODE.filter(
  ({ path }) => /^(server|web|contract|client)\//.test(path) && !/\.(test|factory)\.|\/testing\//.test(path),
)

describe('code', () => {
  test('comments are statements: few open with a pronoun or a fragment', () => {
    const OPENING =
      /^(What|Whatever|Who|Whoever|Whose|Whom|Of|Nobody|Nothing|It|They|Them|Where|Wherever|Null|The same|He|His|None)\b/
    const COMMENT = /(?:^|\n)\s*(?:\/\*\*?(?:\s*\n\s*\*)?\s*|\/\/\s*)([^\n*@/\s][^\n]*)/g
    const comments = CODE.flatMap(({ path, text }) =>
      Array.from(text.matchAll(COMMENT), ([, comment = '']) => ({ path, comment })),
    )
    const fragments = comments.filter(({ comment }) => OPENING.test(comment))
    expect(fragments.length / comments.length, fragments[0]?.comment).toBeLessThan(0.02)
  })

  test('identifiers that were renamed are used nowhere', () => {
    const names = Object.keys(FORBIDDEN).map((name) => name.replace('*', '\\w*'))
    const pattern = new RegExp(`\\b(?:${names.join('|')})\\b`)
    const sql = find('server/migrations/*.sql')
    const found = [...CODE, ...sql].flatMap(({ path, text }) => {
      const match = pattern.exec(text)
      return match && basename(path) !== 'language.test.ts' ? [`${path}: ${match[0]}`] : []
    })
    expect(found).toEqual([])
  })

  test('file names have one of eight suffixes', () => {
    const suffixes = PRODUCTION.flatMap(({ path }) => {
      const parts = basename(path).split('.')
      return parts.length > 2 ? [parts.slice(1, -1).join('.')] : []
    })
    const allowed = ['api', 'config', 'data', 'jobs', 'page', 'queries', 'routes', 'worker']
    expect([...new Set(suffixes)].toSorted()).toEqual(allowed)
  })

  test.each([
    ['server', /^(server|contract)\//],
    ['web', /^(web|contract)\//],
  ])('few names are exported from two files of the %s', (_side, files) => {
    const places = new Map<string, Set<string>>()
    for (const { path, text } of PRODUCTION.filter((file) => files.test(file.path)))
      for (const [, name = ''] of text.matchAll(
        /^export (?:async )?(?:function\*?|const|class|interface|type) (\w+)/gm,
      ))
        places.set(name, (places.get(name) ?? new Set()).add(path))
    const repeated = [...places].filter(([, paths]) => paths.size > 1).map(([name]) => name)
    expect(repeated.length, repeated.join(' ')).toBeLessThanOrEqual(30)
  })
})

describe('documents', () => {
  test.each([
    ['README.md', 700],
    ['ARCHITECTURE.md', 1500],
    ['GLOSSARY.md', 1200],
    ['CONTRIBUTING.md', 700],
  ])('%s has at most %i words', (file, limit) => {
    expect(wordsOf(readFileSync(join(ROOT, file), 'utf8'))).toBeLessThanOrEqual(limit)
  })

  test('decisions are at most thirty files of 250 words', () => {
    const decisions = find('docs/decisions/[0-9]*.md')
    expect(decisions.length).toBeLessThanOrEqual(30)
    expect(decisions.filter(({ text }) => wordsOf(text) > 250).map(({ path }) => path)).toEqual([])
  })
})
