import type { Offer } from '@artikul/contract/catalog/catalog'
import { roundedUp } from '@artikul/contract/catalog/sale-step'
import { formatQty, halfUpShare } from '@artikul/contract/core/money'
import { LRUCache } from 'lru-cache'
import { moscowDate, type Clock } from '../../../platform/clock.ts'
import type { Database } from '../../../platform/db/index.ts'
import { cached } from '../../../platform/cached.ts'
import type { CatalogDirectory, OfferRow, ReadDirectory, WarehouseRow } from '../../catalog/index.ts'
import { freshness } from '../../suppliers/index.ts'
import { contractInForce, readVatRates, type VatOn } from '../../companies/index.ts'
import { floorKop, netMarkup, priceOf, qtyPrices, uncoveredVat, type ComputedPriceStep } from './price-engine.ts'
import {
  compileRules,
  rulesOfBuyer,
  type BuyerRules,
  type PricingCondition,
  type PricedGoods,
  type PriceRules,
} from './price-rules.ts'
import { selectPricingGroups, selectPriceRules, selectRulesVersion } from './pricing.queries.ts'
import { createColumnPrices, type ReadColumnPrices } from './column-prices.ts'
import { createTerms, type DeliveryTerms } from './terms.ts'

const MEMORY_MS = 1000

/** Offer before any field is hidden. */
export type QuotedOffer = Offer & { price_kop: number }

/** Goods of a warehouse as one buyer sees them, plus fields for the server only. */
export interface PricedOffer {
  offer: QuotedOffer
  warehouse: WarehouseRow
  purchaseKop: number
  /** Margin of the price over the cost, net of taxes, in hundredths of a per cent. */
  netMarkup: number
  /** Lowest price that the rules allow; a promised price may be lower. */
  floorKop: number
  available: number
  /** Last day of the promised price that replaces the ordinary one; null when the ordinary one applies. */
  specialUntil: string | null
}

/** Price that a manager promised to the buyer for these goods, with its last day. */
export interface SpecialPrice {
  kop: number
  until: string
}

export type OfferData = Pick<
  OfferRow,
  | 'product_id'
  | 'brand_id'
  | 'inventory_group_id'
  | 'warehouse_id'
  | 'purchase_kop'
  | 'available'
  | 'qty_exact'
  | 'qty_text'
  | 'multiplicity'
  | 'min_qty'
  | 'term_days'
  | 'no_return'
  | 'weight_g'
> & { offer_id: number | null }

/** Purchased quantity in the item's unit, its promised price, and the day if it is not today. */
export interface Bought {
  qty?: number | undefined
  special?: SpecialPrice | null | undefined
  day?: string | undefined
  /** Receives every step from the purchase price. */
  note?: ((step: ComputedPriceStep) => void) | undefined
  /** True for goods of online suppliers offered to this buyer; others cannot be quoted. */
  isChosen?: boolean | undefined
}

/**
 * Quotes prices and dates for one buyer at one moment and a delivery zone, by default for the smallest quantity that is sold. A promised
 * price applies while it is valid and lower. Null: no offer, not sold to the buyer, a price beyond the
 * bounds of its route, or an outdated price list.
 */
export type Quote = (row: OfferData, zoneId: number | null, bought?: Bought) => PricedOffer | null

/** Price groups of contracts chosen by the buyer, by seller; `null` is the company's own group. */
export type ChosenGroups = ReadonlyMap<number, number | null>

/**
 * Prepares a quote for a company (`null`: staff, who see the retail column), by default for the current moment and the
 * contracts in force.
 */
export type Pricing = (contractorId: number | null, at?: Date, chosen?: ChosenGroups) => Promise<Quote>

const texts = new WeakMap<Date, string>()

/** Caches the formatted time, because all answers contain the times of the same few imports. */
function textOf(moment: Date): string {
  const known = texts.get(moment) ?? moment.toISOString()
  texts.set(moment, known)
  return known
}

const goodsOf = (row: OfferData, warehouse: WarehouseRow, vatOn: VatOn, day: string): PricedGoods => ({
  productId: row.product_id,
  brandId: row.brand_id,
  inventoryGroupId: row.inventory_group_id,
  supplyRouteId: warehouse.supply_route_id,
  isOwnStock: warehouse.kind === 'own',
  purchaseKop: row.purchase_kop,
  weightKop: halfUpShare(warehouse.kg_markup_kop, row.weight_g ?? 0, 1000),
  supplyRouteMarkup: warehouse.markup_hundredths,
  uncoveredVat: uncoveredVat(warehouse.tax_regime, warehouse.vat_mode, vatOn(warehouse.tax_regime, day)),
})

/** Returns the promised price if it is valid and lower than the ordinary one. */
const promiseAt = (special: SpecialPrice | null, ordinaryKop: number, day: string): SpecialPrice | null =>
  special !== null && special.kop < ordinaryKop && day <= special.until ? special : null

interface Rates {
  directory: CatalogDirectory
  termsOf: DeliveryTerms
  vatOn: VatOn
  rulesFor: (sellerId: number) => BuyerRules
}

/** Goods of an online supplier are visible only to buyers who have chosen them. */
const isHidden = ({ kind }: WarehouseRow, isChosen: boolean) => kind === 'online' && !isChosen

/** Price of a quantity before any promise; null for goods not sold to the buyer or not shown for their price. */
function ordinaryPrice(
  rules: BuyerRules,
  goods: PricedGoods,
  { price_from_kop: from, price_to_kop: to }: WarehouseRow,
  { qty, smallest, day, note }: Pick<Bought, 'note'> & { qty: number; smallest: number; day: string },
): number | null {
  const kop = priceOf(rules, goods, qty, day, note)
  if (kop === null || (from === null && to === null)) return kop
  // An offer that is shown must not be lost to the lower price of a larger quantity.
  const shownKop = qty === smallest ? kop : (priceOf(rules, goods, smallest, day) ?? kop)
  if (shownKop >= (from ?? 0) && shownKop <= (to ?? Infinity)) return kop
  note?.({ kind: 'bounds', kop: shownKop })
  return null
}

const returnDays = ({ no_return, brand_id }: OfferData, { no_return_brands, return_days }: WarehouseRow): number =>
  no_return || no_return_brands.includes(brand_id) ? 0 : return_days

const smallestOrder = (row: OfferData) =>
  row.min_qty > row.multiplicity ? { min_qty: roundedUp(row.min_qty, row) } : null

const statedDelivery = ({ stated_delivery_percent: percent }: WarehouseRow) =>
  percent === null ? null : { stated_delivery_percent: percent }

function createQuote({ directory, termsOf, vatOn, rulesFor }: Rates, now: Date): Quote {
  const readAt = now.toISOString()
  const today = moscowDate(now)
  // Own stock is always current.
  const updatedAt = ({ imported_at }: WarehouseRow): string => (imported_at ? textOf(imported_at) : readAt)
  return (
    row,
    zoneId,
    { qty = roundedUp(row.multiplicity, row), special = null, day = today, note, isChosen = false } = {},
  ) => {
    const warehouse = directory.warehouses.get(row.warehouse_id)
    if (!warehouse || row.offer_id === null || isHidden(warehouse, isChosen)) return null
    const age = freshness(warehouse, now)
    if (age === 'hidden') return null
    const goods = goodsOf(row, warehouse, vatOn, day)
    const rules = rulesFor(warehouse.seller_id)
    const smallest = roundedUp(row.multiplicity, row)
    const ordinaryKop = ordinaryPrice(rules, goods, warehouse, { qty, smallest, day, note })
    if (ordinaryKop === null) return null
    const terms = termsOf(warehouse, row.term_days, zoneId)
    const promised = promiseAt(special, ordinaryKop, day)
    const priceKop = promised?.kop ?? ordinaryKop
    const larger = qtyPrices(rules, goods, qty, priceKop, day)
    return {
      warehouse,
      purchaseKop: row.purchase_kop,
      netMarkup: netMarkup(goods, priceKop),
      floorKop: floorKop(rules, goods),
      available: row.available,
      specialUntil: promised?.until ?? null,
      offer: {
        id: row.offer_id,
        warehouse: warehouse.shown_as,
        own_stock: warehouse.kind === 'own',
        price_kop: priceKop,
        qty: row.available,
        qty_text: row.qty_exact ? formatQty(row.available) : row.qty_text,
        qty_exact: row.qty_exact,
        multiplicity: row.multiplicity,
        ...smallestOrder(row),
        expected_date: terms.expected,
        guaranteed_date: terms.guaranteed,
        term_days: terms.days,
        return_days: returnDays(row, warehouse),
        ...statedDelivery(warehouse),
        stale: age === 'stale',
        updated_at: updatedAt(warehouse),
        is_best_price: false,
        is_fastest: false,
        ...(larger.length > 0 && { qty_prices: larger }),
      },
    }
  }
}

const NOTHING_CHOSEN: ChosenGroups = new Map()

/** Price groups of a company: its own, and those of contracts in force by seller. */
interface PriceGroups {
  usual: number | null
  bySeller: ChosenGroups
}

type SharedReads = Pick<Database, 'sharedDb' | 'sharedForTenant'>

async function readPriceGroups(
  { sharedForTenant: sharedAs }: SharedReads,
  contractorId: number | null,
  day: string,
): Promise<PriceGroups> {
  if (contractorId === null) return { usual: null, bySeller: new Map() }
  const { usual, contracts } = await selectPricingGroups(sharedAs(contractorId), contractorId)
  const bySeller = new Map<number, number>()
  for (const sellerId of new Set(contracts.map((contract) => contract.seller_id))) {
    const own = contractInForce(contracts, sellerId, day)?.price_group_id ?? null
    if (own !== null) bySeller.set(sellerId, own)
  }
  return { usual, bySeller }
}

/** Rules of a buyer by seller, calculated on first use. */
function rulesBySeller(rules: PriceRules, contractorId: number | null, { usual, bySeller }: PriceGroups) {
  const known = new Map<number, BuyerRules>()
  return (sellerId: number): BuyerRules => {
    const own = known.get(sellerId) ?? rulesOfBuyer(rules, contractorId, bySeller.get(sellerId) ?? usual, sellerId)
    known.set(sellerId, own)
    return own
  }
}

/** Caches the rules and reloads them when their version changes. */
function createRules(
  { sharedDb, sharedForTenant: sharedAs }: SharedReads,
  clock: Clock,
  ttlMs: number,
  readColumnPrices: ReadColumnPrices,
) {
  let known: PriceRules | undefined
  return cached(ttlMs, async () => {
    const [version, columnPrices] = await Promise.all([selectRulesVersion(sharedDb), readColumnPrices()])
    if (known?.version !== version)
      known = compileRules(await selectPriceRules(sharedAs('any'), moscowDate(clock.now())), columnPrices)
    else if (known.columnPrices !== columnPrices) known = { ...known, columnPrices }
    return known
  })
}

/** Caches dates for a minute, because they change no more often; requests share the result. */
function termsOfMinute() {
  let known: { minute: number; directory: CatalogDirectory; terms: DeliveryTerms } | undefined
  return (now: Date, directory: CatalogDirectory): DeliveryTerms => {
    const minute = Math.floor(now.getTime() / 60_000)
    if (known?.minute !== minute || known.directory !== directory)
      known = { minute, directory, terms: createTerms(now, directory) }
    return known.terms
  }
}

/** Creates the only source of prices and dates: search, product page, cart and orders all use it. */
export function createPricing(
  database: SharedReads,
  clock: Clock,
  readDirectory: ReadDirectory,
  ttlMs = MEMORY_MS,
  readColumnPrices = createColumnPrices(database.sharedDb),
): Pricing {
  const termsAt = termsOfMinute()
  const groups = new LRUCache<string, PriceGroups>({ max: 10_000, ttl: ttlMs || 1 })
  const readRules = createRules(database, clock, ttlMs, readColumnPrices)
  const readVat = cached(ttlMs, () => readVatRates(database.sharedDb))
  const groupsOf = async (contractorId: number | null, day: string) => {
    const name = String(contractorId)
    const found = groups.get(name) ?? (await readPriceGroups(database, contractorId, day))
    if (ttlMs > 0) groups.set(name, found)
    return found
  }
  return async (contractorId, now = clock.now(), chosen = NOTHING_CHOSEN) => {
    const [{ usual, bySeller }, rules, directory, vatOn] = await Promise.all([
      groupsOf(contractorId, moscowDate(now)),
      readRules(),
      readDirectory(),
      readVat(),
    ])
    const priceGroups = { usual, bySeller: chosen.size === 0 ? bySeller : new Map([...bySeller, ...chosen]) }
    const rulesFor = rulesBySeller(rules, contractorId, priceGroups)
    return createQuote({ directory, termsOf: termsAt(now, directory), vatOn, rulesFor }, now)
  }
}

/** Compares a company's quotes by the current rules and with changed conditions. */
export type Compared = (contractorId: number) => Promise<{ before: Quote; after: Quote }>
export type WhatIf = (
  change: (conditions: readonly PricingCondition[]) => readonly PricingCondition[],
) => Promise<Compared>

/** Creates quotes with and without changed conditions; the rules are reloaded for each comparison. */
export const createWhatIf =
  (database: SharedReads, clock: Clock, readDirectory: ReadDirectory, readColumnPrices: ReadColumnPrices): WhatIf =>
  async (change) => {
    const now = clock.now()
    const day = moscowDate(now)
    const [rows, directory, vatOn, columnPrices] = await Promise.all([
      selectPriceRules(database.sharedForTenant('any'), day),
      readDirectory(),
      readVatRates(database.sharedDb),
      readColumnPrices(),
    ])
    const known = compileRules(rows, columnPrices)
    const changed = compileRules({ ...rows, conditions: change(rows.conditions) }, columnPrices)
    const termsOf = createTerms(now, directory)
    return async (contractorId) => {
      const priceGroups = await readPriceGroups(database, contractorId, day)
      const quoteBy = (rules: PriceRules) =>
        createQuote({ directory, termsOf, vatOn, rulesFor: rulesBySeller(rules, contractorId, priceGroups) }, now)
      return { before: quoteBy(known), after: quoteBy(changed) }
    }
  }
