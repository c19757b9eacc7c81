import type { InsideOffer } from '@artikul/contract/catalog/catalog'
import type { Db } from '../../../platform/db/index.ts'
import { AppError } from '../../../platform/errors.ts'
import type { ReadZone } from '../../companies/index.ts'
import type { PricedOffer, Quote } from '../../pricing/index.ts'
import { selectOwnCode } from './own-code.queries.ts'
import { isContractor } from './view-as-client.queries.ts'
import type { SearchDeps, Searcher } from './search.ts'

/** Requested client: without a contractor, no client's perspective; without a point, the company's usual one. */
interface ViewedClient {
  contractor_id?: number | undefined
  consignee_id?: number | undefined
}

/**
 * Resolves the client from whose perspective an order manager searches; without a client, prices of the retail column
 * apply.
 * @throws AppError `not_found` for an unknown company, or for a point of another company
 */
export async function clientOf(
  db: Db,
  readZone: ReadZone,
  { contractor_id: contractorId, consignee_id: consigneeId }: ViewedClient,
): Promise<Searcher> {
  if (contractorId === undefined) return { contractorId: null, zoneId: null }
  if (!(await isContractor(db, contractorId))) throw new AppError('not_found', { detail: 'Покупатель не найден' })
  return {
    contractorId,
    zoneId: await readZone(db, { contractorId, limits: null }, consigneeId),
    findOwnCode: (text) => selectOwnCode(db, contractorId, text),
  }
}

const insideOf = (priced: PricedOffer): InsideOffer => ({
  offer_id: priced.offer.id,
  source: priced.warehouse.source,
  purchase_kop: priced.purchaseKop,
  markup_hundredths: priced.netMarkup,
})

/** Adds the fields that only an order manager may see to the offers in a reply of a search or product page. */
export async function withInside<T>(deps: SearchDeps, search: (deps: SearchDeps) => Promise<T>) {
  const seen = new Map<number, InsideOffer>()
  const watched =
    (quote: Quote): Quote =>
    (...given) => {
      const priced = quote(...given)
      if (priced) seen.set(priced.offer.id, insideOf(priced))
      return priced
    }
  const reply = await search({ ...deps, pricing: async (contractorId) => watched(await deps.pricing(contractorId)) })
  return { ...reply, inside: [...seen.values()] }
}
