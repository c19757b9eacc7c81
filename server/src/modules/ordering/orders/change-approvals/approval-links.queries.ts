import { sql } from 'kysely'
import type { Db } from '../../../../platform/db/index.ts'

interface Answerer {
  user_id: number
  sees_prices: boolean
}

/**
 * Requires an active membership with the permission to place orders and access to the point; `person` is the
 * membership's user.
 */
const MAY_ANSWER = sql`
  person.is_active and (person.roles @> array['CONTRACTOR_ADMIN'] or (
    membership.may_place and (membership.all_consignees or exists (
      select from user_consignees allowed where allowed.user_id = membership.user_id
        and allowed.contractor_id = membership.contractor_id and allowed.consignee_id = orders.consignee_id))))`

const SEES_PRICES = sql`(membership.sees_prices or person.roles @> array['CONTRACTOR_ADMIN']) as sees_prices`

/** Selects the owner of the link while they are still allowed to answer. */
export async function selectAnswerer(
  db: Db,
  hash: Buffer,
): Promise<(Answerer & { change_approval_id: number }) | undefined> {
  const { rows } = await sql<Answerer & { change_approval_id: number }>`
    select link.user_id, link.change_approval_id, ${SEES_PRICES}
    from change_approval_links link
    join change_approvals decision on decision.id = link.change_approval_id
    join orders on orders.id = decision.order_id
    join users person on person.id = link.user_id
    join user_contractors membership
      on membership.user_id = link.user_id and membership.contractor_id = decision.contractor_id
    where link.token_hash = ${hash} and ${MAY_ANSWER}`.execute(db)
  return rows[0]
}

/** Selects the open approvals of an order that the person may answer. */
export async function selectAnswerable(db: Db, userId: number, orderId: number, now: Date) {
  const { rows } = await sql<{ id: number; sees_prices: boolean }>`
    select decision.id, ${SEES_PRICES}
    from change_approvals decision
    join orders on orders.id = decision.order_id
    join users person on person.id = ${userId}
    join user_contractors membership
      on membership.user_id = person.id and membership.contractor_id = decision.contractor_id
    where decision.order_id = ${orderId} and decision.state = 'open' and decision.due_at > ${now} and ${MAY_ANSWER}
    order by decision.id limit 50`.execute(db)
  return rows
}

export const insertLinks = (
  db: Db,
  links: readonly { token_hash: Buffer; change_approval_id: number; user_id: number; created_at: Date }[],
) => db.insertInto('change_approval_links').values(links).execute()

export const deleteApprovalLinksOf = (db: Db, userId: number) =>
  db.deleteFrom('change_approval_links').where('user_id', '=', userId).execute()
