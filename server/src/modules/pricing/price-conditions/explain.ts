import type { ExplainedOffer, PriceStep as ShownStep } from '@artikul/contract/pricing/price-explanation'
import { moscowDate, type Clock } from '../../../platform/clock.ts'
import type { Db, Sql } from '../../../platform/db/index.ts'
import { AppError } from '../../../platform/errors.ts'
import { selectOffersAroundProduct, type OfferRow, type ReadDirectory } from '../../catalog/index.ts'
import type { ComputedPriceStep, Pricing, Quote } from '../prices/index.ts'
import { selectGoodsGroups, selectProductToExplain } from './explain.queries.ts'
import { readConditions } from './read-conditions.ts'
import { selectPriceGroupRows } from './price-groups.queries.ts'

interface ExplainInput {
  product_id: number
  contractor_id?: number | undefined
  qty?: number | undefined
  day?: string | undefined
}

interface Names {
  groups: ReadonlyMap<number, string>
  columns: ReadonlyMap<number, string>
  conditions: Awaited<ReturnType<typeof readConditions>>
}

function shownStep(step: ComputedPriceStep, { groups, columns, conditions }: Names): ShownStep {
  const shown = { kind: step.kind, hundredths: null, name: null, condition: null, kop: step.kop }
  switch (step.kind) {
    case 'purchase':
    case 'weight':
    case 'ruble':
    case 'bounds':
      return shown
    case 'source_markup':
    case 'floor':
      return { ...shown, hundredths: step.hundredths }
    case 'group_markup':
      return { ...shown, hundredths: step.hundredths, name: groups.get(step.inventoryGroupId) ?? null }
    case 'column':
      return { ...shown, hundredths: step.hundredths, name: columns.get(step.columnId ?? 0) ?? null }
    case 'column_price':
      return { ...shown, name: columns.get(step.columnId ?? 0) ?? null }
    case 'condition':
      return { ...shown, condition: conditions.get(step.condition.id) ?? null }
  }
}

/** Explains the quote of a search step by step. */
function explained(quote: Quote, row: OfferRow, input: Omit<ExplainInput, 'product_id'>) {
  const steps: ComputedPriceStep[] = []
  const priced = quote(row, null, { qty: input.qty, day: input.day, note: (step) => steps.push(step) })
  return { row, priced, steps }
}

/**
 * Explains a buyer's price for a product now or on another day, with every step, for each warehouse that has it;
 * calculated by the function that prices a search.
 * @throws AppError `not_found`, `input.invalid` for a past day
 */
export async function explainPrice(
  db: Db,
  {
    clock,
    driver,
    pricing,
    readDirectory,
  }: { clock: Clock; driver: Sql; pricing: Pricing; readDirectory: ReadDirectory },
  { product_id: productId, contractor_id: contractorId, ...input }: ExplainInput,
) {
  if (input.day !== undefined && input.day < moscowDate(clock.now()))
    throw new AppError('input.invalid', { errors: [{ path: 'day', message: 'Этот день уже прошёл' }] })
  const [product, rows, quote, { warehouses }] = await Promise.all([
    selectProductToExplain(db, productId),
    selectOffersAroundProduct(driver, productId),
    pricing(contractorId ?? null),
    readDirectory(),
  ])
  if (!product) throw new AppError('not_found', { detail: 'Товар не найден' })
  const { inventory_group, ...brief } = product
  const found = rows
    .filter(({ relation, offer_id }) => relation === 'asked' && offer_id !== null)
    .map((row) => explained(quote, row, input))
  const ids = found.flatMap(({ steps }) =>
    steps.flatMap((step) => (step.kind === 'condition' ? [step.condition.id] : [])),
  )
  const [groups, columns, conditions] = await Promise.all([
    selectGoodsGroups(db),
    selectPriceGroupRows(db),
    readConditions(db, { clock }, [...new Set(ids)]),
  ])
  const names = { groups: namesOf(groups), columns: namesOf(columns), conditions }
  const offers = found.flatMap(({ row, priced, steps }): ExplainedOffer[] =>
    row.offer_id === null
      ? []
      : [
          {
            offer_id: row.offer_id,
            warehouse: warehouses.get(row.warehouse_id)?.shown_as ?? '',
            source: warehouses.get(row.warehouse_id)?.source ?? '',
            price_kop: priced?.offer.price_kop ?? null,
            net_markup_hundredths: priced?.netMarkup ?? null,
            steps: steps.map((step) => shownStep(step, names)),
          },
        ],
  )
  return { product: brief, inventory_group, offers: offers.toSorted(byPrice) }
}

const namesOf = (rows: readonly { id: number; name: string }[]) => new Map(rows.map(({ id, name }) => [id, name]))
const byPrice = (a: ExplainedOffer, b: ExplainedOffer) => (a.price_kop ?? Infinity) - (b.price_kop ?? Infinity)
