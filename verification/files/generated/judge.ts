import { articleKey } from '@artikul/contract/catalog/article'
import { mkdtempDisposableSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PriceListRefused } from '../../../server/src/platform/files/spreadsheet/price-list-refused.ts'
import { readFile } from '../../../server/src/modules/suppliers/price-list-import/price-list.factory.ts'
import type { PriceRow } from '../../../server/src/modules/suppliers/price-list-import/price-list.ts'
import { splitBrand } from '../../../server/src/modules/suppliers/price-list-import/read-brand.ts'
import type { GeneratedList } from './lists.ts'
import type { Offer } from './offers.ts'

export interface Verdict {
  list: GeneratedList
  outcome: 'right' | 'refused' | 'wrong'
  /** Offers that differ from the truth, are missing or were made up, without a refusal of their rows. */
  wrongRows: number
}

interface ReadOffer {
  priceKop: number
  qty: number
  minQty: number
}

/** Offers by part number and maker as the import stores them: of repeated rows the cheapest counts. */
function toOffers(rows: readonly PriceRow[]): Map<string, ReadOffer> {
  const offers = new Map<string, ReadOffer>()
  for (const { articleKey: article, brandKey, purchaseKop, qty, minQty } of rows) {
    const key = `${article} ${brandKey}`
    if (purchaseKop < (offers.get(key)?.priceKop ?? Infinity))
      offers.set(key, { priceKop: purchaseKop, qty: qty.qty, minQty: minQty ?? 1 })
  }
  return offers
}

const isEqual = (read: ReadOffer | undefined, offer: Offer) =>
  read?.priceKop === offer.priceKop && read.qty === offer.qty && read.minQty === offer.minQty

const refusal = (list: GeneratedList): Verdict => ({
  list,
  outcome: list.isRefused ? 'right' : 'refused',
  wrongRows: 0,
})

/** Reads the list as the import does and compares every offer with the truth. */
export async function judge(list: GeneratedList): Promise<Verdict> {
  using folder = mkdtempDisposableSync(join(tmpdir(), 'generated-list-'))
  const path = join(folder.path, list.fileName)
  writeFileSync(path, list.content)
  try {
    const { rows, refused } = await readFile(path)
    const read = toOffers(rows)
    if (read.size === 0) return refusal(list)
    const truth = list.isRefused ? [] : list.offers
    const right = truth.filter((offer) =>
      isEqual(read.get(`${articleKey(offer.article)} ${splitBrand(offer.brand).key}`), offer),
    )
    const missing = Math.max(0, truth.length - read.size - refused.length)
    const wrongRows = read.size - right.length + missing
    return { list, outcome: right.length === truth.length && wrongRows === 0 ? 'right' : 'wrong', wrongRows }
  } catch (error) {
    if (error instanceof PriceListRefused) return refusal(list)
    throw error
  }
}
