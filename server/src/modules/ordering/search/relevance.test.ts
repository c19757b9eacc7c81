import type { SearchReply } from '@artikul/contract/ordering/search'
import { beforeAll, expect, test } from 'vitest'
import { loginAs, send, useTestApp } from '../../../testing/test-app.ts'
import { buildOffer, buildProduct, buildWarehouse } from '../../catalog/products/catalog.factory.ts'
import { readNewNames } from '../../catalog/products/name-words.ts'
import { buildContractor, buildSeller } from '../../companies/contractors/contractors.factory.ts'
import { buildUser } from '../../identity/users/users.factory.ts'
import relevance from './relevance.json' with { type: 'json' }

/** Percentage of real-world searches that must be answered correctly at the first attempt. */
const RIGHT_PERCENT = 97

const test_ = useTestApp()
let buyer: { authorization: string }

beforeAll(buildCatalogue)

test('relevance set gets the right first result above the required share', async () => {
  const wrong: string[] = []
  for (const { typed, brand } of relevance.queries) {
    const first = await firstAnswer(typed)
    if (first !== brand) wrong.push(`«${typed}»: ${first ?? 'nothing'} instead of ${brand ?? 'nothing'}`)
  }
  const share = 100 - (wrong.length / relevance.queries.length) * 100
  expect(relevance.queries.length).toBeGreaterThanOrEqual(200)
  expect(share, wrong.join('\n')).toBeGreaterThanOrEqual(RIGHT_PERCENT)
})

async function buildCatalogue() {
  const { db } = test_.database
  const seller = await buildSeller(db)
  const contractor = await buildContractor(db, { sellerIds: [seller.id] })
  const { id: warehouse } = await buildWarehouse(db, seller.id)
  for (const { brand, article, name, barcode } of relevance.catalogue as Record<string, string>[]) {
    const product = await buildProduct(db, { brand: brand ?? '', article: article ?? '', name: name ?? '' })
    await buildOffer(db, product.id, warehouse)
    if (barcode) await db.updateTable('products').set({ barcode }).where('id', '=', product.id).execute()
  }
  await readNewNames(test_.appDatabase.sql)
  buyer = await loginAs(test_, await buildUser(db, { role: 'CONTRACTOR_USER', contractorIds: [contractor.id] }))
}

/** Returns the maker of the first result, after at most one choice of maker; null when there is no result. */
async function firstAnswer(typed: string): Promise<string | null> {
  const { json } = await send<SearchReply>(test_, {
    url: `/api/v1/search?q=${encodeURIComponent(typed)}`,
    headers: buyer,
  })
  return (json.products[0] ?? json.groups[0]?.product)?.brand ?? null
}
