import { articleKey } from '@artikul/contract/catalog/article'
import type { Maker, SearchReply } from '@artikul/contract/ordering/search'
import type { Clock } from '../../../platform/clock.ts'
import type { Sql } from '../../../platform/db/index.ts'
import type { ReadFromReplica } from '../../../platform/db/replicas.ts'
import {
  offersByArticle,
  readFacets,
  selectOffersAroundProduct,
  selectOffersByInterpretations,
  type ArticleInterpretation,
  type OfferRow,
  type ReadBrands,
  type ReadDirectory,
} from '../../catalog/index.ts'
import type { ReadZone } from '../../companies/index.ts'
import { interpretationsOf, type Interpretation } from './interpretations.ts'
import { groupOffers, type Pricing, type Quote, type QuotedGroup } from '../../pricing/index.ts'
import { selectByWords } from './words.ts'

export interface SearchDeps {
  driver: Sql
  pricing: Pricing
  readZone: ReadZone
  readBrands: ReadBrands
  clock: Clock
  readDirectory: ReadDirectory
}

/** Dependencies of the search: catalogue reads tolerate replication lag, reads of the searcher do not. */
export interface SearchRouteDeps extends SearchDeps {
  read: ReadFromReplica
  /** Notes the search of a company for the statistics of demand. */
  noteSearch: (contractorId: number, typed: string, reply: SearchReply) => void
}

/** Searcher: the company (none for staff) and the delivery zone of the point. */
export interface Searcher {
  contractorId: number | null
  zoneId: number | null
  /** Finds the product that the company calls by its own code; absent where codes do not matter. */
  findOwnCode?: (text: string) => Promise<number | undefined>
}

/** Lists the makers of the requested article, those with the most offers first. */
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
 * Finds an article in any spelling: by the strict key, else by the most likely of its readings (`interpretationsOf`), all
 * queried at once. With several makers, the buyer chooses one before analogues are shown.
 */
export async function searchByArticle(
  deps: SearchDeps,
  { contractorId, zoneId, findOwnCode }: Searcher,
  input: { q: string; brand?: number | undefined },
): Promise<SearchReply> {
  const key = articleKey(input.q)
  const nothing: SearchReply = {
    key,
    found: 'nothing',
    interpreted_as: null,
    corrected: [],
    makers: [],
    products: [],
    groups: [],
    offers_count: 0,
  }
  if (key.length < 2) return nothing
  const brandId = input.brand ?? null
  const [quote, exact] = await Promise.all([deps.pricing(contractorId), offersByArticle(deps, key, brandId)])
  const read = exact.length > 0 ? null : await selectReading(deps, findOwnCode, input.q, brandId)
  const rows = read?.rows ?? exact
  if (rows.length === 0) return { ...nothing, ...(await searchByName(deps, zoneId, quote, input.q)) }
  const groups = groupOffers(rows, quote, zoneId)
  const askedGroups = groups.filter((group) => group.kind === 'asked')
  // A single product has a single maker, so no choice is needed.
  const makers = brandId === null && askedGroups.length > 1 ? makersOf(rows, askedGroups) : []
  return {
    key: read?.reading.key ?? key,
    ...(read ? foundAs(read.reading, rows) : { found: 'exact', interpreted_as: null }),
    corrected: [],
    makers: makers.length > 1 ? makers : [],
    products: [],
    groups,
    offers_count: groups.reduce((sum, group) => sum + group.offers.length, 0),
  }
}

/** Describes products to choose from: available ones first, then in the order of the rows. */
export async function toProductChoice(driver: Sql, rows: OfferRow[], quote: Quote, zoneId: number | null) {
  const brands = new Map(rows.map((row) => [row.product_id, row.brand_id]))
  const rank = new Map([...brands.keys()].map((id, at) => [id, at]))
  const groups = groupOffers(rows, quote, zoneId).sort(
    (a, b) =>
      Number(b.offers.length > 0) - Number(a.offers.length > 0) ||
      (rank.get(a.product.id) ?? 0) - (rank.get(b.product.id) ?? 0),
  )
  const products = groups.map(({ product, offers }) => ({
    ...product,
    brand_id: brands.get(product.id) ?? 0,
    offers_count: offers.length,
    min_price_kop: minOf(offers.map((offer) => offer.price_kop)),
  }))
  const facets = await readFacets(
    driver,
    products.map(({ id }) => id),
  )
  const offers_count = products.reduce((sum, product) => sum + product.offers_count, 0)
  return { products, facets, groups: groups.filter(({ offers }) => offers.length > 0), offers_count }
}

/** Finds products by words of their names, among which the buyer chooses. */
async function searchByName(
  { driver, readBrands }: SearchDeps,
  zoneId: number | null,
  quote: Quote,
  text: string,
): Promise<Partial<SearchReply>> {
  const { rows, corrected } = await selectByWords(driver, await readBrands(), text)
  if (rows.length === 0) return {}
  return { found: 'name', corrected, ...(await toProductChoice(driver, rows, quote, zoneId)) }
}

export const toArticleInterpretation = ({
  key,
  brandId,
  match_reason,
  isLoose,
}: Interpretation): ArticleInterpretation => ({
  key,
  brandId: brandId ?? null,
  kind: match_reason === 'barcode' ? 'barcode' : isLoose ? 'loose' : 'article',
})

/** Finds the company's own code, otherwise the most likely reading. */
async function selectReading(
  { driver, readBrands }: SearchDeps,
  findOwnCode: Searcher['findOwnCode'],
  text: string,
  brandId: number | null,
) {
  const readings = interpretationsOf(text, await readBrands())
  const [owned, found] = await Promise.all([
    findOwnCode?.(text),
    selectOffersByInterpretations(driver, readings.map(toArticleInterpretation), brandId),
  ])
  if (owned !== undefined) {
    const reading: Interpretation = { match_reason: 'own_code', key: articleKey(text) }
    return { reading, rows: await selectOffersAroundProduct(driver, owned) }
  }
  const reading = found && readings[found.reading - 1]
  return reading ? { reading, rows: found.rows } : null
}

/** Reasons that lead to one product of one maker, who is then named. */
const NAMES_PRODUCT: ReadonlySet<string> = new Set(['barcode', 'own_code'])

/** Describes how the catalogue spells the match, with the maker when it was part of the text. */
function foundAs(
  { match_reason, brandId }: Interpretation,
  rows: OfferRow[],
): Pick<SearchReply, 'found' | 'interpreted_as'> {
  const first = rows.find((row) => row.relation === 'asked')
  const brand = brandId === undefined && !NAMES_PRODUCT.has(match_reason) ? null : (first?.brand ?? null)
  return {
    found: match_reason === 'look_alikes' ? 'loose' : 'read',
    interpreted_as: { brand, article: first?.article ?? '', match_reason },
  }
}
