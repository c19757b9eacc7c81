import type { Offer } from '@artikul/contract/catalog'
import { formatQty, markUp } from '@artikul/contract/money'
import { LRUCache } from 'lru-cache'
import { moscowDate, type Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/db/index.ts'
import type { Directory, OfferRow, ReadDirectory, Warehouse } from '../catalog/index.ts'
import { contractInForce } from '../contractors/index.ts'
import { selectContractMarkups, selectMarkup } from './pricing.queries.ts'
import { createTerms, type Terms } from './terms.ts'

const MEMORY_MS = 1000
const HOUR_MS = 3_600_000

/** An offer before anything is hidden from anybody. */
export type QuotedOffer = Offer & { price_kop: number }

/** Goods of a warehouse as one buyer sees them, and what only the server may know. */
export interface PricedOffer {
  offer: QuotedOffer
  warehouse: Warehouse
  purchaseKop: number
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
  'warehouse_id' | 'purchase_kop' | 'available' | 'qty_exact' | 'qty_text' | 'multiplicity' | 'term_days'
> & { offer_id: number | null }

/**
 * Prices and dates of one buyer at one moment, for a delivery zone. A promised price stands while it lasts and is
 * the lower one. Null: no offer, or a price list too old to be shown at all.
 */
export type Quote = (row: OfferData, zoneId: number | null, special?: SpecialPrice | null) => PricedOffer | null

/** Prepares a quote for a company (`null`: staff, who see the retail column). */
export type Pricing = (contractorId: number | null) => Promise<Quote>

/**
 * A client's price: purchase → the source's markup → the price group's markup, half-up to the kopeck after each step.
 * Both markups in hundredths of a per cent.
 */
const clientPriceKop = (purchaseKop: number, sourceMarkup: number, groupMarkup: number): number =>
  markUp(markUp(purchaseKop, sourceMarkup), groupMarkup)

function freshness(warehouse: Warehouse, now: Date): 'fresh' | 'stale' | 'hidden' {
  if (warehouse.kind === 'own' || !warehouse.imported_at) return 'fresh'
  const age = (now.getTime() - warehouse.imported_at.getTime()) / HOUR_MS
  if (age <= warehouse.fresh_hours) return 'fresh'
  return age <= 2 * warehouse.fresh_hours ? 'stale' : 'hidden'
}

const texts = new WeakMap<Date, string>()

/** Every answer names the hour of the same few imports: it is written once. */
function textOf(moment: Date): string {
  const known = texts.get(moment) ?? moment.toISOString()
  texts.set(moment, known)
  return known
}

function createQuote(directory: Directory, termsOf: Terms, markups: Markups, now: Date): Quote {
  const readAt = now.toISOString()
  // Own stock is as of this very moment.
  const updatedAt = ({ imported_at }: Warehouse): string => (imported_at ? textOf(imported_at) : readAt)
  return (row, zoneId, special = null) => {
    const warehouse = directory.warehouses.get(row.warehouse_id)
    if (!warehouse || row.offer_id === null) return null
    const age = freshness(warehouse, now)
    if (age === 'hidden') return null
    const terms = termsOf(warehouse, row.term_days, zoneId)
    const ordinaryKop = clientPriceKop(
      row.purchase_kop,
      warehouse.markup_hundredths,
      markups.bySeller.get(warehouse.seller_id) ?? markups.usual,
    )
    const promised = special && special.kop < ordinaryKop && moscowDate(now) <= special.until ? special : null
    return {
      warehouse,
      purchaseKop: row.purchase_kop,
      available: row.available,
      specialUntil: promised?.until ?? null,
      offer: {
        id: row.offer_id,
        warehouse: warehouse.shown_as,
        own_stock: warehouse.kind === 'own',
        price_kop: promised?.kop ?? ordinaryKop,
        qty: row.available,
        qty_text: row.qty_exact ? formatQty(row.available) : row.qty_text,
        qty_exact: row.qty_exact,
        multiplicity: row.multiplicity,
        expected_date: terms.expected,
        guaranteed_date: terms.guaranteed,
        term_days: row.term_days ?? warehouse.term_days,
        return_days: warehouse.return_days,
        stale: age === 'stale',
        updated_at: updatedAt(warehouse),
        is_best_price: false,
        is_fastest: false,
      },
    }
  }
}

/** Markups of price groups for a company, hundredths of a per cent: a contract in force may name a group of its own. */
interface Markups {
  usual: number
  bySeller: ReadonlyMap<number, number>
}

type SharedReads = Pick<Database, 'sharedDb' | 'sharedAs'>

async function readMarkups(
  { sharedDb, sharedAs }: SharedReads,
  contractorId: number | null,
  day: string,
): Promise<Markups> {
  const [usual, contracts] = await Promise.all([
    selectMarkup(sharedDb, contractorId),
    contractorId === null ? [] : selectContractMarkups(sharedAs(contractorId), contractorId),
  ])
  const bySeller = new Map<number, number>()
  for (const sellerId of new Set(contracts.map((contract) => contract.seller_id))) {
    const own = contractInForce(contracts, sellerId, day)?.markup ?? null
    if (own !== null) bySeller.set(sellerId, own)
  }
  return { usual, bySeller }
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
export function createPricing(database: SharedReads, clock: Clock, readDirectory: ReadDirectory): Pricing {
  const termsAt = termsOfMinute()
  const known = new LRUCache<string, Markups>({ max: 10_000, ttl: MEMORY_MS })
  return async (contractorId) => {
    const name = String(contractorId)
    const now = clock.now()
    let markups = known.get(name)
    if (!markups) {
      markups = await readMarkups(database, contractorId, moscowDate(now))
      known.set(name, markups)
    }
    const directory = await readDirectory()
    return createQuote(directory, termsAt(now, directory), markups, now)
  }
}
