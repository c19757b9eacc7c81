import type { Kysely } from 'kysely'
import type { Db, DB } from '../../../platform/db/index.ts'
import { AppError } from '../../../platform/errors.ts'
import type { Author } from '../../../platform/http/index.ts'
import { pageOf, paginationOf } from '../../../platform/paging.ts'
import { recordEvent } from '../../../platform/audit/index.ts'
import { regroupProduct, waitForGrouper } from './grouping.queries.ts'
import { lockInventoryGroup, selectGroup } from './groups.queries.ts'
import { groupNotFound } from './groups.ts'
import { listProduct, selectProductName, selectGroupProducts, unlistProduct } from './group-products.queries.ts'

const productNotFound = () => new AppError('not_found', { detail: 'Товар не найден' })

/** @throws AppError `not_found` */
export async function listProducts(db: Db, groupId: number, query: Parameters<typeof pageOf>[0]) {
  const page = pageOf(query)
  const group = await selectGroup(db, groupId)
  if (!group) throw groupNotFound()
  const rows = await selectGroupProducts(db, groupId, page)
  return {
    results: rows.map(({ is_listed, ...product }) => ({ product, is_listed })),
    pagination: paginationOf(page, Math.max(group.products_count, page.offset + rows.length)),
  }
}

const record = (db: Db, author: Author, group: string, change: { before: string | null; after: string | null }) =>
  recordEvent(db, author, {
    event: 'inventory_group.changed',
    object: `Группа «${group}»`,
    changes: [{ field: 'Товар', ...change }],
  })

/**
 * Assigns a product to a group regardless of rules, until it is released.
 * @throws AppError `not_found`
 */
export async function addProduct(db: Kysely<DB>, author: Author, groupId: number, productId: number): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await waitForGrouper(tx)
    const group = await lockInventoryGroup(tx, groupId)
    if (!group) throw groupNotFound()
    const product = await selectProductName(tx, productId)
    if (!product) throw productNotFound()
    await listProduct(tx, productId, groupId)
    await regroupProduct(tx, productId)
    await record(tx, author, group.name, { before: null, after: product.name })
  })
}

/**
 * Removes the manual assignment of a product.
 * @throws AppError `not_found`
 */
export async function releaseProduct(
  db: Kysely<DB>,
  author: Author,
  groupId: number,
  productId: number,
): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await waitForGrouper(tx)
    const group = await lockInventoryGroup(tx, groupId)
    if (!group) throw groupNotFound()
    const product = await selectProductName(tx, productId)
    if (!product || !(await unlistProduct(tx, productId, groupId))) throw productNotFound()
    await regroupProduct(tx, productId)
    await record(tx, author, group.name, { before: product.name, after: null })
  })
}
