import { articleKey } from '@artikul/contract/catalog/article'
import type { ListState } from '@artikul/contract/ordering/bulk-order-states'
import type { ListMatchReason } from '@artikul/contract/ordering/search'
import pLimit from 'p-limit'
import type { Db, Sql } from '../../../platform/db/index.ts'
import {
  brandIdsOf,
  selectProductsByKeys,
  selectProductsByInterpretations,
  type BrandKeys,
  type FoundProduct,
} from '../../catalog/index.ts'
import { interpretationsOf, selectByWords, ownCodeKey } from '../search/index.ts'
import { selectOwnCodes } from './reading/list-memory.queries.ts'
import type { RowOfList } from './bulk-orders.queries.ts'

/** Goods that a row refers to; a null `productId` means that none were found or that the buyer must choose. */
export interface Meaning {
  state: Extract<ListState, 'found' | 'read' | 'own_code' | 'several' | 'check' | 'not_found' | 'faulty'>
  productId: number | null
  match_reason: ListMatchReason | null
}
export type RowToFind = Pick<RowOfList, 'position' | 'article' | 'brand' | 'own_code' | 'fault' | 'name'>

const NOT_FOUND: Meaning = { state: 'not_found', productId: null, match_reason: null }
const FAULTY: Meaning = { state: 'faulty', productId: null, match_reason: null }

interface SupplyRoutes {
  driver: Sql
  db: Db
  brands: BrandKeys
  contractorId: number | null
}

/** Brands named in the row's text; null when it names none. */
const brandsOf = (row: RowToFind, brands: BrandKeys): readonly number[] | null =>
  row.brand === '' ? null : brandIdsOf(row.brand, brands)

/**
 * Chooses the intended product among those with the written article; the buyer chooses when several makers share it.
 */
function meaningOf(found: readonly FoundProduct[], named: readonly number[] | null): Meaning | null {
  if (found.length === 0) return null
  const byBrand = named?.flatMap((brandId) => found.filter((product) => product.brand_id === brandId)) ?? []
  const only = named === null && found.length === 1 ? found[0] : byBrand[0]
  if (only !== undefined) return { state: 'found', productId: only.product_id, match_reason: null }
  return { state: 'several', productId: null, match_reason: null }
}

/**
 * Finds the goods of every row by the article as written, then by the buyer's own code, then by likely readings of the
 * article; for the rest, goods are proposed by the words of the name.
 */
export async function findProducts(sources: SupplyRoutes, rows: readonly RowToFind[]): Promise<Map<number, Meaning>> {
  const meanings = new Map<number, Meaning>()
  const sound = rows.filter((row) => row.fault === null)
  for (const row of rows) if (row.fault !== null) meanings.set(row.position, FAULTY)
  await byArticle(sources, sound, meanings)
  const left = () => sound.filter((row) => !meanings.has(row.position))
  await byOwnCode(sources, left(), meanings)
  await byReadings(sources, left(), meanings)
  await byName(sources, left(), meanings)
  for (const row of left()) meanings.set(row.position, NOT_FOUND)
  return meanings
}

async function byArticle({ driver, brands }: SupplyRoutes, rows: readonly RowToFind[], meanings: Map<number, Meaning>) {
  const keyOf = new Map(rows.map((row) => [row, articleKey(row.article)]))
  const keys = [...new Set(keyOf.values())].filter((key) => key.length > 1)
  if (keys.length === 0) return
  const found = Map.groupBy(await selectProductsByKeys(driver, keys), ({ at }) => keys[at] ?? '')
  for (const [row, key] of keyOf) {
    const meaning = meaningOf(found.get(key) ?? [], brandsOf(row, brands))
    if (meaning !== null) meanings.set(row.position, meaning)
  }
}

async function byOwnCode(
  { db, contractorId }: SupplyRoutes,
  rows: readonly RowToFind[],
  meanings: Map<number, Meaning>,
) {
  const coded = rows.filter((row) => row.own_code !== '')
  if (contractorId === null || coded.length === 0) return
  const known = await selectOwnCodes(db, contractorId, [...new Set(coded.map((row) => ownCodeKey(row.own_code)))])
  const products = new Map(known.map(({ code_key, product_id }) => [code_key, product_id]))
  for (const row of coded) {
    const productId = products.get(ownCodeKey(row.own_code))
    if (productId !== undefined) meanings.set(row.position, { state: 'own_code', productId, match_reason: null })
  }
}

/** Searches by words that run at once. */
const WORD_SEARCHES = 4

/** True when the row has no article of its own, but words of its name instead. */
const isNamedOnly = ({ article, name }: RowToFind) =>
  name !== '' && article.split(' ').every((word) => name.includes(word))

async function byName({ driver, brands }: SupplyRoutes, rows: readonly RowToFind[], meanings: Map<number, Meaning>) {
  const atOnce = pLimit(WORD_SEARCHES)
  const propose = async ({ position, brand, name }: RowToFind) => {
    const { rows: found } = await selectByWords(driver, brands, [brand, name].filter(Boolean).join(' '))
    const productId = found[0]?.product_id
    if (productId !== undefined) meanings.set(position, { state: 'check', productId, match_reason: 'name' })
  }
  await Promise.all(rows.filter(isNamedOnly).map((row) => atOnce(propose, row)))
}

/** Lists the likely readings of each row; a named maker excludes the others. */
function readingsOfRow(row: RowToFind, brands: BrandKeys) {
  const named = brandsOf(row, brands)
  const readings = interpretationsOf(row.article, brands)
  if (named === null || named.length === 0) return readings
  return readings.flatMap((reading) => {
    if (reading.match_reason === 'barcode') return [reading]
    if (reading.brandId !== undefined) return named.includes(reading.brandId) ? [reading] : []
    return named.map((brandId) => ({ ...reading, brandId }))
  })
}

async function byReadings(
  { driver, brands }: SupplyRoutes,
  rows: readonly RowToFind[],
  meanings: Map<number, Meaning>,
) {
  const lookups = rows.flatMap((row) => readingsOfRow(row, brands).map((reading) => ({ row: row.position, reading })))
  if (lookups.length === 0) return
  const found = await selectProductsByInterpretations(
    driver,
    lookups.map(({ row, reading: { key, brandId = null, match_reason, isLoose } }) => ({
      row,
      key,
      brandId,
      kind: match_reason === 'barcode' ? 'barcode' : isLoose ? 'loose' : 'article',
    })),
  )
  for (const [position, products] of Map.groupBy(found, ({ row }) => row)) {
    const match_reason = lookups[products[0]?.at ?? -1]?.reading.match_reason ?? null
    const makers = new Set(products.map(({ brand_id }) => brand_id))
    const productId = makers.size > 1 ? null : (products[0]?.product_id ?? null)
    const state = productId === null ? 'several' : match_reason === 'look_alikes' ? 'check' : 'read'
    meanings.set(position, { state, productId, match_reason })
  }
}
