import type { Offer } from '@artikul/contract/catalog/catalog'
import { searchRoutes } from '@artikul/contract/ordering/search'
import { articleKey } from '@artikul/contract/catalog/article'
import { daysLater } from '@artikul/contract/companies/tolerance'
import { moscowDate } from '../../../../platform/clock.ts'
import { callRoute } from '../../../../platform/http/index.ts'
import { searcherOf, searchMany } from '../../../ordering/index.ts'
import { onlyMaker, searchArticle } from '../partner-search.ts'
import { selectBrandsAfter } from '../partner.queries.ts'
import type { AbcpCall } from './abcp-call.ts'
import { AbcpError } from './abcp-errors.ts'
import { requireField } from './abcp-fields.ts'
import { sealItem, supplierCodeOf, type AbcpItem } from './abcp-items.ts'

/** Most pairs of one batch, by the documentation of the protocol. */
const BATCH_LIMIT = 100
const BRANDS_LIMIT = 100_000
const HOURS_OF_DAY = 24

const NOTHING = () => new AbcpError(301, 'No results')

export const numberFixOf = (article: string) => articleKey(article)

/** Codes of stock that is not counted; a lower bound is sent as a number. */
const STOCK_CODES: Record<string, number> = { '+': -1, '++': -2, '+++': -3, есть: -1, 'под заказ': -10 }

const availabilityOf = ({ qty, qty_text: text, qty_exact: isExact }: Offer) =>
  isExact ? qty : (STOCK_CODES[text.toLowerCase()] ?? qty)

export const rublesOf = (kop: number | null) => (kop === null ? null : kop / 100)

/** Hours from today to a day, as the protocol counts terms. */
const hoursUntil = (day: string, now: Date) => Math.max(0, daysLater(moscowDate(now), day)) * HOURS_OF_DAY

interface Goods {
  brand: string
  article: string
  name: string
}

/** Terms of an offer in hours; the longest one is empty when it is the same. */
export function deadlinesOf(
  { expected_date, guaranteed_date }: Pick<AbcpItem, 'expected_date' | 'guaranteed_date'>,
  now: Date,
) {
  const [soon, late] = [hoursUntil(expected_date, now), hoursUntil(guaranteed_date, now)]
  return { soon, late: late > soon ? late : ('' as const) }
}

function presentOffer({ deps, contractorId }: AbcpCall, { brand, article, name }: Goods, offer: Offer) {
  const now = deps.clock.now()
  const supplierCode = supplierCodeOf(offer.warehouse)
  const packing = offer.min_qty ?? offer.multiplicity
  const item: AbcpItem = {
    ...{ offer_id: offer.id, contractor_id: contractorId, price_kop: offer.price_kop },
    ...{ expected_date: offer.expected_date, guaranteed_date: offer.guaranteed_date },
    ...{ supplier_code: supplierCode, brand, number: article, description: name, packing },
  }
  const { soon, late } = deadlinesOf(offer, now)
  return {
    ...{ brand, number: article, numberFix: numberFixOf(article), description: name },
    availability: availabilityOf(offer),
    packing: String(packing),
    deliveryPeriod: soon,
    deliveryPeriodMax: late,
    deadlineReplace: '',
    distributorId: Number(supplierCode),
    distributorCode: offer.warehouse,
    supplierCode,
    supplierColor: null,
    supplierDescription: offer.warehouse,
    itemKey: sealItem(deps.itemKeys, item),
    price: rublesOf(offer.price_kop),
    weight: '',
    volume: '',
    deliveryProbability: offer.stated_delivery_percent ?? 0,
    lastUpdateTime: offer.updated_at,
    noReturn: offer.return_days === 0,
    isUsed: false,
    meta: {},
  }
}

/** `GET search/brands`: makers of an article. */
export async function brands(call: AbcpCall) {
  const article = requireField(call.fields, 'number')
  const found = await searchArticle(call, call.deps.readBrands, {
    article,
    brand: undefined,
    consigneeId: call.pointId,
  })
  const makers = found.makers.length > 0 ? found.makers : await onlyMaker(found.groups, call.deps.readBrands)
  if (makers.length === 0) throw NOTHING()
  return makers.map(({ brand, article: number, name, offers_count: count }) => ({
    ...{ brand, number, numberFix: numberFixOf(number), description: name, availability: count > 0 ? 1 : 0 },
  }))
}

/** `GET search/articles`: offers of an article of one maker with replacements and analogues. */
export async function articles(call: AbcpCall) {
  const [article, brand] = [requireField(call.fields, 'number'), requireField(call.fields, 'brand')]
  const found = await searchArticle(call, call.deps.readBrands, { article, brand, consigneeId: call.pointId })
  const isAlone = call.fields.values['withOutAnalogs'] === '1'
  const groups = isAlone ? found.groups.filter(({ kind }) => kind === 'asked') : found.groups
  const rows = groups.flatMap(({ product, offers }) => offers.map((offer) => presentOffer(call, product, offer)))
  if (rows.length === 0) throw NOTHING()
  return rows
}

/** `POST search/batch`: offers of up to a hundred articles, one flat list, without analogues. */
export async function batch(call: AbcpCall) {
  const pairs = call.fields.rows('search').map(({ number: article = '', brand = '' }) => ({ article, brand }))
  if (pairs.length === 0) throw new AbcpError(2, 'Required parameter is missing: search')
  if (pairs.length > BATCH_LIMIT) throw new AbcpError(4, `Bad parameter: at most ${BATCH_LIMIT} pairs`)
  const searcher = await searcherOf(call.db, call.deps.readZone, call.actor, call.pointId)
  const found = await searchMany(call.deps, searcher, pairs)
  return found
    .flat()
    .filter(({ kind }) => kind === 'asked')
    .flatMap(({ product, offers }) => offers.map((offer) => presentOffer(call, product, call.shown(offer))))
}

/** `GET search/tips`: articles by their beginning. */
export async function tips(call: AbcpCall) {
  const { results } = await callRoute(call, searchRoutes.suggest, { query: { q: requireField(call.fields, 'number') } })
  return results.map(({ brand, article: number, name: description }) => ({ brand, number, description }))
}

/** `GET articles/brands`: makers with their spellings. */
export async function knownBrands(call: AbcpCall) {
  const rows = await selectBrandsAfter(call.db, 0, BRANDS_LIMIT)
  return rows.map(({ name, aliases }) => ({ name, aliases }))
}
