import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import ts from 'typescript'
import { describe, expect, test } from 'vitest'
import { reportFigure } from '../testing/figures.ts'

test('guarantee 22: check finds SQL that is built by concatenation', () => {
  const seen = rawIn('guarantees/22-sql-by-parameters.test.ts')
  expect(seen.map((text) => text.slice(0, 12))).toEqual(['`select id f', "'select 1 wh", '`${BAD} orde'])
})

describe('guarantee 22: SQL of the server', () => {
  test('is built from text only in the listed places', () => {
    const found = FILES.map((path): [string, string[]] => [path, rawIn(path)]).filter(([, texts]) => texts.length > 0)
    const allowed = Object.entries(ALLOWED).map(([path, { texts }]): [string, string[]] => [path, texts])
    expect(Object.fromEntries(found)).toEqual(Object.fromEntries(allowed))
    const count = allowed.flatMap(([, texts]) => texts).length
    reportFigure(22, `${FILES.length} файлов сервера: SQL с параметрами, ${count} исключений названы с причинами`)
  })
})

const SOURCE = join(import.meta.dirname, '..')
const FILES = globSync('**/*.ts', { cwd: SOURCE }).filter(
  (path) => !/\.(test|factory|generated)\.ts$|^testing\//.test(path),
)

const MAX_TEXT = 40
const BAD = 'select 1'

/** Text that starts like an SQL statement or a part of one. */
const IS_SQL =
  /^\s*(?:select|insert into|update \S+ set|delete from|with \S+ as|create|alter|drop|truncate|copy|analyze|listen|notify|begin;|where|from|join|left join|order by|group by|to_tsvector)\b/i

/** Detects functions, whose content may depend on their arguments. */
const isFunction = (node: ts.Node): boolean => ts.isFunctionLike(node)

function isInFunction(node: ts.Node): boolean {
  for (let at = node.parent; !ts.isSourceFile(at); at = at.parent) if (isFunction(at)) return true
  return false
}

/** Detects constants of the file and literals, which contain no user input. */
const isConstant = (node: ts.Node): boolean =>
  ts.isStringLiteralLike(node) || (ts.isIdentifier(node) && /^[A-Z][A-Z_\d]+$/.test(node.text))

/** Finds SQL texts created at run time: `raw`, statements of the driver, and statements built without a tag. */
function rawIn(path: string): string[] {
  const text = readFileSync(join(SOURCE, path), 'utf8')
  const file = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true)
  const found: string[] = []
  const look = (node: ts.Node) => {
    if (ts.isCallExpression(node) && ts.isPropertyAccessExpression(node.expression)) {
      const [given] = node.arguments
      if (/^(?:raw|query|arrays|pages|copy)$/.test(node.expression.name.text) && given && !isConstant(given))
        found.push(given.getText())
    }
    const isTagged = ts.isTaggedTemplateExpression(node.parent)
    if (ts.isTemplateExpression(node) && !isTagged && IS_SQL.test(node.head.text) && isInFunction(node))
      found.push(node.getText())
    const isSum = ts.isBinaryExpression(node) && node.operatorToken.kind === ts.SyntaxKind.PlusToken
    if (isSum && ts.isStringLiteralLike(node.left) && IS_SQL.test(node.left.text) && !isConstant(node.right))
      found.push(node.getText())
    ts.forEachChild(node, look)
  }
  ts.forEachChild(file, look)
  return [...new Set(found)].map((own) => own.replace(/\s+/g, ' ').slice(0, MAX_TEXT).trim())
}

/** Code that the check must report. */
export const bad = (name: string, sql: { query: (text: string) => unknown }) => [
  `select id from users where login = '${name}'`,
  'select 1 where ' + name,
  sql.query(`${BAD} order by ${name}`),
]

/** Permitted raw SQL texts by file, with the reason why they contain no user input. */
const ALLOWED: Record<string, { why: string; texts: string[] }> = {
  'demo/trade/life.queries.ts': { why: 'ages of orders, written in the file', texts: ['age', 'old'] },
  'demo/load.queries.ts': {
    why: 'tables of the demonstration, named in the file',
    texts: ["`copy ${table} (${columns.join(', ')}) f"],
  },
  'modules/catalog/products/name-words.queries.ts': {
    why: 'expressions over columns: their callers are listed here too',
    texts: ["`to_tsvector('russian', translate(${name", '`select stem from name_stems where stem'],
  },
  'modules/catalog/products/names.queries.ts': {
    why: 'shares of names and remainders of ids, which are numbers: words are parameters',
    texts: [
      '`select id, name from found_${sample.nth',
      '`select id, name from products where bra',
      'byNameOf(brandIds)',
    ],
  },
  'modules/catalog/products/offers.queries.ts': {
    why: 'one join or none, written in the file',
    texts: ['` from related join products product on'],
  },
  'modules/catalog/cross-references/stage.queries.ts': {
    why: 'columns named in the file',
    texts: ['`copy cross_file (${CROSS_REFERENCE_COPY'],
  },
  'modules/suppliers/price-list-import/imports.queries.ts': {
    why: 'columns named in the file',
    texts: ['`copy import_rows (${PRICE_LIST_COPY_COL'],
  },
  'modules/integrations/one-c/goods.queries.ts': {
    why: 'tables named in the file',
    texts: ['`copy ${into} from stdin`'],
  },
  'modules/integrations/one-c/prices.ts': {
    why: 'constants of its queries',
    texts: ['goods.PRICE_ROWS', 'goods.COLUMN_PRICE_ROWS', 'goods.GROUP_ROWS'],
  },
  'modules/catalog/inventory-groups/grouping.queries.ts': { why: 'a column', texts: ["wordsIn('name')"] },
  'modules/catalog/inventory-groups/group-rules.queries.ts': { why: 'a column', texts: ["wordsIn('product.name')"] },
  'modules/ordering/orders/lines/lines-list.queries.ts': {
    why: 'states of the contract',
    texts: ['`part.state in (${OPEN_STATES.map((state'],
  },
  'modules/ordering/orders/placing/place-order.queries.ts': {
    why: 'types of columns, named in the file',
    texts: ['type'],
  },
  'modules/purchasing/purchase-orders/answers/answers.queries.ts': {
    why: 'columns named in the file',
    texts: ["TEXTS.join(', ')"],
  },
  'platform/db/index.ts': { why: 'a database named by the server itself', texts: ['`create database "${name}"`'] },
  'platform/db/listener.ts': { why: 'channels named by the server itself', texts: ['`listen ${channel}`'] },
  'platform/db/migrate.ts': {
    why: 'files of migrations and tables, by their names',
    texts: ['`analyze ${name}`', '`begin;\\n${text}\\ninsert into migrations'],
  },
  'platform/db/tenant-pool.ts': {
    why: "Kysely's own statements; a role written in the file and the number of a company",
    texts: ['text', "`select set_config('role', '${role}', tr", '`${text}; ${this.#setOwner}`'],
  },
  'platform/db/read-session.ts': {
    why: "Kysely's own statements; the role and the company as above",
    texts: ['this.#begin', 'text'],
  },
  'platform/db/pool.ts': { why: 'hands on what its caller says', texts: ['{ text, ...(values && { values: values a'] },
  'platform/retention.ts': { why: 'conditions written in the modules', texts: ['where'] },
  'platform/db/statements.ts': {
    why: 'hands on what its caller says',
    texts: ['copyFrom(text)', 'new Cursor<R>(text, values as unknown[])', 'text', '...args'],
  },
}
