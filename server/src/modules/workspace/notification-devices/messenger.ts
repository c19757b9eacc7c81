import { createHash, randomBytes } from 'node:crypto'
import type { Kysely } from 'kysely'
import type { Clock } from '../../../platform/clock.ts'
import type { DB } from '../../../platform/db/index.ts'
import {
  consumeMessengerLink,
  deleteGone,
  selectMarker,
  writeDevice,
  writeMarker,
  writeMessengerLink,
} from './devices.queries.ts'
import type { MaxBot, MaxUpdate } from './max-bot.ts'

const LINK_MS = 10 * 60_000

const hashOf = (secret: string) => createHash('sha256').update(secret).digest()

/** Creates the link that connects the person's account in the messenger once. */
export async function createMessengerLink(db: Kysely<DB>, bot: MaxBot, userId: number, now: Date) {
  const secret = randomBytes(32).toString('base64url')
  const expiresAt = new Date(now.getTime() + LINK_MS)
  await db
    .transaction()
    .execute((tx) => writeMessengerLink(tx, { token_hash: hashOf(secret), user_id: userId, expires_at: expiresAt }))
  return { url: bot.linkOf(secret), expires_at: expiresAt.toISOString() }
}

interface Following {
  db: Kysely<DB>
  clock: Clock
  bot: MaxBot
  stopping: AbortSignal
}

const nameOf = ({ name, first_name: first, last_name: last, user_id: id }: NonNullable<MaxUpdate['user']>) =>
  (name ?? [first, last].filter(Boolean).join(' ')).slice(0, 100) || `MAX ${id}`

async function connect({ db, clock, bot, stopping }: Following, update: MaxUpdate) {
  const { user, payload } = update
  if (!user) return
  const address = String(user.user_id)
  if (update.update_type === 'bot_stopped') return deleteGone(db, { channel: 'max', address })
  if (update.update_type !== 'bot_started') return
  const now = clock.now()
  const isConnected = await db.transaction().execute(async (tx) => {
    const link = payload ? await consumeMessengerLink(tx, hashOf(payload), now) : undefined
    if (!link) return false
    await writeDevice(tx, { user_id: link.user_id, channel: 'max', address, name: nameOf(user), created_at: now })
    return true
  })
  const text = isConnected
    ? 'Подключено. Сюда будет приходить то, что ждёт вашего ответа.'
    : 'Ссылка устарела или уже использована. Возьмите новую в профиле на портале, на вкладке «Уведомления».'
  await bot.say(user.user_id, text, stopping)
}

/** Connects the accounts that have opened the bot by a link, and removes those that have stopped it. */
export async function followMessenger(following: Following, seconds: number) {
  const { db, bot, stopping } = following
  const { updates, marker } = await bot.poll(await selectMarker(db), seconds, stopping)
  for (const update of updates) await connect(following, update)
  if (marker !== null && marker !== undefined) await writeMarker(db, marker)
}
