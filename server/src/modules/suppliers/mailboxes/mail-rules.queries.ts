import { MAX_MAIL_RULES, type MailRule, type MailRuleFields } from '@artikul/contract/suppliers/mailboxes'
import { sql } from 'kysely'
import type { Db } from '../../../platform/db/index.ts'

/** Locks the rules, so that they change one after another. */
export const lockRules = (db: Db) => sql`select pg_advisory_xact_lock(7321015)`.execute(db)

const rules = (db: Db) =>
  db
    .selectFrom('mail_rules as rule')
    .innerJoin('warehouses', 'warehouses.id', 'rule.warehouse_id')
    .select(['rule.id', 'rule.warehouse_id', 'warehouses.name as warehouse'])
    .select(['rule.sender', 'rule.subject', 'rule.file_mask'])

export const selectMailRules = (db: Db): Promise<MailRule[]> =>
  rules(db).orderBy('rule.place').limit(MAX_MAIL_RULES).execute()

export const selectRule = (db: Db, id: number): Promise<MailRule | undefined> =>
  rules(db).where('rule.id', '=', id).executeTakeFirst()

export const countMailRules = async (db: Db): Promise<number> =>
  (
    await db
      .selectFrom('mail_rules')
      .select(sql<number>`count(*)`.as('count'))
      .executeTakeFirstOrThrow()
  ).count

export const insertMailRule = (db: Db, rule: MailRuleFields) =>
  db
    .insertInto('mail_rules')
    .values({ ...rule, place: sql<number>`(select coalesce(max(place), 0) + 1 from mail_rules)` })
    .returning('id')
    .executeTakeFirstOrThrow()

export const updateMailRuleRow = (db: Db, id: number, rule: MailRuleFields) =>
  db.updateTable('mail_rules').set(rule).where('id', '=', id).execute()

export const deleteMailRuleRow = (db: Db, id: number) => db.deleteFrom('mail_rules').where('id', '=', id).execute()

/** Positions are unique at every moment, so all of them are first moved out of the range. */
export async function orderMailRules(db: Db, ids: readonly number[]) {
  await sql`update mail_rules set place = -place`.execute(db)
  await sql`
    update mail_rules set place = given.place::integer
    from unnest(${ids}::integer[]) with ordinality as given (id, place)
    where mail_rules.id = given.id`.execute(db)
}
