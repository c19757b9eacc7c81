import type { SetupStep } from '@artikul/contract/workspace/setup'
import { sql } from 'kysely'
import type { Db } from '../../../platform/db/index.ts'
import type { Writer } from '../../../platform/http/index.ts'

/** Selects for each step whether its result exists; the second factor is that of the person. */
export async function selectDoneSteps(db: Db, userId: number): Promise<Record<SetupStep, boolean>> {
  const { rows } = await sql<Record<SetupStep, boolean>>`
    select
      exists (select from users where id = ${userId} and totp_enabled_at is not null) as second_factor,
      exists (select from portal_settings) as portal,
      exists (select from sellers where closed_at is null) as seller,
      exists (select from mail_server) as mail,
      exists (select from delivery_runs) as delivery,
      exists (select from warehouses) as warehouse,
      exists (select from offers) as prices,
      exists (select from price_groups) as price_group,
      exists (select from contracts) as buyer`.execute(db)
  return rows[0] as Record<SetupStep, boolean> // one row without a `from` clause
}

export const selectSkippedSteps = async (db: Db): Promise<Set<string>> =>
  new Set((await db.selectFrom('skipped_setup_steps').select('step').execute()).map(({ step }) => step))

export const insertSkippedStep = (db: Db, step: SetupStep, { actorId, subjectId }: Writer, now: Date) =>
  db
    .insertInto('skipped_setup_steps')
    .values({ step, actor_id: actorId, subject_id: subjectId, skipped_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .execute()

export const deleteSkippedStep = (db: Db, step: SetupStep) =>
  db.deleteFrom('skipped_setup_steps').where('step', '=', step).execute()
