import type { Offer, OfferGroup } from '@artikul/contract/catalog/catalog'
import {
  searchRoutes,
  type Maker,
  type OnlineGroup,
  type OnlineOffer,
  type SearchReply,
} from '@artikul/contract/ordering/search'
import { callRoute } from '../../../platform/http/index.ts'
import { brandIdsOf, type ReadBrands } from '../../catalog/index.ts'

type Calling = Parameters<typeof callRoute>[0]

interface Asked {
  article: string
  brand?: string | undefined
  consigneeId: number | undefined
}

/** Most brands of a family that are searched one after another. */
const FAMILY_LIMIT = 5

/** Searches the article of a maker in any spelling; of several brands of a family, the first with the article. */
export async function searchArticle(
  calling: Calling,
  readBrands: ReadBrands,
  { article: q, brand, consigneeId }: Asked,
): Promise<SearchReply> {
  const point = consigneeId === undefined ? {} : { consignee_id: consigneeId }
  const ids = brand === undefined ? [undefined] : brandIdsOf(brand, await readBrands()).slice(0, FAMILY_LIMIT)
  for (const id of ids) {
    const query = { q, ...point, ...(id !== undefined && { brand: id }) }
    const found = await callRoute(calling, searchRoutes.byArticle, { query })
    if (found.found !== 'nothing') return found
  }
  return NOTHING
}

const NOTHING: SearchReply = {
  ...{ key: '', found: 'nothing', interpreted_as: null, offers_count: 0 },
  ...{ corrected: [], makers: [], products: [], groups: [] },
}

/** Offers of online suppliers for an article of one maker, collected until all have answered or their time is over. */
export async function searchOnlineGroups(calling: Calling, q: string, brandId: number, consigneeId?: number) {
  const query = { q, brand: brandId, ...(consigneeId !== undefined && { consignee_id: consigneeId }) }
  const groups: OnlineGroup[] = []
  for await (const event of await callRoute(calling, searchRoutes.online, { query })) {
    if (event.kind === 'offers') groups.push(...event.groups)
    if (event.kind === 'done') break
  }
  return groups
}

/** The maker of an article that only one has, as the makers of others are listed. */
export async function onlyMaker(groups: readonly OfferGroup[], readBrands: ReadBrands): Promise<Maker[]> {
  const asked = groups.find(({ kind }) => kind === 'asked')
  const brandId = asked && brandIdsOf(asked.product.brand, await readBrands())[0]
  if (!asked || brandId === undefined) return []
  const prices = asked.offers.flatMap((offer) => offer.price_kop ?? [])
  const min_price_kop = prices.length === 0 ? null : Math.min(...prices)
  return [{ ...asked.product, brand_id: brandId, offers_count: asked.offers.length, min_price_kop }]
}

const presentOffer = (offer: Offer) => ({ ...offer, reference: null })
const presentOnline = (offer: OnlineOffer) => ({ ...offer, id: null })

export const presentGroup = ({ kind, product, offers }: OfferGroup) => ({
  ...{ kind, product },
  offers: offers.map(presentOffer),
})

/** Groups of the catalogue with the online offers of the same products, then the goods that only suppliers have. */
export function withOnline(groups: readonly OfferGroup[], online: readonly OnlineGroup[]) {
  const byProduct = Map.groupBy(online, ({ product: { id, brand, article } }) => id ?? `${brand} ${article}`)
  const known = groups.map((group) => {
    const found = (byProduct.get(group.product.id) ?? []).flatMap(({ offers }) => offers.map(presentOnline))
    byProduct.delete(group.product.id)
    const shown = presentGroup(group)
    return { ...shown, offers: [...shown.offers, ...found] }
  })
  const others = [...byProduct.values()].flatMap((same) => {
    const [first] = same
    return first
      ? [{ kind: first.kind, product: first.product, offers: same.flatMap(({ offers }) => offers.map(presentOnline)) }]
      : []
  })
  return [...known, ...others]
}
