import { sql } from 'kysely'
import type { Db } from '../../../platform/db/index.ts'
import type { Page } from '../../../platform/paging.ts'

export async function selectUnderFloor(db: Db, { size, offset }: Pick<Page, 'size' | 'offset'>) {
  const { rows } = await sql<{
    line_id: number
    order_id: number
    order_number: string
    at: Date
    contractor_id: number
    contractor: string
    brand: string
    article: string
    name: string
    qty: number
    unit: string
    price_kop: number
    floor_kop: number
    purchase_kop: number
    author: string
    promised_by: string | null
  }>`
    select line.id as line_id, orders.id as order_id, orders.number as order_number, orders.created_at as at,
      contractors.id as contractor_id, contractors.name as contractor, line.brand, line.article, line.name, line.qty,
      line.unit, line.price_kop, line.floor_kop, line.purchase_kop, author.full_name as author,
      promiser.full_name as promised_by
    from (
      select * from order_lines where price_kop < floor_kop order by id desc limit ${size} offset ${offset}
    ) line
    join orders on orders.id = line.order_id
    join contractors on contractors.id = line.contractor_id
    join users author on author.id = line.actor_id
    left join quote_request_answers answer on answer.id = line.answer_id
    left join users promiser on promiser.id = answer.actor_id
    order by line.id desc`.execute(db)
  return rows
}

export async function countUnderFloor(db: Db): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from order_lines where price_kop < floor_kop`.execute(db)
  return rows[0]?.count ?? 0
}
