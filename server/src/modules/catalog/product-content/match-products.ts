import { articleKey } from '@artikul/contract/catalog/article'
import { brandIdsOf, type BrandKeys } from '../products/index.ts'
import type { KeyedProduct } from './content-imports.queries.ts'

/** Possible meaning of a name: the maker if it is known, and the article. */
export interface Reading {
  brandIds: readonly number[] | null
  article: string
}

const NAMED = 5
const UNKNOWN = 'Такого артикула нет в каталоге'

/** Groups products by their article key. */
export const byKey = (products: readonly KeyedProduct[]) => Map.groupBy(products, ({ key }) => key)

/** Selects the products of one reading: of the likeliest maker that has the article, spelt as written if there are several. */
function candidatesOf({ brandIds, article }: Reading, products: ReadonlyMap<string, readonly KeyedProduct[]>) {
  const found = products.get(articleKey(article)) ?? []
  const ofMaker =
    brandIds === null
      ? found
      : (brandIds.map((id) => found.filter((one) => one.brandId === id)).find((some) => some.length > 0) ?? [])
  if (ofMaker.length < 2) return ofMaker
  const exact = ofMaker.filter((one) => one.article === article)
  return exact.length > 0 ? exact : ofMaker
}

/**
 * Finds the only product that the readings of a name mean.
 * @returns the product and its reading, or the reason why there is not exactly one
 */
export function matchProduct<R extends Reading>(
  readings: readonly R[],
  products: ReadonlyMap<string, readonly KeyedProduct[]>,
): { product: KeyedProduct; reading: R } | { reason: string } {
  const hits = new Map<number, { product: KeyedProduct; reading: R }>()
  for (const reading of readings)
    for (const product of candidatesOf(reading, products))
      if (!hits.has(product.id)) hits.set(product.id, { product, reading })
  const [hit, ...others] = hits.values()
  if (!hit) return { reason: UNKNOWN }
  if (others.length === 0) return hit
  const names = [hit, ...others].slice(0, NAMED).map(({ product }) => `${product.brand} ${product.article}`)
  return { reason: `Подходит несколько товаров: ${names.join(', ')}${others.length >= NAMED ? ' и другие' : ''}` }
}

/** Meaning of the name of a photo, with its number among the photos of the product. */
export interface PhotoReading extends Reading {
  number: number
}

const NUMBERED = /^(.+)_(\d{1,2})$/

/** Splits «БРЕНД_АРТИКУЛ» at every underscore whose left part is a known maker. */
function splitMaker(name: string, number: number, brands: BrandKeys): PhotoReading[] {
  return [...name.matchAll(/_/g)].flatMap(({ index }) => {
    const brandIds = brandIdsOf(name.slice(0, index), brands)
    return brandIds.length > 0 ? [{ brandIds, article: name.slice(index + 1), number }] : []
  })
}

/**
 * Reads the path of a photo: «АРТИКУЛ», «БРЕНД_АРТИКУЛ», «АРТИКУЛ_2» for further photos, in a folder of the maker or any
 * other. All meanings are returned: which of them the catalogue has decides.
 */
export function photoReadings(path: string, brands: BrandKeys): PhotoReading[] {
  const parts = path.split('/')
  const name = (parts.at(-1) ?? '').replace(/\.[A-Za-z0-9]{1,5}$/, '').trim()
  const ofFolder = parts
    .slice(0, -1)
    .toReversed()
    .map((folder) => brandIdsOf(folder, brands))
    .find((ids) => ids.length > 0)
  const numbered = NUMBERED.exec(name)
  const names = [
    { name, number: 1 },
    ...(numbered ? [{ name: numbered[1] ?? '', number: Math.max(1, Number(numbered[2])) }] : []),
  ]
  return names.flatMap(({ name: article, number }) => [
    { brandIds: ofFolder ?? null, article, number },
    ...splitMaker(article, number, brands),
  ])
}
