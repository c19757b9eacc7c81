import { pointsOf, type CompanyScope } from '../../../platform/access/index.ts'
import type { CartLinePatch } from '@artikul/contract/ordering/cart'
import { sql } from 'kysely'
import type { Db } from '../../../platform/db/index.ts'
import type { Writer } from '../../../platform/http/index.ts'

/** Maximum number of lines in one cart. */
export const MAX_LINES = 5000

/** Limits lines to delivery points available to the person; lines without a point are always included. */
export function concerns(member: CompanyScope, column: string) {
  const points = pointsOf(member)
  return points ? sql<boolean>`coalesce(${sql.ref(column)} = any(${points}::integer[]), true)` : sql<boolean>`true`
}

/** Filter of cart lines: by ids in any of the company's carts, or all lines of one cart. */
export type CartLineFilter = { ids: number[]; cartId?: number } | { cartId: number; selectedOnly?: boolean }

/**
 * Locks lines of the cart so that none of them is ordered twice. Lines are read after they are locked: a line whose
 * goods were changed during the wait would otherwise drop out of the join with its previous goods.
 */
export const lockCartLines = (db: Db, { contractorId }: CompanyScope, ids: number[]) =>
  db
    .selectFrom('cart_lines')
    .select('id')
    .where('id', '=', sql<number>`any(${ids}::integer[])`)
    .where('contractor_id', '=', contractorId)
    .orderBy('id')
    .forUpdate()
    .execute()

/** Selects the goods of the lines for queries to their suppliers. */
export const selectCartGoods = (db: Db, { contractorId }: CompanyScope, ids: number[]) =>
  db
    .selectFrom('cart_lines')
    .select(['product_id', 'warehouse_id'])
    .where('id', '=', sql<number>`any(${ids}::integer[])`)
    .where('contractor_id', '=', contractorId)
    .execute()

const SPECIAL = ['line.special_kop', 'line.special_until', 'line.special_qty', 'line.special_reason'] as const

export async function selectCartLines(db: Db, member: CompanyScope, filter: CartLineFilter) {
  let query = db
    .selectFrom('cart_lines as line')
    .innerJoin('carts', 'carts.id', 'line.cart_id')
    .innerJoin('products', 'products.id', 'line.product_id')
    .innerJoin('brands', 'brands.id', 'products.brand_id')
    .innerJoin('users as author', 'author.id', 'line.actor_id')
    .leftJoin('users as adder', 'adder.id', 'line.added_by')
    .leftJoin('users as writer', 'writer.id', 'line.written_by')
    .leftJoin('consignees as point', (join) =>
      // Archiving a point leaves the line without a point.
      join.onRef('point.id', '=', 'line.consignee_id').on('point.archived_at', 'is', null),
    )
    .select([
      'line.id',
      'line.product_id',
      'line.warehouse_id',
      'line.qty',
      'line.price_kop',
      'line.expected_date',
      'point.id as consignee_id',
      'point.name as consignee',
      // Goods handed to a carrier have no delivery zone, because delivery runs do not affect them.
      sql<number | null>`case when point.carrier = '' then point.zone_id end`.as('zone_id'),
      'line.client_ref',
      'line.vehicle_id',
      'line.comment',
      'line.replacement_policy',
      'line.selected',
      'line.answer_id',
      'line.replaces_line_id',
      ...SPECIAL,
      'products.code',
      'products.article',
      'products.article_key',
      'products.name',
      'products.unit',
      'products.weight_g',
      'brands.name as brand',
      'line.actor_id',
      'line.subject_id',
      'line.created_at',
      'line.changed_at',
      'author.full_name as author_name',
      'line.added_by',
      'adder.full_name as adder_name',
      'line.written_by',
      'line.written_at',
      'writer.full_name as writer_name',
      'line.version',
    ])
    .where('line.contractor_id', '=', member.contractorId)
    .where('carts.contractor_id', '=', member.contractorId)
    .where(concerns(member, 'line.consignee_id'))
    .where('carts.archived_at', 'is', null)
    .orderBy('line.id')
    .limit(MAX_LINES)
  if ('ids' in filter) query = query.where('line.id', '=', sql<number>`any(${filter.ids}::integer[])`)
  if (filter.cartId !== undefined) query = query.where('line.cart_id', '=', filter.cartId)
  if ('selectedOnly' in filter && filter.selectedOnly) query = query.where('line.selected', '=', true)
  return query.execute()
}
export type CartLineRow = Awaited<ReturnType<typeof selectCartLines>>[number]

type TwinOf =
  | 'product_id'
  | 'warehouse_id'
  | 'consignee_id'
  | 'client_ref'
  | 'vehicle_id'
  | 'answer_id'
  | 'replaces_line_id'

/**
 * Finds the line with the same goods, warehouse, consignee, note, vehicle, promised price and replaced line, whose
 * quantity is raised by adding again. A line with its own special price keeps the quantity that the price was promised for.
 */
export const selectTwin = (db: Db, cartId: number, line: Pick<NewCartLine, TwinOf>) =>
  db
    .selectFrom('cart_lines')
    .select(['id', 'qty'])
    .where('cart_id', '=', cartId)
    .where('product_id', '=', line.product_id)
    .where('warehouse_id', '=', line.warehouse_id)
    .where(sql<boolean>`consignee_id is not distinct from ${line.consignee_id}::integer`)
    .where('client_ref', '=', line.client_ref)
    .where(sql<boolean>`vehicle_id is not distinct from ${line.vehicle_id ?? null}::integer`)
    .where('special_kop', 'is', null)
    .where(sql<boolean>`answer_id is not distinct from ${line.answer_id ?? null}::integer`)
    .where(sql<boolean>`replaces_line_id is not distinct from ${line.replaces_line_id ?? null}::integer`)
    .forUpdate()
    .executeTakeFirst()

/** Counts the lines of the cart and those visible to the person. */
export const countCartLines = (db: Db, member: CompanyScope, cartId: number) =>
  db
    .selectFrom('cart_lines')
    .select([
      sql<number>`count(*)`.as('lines'),
      sql<number>`count(*) filter (where ${concerns(member, 'consignee_id')})`.as('shown'),
    ])
    .where('contractor_id', '=', member.contractorId)
    .where('cart_id', '=', cartId)
    .executeTakeFirstOrThrow()

export interface NewCartLine {
  cart_id: number
  contractor_id: number
  product_id: number
  warehouse_id: number
  qty: number
  price_kop: number
  consignee_id: number | null
  client_ref: string
  /** Vehicle of the same company, which a constraint ensures. */
  vehicle_id?: number | null
  return_days: number
  expected_date: string
  guaranteed_date: string
  /** Answer to a quote request whose price applies to the line. */
  answer_id?: number | null
  /** Refused order line that this line replaces. */
  replaces_line_id?: number | null
  comment?: string
  /** True in a manager's draft. */
  is_draft?: boolean
  actor_id: number
  subject_id: number
  added_by: number
}

export const insertCartLine = (db: Db, line: NewCartLine) =>
  db.insertInto('cart_lines').values(line).returning('id').executeTakeFirstOrThrow()

/**
 * Columns that record the last author of a line; selecting a line for an order records none, because it changes nothing
 * for others. Lines written before the column `added_by` existed keep their previous author in it.
 */
export const cartSignature = ({ actorId, subjectId }: Writer, isChoiceOnly = false) => ({
  actor_id: actorId,
  subject_id: subjectId,
  changed_at: sql<Date>`now()`,
  added_by: sql<number>`coalesce(cart_lines.added_by, cart_lines.actor_id)`,
  ...(!isChoiceOnly && {
    version: sql<number>`cart_lines.version + 1`,
    written_by: actorId,
    written_at: sql<Date>`now()`,
    written_since: sql<number>`
      case when cart_lines.written_by = ${actorId} then cart_lines.written_since else cart_lines.version end`,
  }),
})

/** The vehicle of the line as long as the note names it: another note is about something else. */
export const vehicleIn = (note: string) => sql<number | null>`(
  select vehicles.id from vehicles
  where vehicles.id = cart_lines.vehicle_id and position(lower(vehicles.name) in lower(${note}::text)) > 0)`

/**
 * Updates a line of the company. Returns false when another person has changed the line since it was shown. Quick
 * successive changes by one person do not wait for each other's answers.
 */
export async function updateCartLine(
  db: Db,
  buyer: CompanyScope & Writer,
  id: number,
  { version, ...changes }: CartLinePatch & { price_kop?: number; vehicle_id?: ReturnType<typeof vehicleIn> },
): Promise<boolean> {
  let query = db
    .updateTable('cart_lines')
    .set({
      ...changes,
      ...cartSignature(
        buyer,
        Object.keys(changes).every((name) => name === 'selected'),
      ),
    })
    .where('id', '=', id)
    .where('contractor_id', '=', buyer.contractorId)
  if (version !== undefined)
    query = query.where((line) =>
      line.or([
        line('version', '=', version),
        line.and([line('written_by', '=', buyer.actorId), line('written_since', '<=', version)]),
      ]),
    )
  const result = await query.executeTakeFirst()
  return result.numUpdatedRows > 0n
}

/** Updates lines; lines without an actual change keep their author. */
export async function updateCartLines(
  db: Db,
  buyer: CompanyScope & Writer,
  of: { ids: number[] } | { cartId: number },
  { selected, consignee_id }: Pick<CartLinePatch, 'selected' | 'consignee_id'>,
) {
  const differs = [
    ...(selected === undefined ? [] : [sql`selected <> ${selected}`]),
    ...(consignee_id === undefined ? [] : [sql`consignee_id is distinct from ${consignee_id}::integer`]),
  ]
  if (differs.length === 0) return
  await db
    .with('held', (own) => {
      // Lines are locked in the common order, so that concurrent placing or moving cannot deadlock.
      const lines = own
        .selectFrom('cart_lines')
        .select('id')
        .where('contractor_id', '=', buyer.contractorId)
        .where(concerns(buyer, 'consignee_id'))
        .where(sql<boolean>`(${sql.join(differs, sql` or `)})`)
      return (
        'ids' in of
          ? lines.where('id', '=', sql<number>`any(${of.ids}::integer[])`)
          : lines.where('cart_id', '=', of.cartId)
      )
        .orderBy('id')
        .forUpdate()
    })
    .updateTable('cart_lines')
    .from('held')
    .whereRef('cart_lines.id', '=', 'held.id')
    .set({ selected, consignee_id, ...cartSignature(buyer, consignee_id === undefined) })
    .execute()
}

/** Updates the promised dates of lines for their current point. */
export const updateDates = (
  db: Db,
  contractorId: number,
  dates: readonly { id: number; expected_date: string; guaranteed_date: string }[],
) =>
  sql`
    with held as (
      select id from cart_lines where id = any(${dates.map((line) => line.id)}::integer[]) order by id for update
    )
    update cart_lines set expected_date = new.expected_date, guaranteed_date = new.guaranteed_date
    from held join unnest(
      ${dates.map((line) => line.id)}::integer[],
      ${dates.map((line) => line.expected_date)}::date[],
      ${dates.map((line) => line.guaranteed_date)}::date[]) as new (id, expected_date, guaranteed_date) using (id)
    where cart_lines.id = held.id and contractor_id = ${contractorId}`.execute(db)

export async function deleteCartLines(db: Db, member: CompanyScope, ids: number[]): Promise<number> {
  const result = await db
    .deleteFrom('cart_lines')
    .where('contractor_id', '=', member.contractorId)
    .where(concerns(member, 'consignee_id'))
    .where('id', '=', sql<number>`any(${ids}::integer[])`)
    .executeTakeFirst()
  return Number(result.numDeletedRows)
}
