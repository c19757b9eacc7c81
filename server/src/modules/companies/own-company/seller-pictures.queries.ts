import type { SellerPictureKind } from '@artikul/contract/companies/sellers'
import type { Insertable } from 'kysely'
import type { Db, DB } from '../../../platform/db/index.ts'

export const insertPicture = (db: Db, picture: Insertable<DB['seller_pictures']>) =>
  db.insertInto('seller_pictures').values(picture).returning('id').executeTakeFirstOrThrow()

export const selectPicture = (db: Db, id: number) =>
  db.selectFrom('seller_pictures').select(['id', 'seller_id', 'kind', 'bytes']).where('id', '=', id).executeTakeFirst()

/** Takes the company's picture of the kind out of use; true when there was one. */
export async function retirePicture(db: Db, sellerId: number, kind: string, now: Date): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('seller_pictures')
    .set({ removed_at: now })
    .where('seller_id', '=', sellerId)
    .where('kind', '=', kind)
    .where('removed_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Selects the pictures that the company with the ИНН used at the moment, as PNG. */
export async function selectPicturesAt(
  db: Db,
  inn: string,
  at: Date,
): Promise<Partial<Record<SellerPictureKind, Buffer>>> {
  const rows = await db
    .selectFrom('seller_pictures as picture')
    .innerJoin('sellers', 'sellers.id', 'picture.seller_id')
    .select(['picture.kind', 'picture.bytes'])
    .where('sellers.inn', '=', inn)
    .where('picture.added_at', '<=', at)
    .where((one) => one.or([one('picture.removed_at', 'is', null), one('picture.removed_at', '>', at)]))
    .limit(3)
    .execute()
  return Object.fromEntries(rows.map(({ kind, bytes }) => [kind, bytes]))
}
