import { MAX_INVOICE_KOP, type InvoiceBasisLine } from '@artikul/contract/billing/invoice-basis'
import { formatMoney, lineSumKop, toThousandths } from '@artikul/contract/core/money'
import { roundedUp, roundToSaleStep } from '@artikul/contract/catalog/sale-step'
import { unitText } from '@artikul/contract/core/units'
import type { Db } from '../../../platform/db/index.ts'
import { AppError } from '../../../platform/errors.ts'
import { selectOffersOfPairs } from '../../catalog/index.ts'
import type { SnapshotRow, InvoiceParties } from '../documents/index.ts'
import { readVatRates, type VatOn } from '../../companies/index.ts'
import { tooLow, type PricedOffer, type Pricing, type TooLow } from '../../pricing/index.ts'
import { selectOfferPairs } from './sources.queries.ts'

interface Sale {
  parties: InvoiceParties
  today: string
  /** Staff may type lines and prices. */
  isStaff: boolean
  sellsBelow: boolean
}
type Row = SnapshotRow & { note: string | null }
type Problem = { path: string; message: string }
type OfferLine = Extract<InvoiceBasisLine, { offer_id: number }>

interface PricedLine {
  priced: PricedOffer
  brand: string
  article: string
  name: string
  unit: string
}

/** Reads this seller's offers by ids, at the company's prices for the quantities. */
async function readOffers(db: Db, pricing: Pricing, { parties }: Sale, lines: readonly OfferLine[]) {
  const [quote, pairs] = [
    await pricing(parties.contractor_id),
    await selectOfferPairs(
      db,
      lines.map((one) => one.offer_id),
    ),
  ]
  const rows = new Map((await selectOffersOfPairs(db, pairs)).map((row) => [row.offer_id, row]))
  return (offerId: number, qty: number): (PricedLine & { qty: number }) | null => {
    const row = rows.get(offerId)
    if (!row) return null
    const sold = roundedUp(qty, row)
    const priced = quote(row, null, { qty: sold })
    return priced && priced.warehouse.seller_id === parties.seller_id ? { ...row, priced, qty: sold } : null
  }
}

function noteOf(requestedQty: number, { qty, priced }: PricedLine & { qty: number }): string | null {
  const { qty: available, qty_exact: isExact, qty_text: text } = priced.offer
  return (
    roundToSaleStep(requestedQty, priced.offer).message ?? (isExact && available < qty ? `В наличии ${text}` : null)
  )
}

const sumProblem = (kop: number, qty: number): string | null => {
  if (kop * qty > MAX_INVOICE_KOP) return `Сумма строки больше ${formatMoney(MAX_INVOICE_KOP)} ₽`
  return lineSumKop(kop, toThousandths(qty)) === 0 ? 'Сумма строки равна нулю' : null
}

interface Met {
  row?: Row
  problem?: Problem
  low?: Problem & TooLow
  gone?: Problem
}

function meet(
  line: OfferLine,
  path: string,
  found: (PricedLine & { qty: number }) | null,
  sale: Sale,
  vatOn: VatOn,
): Met {
  if (!found) return { gone: { path: `${path}.offer_id`, message: 'Этого предложения у продавца больше нет' } }
  const kop = line.price_kop ?? found.priced.offer.price_kop
  const low = line.price_kop === null ? null : tooLow(found.priced, line.price_kop, sale.sellsBelow)
  if (low) return { low: { path: `${path}.price_kop`, ...low } }
  const wrong = sumProblem(kop, found.qty)
  if (wrong) return { problem: { path: `${path}.qty`, message: wrong } }
  const { article, name, brand, unit, qty } = found
  const rate = vatOn(sale.parties.tax_regime, found.priced.offer.expected_date)
  return {
    row: {
      article,
      name: `${brand} ${article} ${name}`.trim(),
      qty,
      unit: unitText(unit),
      price_kop: kop,
      rate,
      note: noteOf(line.qty, found),
    },
  }
}

/**
 * Builds the rows of goods: catalogue lines at current prices, lines of staff as typed.
 * @throws AppError `input.invalid`, `offer.gone`, `invoice.below_floor`
 */
export async function goodsRows(
  db: Db,
  { pricing }: { pricing: Pricing },
  sale: Sale,
  lines: readonly InvoiceBasisLine[],
): Promise<Row[]> {
  const vatOn = await readVatRates(db)
  const isOffer = (line: InvoiceBasisLine): line is OfferLine => line.offer_id !== null
  const offerOf = await readOffers(db, pricing, sale, lines.filter(isOffer))
  const met = lines.map((line, at): Met => {
    const path = `ask.lines.${at}`
    if (!sale.isStaff && line.price_kop !== null)
      return { problem: { path: `${path}.price_kop`, message: 'Цену указывает портал' } }
    if (isOffer(line)) return meet(line, path, offerOf(line.offer_id, line.qty), sale, vatOn)
    const wrong = sumProblem(line.price_kop, line.qty)
    if (wrong) return { problem: { path: `${path}.price_kop`, message: wrong } }
    const { name, unit, qty, price_kop: kop } = line
    const rate = vatOn(sale.parties.tax_regime, sale.today)
    return { row: { article: '', name, qty, unit: unitText(unit), price_kop: kop, rate, note: null } }
  })
  const of = (kind: 'problem' | 'gone') => met.flatMap((one) => one[kind] ?? [])
  if (of('problem').length > 0) throw new AppError('input.invalid', { errors: of('problem') })
  if (of('gone').length > 0) throw new AppError('offer.gone', { errors: of('gone') })
  const low = met.flatMap((one) => one.low ?? [])
  if (low.length > 0) {
    const errors = low.map(({ path, message }) => ({ path, message }))
    const isBelowCost = low.some((one) => one.isBelowCost)
    throw new AppError('invoice.below_floor', { errors, ...(isBelowCost && { detail: 'Цена ниже закупки' }) })
  }
  return met.flatMap(({ row }) => row ?? [])
}
