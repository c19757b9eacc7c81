import type { About } from '@artikul/contract/platform/events'
import type { EmailDelivery, Topic, TopicChoice } from '@artikul/contract/workspace/notification-settings'
import type { Db } from '../db/index.ts'

/** Owner of settings and their company. */
export interface Chooser {
  userId: number
  forStaff: boolean
  /** Subjects of the owner's notifications. */
  subjects: readonly About[]
  contractorId: number | null
}

const company = ({ contractorId }: Chooser) => (contractorId === null ? ('is' as const) : ('=' as const))

export async function selectChoices(db: Db, chooser: Chooser): Promise<TopicChoice[]> {
  const rows = await db
    .selectFrom('notification_choices')
    .select(['topic', 'on_screen', 'mail'])
    .where('user_id', '=', chooser.userId)
    .where('contractor_id', company(chooser), chooser.contractorId)
    .execute()
  return rows.map((row) => ({ ...row, topic: row.topic as Topic, mail: row.mail as EmailDelivery | null })) // the contract allows nothing else
}

export const writeChoices = (db: Db, { userId, contractorId }: Chooser, choices: readonly TopicChoice[]) =>
  db
    .insertInto('notification_choices')
    .values(choices.map((choice) => ({ user_id: userId, contractor_id: contractorId, ...choice })))
    .onConflict((conflict) =>
      conflict.columns(['user_id', 'contractor_id', 'topic']).doUpdateSet((row) => ({
        on_screen: row.ref('excluded.on_screen'),
        mail: row.ref('excluded.mail'),
      })),
    )
    .execute()

export async function selectHours(db: Db, chooser: Chooser): Promise<number[] | undefined> {
  const row = await db
    .selectFrom('digest_hours')
    .select('hours')
    .where('user_id', '=', chooser.userId)
    .where('contractor_id', company(chooser), chooser.contractorId)
    .executeTakeFirst()
  return row?.hours
}

export const writeHours = (db: Db, { userId, contractorId }: Chooser, hours: number[]) =>
  db
    .insertInto('digest_hours')
    .values({ user_id: userId, contractor_id: contractorId, hours })
    .onConflict((conflict) =>
      conflict.columns(['user_id', 'contractor_id']).doUpdateSet((row) => ({ hours: row.ref('excluded.hours') })),
    )
    .execute()

/** Deletes the person's settings and read positions. */
export async function deleteSettingsOf(db: Db, userId: number) {
  await db.deleteFrom('notification_choices').where('user_id', '=', userId).execute()
  await db.deleteFrom('digest_hours').where('user_id', '=', userId).execute()
  for (const table of ['notification_marks', 'notification_reads'] as const)
    await db
      .deleteFrom(table)
      .where((where) => where.or([where('actor_id', '=', userId), where('subject_id', '=', userId)]))
      .execute()
}
