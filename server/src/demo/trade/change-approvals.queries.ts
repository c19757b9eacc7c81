import { CHANGEABLE } from '@artikul/contract/ordering/orders/line-transitions'
import { sql } from 'kysely'
import type { Db } from '../../platform/db/index.ts'

export interface AwaitedLine {
  id: number
  expected_date: string
  price_kop: number
}

/** Selects the company's newest lines that are completely in transit, each of another order. */
export async function selectAwaitedLines(db: Db, contractorId: number, count: number): Promise<AwaitedLine[]> {
  const { rows } = await sql<AwaitedLine>`
    select * from (
      select distinct on (line.order_id) line.id, line.expected_date, line.price_kop
      from order_lines line
      where line.contractor_id = ${contractorId} and not exists (
          select from order_line_allocations part where part.line_id = line.id
            and (part.state <> all(${CHANGEABLE}::text[]) or part.state in ('needs_confirm', 'on_hold', 'awaiting_payment')))
      order by line.order_id desc, line.id
    ) newest
    order by id desc limit ${count}::integer`.execute(db)
  return rows
}
