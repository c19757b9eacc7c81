import type { Db } from '../../../platform/db/index.ts'
import { jpegOf } from '../../../testing/files/photos.ts'

/** Creates a photo that the person has uploaded but not attached to a message yet. */
export const buildOrderFile = async (db: Db, place: { orderId: number; contractorId: number; userId: number }) => {
  const { id } = await db
    .insertInto('order_files')
    .values({
      order_id: place.orderId,
      contractor_id: place.contractorId,
      name: 'Коробка.jpg',
      type: 'image/jpeg',
      bytes: jpegOf(),
      actor_id: place.userId,
      subject_id: place.userId,
      created_at: new Date(),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}
