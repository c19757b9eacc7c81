import type { PhotoSize, PhotoSource, ProductPhoto } from '@artikul/contract/catalog/product-photos'
import { sql } from 'kysely'
import type { Db } from '../../../platform/db/index.ts'
import type { ShrunkPhoto } from '../../../platform/files/photo.ts'
import type { Writer } from '../../../platform/http/index.ts'

export const selectPhotoFile = (db: Db, hash: string, size: PhotoSize) =>
  db
    .selectFrom('product_photo_files')
    .select(size === 'thumbnail' ? 'thumbnail as bytes' : 'picture as bytes')
    .where('hash', '=', hash)
    .executeTakeFirst()

/** Selects the photos of a product in their order. */
export const selectPhotos = (db: Db, productId: number): Promise<ProductPhoto[]> =>
  db
    .selectFrom('product_photos as photo')
    .innerJoin('product_photo_files as file', 'file.hash', 'photo.hash')
    .select(['photo.id', 'photo.hash', 'file.width', 'file.height', 'photo.licence'])
    .where('photo.product_id', '=', productId)
    .orderBy('photo.position')
    .limit(1000)
    .execute()

/** Locks products by ascending id; returns those that exist. */
export const lockProducts = (db: Db, ids: readonly number[]) =>
  db
    .selectFrom('products')
    .innerJoin('brands', 'brands.id', 'products.brand_id')
    .select(['products.id', 'products.article', 'brands.name as brand'])
    .where('products.id', '=', sql<number>`any(${[...ids]}::integer[])`)
    .orderBy('products.id')
    .forNoKeyUpdate('products')
    .execute()

export const selectStoredHashes = (db: Db, hashes: readonly string[]) =>
  db
    .selectFrom('product_photo_files')
    .select('hash')
    .where('hash', '=', sql<string>`any(${[...hashes]}::text[])`)
    .execute()

/** Stores a picture; the time of one that exists already is renewed, so that it is not purged meanwhile. */
export const insertPhotoFile = (db: Db, file: ShrunkPhoto & { hash: string; created_at: Date }) =>
  db
    .insertInto('product_photo_files')
    .values(file)
    .onConflict((conflict) => conflict.column('hash').doUpdateSet({ created_at: file.created_at }))
    .execute()

/** Renews the time of a stored picture; false when it has been purged. */
export async function keepPhotoFile(db: Db, hash: string, now: Date): Promise<boolean> {
  const row = await db
    .updateTable('product_photo_files')
    .set({ created_at: now })
    .where('hash', '=', hash)
    .returning('hash')
    .executeTakeFirst()
  return row !== undefined
}

export interface NewPhoto {
  product_id: number
  hash: string
  source: PhotoSource
  source_url?: string | null
  licence: string
  created_at: Date
}

/**
 * Adds a photo of the product at the position if it is free, otherwise after the others; null for the last place.
 * @returns undefined when the product has this picture already
 */
export const insertPhoto = (db: Db, author: Partial<Writer>, photo: NewPhoto, position: number | null) =>
  db
    .insertInto('product_photos')
    .values({
      ...photo,
      actor_id: author.actorId ?? null,
      subject_id: author.subjectId ?? null,
      position: sql<number>`(
        select case
          when ${position}::integer is null or bool_or(position = ${position}::integer)
          then coalesce(max(position), 0) + 1 else ${position}::integer end
        from product_photos where product_id = ${photo.product_id})`,
    })
    .onConflict((conflict) => conflict.columns(['product_id', 'hash']).doNothing())
    .returning('id')
    .executeTakeFirst()

/** Removes the imported photo that another one of the same number replaces. */
export const deleteReplaced = (db: Db, productId: number, position: number) =>
  db
    .deleteFrom('product_photos')
    .where('product_id', '=', productId)
    .where('position', '=', position)
    .where('source', '=', 'import')
    .execute()

/** Removes photos of 1C that others replace. */
export const deleteOneCPhotos = (db: Db, productId: number, hashes: readonly string[]) =>
  db
    .deleteFrom('product_photos')
    .where('product_id', '=', productId)
    .where('hash', '=', sql<string>`any(${[...hashes]}::text[])`)
    .where('source', '=', 'one_c')
    .execute()

/** Checks for photos that did not come from 1C. */
export const hasPhotosFromElsewhere = async (db: Db, productId: number): Promise<boolean> =>
  (await db
    .selectFrom('product_photos')
    .select('id')
    .where('product_id', '=', productId)
    .where('source', '<>', 'one_c')
    .limit(1)
    .executeTakeFirst()) !== undefined

/** Selects which of the pairs of product and picture exist. */
export async function selectKnownPhotos(db: Db, pairs: readonly { productId: number; hash: string }[]) {
  const { rows } = await sql<{ product_id: number; hash: string }>`
    select product_id, hash from product_photos
    join unnest(${pairs.map((pair) => pair.productId)}::integer[], ${pairs.map((pair) => pair.hash)}::text[])
      as pair (product_id, hash) using (product_id, hash)`.execute(db)
  return rows
}

/** Selects the addresses that photos of the products were downloaded from. */
export const selectPhotoAddresses = (db: Db, productIds: readonly number[]) =>
  db
    .selectFrom('product_photos')
    .select(['product_id', 'source_url'])
    .where('product_id', '=', sql<number>`any(${[...productIds]}::integer[])`)
    .where('source_url', 'is not', null)
    .limit(10_000)
    .execute()

export const deletePhoto = (db: Db, productId: number, id: number) =>
  db
    .deleteFrom('product_photos')
    .where('product_id', '=', productId)
    .where('id', '=', id)
    .returning('id')
    .executeTakeFirst()

/** Moves a photo before the others, which keep their order. Positions are unique: all move out of the way first. */
export async function movePhotoFirst(db: Db, productId: number, id: number) {
  await sql`
    update product_photos set position = position + 1000000 where product_id = ${productId}`.execute(db)
  await sql`
    update product_photos set position = place.position
    from (
      select id, row_number() over (order by (id = ${id}) desc, position) as position
      from product_photos where product_id = ${productId}
    ) place
    where product_photos.id = place.id`.execute(db)
}

/** Repeats the first photo of the products in their rows. */
export const updateFirstPhotos = (db: Db, productIds: readonly number[]) =>
  sql`
    update products set photo_hash = first.hash
    from unnest(${[...productIds]}::integer[]) as changed (id)
    left join lateral (
      select hash from product_photos where product_id = changed.id order by position limit 1
    ) first on true
    where products.id = changed.id and products.photo_hash is distinct from first.hash`.execute(db)
