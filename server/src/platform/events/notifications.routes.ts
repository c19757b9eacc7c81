import { MAX_UNREAD, NOTIFICATIONS_PAGE, notificationRoutes as routes } from '@artikul/contract/workspace/notifications'
import { isStaff } from '@artikul/contract/core/roles'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Clock } from '../clock.ts'
import { AppError } from '../errors.ts'
import type { Db } from '../db/index.ts'
import { createStreams, serve, type Actor, type Handles } from '../http/index.ts'
import type { Live } from './live.ts'
import * as queries from './notifications.queries.ts'
import { notifiedSubjects } from './readers.ts'
import { chooserOf, hiddenFrom, readNotificationSettings, saveNotificationSettings } from './settings.ts'

/** Returns the owner of notifications; null for a client without a company. */
async function ownerOf(db: Db, actor: Actor): Promise<queries.BellOwner | null> {
  if (actor.mustSetSecondFactor) throw new AppError('auth.second_factor_required')
  const isOfStaff = isStaff(actor.roles)
  if (!isOfStaff && actor.contractorId === null) return null
  return {
    actorId: actor.userId,
    subjectId: actor.subjectId,
    contractorId: isOfStaff ? null : actor.contractorId,
    consigneeIds: actor.limits?.consigneeIds ?? null,
    about: notifiedSubjects(actor),
    hidden: await hiddenFrom(db, chooserOf(actor)),
  }
}

/** @throws AppError `input.invalid` for an id that the server has never issued */
function lastEventOf({ headers }: FastifyRequest): number | null {
  const lastEventId = headers['last-event-id']
  if (lastEventId === undefined || lastEventId === '') return null
  if (typeof lastEventId === 'string' && /^\d{1,15}$/.test(lastEventId)) return Number(lastEventId)
  throw new AppError('input.invalid', { errors: [{ path: 'Last-Event-ID', message: 'Неверный номер события' }] })
}

export function notificationsModule(
  app: FastifyInstance,
  database: Handles,
  { clock, live }: { clock: Clock; live: Live },
) {
  const streams = createStreams()
  serve(app, database, routes.live, async ({ actor, request, reply }) => {
    if (actor.mustSetSecondFactor) throw new AppError('auth.second_factor_required')
    const last = lastEventOf(request)
    const stream = streams.enter(actor.userId)
    reply.raw.once('close', () => stream.abort())
    return live.follow({ actor, last, leaving: stream.signal, cutOff: () => void reply.raw.destroy() })
  })
  serve(app, database, routes.list, async ({ actor, db, query }) => {
    const owner = await ownerOf(db, actor)
    if (!owner) return { results: [], next_before: null }
    const before = query.before ?? Number.MAX_SAFE_INTEGER
    const rows = await queries.selectNotifications(db, owner, before, NOTIFICATIONS_PAGE + 1)
    const shown = rows.slice(0, NOTIFICATIONS_PAGE)
    const isOfStaff = owner.contractorId === null
    return {
      results: shown.map(({ at, contractor, ...row }) => ({
        ...row,
        contractor: isOfStaff ? contractor : null,
        at: at.toISOString(),
      })),
      next_before: rows.length > shown.length ? (shown.at(-1)?.id ?? null) : null,
    }
  })
  serve(app, database, routes.unread, async ({ actor, db }) => {
    const owner = await ownerOf(db, actor)
    return { unread: owner ? await queries.countUnread(db, owner, MAX_UNREAD, clock.now()) : 0 }
  })
  serve(app, database, routes.read, async ({ actor, db, body }) => {
    const owner = await ownerOf(db, actor)
    if (owner && body.and_older) await queries.moveMark(db, owner, body.id)
    else if (owner) await queries.markRead(db, owner, body.id)
    return {}
  })
  serve(app, database, routes.settings, ({ actor, db }) => readNotificationSettings(db, chooserOf(actor)))
  serve(app, database, routes.saveSettings, async ({ actor, db, body }) => {
    await saveNotificationSettings(db, chooserOf(actor), body)
    return {}
  })
}
