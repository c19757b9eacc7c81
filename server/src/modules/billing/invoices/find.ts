import { roundedUp } from '@artikul/contract/catalog/sale-step'
import { articleKey } from '@artikul/contract/catalog/article'
import type { FoundGoods } from '@artikul/contract/billing/new-invoice'
import type { Db, Sql } from '../../../platform/db/index.ts'
import { selectOffersOfProducts, selectProductsByKeys } from '../../catalog/index.ts'
import { requireParties, type InvoicesDeps } from './compose.ts'
import type { Person } from './person.ts'

/** Maximum number of makers offered for one article. */
const MAX_CHOICES = 10

/** «Toyota 04152-YZZA1» is also read as an article without the maker in front of it. */
function readings(text: string): string[] {
  const rest = text.trim().split(/\s+/).slice(1).join(' ')
  return [...new Set([articleKey(text), articleKey(rest)])].filter((key) => key !== '')
}

/**
 * Finds goods of the contract's seller by articles, each product with its cheapest offer at the company's prices.
 * @throws AppError `not_found` for a contract of another company
 */
export async function findGoods(
  db: Db,
  { driver, pricing }: InvoicesDeps & { driver: Sql },
  { reader }: Person,
  { contract_id: contractId, rows }: { contract_id: number; rows: readonly { article: string; qty: number }[] },
): Promise<{ choices: FoundGoods[] }[]> {
  const parties = await requireParties(db, reader, contractId)
  const rowKeys = rows.map(({ article }) => readings(article))
  const keys = [...new Set(rowKeys.flat())]
  const products = Map.groupBy(await selectProductsByKeys(driver, keys), ({ at }) => keys[at] ?? '')
  const idsOf = (row: readonly string[]) =>
    row
      .map((key) => (products.get(key) ?? []).slice(0, MAX_CHOICES).map((one) => one.product_id))
      .find((ids) => ids.length > 0) ?? []
  const wanted = [...new Set(rowKeys.flatMap(idsOf))]
  const quote = await pricing(parties.contractor_id)
  const offers = (await selectOffersOfProducts(driver, wanted)).filter(({ relation }) => relation === 'asked')
  const byProduct = Map.groupBy(offers, (offer) => offer.product_id)
  const best = (productId: number, qty: number): FoundGoods[] =>
    (byProduct.get(productId) ?? [])
      .flatMap((row) => {
        const sold = roundedUp(qty, row)
        const priced = quote(row, null, { qty: sold })
        if (!priced || priced.warehouse.seller_id !== parties.seller_id) return []
        const { id, price_kop, qty_text } = priced.offer
        const { brand, article, name, unit } = row
        return [{ offer_id: id, brand, article, name, unit, price_kop, qty: sold, available: qty_text }]
      })
      .toSorted((one, other) => one.price_kop - other.price_kop || one.offer_id - other.offer_id)
      .slice(0, 1)
  return rows.map(({ qty }, at) => ({ choices: idsOf(rowKeys[at] ?? []).flatMap((id) => best(id, qty)) }))
}
