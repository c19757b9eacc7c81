import { sql } from 'kysely'
import type { Db } from '../../platform/db/index.ts'
import { literal } from '../../platform/like.ts'
import type { Page } from '../../platform/paging.ts'

/** Companies of the user, or all of them for staff (`userId` null); `words`: a part of the name, or how ИНН begins. */
export async function selectContractors(db: Db, userId: number | null, words: string | undefined, page: Page) {
  let query = db.selectFrom('contractors')
  if (words) {
    const pattern = literal(words)
    query = query.where((where) =>
      where.or([where('name', 'ilike', `%${pattern}%`), where('inn', 'like', `${pattern}%`)]),
    )
  }
  if (userId !== null)
    query = query.where('contractors.id', 'in', (within) =>
      within.selectFrom('user_contractors').select('contractor_id').where('user_id', '=', userId),
    )
  const [rows, total] = await Promise.all([
    query
      .select(['id', 'name', 'inn', 'kpp', 'address'])
      .orderBy(sql`name collate "ru-x-icu"`)
      .orderBy('id')
      .limit(page.size)
      .offset(page.offset)
      .execute(),
    query.select(sql<number>`count(*)`.as('total')).executeTakeFirstOrThrow(),
  ])
  return { rows, total: total.total }
}

export const selectContractor = (db: Db, contractorId: number) =>
  db.selectFrom('contractors').selectAll().where('id', '=', contractorId).executeTakeFirst()

/** The contracts by which the company may buy, the default one of each seller first. */
export const selectContracts = (db: Db, contractorId: number) =>
  db
    .selectFrom('contracts')
    .innerJoin('sellers', 'sellers.id', 'contracts.seller_id')
    .selectAll('contracts')
    .select(['sellers.name as seller_name', 'sellers.tax_regime'])
    .where('contractor_id', '=', contractorId)
    .orderBy('contracts.seller_id')
    .orderBy('contracts.is_default', 'desc')
    .orderBy('contracts.id')
    .limit(200)
    .execute()

/** Serialises what counts against the contract's limit until the end of the transaction. */
export const lockContracts = (db: Db, contractIds: number[]) =>
  db.selectFrom('contracts').select('id').where('id', 'in', contractIds).orderBy('id').forNoKeyUpdate().execute()

/** «Ваш менеджер: Иванова Мария, +7 (495) 123-45-67»: what every refusal ends with; empty when nobody is named. */
export async function selectManagerContact(db: Db, contractorId: number): Promise<string> {
  const manager = await db
    .selectFrom('contractors')
    .innerJoin('users', 'users.id', 'contractors.manager_id')
    .select(['users.full_name', 'users.phone', 'users.email'])
    .where('contractors.id', '=', contractorId)
    .executeTakeFirst()
  return manager ? `Ваш менеджер: ${manager.full_name}, ${manager.phone ?? manager.email}` : ''
}
