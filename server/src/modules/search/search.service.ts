import { articleKey } from '@artikul/contract/article'
import { MOST_NAMED, type Maker, type SearchReply, type Suggestion } from '@artikul/contract/search'
import type { Clock } from '../../platform/clock.ts'
import type { Sql } from '../../platform/db/index.ts'
import {
  selectOffersByArticle,
  selectOffersByName,
  selectOffersByReadings,
  selectSuggestions,
  type OfferRow,
  type ReadBrands,
  type ReadDirectory,
} from '../catalog/index.ts'
import type { ReadZone } from '../consignees/index.ts'
import { otherLayout, readingsOf, type Reading } from './readings.ts'
import { groupOffers, type Pricing, type Quote, type QuotedGroup } from '../pricing/index.ts'

export interface SearchDeps {
  driver: Sql
  pricing: Pricing
  readZone: ReadZone
  readBrands: ReadBrands
  clock: Clock
  readDirectory: ReadDirectory
}

/** For whom the search answers: his company (none for staff) and the delivery zone of his point. */
export interface Searcher {
  contractorId: number | null
  zoneId: number | null
}

/** Makers of the asked article, whoever offers the most first. */
export function makersOf(rows: OfferRow[], groups: QuotedGroup[]): Maker[] {
  const brands = new Map(rows.map((row) => [row.product_id, row.brand_id]))
  const makers = new Map<number, Maker>()
  for (const { product, offers } of groups) {
    const brandId = brands.get(product.id)
    if (brandId === undefined) continue
    const prices = offers.map((offer) => offer.price_kop)
    const known = makers.get(brandId)
    makers.set(brandId, {
      ...(known ?? product),
      brand_id: brandId,
      offers_count: (known?.offers_count ?? 0) + offers.length,
      min_price_kop: minOf([...prices, ...(known?.min_price_kop ? [known.min_price_kop] : [])]),
    })
  }
  return [...makers.values()].sort((a, b) => b.offers_count - a.offers_count || a.brand.localeCompare(b.brand))
}

const minOf = (prices: number[]): number | null => (prices.length === 0 ? null : Math.min(...prices))

/**
 * Finds an article however it is written: by the strict key, else by the likeliest of what it may have been meant to be
 * (`readingsOf`), all of them asked at once. Several makers: the buyer chooses one before analogues are shown.
 */
export async function searchByArticle(
  deps: SearchDeps,
  { contractorId, zoneId }: Searcher,
  asked: { q: string; brand?: number | undefined },
): Promise<SearchReply> {
  const key = articleKey(asked.q)
  const nothing: SearchReply = {
    key,
    found: 'nothing',
    read_as: null,
    makers: [],
    products: [],
    groups: [],
    offers_count: 0,
  }
  if (key.length < 2) return nothing
  const brandId = asked.brand ?? null
  const [quote, exact] = await Promise.all([
    deps.pricing(contractorId),
    selectOffersByArticle(deps.driver, key, brandId),
  ])
  const read = exact.length > 0 ? null : await selectReading(deps, asked.q, brandId)
  const rows = read?.rows ?? exact
  if (rows.length === 0) return { ...nothing, ...(await searchByName(deps, zoneId, quote, asked.q)) }
  const groups = groupOffers(rows, quote, zoneId)
  const askedGroups = groups.filter((group) => group.kind === 'asked')
  // One product has one maker: there is nothing to choose.
  const makers = brandId === null && askedGroups.length > 1 ? makersOf(rows, askedGroups) : []
  return {
    key: read?.reading.key ?? key,
    ...(read ? foundAs(read.reading, rows) : { found: 'exact', read_as: null }),
    makers: makers.length > 1 ? makers : [],
    products: [],
    groups,
    offers_count: groups.reduce((sum, group) => sum + group.offers.length, 0),
  }
}

const SHORTEST_WORD = 3

/** Words that a name may hold; a text without letters is a number. */
function wordsOf(text: string): string[] {
  // Viscosity is written «5W-30» and «5W30» (SAE J300).
  const spread = text.toLowerCase().replace(/(\d{1,2}w)(?=\d{2})/g, '$1 ')
  const words = spread.match(/[\p{L}\p{N}]+/gu) ?? []
  return words.some((word) => word.length >= SHORTEST_WORD && /\p{L}/u.test(word)) ? words : []
}

/** Words with figures are of no alphabet: «vfckj 5w-40» is «масло 5w-40». */
const withWordsInOtherLayout = (text: string): string =>
  text
    .split(/\s+/)
    .map((word) => (/\d/.test(word) ? word : (otherLayout(word) ?? word)))
    .join(' ')

/** What is found by words of its name, in either layout of the keyboard: the buyer chooses what he meant. */
async function searchByName(
  { driver }: SearchDeps,
  zoneId: number | null,
  quote: Quote,
  text: string,
): Promise<Partial<SearchReply>> {
  const words = wordsOf(text)
  if (words.length === 0) return {}
  const rows = await selectOffersByName(driver, words, wordsOf(withWordsInOtherLayout(text)), MOST_NAMED)
  if (rows.length === 0) return {}
  const brands = new Map(rows.map((row) => [row.product_id, row.brand_id]))
  const products = groupOffers(rows, quote, zoneId).map(({ product, offers }) => ({
    ...product,
    brand_id: brands.get(product.id) ?? 0,
    offers_count: offers.length,
    min_price_kop: minOf(offers.map((offer) => offer.price_kop)),
  }))
  // What can be had first, then as the database ranked them.
  const rank = new Map([...brands.keys()].map((id, at) => [id, at]))
  products.sort(
    (a, b) => Number(b.offers_count > 0) - Number(a.offers_count > 0) || (rank.get(a.id) ?? 0) - (rank.get(b.id) ?? 0),
  )
  return { found: 'name', products }
}

async function selectReading({ driver, readBrands }: SearchDeps, text: string, brandId: number | null) {
  const readings = readingsOf(text, await readBrands())
  const rows = await selectOffersByReadings(
    driver,
    readings.map(({ key, brandId: maker = null, because, isLoose }) => ({
      key,
      brandId: maker,
      kind: because === 'barcode' ? 'barcode' : isLoose ? 'loose' : 'article',
    })),
    brandId,
  )
  const reading = readings[(rows[0]?.reading ?? 0) - 1]
  return reading ? { reading, rows } : null
}

/** How the catalogue writes what was found; the maker where he was told apart. */
function foundAs({ because, brandId }: Reading, rows: OfferRow[]): Pick<SearchReply, 'found' | 'read_as'> {
  const first = rows.find((row) => row.relation === 'asked')
  const brand = brandId === undefined && because !== 'barcode' ? null : (first?.brand ?? null)
  return {
    found: because === 'look_alikes' ? 'loose' : 'read',
    read_as: { brand, article: first?.article ?? '', because },
  }
}

const MOST_SUGGESTED = 8
const SHORTEST_BEGINNING = 3

/** What is probably being typed: articles that begin so, then names with the words. */
export async function suggest({ driver }: Pick<SearchDeps, 'driver'>, text: string): Promise<Suggestion[]> {
  const key = articleKey(text)
  const words = wordsOf(text)
  if (key.length < SHORTEST_BEGINNING) return []
  return selectSuggestions(driver, key, words, MOST_SUGGESTED)
}
