import type { Offer } from '@artikul/contract/catalog/catalog'
import { formatQty } from '@artikul/contract/core/money'
import { LRUCache } from 'lru-cache'
import { moscowDate, type Clock } from '../../../platform/clock.ts'
import type { Database } from '../../../platform/db/index.ts'
import { remembered } from '../../../platform/remembered.ts'
import type { Directory, OfferRow, ReadDirectory, Warehouse } from '../../catalog/index.ts'
import { freshness } from '../../suppliers/index.ts'
import { contractInForce, readVatRates, type VatOn } from '../../companies/index.ts'
import { floorKop, netMarkup, priceOf, qtyPrices, uncoveredVat, type PriceStep } from './price-engine.ts'
import {
  compileRules,
  rulesOfBuyer,
  type BuyerRules,
  type Condition,
  type Goods,
  type PriceRules,
} from './price-rules.ts'
import { selectPriceGroups, selectRules, selectRulesVersion } from './pricing.queries.ts'
import { createTerms, type Terms } from './terms.ts'

const MEMORY_MS = 1000

/** An offer before anything is hidden from anybody. */
export type QuotedOffer = Offer & { price_kop: number }

/** Goods of a warehouse as one buyer sees them, and what only the server may know. */
export interface PricedOffer {
  offer: QuotedOffer
  warehouse: Warehouse
  purchaseKop: number
  /** What the price brings over the cost, net of taxes, hundredths of a per cent. */
  netMarkup: number
  /** The lowest price that the rules allow; a promised one may be lower. */
  floorKop: number
  available: number
  /** The last day of the promised price that stands in place of the ordinary one; null: the ordinary one stands. */
  specialUntil: string | null
}

/** A price that a manager promised the buyer for these goods, through its last day. */
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
  | 'term_days'
  | 'no_return'
> & { offer_id: number | null }

/** How many are bought, in the item's unit, and what was promised for them; on which day unless today. */
export interface Bought {
  qty?: number | undefined
  special?: SpecialPrice | null | undefined
  day?: string | undefined
  /** Hears every step from the purchase price. */
  note?: ((step: PriceStep) => void) | undefined
  /** Goods of suppliers who are asked at once are quoted only to whom they were offered. */
  isChosen?: boolean | undefined
}

/**
 * Prices and dates of one buyer at one moment, for a delivery zone; of one multiplicity unless told how many. A promised
 * price stands while it lasts and is the lower one. Null: no offer, not sold to him, or a price list too old to be shown.
 */
export type Quote = (row: OfferData, zoneId: number | null, bought?: Bought) => PricedOffer | null

/** Prepares a quote for a company (`null`: staff, who see the retail column), of this moment unless told. */
export type Pricing = (contractorId: number | null, at?: Date) => Promise<Quote>

const texts = new WeakMap<Date, string>()

/** Every answer names the hour of the same few imports: it is written once. */
function textOf(moment: Date): string {
  const known = texts.get(moment) ?? moment.toISOString()
  texts.set(moment, known)
  return known
}

const goodsOf = (row: OfferData, warehouse: Warehouse, vatOn: VatOn, day: string): Goods => ({
  productId: row.product_id,
  brandId: row.brand_id,
  inventoryGroupId: row.inventory_group_id,
  sourceId: warehouse.source_id,
  purchaseKop: row.purchase_kop,
  sourceMarkup: warehouse.markup_hundredths,
  uncoveredVat: uncoveredVat(warehouse.tax_regime, warehouse.vat_mode, vatOn(warehouse.tax_regime, day)),
})

/** A promised price that is the lower one and still stands. */
const promiseAt = (special: SpecialPrice | null, ordinaryKop: number, day: string): SpecialPrice | null =>
  special !== null && special.kop < ordinaryKop && day <= special.until ? special : null

interface Rates {
  directory: Directory
  termsOf: Terms
  vatOn: VatOn
  rulesFor: (sellerId: number) => BuyerRules
}

/** Goods of a supplier who is asked at once are nobody's but theirs who have chosen them. */
const isHidden = ({ kind }: Warehouse, isChosen: boolean) => kind === 'online' && !isChosen

const returnDays = ({ no_return, brand_id }: OfferData, { no_return_brands, return_days }: Warehouse): number =>
  no_return || no_return_brands.includes(brand_id) ? 0 : return_days

function createQuote({ directory, termsOf, vatOn, rulesFor }: Rates, now: Date): Quote {
  const readAt = now.toISOString()
  const today = moscowDate(now)
  // Own stock is as of this very moment.
  const updatedAt = ({ imported_at }: Warehouse): string => (imported_at ? textOf(imported_at) : readAt)
  return (row, zoneId, { qty = row.multiplicity, special = null, day = today, note, isChosen = false } = {}) => {
    const warehouse = directory.warehouses.get(row.warehouse_id)
    if (!warehouse || row.offer_id === null || isHidden(warehouse, isChosen)) return null
    const age = freshness(warehouse, now)
    if (age === 'hidden') return null
    const goods = goodsOf(row, warehouse, vatOn, day)
    const rules = rulesFor(warehouse.seller_id)
    const ordinaryKop = priceOf(rules, goods, qty, day, note)
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
        expected_date: terms.expected,
        guaranteed_date: terms.guaranteed,
        term_days: row.term_days ?? warehouse.term_days,
        return_days: returnDays(row, warehouse),
        stale: age === 'stale',
        updated_at: updatedAt(warehouse),
        is_best_price: false,
        is_fastest: false,
        ...(larger.length > 0 && { qty_prices: larger }),
      },
    }
  }
}

/** Price groups of a company: its own, and those that contracts in force name, by seller. */
interface PriceGroups {
  usual: number | null
  bySeller: ReadonlyMap<number, number>
}

type SharedReads = Pick<Database, 'sharedDb' | 'sharedAs'>

async function readPriceGroups(
  { sharedAs }: SharedReads,
  contractorId: number | null,
  day: string,
): Promise<PriceGroups> {
  if (contractorId === null) return { usual: null, bySeller: new Map() }
  const { usual, contracts } = await selectPriceGroups(sharedAs(contractorId), contractorId)
  const bySeller = new Map<number, number>()
  for (const sellerId of new Set(contracts.map((contract) => contract.seller_id))) {
    const own = contractInForce(contracts, sellerId, day)?.price_group_id ?? null
    if (own !== null) bySeller.set(sellerId, own)
  }
  return { usual, bySeller }
}

/** The rules of a buyer with each seller: worked out once, when they are needed. */
function rulesBySeller(rules: PriceRules, contractorId: number | null, { usual, bySeller }: PriceGroups) {
  const known = new Map<number, BuyerRules>()
  return (sellerId: number): BuyerRules => {
    const own = known.get(sellerId) ?? rulesOfBuyer(rules, contractorId, bySeller.get(sellerId) ?? usual)
    known.set(sellerId, own)
    return own
  }
}

/** The rules in memory, read anew when their number has changed. */
function createRules({ sharedDb, sharedAs }: SharedReads, clock: Clock, memoryMs: number) {
  let known: PriceRules | undefined
  return remembered(memoryMs, async () => {
    const version = await selectRulesVersion(sharedDb)
    if (known?.version !== version) known = compileRules(await selectRules(sharedAs('any'), moscowDate(clock.now())))
    return known
  })
}

/** Dates change with the minute at the most: what one request has worked out serves the next. */
function termsOfMinute() {
  let known: { minute: number; directory: Directory; terms: Terms } | undefined
  return (now: Date, directory: Directory): Terms => {
    const minute = Math.floor(now.getTime() / 60_000)
    if (known?.minute !== minute || known.directory !== directory)
      known = { minute, directory, terms: createTerms(now, directory) }
    return known.terms
  }
}

/** The one place where prices and dates come from: search, product page, cart and order all ask here. */
export function createPricing(
  database: SharedReads,
  clock: Clock,
  readDirectory: ReadDirectory,
  memoryMs = MEMORY_MS,
): Pricing {
  const termsAt = termsOfMinute()
  const groups = new LRUCache<string, PriceGroups>({ max: 10_000, ttl: memoryMs || 1 })
  const readRules = createRules(database, clock, memoryMs)
  const readVat = remembered(memoryMs, () => readVatRates(database.sharedDb))
  const groupsOf = async (contractorId: number | null, day: string) => {
    const name = String(contractorId)
    const found = groups.get(name) ?? (await readPriceGroups(database, contractorId, day))
    if (memoryMs > 0) groups.set(name, found)
    return found
  }
  return async (contractorId, now = clock.now()) => {
    const [priceGroups, rules, directory, vatOn] = await Promise.all([
      groupsOf(contractorId, moscowDate(now)),
      readRules(),
      readDirectory(),
      readVat(),
    ])
    const rulesFor = rulesBySeller(rules, contractorId, priceGroups)
    return createQuote({ directory, termsOf: termsAt(now, directory), vatOn, rulesFor }, now)
  }
}

/** What a company would be quoted: by the rules as they are, and with other conditions. */
export type Compared = (contractorId: number) => Promise<{ before: Quote; after: Quote }>
export type WhatIf = (change: (conditions: readonly Condition[]) => readonly Condition[]) => Promise<Compared>

/** Quotes beside those of changed conditions; the rules are read anew for each comparison. */
export const createWhatIf =
  (database: SharedReads, clock: Clock, readDirectory: ReadDirectory): WhatIf =>
  async (change) => {
    const now = clock.now()
    const day = moscowDate(now)
    const [rows, directory, vatOn] = await Promise.all([
      selectRules(database.sharedAs('any'), day),
      readDirectory(),
      readVatRates(database.sharedDb),
    ])
    const [known, changed] = [compileRules(rows), compileRules({ ...rows, conditions: change(rows.conditions) })]
    const termsOf = createTerms(now, directory)
    return async (contractorId) => {
      const priceGroups = await readPriceGroups(database, contractorId, day)
      const quoteBy = (rules: PriceRules) =>
        createQuote({ directory, termsOf, vatOn, rulesFor: rulesBySeller(rules, contractorId, priceGroups) }, now)
      return { before: quoteBy(known), after: quoteBy(changed) }
    }
  }
