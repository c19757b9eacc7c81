import type { AuditItem } from '@artikul/contract/platform/audit'
import { articleKey } from '@artikul/contract/catalog/article'
import {
  REVERSE_KINDS,
  type CrossReferenceItem,
  type CrossReferenceKind,
  type CrossReferencePatch,
  type NewCrossReference,
  type Reliability,
} from '@artikul/contract/catalog/cross-references'
import type { Kysely } from 'kysely'
import type { Db, DB } from '../../../platform/db/index.ts'
import { AppError } from '../../../platform/errors.ts'
import type { Author } from '../../../platform/http/index.ts'
import { pageOf, paginationOf } from '../../../platform/paging.ts'
import { recordEvent } from '../../../platform/audit/index.ts'
import { brandIdsOf, type ReadBrands } from '../products/index.ts'
import * as queries from './cross-references.queries.ts'

interface ListQuery {
  page?: number | undefined
  page_size?: number | undefined
  brand?: string | undefined
  article: string
}

/** Lists all relations of the article in both directions. */
export async function listCrossReferences(db: Db, readBrands: ReadBrands, query: ListQuery) {
  const page = pageOf(query)
  const brandIds = query.brand ? brandIdsOf(query.brand, await readBrands()) : null
  const products = await queries.selectProductIdsOfArticles(db, articleKey(query.article), brandIds)
  const { rows, total } = await queries.selectCrossReferences(
    db,
    products.map(({ id }) => id),
    page,
  )
  const results: CrossReferenceItem[] = rows
  return { results, pagination: paginationOf(page, total) }
}

interface Named {
  brand: string
  article: string
}

/** @throws AppError `input.invalid` for the field without a match */
async function requireProduct(db: Db, readBrands: ReadBrands, { brand, article }: Named, prefix: '' | 'other_') {
  const refuse = (field: string, message: string) =>
    new AppError('input.invalid', { errors: [{ path: `${prefix}${field}`, message }] })
  const brandIds = brandIdsOf(brand, await readBrands())
  if (brandIds.length === 0) throw refuse('brand', 'Такого бренда нет в каталоге')
  const found = await queries.selectProductIdsOfArticles(db, articleKey(article), brandIds)
  const ofLikeliest = brandIds
    .map((id) => found.filter((product) => product.brand_id === id))
    .find((products) => products.length > 0)
  const product = ofLikeliest?.find((one) => one.article === article.trim()) ?? ofLikeliest?.[0]
  if (!product) throw refuse('article', 'Такого артикула у бренда нет')
  return product.id
}

const KIND_WORDS: Record<CrossReferenceKind, string> = {
  analogue: 'аналог',
  replaced_by: 'заменён на',
  replaces: 'заменяет',
}
const RELIABILITY_WORDS: Record<Reliability, string> = {
  sure: 'надёжный',
  ordinary: 'обычный',
  doubtful: 'сомнительный',
}

type Facts = queries.CrossReferenceFacts
const factsText = ({ kind, reliability, source }: Facts) =>
  [KIND_WORDS[kind], RELIABILITY_WORDS[reliability], ...(source ? [source] : [])].join(', ')

async function record(tx: Db, author: Author, pair: queries.ProductPair, before: Facts | null, after: Facts | null) {
  const titles = await queries.selectTitles(tx, [pair.product_id, pair.related_product_id])
  const changes: AuditItem['changes'] = [
    { field: 'Кросс', before: before && factsText(before), after: after && factsText(after) },
  ]
  const object = `${titles.get(pair.product_id) ?? ''} — ${titles.get(pair.related_product_id) ?? ''}`
  await recordEvent(tx, author, { event: 'cross_references.changed', object, changes })
}

const reversed = ({ product_id, related_product_id }: queries.ProductPair) => ({
  product_id: related_product_id,
  related_product_id: product_id,
})
const reverseFacts = (facts: Facts): Facts => ({ ...facts, kind: REVERSE_KINDS[facts.kind] })

/** @throws AppError `input.invalid`, `cross_reference.exists` */
export async function createCrossReference(
  db: Kysely<DB>,
  readBrands: ReadBrands,
  author: Author,
  cross: NewCrossReference,
) {
  const { brand, article, other_brand, other_article, ...facts } = cross
  const pair = {
    product_id: await requireProduct(db, readBrands, { brand, article }, ''),
    related_product_id: await requireProduct(db, readBrands, { brand: other_brand, article: other_article }, 'other_'),
  }
  if (pair.product_id === pair.related_product_id)
    throw new AppError('input.invalid', { errors: [{ path: 'other_article', message: 'Это та же самая деталь' }] })
  return db.transaction().execute(async (tx) => {
    if ((await queries.lockPair(tx, pair)).length > 0) throw new AppError('cross_reference.exists')
    const isNew = await queries.insertCrossReference(tx, pair, facts)
    if (!isNew || !(await queries.insertCrossReference(tx, reversed(pair), reverseFacts(facts))))
      throw new AppError('cross_reference.exists')
    await record(tx, author, pair, null, facts)
    return pair
  })
}

/** @throws AppError `not_found`, `stale` */
async function requirePair(tx: Db, pair: queries.ProductPair, version: number) {
  const rows = await queries.lockPair(tx, pair)
  const stored = rows.find((row) => row.product_id === pair.product_id)
  if (!stored) throw new AppError('not_found', { detail: 'Такого кросса нет' })
  if (stored.version !== version) throw new AppError('stale')
  return stored
}

/** Changes both directions; a missing one is created. */
export async function updateCrossReference(
  db: Kysely<DB>,
  author: Author,
  pair: queries.ProductPair,
  { version, ...facts }: CrossReferencePatch,
): Promise<{ version: number }> {
  return db.transaction().execute(async (tx) => {
    const stored = await requirePair(tx, pair, version)
    if (factsText(stored) === factsText(facts)) return { version }
    const saved = await queries.saveCrossReference(tx, pair, facts)
    await queries.saveCrossReference(tx, reversed(pair), reverseFacts(facts))
    await record(tx, author, pair, stored, facts)
    return { version: saved }
  })
}

export async function deleteCrossReference(db: Kysely<DB>, author: Author, pair: queries.ProductPair, version: number) {
  await db.transaction().execute(async (tx) => {
    const stored = await requirePair(tx, pair, version)
    await queries.deletePair(tx, pair)
    await record(tx, author, pair, stored, null)
  })
}
