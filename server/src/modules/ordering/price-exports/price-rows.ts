import type { PriceExportFields } from '@artikul/contract/ordering/price-exports'
import { unitText } from '@artikul/contract/core/units'
import type { Db, Sql } from '../../../platform/db/index.ts'
import type { Column, Row } from '../../../platform/table-file/index.ts'
import type { PricedOffer, Quote } from '../../pricing/index.ts'
import { selectExportBrands, selectGroupsWithin, selectPage, type PageRow } from './price-rows.queries.ts'

export const COLUMNS: readonly Column[] = [
  { title: 'Бренд', kind: 'text', width: 18 },
  { title: 'Артикул', kind: 'text', width: 20 },
  { title: 'Наименование', kind: 'text', width: 48 },
  { title: 'Ед.', kind: 'text', width: 6 },
  { title: 'Кратность', kind: 'qty', width: 11 },
  { title: 'Мин. заказ', kind: 'qty', width: 11 },
  { title: 'Наличие', kind: 'qty', width: 10 },
  { title: 'Склад', kind: 'text', width: 20 },
  { title: 'Ожидаем', kind: 'day', width: 12 },
  { title: 'Цена с НДС, ₽', kind: 'kop', width: 15 },
  { title: 'Обновлено', kind: 'moment', width: 18 },
]

interface RowsSource {
  db: Db
  driver: Sql
  quote: Quote
  zoneId: number | null
}

/** Fields of an offer visible to a client; never its purchase price or supplier. */
const rowOf = (brand: string, { article, name, unit }: PageRow, offer: PricedOffer['offer']): Row => [
  brand,
  article,
  name,
  unitText(unit),
  offer.multiplicity,
  offer.min_qty ?? offer.multiplicity,
  offer.qty_exact ? offer.qty : offer.qty_text,
  offer.warehouse,
  offer.expected_date,
  offer.price_kop,
  offer.updated_at,
]

/** Builds one row per offer, the cheapest first within each product. */
function rowsOf(page: readonly PageRow[], brands: ReadonlyMap<number, string>, { quote, zoneId }: RowsSource): Row[] {
  const products = Map.groupBy(page, (row) => row.product_id)
  return [...products.values()].flatMap((rows) =>
    rows
      .flatMap((row) => {
        const priced = quote(row, zoneId)
        return priced ? [{ row, offer: priced.offer }] : []
      })
      .sort((a, b) => a.offer.price_kop - b.offer.price_kop || a.offer.id - b.offer.id)
      .map(({ row, offer }) => rowOf(brands.get(row.brand_id) ?? '', row, offer)),
  )
}

/** Starts a query and defers its failure to the later await, so that it is not reported as unhandled. */
function begun<T extends Promise<unknown>>(query: T): T {
  query.catch(() => undefined)
  return query
}

/**
 * Yields the rows of a price file page by page, in the order in which products were added to the catalogue; prices and
 * dates equal those of a search. The next page is read while the current one is written.
 */
export async function* priceRows(
  source: RowsSource,
  {
    brand_ids: brandIds,
    group_ids: chosen,
    in_stock: inStock,
  }: Pick<PriceExportFields, 'brand_ids' | 'group_ids' | 'in_stock'>,
): AsyncGenerator<Row[]> {
  const brands = new Map((await selectExportBrands(source.db, brandIds)).map(({ id, name }) => [id, name]))
  const groupIds = chosen.length > 0 ? await selectGroupsWithin(source.db, chosen) : null
  const pageAfter = (id: number) => begun(selectPage(source.driver, id, { brandIds, groupIds, inStock }))
  for (let next = pageAfter(0); ;) {
    const page = await next
    const last = page.at(-1)
    if (!last) return
    next = pageAfter(last.product_id)
    yield rowsOf(page, brands, source)
  }
}
