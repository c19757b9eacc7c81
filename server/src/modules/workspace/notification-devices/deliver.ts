import { notificationPath, notificationText } from '@artikul/contract/workspace/notifications'
import type { Kysely } from 'kysely'
import type { Clock } from '../../../platform/clock.ts'
import type { DB } from '../../../platform/db/index.ts'
import { enqueueJob } from '../../../platform/jobs.ts'
import type { Channels, DeviceMessage } from './channels.ts'
import { deleteGone } from './devices.queries.ts'
import {
  claimMessages,
  delayMessage,
  deleteMessage,
  MESSAGE_AGE_MS,
  selectMessage,
  type DueMessage,
} from './messages.queries.ts'

const AT_ONCE = 10
/** Longer than the patience of any channel. */
const LEASE_MS = 120_000
const MAX_ATTEMPTS = 6

/** Sentences of the bell, which name no prices: they are shown on the pages to those who may see them. */
function messageOf({ kind, about, about_id: id, label, counts, for_staff: forStaff }: DueMessage): DeviceMessage {
  if (kind === null || about === null || id === null || label === null)
    return { text: 'Проверка: уведомления приходят', path: '/profile?tab=notifications' }
  return {
    text: notificationText({ kind, label, counts: counts ?? {} }, forStaff),
    path: notificationPath({ about, about_id: id, kind }, forStaff),
  }
}

interface Delivery {
  db: Kysely<DB>
  clock: Clock
  channels: Channels
  stopping: AbortSignal
}

async function deliver({ db, clock, channels, stopping }: Delivery, id: number) {
  const due = await selectMessage(db, id)
  const channel = due && channels[due.channel]
  const now = clock.now()
  if (!due || !channel || now.getTime() - due.created_at.getTime() > MESSAGE_AGE_MS) return deleteMessage(db, id)
  const outcome = await channel.send(due, messageOf(due), stopping)
  if (outcome === 'gone') return deleteGone(db, due)
  if (outcome === 'sent' || due.attempts >= MAX_ATTEMPTS) return deleteMessage(db, id)
  const nextTryAt = new Date(now.getTime() + 15_000 * 2 ** due.attempts)
  await delayMessage(db, id, nextTryAt)
  return enqueueJob(db, 'device_messages', nextTryAt)
}

/** Sends the due messages; failures are repeated with growing pauses, and devices that are gone are removed. */
export async function deliverMessages(delivery: Delivery) {
  const { db, clock, stopping } = delivery
  while (!stopping.aborted) {
    const now = clock.now()
    const ids = await claimMessages(db, now, new Date(now.getTime() + LEASE_MS), AT_ONCE)
    if (ids.length === 0) return
    await Promise.all(ids.map((id) => deliver(delivery, id)))
  }
}
