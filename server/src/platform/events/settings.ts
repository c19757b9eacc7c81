import type { EventKind } from '@artikul/contract/platform/events'
import {
  topicsFor,
  topicsOf,
  USUAL_HOURS,
  type NotificationSettings,
} from '@artikul/contract/workspace/notification-settings'
import { isStaff } from '@artikul/contract/core/roles'
import type { Kysely } from 'kysely'
import type { Db, DB } from '../db/index.ts'
import { AppError } from '../errors.ts'
import type { Actor } from '../http/index.ts'
import { notifiedSubjects } from './readers.ts'
import { selectChoices, selectHours, writeChoices, writeHours, type Chooser } from './settings.queries.ts'

export function chooserOf(actor: Actor): Chooser {
  const forStaff = isStaff(actor.roles)
  return {
    userId: actor.subjectId,
    forStaff,
    subjects: notifiedSubjects(actor),
    contractorId: forStaff ? null : actor.contractorId,
  }
}

/** Reads the settings with defaults for missing ones. */
export async function readNotificationSettings(db: Db, chooser: Chooser): Promise<NotificationSettings> {
  const [choices, hours] = await Promise.all([selectChoices(db, chooser), selectHours(db, chooser)])
  const chosen = new Map(choices.map((choice) => [choice.topic, choice]))
  return {
    topics: topicsFor(chooser.forStaff, chooser.subjects).map(([topic, usual]) => {
      const own = chosen.get(topic)
      return {
        topic,
        on_screen: own?.on_screen ?? true,
        mail: usual.mail === null ? null : (own?.mail ?? usual.mail),
      }
    }),
    hours: hours ?? USUAL_HOURS,
  }
}

/**
 * @throws AppError `contractor.not_chosen`, `input.invalid` for a topic that does not concern the person, or an email
 * mode that cannot be chosen
 */
export async function saveNotificationSettings(
  db: Kysely<DB>,
  chooser: Chooser,
  { topics, hours }: NotificationSettings,
) {
  if (!chooser.forStaff && chooser.contractorId === null) throw new AppError('contractor.not_chosen')
  const known = new Map(topicsFor(chooser.forStaff, chooser.subjects))
  const errors = topics.flatMap(({ topic, mail }, index) => {
    const own = known.get(topic)
    if (!own) return [{ path: `topics.${index}.topic`, message: 'Такого уведомления нет' }]
    if ((own.mail === null) === (mail === null)) return []
    return [{ path: `topics.${index}.mail`, message: 'Так эти письма не приходят' }]
  })
  if (new Set(topics.map(({ topic }) => topic)).size < topics.length)
    errors.push({ path: 'topics', message: 'Уведомление повторяется' })
  if (errors.length > 0) throw new AppError('input.invalid', { errors })
  await db.transaction().execute(async (tx) => {
    if (topics.length > 0) await writeChoices(tx, chooser, topics)
    await writeHours(tx, chooser, hours)
  })
}

/** Lists the kinds of events hidden by the person. */
export async function hiddenFrom(db: Db, chooser: Chooser): Promise<EventKind[]> {
  const hidden = new Set((await selectChoices(db, chooser)).flatMap((one) => (one.on_screen ? [] : [one.topic])))
  return topicsOf(chooser.forStaff).flatMap(([topic, { kinds }]) => (hidden.has(topic) ? kinds : []))
}
