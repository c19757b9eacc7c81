import type { AccessScope } from '../../../../platform/access/index.ts'
import type { ChangeApprovalState, WithoutAnswer } from '@artikul/contract/ordering/orders/change-approvals'
import type { LineState } from '@artikul/contract/ordering/orders/orders'
import type { VatRate } from '@artikul/contract/core/vat'
import { sql, type RawBuilder } from 'kysely'
import { json, type Db } from '../../../../platform/db/index.ts'
import type { Writer } from '../../../../platform/http/index.ts'
import { readableOrders } from '../../../companies/index.ts'

export interface TermsRow {
  price_kop: number
  expected_date: string
  guaranteed_date: string
  brand: string
  article: string
  /** Quantity that the approval concerns. */
  qty: number
}

export interface Origin {
  state: LineState
  qty: number
}

/** Line whose terms change, with the names under which people know its order. */
export interface TermedLine extends Omit<TermsRow, 'qty'> {
  id: number
  order_id: number
  number: string
  contractor_id: number
  consignee_id: number
  product_id: number
  unit: string
  /** Ordered quantity. */
  qty: number
  vat_rate: VatRate
  is_own: boolean
  /** State of the line before it required an approval; null when it required one from the start. */
  stood: LineState | null
  /** True while the whole order waits for payment; the order hold below concerns the debt. */
  is_unpaid: boolean
  is_on_hold: boolean
}

/** Selects lines with their orders, which are already locked before a change. */
export async function selectTermed(db: Db, lineIds: readonly number[]): Promise<TermedLine[]> {
  const { rows } = await sql<TermedLine>`
    select line.id, line.order_id, orders.number, orders.contractor_id, orders.consignee_id, line.product_id, line.unit,
      line.qty, line.price_kop, line.vat_rate, line.brand, line.article, line.expected_date, line.guaranteed_date,
      supply_routes.kind = 'own' or line.is_delivery as is_own, (
        select from_state from line_transitions where line_id = line.id and to_state = 'needs_confirm'
          and from_state is distinct from to_state order by id desc limit 1
      ) as stood, orders.hold_reason <> '' as is_on_hold,
      orders.hold_reason = '' and (orders.reserved_until is not null or orders.pays_whole
        or contracts.prepayment_percent > 0) as is_unpaid
    from order_lines line
    join orders on orders.id = line.order_id
    join contracts on contracts.id = orders.contract_id
    join warehouses on warehouses.id = line.warehouse_id
    join supply_routes on supply_routes.id = warehouses.supply_route_id
    where line.id = any(${lineIds}::integer[]) order by line.id`.execute(db)
  return rows
}

export interface ProductOfLine {
  id: number
  brand: string
  article: string
  article_key: string
  name: string
  unit: string
}

const PRODUCT = sql`products.id, brands.name as brand, products.article, products.article_key, products.name, products.unit`

export async function selectProduct(db: Db, id: number): Promise<ProductOfLine | undefined> {
  const { rows } = await sql<ProductOfLine>`
    select ${PRODUCT} from products join brands on brands.id = products.brand_id where products.id = ${id}`.execute(db)
  return rows[0]
}

/** Finds the product by the brand and number of the agreement; the brand may have been renamed or merged since. */
export async function selectProductNamed(db: Db, brand: string, key: string): Promise<ProductOfLine | undefined> {
  const { rows } = await sql<ProductOfLine>`
    select ${PRODUCT} from products join brands on brands.id = products.brand_id
    where products.article_key = ${key} and (brands.name = ${brand} or exists (
      select from brand_aliases alias where alias.brand_id = brands.id and alias.spelling = ${brand}))
    order by brands.name = ${brand} desc, products.id limit 1`.execute(db)
  return rows[0]
}

export interface NewTerms {
  priceKop: number
  sumKop: number
  vatKop: number
  expectedDate: string
  guaranteedDate: string
  brand: string
  article: string
  articleKey: string
  /** New product; null when the product stays the same, even under another number. */
  product: ProductOfLine | null
}

/** Updates the promised terms of the line; the expected date of the order is the latest of its lines. */
export async function updateTerms(db: Db, lineId: number, terms: NewTerms): Promise<void> {
  await sql`
    update order_lines set price_kop = ${terms.priceKop}, sum_kop = ${terms.sumKop}, vat_kop = ${terms.vatKop},
      expected_date = ${terms.expectedDate}, guaranteed_date = ${terms.guaranteedDate}, brand = ${terms.brand},
      article = ${terms.article}, article_key = ${terms.articleKey},
      product_id = coalesce(${terms.product?.id ?? null}::integer, product_id),
      name = coalesce(${terms.product?.name ?? null}::text, name)
    where id = ${lineId}`.execute(db)
  await sql`
    update orders set expected_date = latest.day
    from (select order_id, max(expected_date) as day from order_lines
      where order_id = (select order_id from order_lines where id = ${lineId}) group by order_id) as latest
    where orders.id = latest.order_id and orders.expected_date <> latest.day`.execute(db)
}

/** Stored change approval. */
export interface ChangeApprovalRow {
  id: number
  line_id: number
  order_id: number
  order_number: string
  contractor_id: number
  consignee_id: number
  consignee: string
  name: string
  unit: string
  old_price_kop: number
  new_price_kop: number
  old_expected_date: string
  new_expected_date: string
  old_guaranteed_date: string
  new_guaranteed_date: string
  old_brand: string
  new_brand: string
  old_article: string
  new_article: string
  old_qty: number
  new_qty: number
  origins: Origin[]
  reason: string
  on_timeout: WithoutAnswer
  state: ChangeApprovalState
  created_at: Date
  due_at: Date
  ended_at: Date | null
  ended_by: string
}

const selectWhere = (where: RawBuilder<unknown>, most: number) => sql<ChangeApprovalRow>`
  select decision.id, decision.line_id, decision.order_id, orders.number as order_number, orders.contractor_id,
    orders.consignee_id, consignees.name as consignee, line.name, line.unit, decision.old_price_kop,
    decision.new_price_kop, decision.old_expected_date, decision.new_expected_date, decision.old_guaranteed_date,
    decision.new_guaranteed_date, decision.old_brand, decision.new_brand, decision.old_article, decision.new_article,
    decision.old_qty, decision.new_qty, decision.origins, decision.reason, decision.on_timeout,
    decision.state, decision.created_at, decision.due_at, decision.ended_at,
    coalesce(users.full_name, '') as ended_by
  from change_approvals decision
  join order_lines line on line.id = decision.line_id
  join orders on orders.id = decision.order_id
  join consignees on consignees.id = orders.consignee_id
  left join users on users.id = decision.ended_actor_id
  where ${where} order by decision.due_at, decision.id limit ${most}::integer`

/** Selects open approvals for the reader's company and points. */
export const selectOpen = async (db: Db, reader: Exclude<AccessScope, 'any'>, most: number) =>
  (
    await selectWhere(
      sql`decision.state = 'open' and decision.contractor_id = ${reader.contractorId} and ${readableOrders(reader)}`,
      most,
    ).execute(db)
  ).rows

/** Selects the order's approvals that are still relevant: open ones, and expired ones not yet marked as read. */
export const selectOfOrder = async (db: Db, orderId: number) =>
  (
    await selectWhere(
      sql`decision.order_id = ${orderId}
        and (decision.state = 'open' or (decision.state in ('kept', 'dropped') and decision.closed_at is null))`,
      1000,
    ).execute(db)
  ).rows

export const selectOpenOfOrder = async (db: Db, orderId: number) =>
  (await selectWhere(sql`decision.order_id = ${orderId} and decision.state = 'open'`, 1000).execute(db)).rows

export const selectOpenOfLines = async (db: Db, lineIds: readonly number[]) =>
  (
    await selectWhere(
      sql`decision.state = 'open' and decision.line_id = any(${lineIds}::integer[])`,
      lineIds.length,
    ).execute(db)
  ).rows

export const selectChangeApproval = async (
  db: Db,
  reader: AccessScope,
  id: number,
): Promise<ChangeApprovalRow | undefined> =>
  (await selectWhere(sql`decision.id = ${id} and ${readableOrders(reader)}`, 1).execute(db)).rows[0]

export async function selectExpiredApprovals(db: Db, now: Date, most: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select id from change_approvals where state = 'open' and due_at <= ${now} order by due_at limit ${most}`.execute(db)
  return rows.map(({ id }) => id)
}

export interface NewChangeApproval {
  line: Pick<TermedLine, 'id' | 'order_id' | 'number' | 'contractor_id' | 'consignee_id'>
  before: TermsRow
  after: TermsRow
  origins: readonly Origin[]
  reason: string
  bySupplier: boolean
  withoutAnswer: WithoutAnswer
  dueAt: Date
  /** True for a change that needs no approval and is only recorded. */
  isApplied: boolean
}

export const insertChangeApprovals = (db: Db, all: readonly NewChangeApproval[], author: Writer | null, now: Date) =>
  db
    .insertInto('change_approvals')
    .values(
      all.map(({ line, before, after, origins, reason, bySupplier, withoutAnswer, dueAt, isApplied }) => ({
        line_id: line.id,
        order_id: line.order_id,
        contractor_id: line.contractor_id,
        old_price_kop: before.price_kop,
        new_price_kop: after.price_kop,
        old_expected_date: before.expected_date,
        new_expected_date: after.expected_date,
        old_guaranteed_date: before.guaranteed_date,
        new_guaranteed_date: after.guaranteed_date,
        old_brand: before.brand,
        new_brand: after.brand,
        old_article: before.article,
        new_article: after.article,
        old_qty: before.qty,
        new_qty: after.qty,
        origins: json(origins),
        reason,
        by_supplier: bySupplier,
        on_timeout: withoutAnswer,
        state: isApplied ? 'applied' : 'open',
        actor_id: author?.actorId ?? null,
        subject_id: author?.subjectId ?? null,
        created_at: now,
        due_at: dueAt,
        ended_at: isApplied ? now : null,
      })),
    )
    .execute()

export interface Ending {
  state: Exclude<ChangeApprovalState, 'open' | 'applied'>
  author: Writer | null
  now: Date
}

/** Ends open approvals; with concurrent attempts exactly one ends each of them. */
export const endChangeApprovals = (db: Db, ids: readonly number[], { state, author, now }: Ending) =>
  db
    .updateTable('change_approvals')
    .set({
      state,
      ended_at: now,
      ended_actor_id: author?.actorId ?? null,
      ended_subject_id: author?.subjectId ?? null,
    })
    .where('id', '=', sql<number>`any(${ids}::integer[])`)
    .where('state', '=', 'open')
    .execute()

/** Ends the approvals of lines that were moved manually. */
export const settleMoved = (db: Db, lineIds: readonly number[], author: Writer | null, now: Date) =>
  sql`
    update change_approvals decision set state = 'settled', ended_at = ${now},
      ended_actor_id = ${author?.actorId ?? null}::integer, ended_subject_id = ${author?.subjectId ?? null}::integer
    where decision.line_id = any(${lineIds}::integer[]) and decision.state = 'open' and decision.old_qty > (
      select coalesce(sum(part.qty), 0) from order_line_allocations part
      where part.line_id = decision.line_id and part.state = 'needs_confirm')`.execute(db)

/** Marks an expired approval as read; false when there is none. */
export async function closeChangeApproval(db: Db, id: number, now: Date): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('change_approvals')
    .set({ closed_at: now })
    .where('id', '=', id)
    .where('state', 'in', ['kept', 'dropped'])
    .where('closed_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}
