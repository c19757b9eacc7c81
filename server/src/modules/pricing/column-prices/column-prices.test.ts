import { expect, test } from 'vitest'
import { useTestApp } from '../../../testing/test-app.ts'
import { buildProduct } from '../../catalog/products/catalog.factory.ts'
import { buildSeller } from '../../companies/contractors/contractors.factory.ts'
import { createColumnPrices, priceInColumn } from '../prices/column-prices.ts'
import { replaceColumnPrices, type SoldAt } from './index.ts'

const test_ = useTestApp()

test('replaced prices are read again where they changed; the same prices change nothing, a check writes nothing', async () => {
  const { db } = test_.database
  const seller = await buildSeller(db)
  const { id: priceGroupId } = await db
    .insertInto('price_groups')
    .values({ name: 'Опт' })
    .returning('id')
    .executeTakeFirstOrThrow()
  const products: number[] = []
  for (let at = 0; at < 4; at += 1) products.push((await buildProduct(db)).id)
  const [a = 0, b = 0, c = 0, d = 0] = products
  const read = createColumnPrices(db)

  const replace = (pages: SoldAt[][], isCheck = false) =>
    test_.database.long.begin((tx) =>
      replaceColumnPrices(tx, { sellerId: seller.id, priceGroupId }, pagesOf(pages), isCheck),
    )
  const known = async () => {
    const columns = (await read()).get(seller.id)
    return products.map((id) => columns && priceInColumn(columns, priceGroupId, id))
  }
  const at = (product_id: number, price_kop: number) => ({ product_id, price_kop })

  expect(await replace([[at(a, 100)]], true)).toEqual({ total: 1, added: 1, changed: 0, removed: 0 })
  expect(await known()).toEqual([undefined, undefined, undefined, undefined])
  const first = [[at(c, 300), at(a, 90)], [at(a, 100)]]
  expect(await replace(first)).toEqual({ total: 2, added: 2, changed: 0, removed: 0 })
  expect(await known(), 'the higher of two prices').toEqual([100, undefined, 300, undefined])
  const memory = await read()
  expect(await replace(first)).toEqual({ total: 2, added: 0, changed: 0, removed: 0 })
  expect(await read()).toBe(memory)
  expect(await replace([[at(b, 200), at(c, 301), at(d, 400)]])).toEqual({ total: 3, added: 2, changed: 1, removed: 1 })
  expect(await known()).toEqual([undefined, 200, 301, 400])
  expect(await replace([[at(a, 110), at(b, 200)]])).toEqual({ total: 2, added: 1, changed: 0, removed: 2 })
  expect(await known()).toEqual([110, 200, undefined, undefined])
  expect(await replace([])).toMatchObject({ total: 0, removed: 2 })
  expect(await known()).toEqual([undefined, undefined, undefined, undefined])
  await db.updateTable('priced_columns').set({ version: 1 }).execute()
  await db.updateTable('column_prices').set({ version: 1, price_kop: 7 }).where('product_id', '=', d).execute()
  expect(await known(), 'a restored database').toEqual([undefined, undefined, undefined, 7])
})

async function* pagesOf(pages: SoldAt[][]) {
  yield* pages
}
