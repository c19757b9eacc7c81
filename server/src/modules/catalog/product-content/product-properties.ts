import type { ProductProperty } from '@artikul/contract/catalog/product-content'
import type { Kysely } from 'kysely'
import { changesBetween, recordEvent, type AuditedField } from '../../../platform/audit/index.ts'
import type { Db, DB } from '../../../platform/db/index.ts'
import { AppError } from '../../../platform/errors.ts'
import type { Author } from '../../../platform/http/index.ts'
import { selectPhotos } from './photos.queries.ts'
import { lockProduct } from './product-photos.ts'
import { replaceProperties, selectOriginalNumbers, selectProperties } from './properties.queries.ts'

type Properties = readonly ProductProperty[]

const valueOf = (properties: Properties, name: string) => {
  const found = properties.find((one) => one.name === name)
  return found ? `${found.value} ${found.unit}`.trim() : null
}

/** One audited field for each property of either list. */
const fieldsOf = (lists: readonly Properties[]): AuditedField<Properties>[] =>
  [...new Set(lists.flat().map(({ name }) => name))].map((name) => [name, (list) => valueOf(list, name)])

const isSame = (one: Properties, other: Properties) =>
  one.length === other.length &&
  one.every(({ name, value, unit }, at) => {
    const found = other[at]
    return found?.name === name && found.value === value && found.unit === unit
  })

/**
 * Replaces the properties of a product.
 * @throws AppError `not_found`, `stale` when they differ from those displayed
 */
export async function setProperties(
  db: Kysely<DB>,
  author: Author,
  productId: number,
  { before, properties }: { before: Properties; properties: Properties },
) {
  return db.transaction().execute(async (tx) => {
    const object = await lockProduct(tx, productId)
    const stored = await selectProperties(tx, productId)
    if (!isSame(stored, before)) throw new AppError('stale')
    if (!isSame(stored, properties)) {
      await replaceProperties(tx, productId, properties)
      const changes = changesBetween(fieldsOf([stored, properties]), stored, properties)
      await recordEvent(tx, author, { event: 'product_properties.changed', object, changes })
    }
    return { properties: [...properties] }
  })
}

/** Reads what the page of a product shows besides its offers. */
export async function readProductContent(db: Db, productId: number) {
  const [photos, properties, originalNumbers] = await Promise.all([
    selectPhotos(db, productId),
    selectProperties(db, productId),
    selectOriginalNumbers(db, productId),
  ])
  return { photos, properties, original_numbers: originalNumbers }
}
