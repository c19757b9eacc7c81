import { createHash } from 'node:crypto'
import { articleKey } from '@artikul/contract/catalog/article'
import { brandKey } from '@artikul/contract/catalog/brand'
import type { ListedCondition, ListedConditions } from '@artikul/contract/pricing/price-conditions'
import type { Kysely } from 'kysely'
import type { Db, DB } from '../../../platform/db/index.ts'
import { AppError } from '../../../platform/errors.ts'
import type { Author } from '../../../platform/http/index.ts'
import type { ReadBrands } from '../../catalog/index.ts'
import { writeConditions } from './change-conditions.ts'
import { parseCondition, readConditionRows, type ConditionRow, type ConditionFileRows } from './conditions-file.ts'
import { selectNamedIds, selectProductIdsOfConditions } from './import-conditions.queries.ts'
import { lockConditions, lockTwins } from './conditions.queries.ts'
import { fieldsOnly, storedOf, targetOf, type StoredCondition } from './condition-rows.ts'

/** Maximum number of rows in a preview. */
const MAX_SHOWN = 500

interface Deps {
  readBrands: ReadBrands
}

/** Resolves all names of the rows in a constant number of statements. */
async function resolver(db: Db, { readBrands }: Deps, rows: readonly ConditionRow[]) {
  const texts = (column: Parameters<ConditionRow['text']>[0]) => [
    ...new Set(rows.map((row) => row.text(column)).filter(Boolean)),
  ]
  const brands = await readBrands()
  const brandOf = ({ text }: ConditionRow) => brands.get(brandKey(text('brand')))?.[0] ?? null
  const productsToFind = rows.flatMap((row) => {
    const [brandId, article] = [brandOf(row), row.text('article')]
    return brandId === null || article === '' ? [] : [{ brandId, key: articleKey(article), article }]
  })
  const [named, products] = await Promise.all([
    selectNamedIds(db, texts('inn')),
    selectProductIdsOfConditions(db, productsToFind),
  ])
  return (row: ConditionRow): ConditionFileRows => {
    const { text } = row
    const brand = brandOf(row)
    return {
      contractor: named.contractor(text('inn'), text('kpp')),
      priceGroup: named.priceGroup(text('price_group')),
      brand,
      product: text('article') === '' ? null : products(brand, text('article')),
      inventoryGroup: named.inventoryGroup(text('inventory_group')),
      source: named.source(text('source')),
      column: named.priceGroup(text('value')),
    }
  }
}

/** Effect of a row on the conditions. */
type Outcome = { row: number; text: string } & (
  | { kind: 'new'; after: StoredCondition }
  | { kind: 'changed' | 'same'; id: number; before: StoredCondition; after: StoredCondition }
  | { kind: 'refused'; error: string }
)

const isSame = (one: StoredCondition, other: StoredCondition) =>
  JSON.stringify(fieldsOnly(one)) === JSON.stringify(fieldsOnly(other))

const spoken = ({ text }: ConditionRow): string =>
  [
    text('contractor') || text('inn') || text('price_group') || 'все покупатели',
    [text('brand'), text('article')].filter(Boolean).join(' '),
    text('inventory_group'),
    text('source'),
  ]
    .filter(Boolean)
    .join(', ')

const priceOf = ({ text }: ConditionRow) => [text('effect'), text('value')].filter(Boolean).join(' ')

const numberOf = ({ text }: ConditionRow): number | null => (/^\d{1,9}$/.test(text('id')) ? Number(text('id')) : null)
const nameOf = (row: StoredCondition) => `${targetOf(row)} ${row.valid_from}`

type Parsed = { row: ConditionRow } & ({ after: StoredCondition } | { error: string })

/** Finds the condition of each row: by its id, else by the same target and first day. */
async function knownConditions(db: Db, parsed: readonly Parsed[]) {
  const ids = parsed.flatMap(({ row }) => numberOf(row) ?? [])
  const unnumbered = parsed.flatMap((one) => ('after' in one && one.row.text('id') === '' ? [one.after] : []))
  const byId = new Map((await lockConditions(db, ids)).map((row) => [row.id, row]))
  const byName = new Map((await lockTwins(db, unnumbered.map(targetOf))).map((row) => [nameOf(row), row]))
  return ({ row }: Parsed, after: StoredCondition) =>
    row.text('id') === '' ? byName.get(nameOf(after)) : byId.get(numberOf(row) ?? 0)
}

async function readOutcomes(db: Db, deps: Deps, path: string): Promise<Outcome[]> {
  const rows = await readConditionRows(path)
  const resolve = await resolver(db, deps, rows)
  const parsed = rows.map((row): Parsed => {
    const read = parseCondition(row, resolve(row))
    return 'error' in read ? { row, error: read.error } : { row, after: storedOf(read.fields) }
  })
  const knownOf = await knownConditions(db, parsed)
  const seen = new Map<string, number>()
  return parsed.map((one): Outcome => {
    const { row } = one
    const outcome = { row: row.number, text: `${spoken(row)}: ${priceOf(row)}` }
    if ('error' in one) return { ...outcome, kind: 'refused', error: one.error }
    const { after } = one
    const before = knownOf(one, after)
    if (!before && row.text('id') !== '')
      return { ...outcome, kind: 'refused', error: `Условия № ${row.text('id')} нет` }
    const name = before ? String(before.id) : nameOf(after)
    const first = seen.get(name)
    if (first !== undefined) return { ...outcome, kind: 'refused', error: `То же условие, что в строке ${first}` }
    seen.set(name, row.number)
    if (!before) return { ...outcome, kind: 'new', after }
    const kind = isSame(before, after) ? 'same' : 'changed'
    return { ...outcome, kind, id: before.id, before: fieldsOnly(before), after }
  })
}

/** Digest that guarantees that the import does exactly what the preview showed. */
const digestOf = (outcomes: readonly Outcome[]) => createHash('sha256').update(JSON.stringify(outcomes)).digest('hex')

const listed = (outcome: Outcome): ListedCondition => ({
  row: outcome.row,
  kind: outcome.kind,
  text: outcome.text,
  before: outcome.kind === 'changed' ? `№ ${outcome.id}` : null,
  error: outcome.kind === 'refused' ? outcome.error : null,
})

/**
 * Previews the changes of a file of conditions.
 * @throws AppError `file.refused` with a readable reason
 */
export async function listFile(db: Db, deps: Deps, path: string): Promise<ListedConditions> {
  const outcomes = await readOutcomes(db, deps, path)
  const count = (kind: Outcome['kind']) => outcomes.filter((one) => one.kind === kind).length
  return {
    counts: { new: count('new'), changed: count('changed'), same: count('same'), refused: count('refused') },
    rows: outcomes
      .filter(({ kind }) => kind !== 'same')
      .slice(0, MAX_SHOWN)
      .map(listed),
    digest: digestOf(outcomes),
  }
}

/**
 * Imports the file as previewed by `listFile` without refused rows. Returns the number of new or changed conditions.
 * @throws AppError `file.refused`, `stale` when the effect has changed since the preview
 */
export async function importConditions(
  db: Kysely<DB>,
  deps: Deps,
  author: Author,
  { path, digest }: { path: string; digest: string },
): Promise<number> {
  return db.transaction().execute(async (tx) => {
    const outcomes = await readOutcomes(tx, deps, path)
    if (digestOf(outcomes) !== digest) throw new AppError('stale')
    const inserts = outcomes.flatMap((one) => (one.kind === 'new' ? [one.after] : []))
    const updates = outcomes.flatMap((one) => (one.kind === 'changed' ? [{ ...one.after, id: one.id }] : []))
    if (inserts.length + updates.length === 0) return 0
    await writeConditions(tx, author, { kind: 'imported', inserts, updates, deletes: [] })
    return inserts.length + updates.length
  })
}
