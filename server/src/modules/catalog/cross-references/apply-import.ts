import { slugOf } from '@artikul/contract/catalog/slug'
import { articleKey, looseFromKey } from '@artikul/contract/catalog/article'
import type { CrossReferenceImport } from '@artikul/contract/catalog/cross-references'
import { CrossReferenceImportState } from '@artikul/contract/catalog/cross-references'
import { formatQty } from '@artikul/contract/core/money'
import type { Clock } from '../../../platform/clock.ts'
import type { Db } from '../../../platform/db/index.ts'
import { AppError } from '../../../platform/errors.ts'
import type { Author } from '../../../platform/http/index.ts'
import { recordEvent } from '../../../platform/audit/index.ts'
import { blockImports } from '../brands/index.ts'
import * as queries from './cross-reference-imports.queries.ts'
import { insertProducts, nameUnknown, selectUnknownArticles, settleRows, stageUnknown } from './new-products.queries.ts'

const PRODUCTS_AT_ONCE = 5000

const importNotFound = () => new AppError('not_found', { detail: 'Загрузка не найдена' })

export const presentCrossReferenceImport = ({
  state,
  created_at,
  applied_at,
  ...row
}: queries.CrossReferenceImportRow): CrossReferenceImport => ({
  ...row,
  state: CrossReferenceImportState.parse(state),
  created_at: created_at.toISOString(),
  applied_at: applied_at?.toISOString() ?? null,
})

export async function readImport(db: Db, id: number): Promise<CrossReferenceImport> {
  const row = await queries.selectCrossReferenceImport(db, id)
  if (!row) throw importNotFound()
  return presentCrossReferenceImport(row)
}

/** Adds articles unknown to the catalogue in chunks: their keys are calculated here, not in the database. */
async function addUnknown(tx: Db, importId: number): Promise<number> {
  await stageUnknown(tx, importId)
  let added = 0
  for (let after = 0; ;) {
    const goods = await selectUnknownArticles(tx, after, PRODUCTS_AT_ONCE)
    if (goods.length === 0) break
    const keyed = goods.map((one) => ({ ...one, key: articleKey(one.article) }))
    added += await insertProducts(
      tx,
      keyed.map(({ brand_id, brand_slug, article, key }) => ({
        brand_id,
        article,
        article_key: key,
        loose_key: looseFromKey(key),
        code: `${brand_slug}-${slugOf(key)}`,
      })),
    )
    await nameUnknown(tx, new Map(keyed.map(({ number, key }) => [number, key])))
    after = goods.at(-1)?.number ?? after
  }
  await settleRows(tx, importId)
  return added
}

interface Applying {
  id: number
  adds_products: boolean
  source: string
}

/**
 * Applies the rows of a parsed file to the catalogue within the caller's transaction.
 * @throws AppError `not_found`, `cross_reference_import.not_checked`, `brand.import_running` during an import of a price list
 */
export async function applyImport(tx: Db, author: Author, { id, adds_products, source }: Applying, clock: Clock) {
  await blockImports(tx)
  const stored = await queries.lockImport(tx, id)
  if (!stored) throw importNotFound()
  if (stored.state !== 'checked') throw new AppError('cross_reference_import.not_checked')
  const products = adds_products ? await addUnknown(tx, id) : 0
  const crosses = await queries.insertCrossReferences(tx, id, source)
  await queries.deleteAppliedRows(tx, id)
  const state = {
    state: 'applied',
    applied_at: clock.now(),
    source,
    cross_references_added: crosses,
    products_added: products,
  }
  await queries.updateImport(tx, id, state)
  await recordEvent(tx, author, {
    event: 'cross_references.imported',
    object: stored.file_name,
    changes: [
      { field: 'Добавлено кроссов', before: null, after: formatQty(crosses) },
      { field: 'Добавлено товаров', before: null, after: formatQty(products) },
    ],
  })
  return readImport(tx, id)
}

/**
 * Rolls back the cross references of the last file. Later changes by people stay, and so do products.
 * @throws AppError `not_found`, `cross_reference_import.not_last`
 */
export async function rollBackCrossReferenceImport(tx: Db, author: Author, id: number) {
  const stored = await queries.lockImport(tx, id)
  if (!stored) throw importNotFound()
  if (!stored.is_last) throw new AppError('cross_reference_import.not_last')
  await queries.deleteCrossReferencesOf(tx, id)
  await queries.updateImport(tx, id, { state: 'rolled_back' })
  const changes = [{ field: 'Добавлено кроссов', before: formatQty(stored.cross_references_added), after: '0' }]
  await recordEvent(tx, author, { event: 'cross_references.rolled_back', object: stored.file_name, changes })
  return readImport(tx, id)
}
