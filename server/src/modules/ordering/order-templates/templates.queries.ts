import { MAX_TEMPLATES } from '@artikul/contract/ordering/orders/order-templates'
import { sql } from 'kysely'
import { json, type Db } from '../../../platform/db/index.ts'
import { writtenBy } from '../../../platform/http/index.ts'
import type { Buyer } from '../cart/index.ts'
import type { WantedLine } from '../bulk-orders/list-of-order.ts'

/** Selects the company's templates by name, each with its last author. */
export const selectTemplates = (db: Db, contractorId: number) =>
  db
    .selectFrom('order_templates as template')
    .innerJoin('users', 'users.id', 'template.actor_id')
    .select(['template.id', 'template.name', 'template.lines_count', 'template.created_at', 'users.full_name as by'])
    .where('template.contractor_id', '=', contractorId)
    .where('template.deleted_at', 'is', null)
    .orderBy(sql`template.name collate "ru-x-icu"`)
    .orderBy('template.id')
    .limit(MAX_TEMPLATES)
    .execute()

/** Key of the advisory lock: concurrent saving of templates by one company waits. */
const TEMPLATES_LOCK = 7323
export const lockTemplates = (tx: Db, contractorId: number) =>
  sql`select pg_advisory_xact_lock(${sql.lit(TEMPLATES_LOCK)}, ${contractorId}::integer)`.execute(tx)

export async function countTemplates(db: Db, contractorId: number): Promise<number> {
  const { count } = await db
    .selectFrom('order_templates')
    .select(sql<number>`count(*)`.as('count'))
    .where('contractor_id', '=', contractorId)
    .where('deleted_at', 'is', null)
    .executeTakeFirstOrThrow()
  return count
}

/** Checks whether another template of the company has the name. */
export const isTemplateNameUsed = async (db: Db, contractorId: number, name: string, exceptId: number | null) =>
  (await db
    .selectFrom('order_templates')
    .select('id')
    .where('contractor_id', '=', contractorId)
    .where('deleted_at', 'is', null)
    .where(sql`lower(name)`, '=', sql`lower(${name})`)
    .$if(exceptId !== null, (query) => query.where('id', '!=', exceptId))
    .executeTakeFirst()) !== undefined

export const insertTemplate = async (db: Db, buyer: Buyer, name: string, lines: readonly WantedLine[], at: Date) =>
  (
    await db
      .insertInto('order_templates')
      .values({
        contractor_id: buyer.contractorId,
        name,
        lines: json(lines),
        lines_count: lines.length,
        ...writtenBy(buyer),
        created_at: at,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
  ).id

/** @returns false when the template does not exist */
export const updateTemplateName = async (db: Db, buyer: Buyer, id: number, name: string): Promise<boolean> =>
  (await db
    .updateTable('order_templates')
    .set({ name, ...writtenBy(buyer) })
    .where('contractor_id', '=', buyer.contractorId)
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .returning('id')
    .executeTakeFirst()) !== undefined

/** Marks a template as deleted and returns its name; undefined when it does not exist. */
export const deleteTemplate = (db: Db, buyer: Buyer, id: number, at: Date) =>
  db
    .updateTable('order_templates')
    .set({ deleted_at: at, ...writtenBy(buyer) })
    .where('contractor_id', '=', buyer.contractorId)
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .returning('name')
    .executeTakeFirst()

export const lockDeletedTemplate = (tx: Db, contractorId: number, id: number) =>
  tx
    .selectFrom('order_templates')
    .select(['name', 'actor_id', 'deleted_at'])
    .where('contractor_id', '=', contractorId)
    .where('id', '=', id)
    .where('deleted_at', 'is not', null)
    .forUpdate()
    .executeTakeFirst()

export const restoreDeletedTemplate = (tx: Db, buyer: Buyer, id: number) =>
  tx
    .updateTable('order_templates')
    .set({ deleted_at: null, ...writtenBy(buyer) })
    .where('id', '=', id)
    .execute()

export async function selectTemplate(db: Db, contractorId: number, id: number) {
  const { rows } = await sql<{ name: string; lines: WantedLine[] }>`
    select name, lines from order_templates
    where contractor_id = ${contractorId} and id = ${id} and deleted_at is null`.execute(db)
  return rows[0]
}
