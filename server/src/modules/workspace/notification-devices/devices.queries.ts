import { sql, type Insertable } from 'kysely'
import type { Db, DB } from '../../../platform/db/index.ts'
import type { Device } from './channels.ts'

/** Maximum number of devices of one person; an older one gives way. */
const MAX_DEVICES = 10

export const selectDevices = (db: Db, userId: number) =>
  db
    .selectFrom('notification_devices')
    .select(['id', 'channel', 'address', 'name', 'created_at'])
    .where('user_id', '=', userId)
    .orderBy('id')
    .execute()

/** Adds the device or moves it to the person who uses it now. */
export async function writeDevice(db: Db, device: Insertable<DB['notification_devices']>): Promise<number> {
  const { id } = await db
    .insertInto('notification_devices')
    .values(device)
    .onConflict((conflict) =>
      conflict.columns(['channel', 'address']).doUpdateSet((row) => ({
        user_id: row.ref('excluded.user_id'),
        p256dh: row.ref('excluded.p256dh'),
        auth: row.ref('excluded.auth'),
        name: row.ref('excluded.name'),
        created_at: row.ref('excluded.created_at'),
      })),
    )
    .returning('id')
    .executeTakeFirstOrThrow()
  // What waits there belongs to the person before.
  await sql`delete from device_messages using notification_devices device
    where device_id = ${id} and device.id = device_id and event_id is not null
      and device_messages.created_at < device.created_at`.execute(db)
  await sql`delete from notification_devices where user_id = ${device.user_id} and id not in (
    select id from notification_devices where user_id = ${device.user_id}
    order by created_at desc, id desc limit ${MAX_DEVICES})`.execute(db)
  return id
}

export const deleteDevice = (db: Db, id: number, userId: number) =>
  db
    .deleteFrom('notification_devices')
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .returning('id')
    .executeTakeFirst()

export const deleteGone = (db: Db, { channel, address }: Pick<Device, 'channel' | 'address'>) =>
  db.deleteFrom('notification_devices').where('channel', '=', channel).where('address', '=', address).execute()

/** Replaces the person's earlier link. */
export async function writeMessengerLink(db: Db, link: Insertable<DB['messenger_links']>) {
  await db.deleteFrom('messenger_links').where('user_id', '=', link.user_id).execute()
  await db.insertInto('messenger_links').values(link).execute()
}

export const consumeMessengerLink = (db: Db, tokenHash: Buffer, now: Date) =>
  db
    .deleteFrom('messenger_links')
    .where('token_hash', '=', tokenHash)
    .where('expires_at', '>', now)
    .where('user_id', 'in', (users) => users.selectFrom('users').select('id').where('is_active', '=', true))
    .returning('user_id')
    .executeTakeFirst()

export async function deleteDevicesOf(db: Db, userId: number) {
  await db.deleteFrom('notification_devices').where('user_id', '=', userId).execute()
  await db.deleteFrom('messenger_links').where('user_id', '=', userId).execute()
}

export async function selectMarker(db: Db): Promise<number | null> {
  const row = await db.selectFrom('messenger_cursor').select('marker').executeTakeFirst()
  return row?.marker ?? null
}

export const writeMarker = (db: Db, marker: number) => db.updateTable('messenger_cursor').set({ marker }).execute()
