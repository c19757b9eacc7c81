import { articleKey } from '@artikul/contract/catalog/article'
import { beforeAll, expect, test } from 'vitest'
import { useTestApp } from '../../../testing/test-app.ts'
import { buildSeller } from '../../companies/contractors/contractors.factory.ts'
import { buildOffer, buildProduct, buildWarehouse } from './catalog.factory.ts'
import { createDirectory, offersByArticle } from './index.ts'

const test_ = useTestApp()
let warehouseId: number

beforeAll(async () => {
  const { db } = test_.database
  warehouseId = (await buildWarehouse(db, (await buildSeller(db)).id)).id
})

test('offer of a brand newer than the cached brand list has the brand name', async () => {
  const { db, sql: driver } = test_.database
  const readDirectory = createDirectory(db, 60_000)
  await readDirectory()
  const product = await buildProduct(db)
  await buildOffer(db, product.id, warehouseId)
  const rows = await offersByArticle({ driver, readDirectory }, articleKey(product.article), null)
  const brand = await db.selectFrom('brands').select('name').where('id', '=', product.brandId).executeTakeFirstOrThrow()
  expect(rows.map((row) => row.brand)).toEqual([brand.name])
})
