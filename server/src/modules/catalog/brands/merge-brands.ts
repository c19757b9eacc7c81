import { counted } from '@artikul/contract/core/plural'
import { formatQty } from '@artikul/contract/core/money'
import type { MergePreview } from '@artikul/contract/catalog/brands'
import type { Kysely } from 'kysely'
import { moscowDate, type Clock } from '../../../platform/clock.ts'
import type { Db, DB } from '../../../platform/db/index.ts'
import { AppError } from '../../../platform/errors.ts'
import type { Author } from '../../../platform/http/index.ts'
import { recordEvent } from '../../../platform/audit/index.ts'
import { scheduleRegrouping } from '../inventory-groups/index.ts'
import {
  countCurrentConditions,
  countGroupRules,
  countProducts,
  selectCoincidence,
  stagePairs,
} from './merge-brands.queries.ts'
import { lockBrand, selectBrand, selectSpellings } from './brands.queries.ts'
import { brandNotFound } from './read-brands.ts'
import { blockImports } from './block-imports.queries.ts'
import type { GoodsReferences } from './goods-references.ts'
import { moveBrand } from './move-brand.queries.ts'
import { mergeProducts } from './merge-products.queries.ts'

interface Sides {
  id: number
  into: number
}

interface Named {
  id: number
  name: string
}

export interface MergeDeps {
  clock: Clock
  /** References of other modules to products and brands. */
  goodsReferences: readonly GoodsReferences[]
}

interface Merge extends Sides {
  version: number
  into_version: number
}

/** @throws AppError `not_found`, `input.invalid` for a brand and itself */
async function requireSides(db: Db, { id, into }: Sides) {
  const [from, kept] = await Promise.all([selectBrand(db, id), selectBrand(db, into)])
  if (!from || !kept) throw brandNotFound()
  if (id === into) throw new AppError('input.invalid', { errors: [{ path: 'into', message: 'Выберите другой бренд' }] })
  return { from, kept }
}

/**
 * Finds the overlap of the brands and the obstacles to a merge: agreed prices and places, quantities in different
 * units.
 */
async function countMerge(db: Db, from: Named, kept: Named, today: string) {
  const [coincidence, conditions, rules] = await Promise.all([
    selectCoincidence(db, from.id, kept.id),
    countCurrentConditions(db, from.id, today),
    countGroupRules(db, from.id),
  ])
  const units = coincidence.otherUnits.join(', ')
  const shared = `они стали бы общими для «${kept.name}». Сначала измените их`
  const obstacles = [
    conditions > 0 && `Для бренда «${from.name}» действуют ценовые условия (${conditions}): ${shared}`,
    rules > 0 && `По бренду «${from.name}» товары попадают в группы (правил: ${rules}): ${shared}`,
    units !== '' && `У одинаковых артикулов разные единицы измерения: ${units}. Сначала уравняйте их в прайс-листах`,
  ].filter((obstacle) => obstacle !== false)
  return { ...coincidence, obstacles }
}

/** @throws AppError `not_found`, `input.invalid` */
export async function previewMerge(db: Db, sides: Sides, clock: Clock): Promise<MergePreview> {
  const { from, kept } = await requireSides(db, sides)
  const [products, { count, examples, obstacles }, spellings] = await Promise.all([
    countProducts(db, from.id),
    countMerge(db, from, kept, moscowDate(clock.now())),
    selectSpellings(db, from.id),
  ])
  const side = ({ id, name, version }: typeof from) => ({ id, name, version })
  return {
    from: side(from),
    into: side(kept),
    moving: products - count,
    merging: count,
    examples,
    spellings: [from.name, ...spellings.map(({ spelling }) => spelling)],
    obstacles,
  }
}

/** Locks both brands at the shown versions, the lesser id first, so that concurrent merges cannot deadlock. */
async function lockSides(tx: Db, { id, into, version, into_version }: Merge) {
  const rows = new Map<number, Awaited<ReturnType<typeof lockBrand>>>()
  for (const one of [id, into].toSorted((a, b) => a - b)) rows.set(one, await lockBrand(tx, one))
  const [from, kept] = [rows.get(id), rows.get(into)]
  if (!from || !kept) throw brandNotFound()
  if (from.version !== version || kept.version !== into_version) throw new AppError('stale')
  return { from, kept }
}

/**
 * Merges two brands in one transaction: spellings and products of the first move to the second, duplicate products are
 * merged, and all references are updated.
 * @throws AppError `not_found`, `input.invalid`, `stale`, `brand.not_mergeable`, `brand.import_running` during an import
 */
export async function mergeBrands(
  db: Kysely<DB>,
  author: Author,
  merge: Merge,
  { clock, goodsReferences }: MergeDeps,
): Promise<{ moved: number; merged: number }> {
  await requireSides(db, merge)
  return db.transaction().execute(async (tx) => {
    await blockImports(tx)
    const { from, kept } = await lockSides(tx, merge)
    const now = clock.now()
    const [obstacle] = (await countMerge(tx, from, kept, moscowDate(now))).obstacles
    if (obstacle !== undefined) throw new AppError('brand.not_mergeable', { detail: obstacle })
    await scheduleRegrouping(tx)
    const spellings = await selectSpellings(tx, from.id)
    const merged = await stagePairs(tx, from.id, kept.id)
    if (merged > 0) await mergeProducts(tx, goodsReferences)
    const moved = await moveBrand(tx, goodsReferences, { from, kept }, now)
    await recordEvent(tx, author, {
      event: 'brand.merged',
      object: `${from.name} → ${kept.name}`,
      changes: [
        { field: 'Написания', before: null, after: [from.name, ...spellings.map((one) => one.spelling)].join(', ') },
        { field: 'Переехало', before: null, after: counted(moved, 'товар', 'товара', 'товаров') },
        { field: 'Объединено одинаковых', before: null, after: formatQty(merged) },
      ],
    })
    return { moved, merged }
  })
}
