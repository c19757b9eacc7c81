import { pointsOf, type AccessScope } from '../../../platform/access/index.ts'
import { MAX_FOUND } from '@artikul/contract/workspace/global-search'
import type { NumberEnd } from '@artikul/contract/core/number-end'
import type { ShipmentState } from '@artikul/contract/fulfilment/shipment-states'
import { sql, type RawBuilder } from 'kysely'
import type { Db } from '../../../platform/db/index.ts'
import { literal } from '../../../platform/like.ts'
import { invoicesAtPoints } from '../../billing/index.ts'

/**
 * Sellers share number formats and restart every year, so this many candidates with the same last digits are checked.
 */
const MAX_SIMILAR = 50
/** Maximum number of a company's document numbers that are scanned, newest first. */
const MAX_NUMBERS = 20_000
const LAST_SIGN = '\u{10ffff}'

/** Matches a suffix as a range, because a pattern passed as a parameter cannot use the index. */
function ends(column: RawBuilder<unknown>, end: string) {
  const start = Array.from(end).toReversed().join('')
  return sql`reverse(${column}) ~>=~ ${start} and reverse(${column}) ~<~ ${start + LAST_SIGN}`
}

const isEnd = (column: RawBuilder<unknown>, { digits }: NumberEnd) =>
  sql`right(${column}, ${digits.length}::integer) = ${digits}`

const filterFound = <T>(rows: readonly T[], isMeant: (row: T) => boolean) => rows.filter(isMeant).slice(0, MAX_FOUND)

interface ShipmentRow {
  id: number
  number: string
  upd_number: string | null
  shipped_on: string
  state: ShipmentState
  contractor: string
}

function shipmentIds(reader: AccessScope, end: NumberEnd): RawBuilder<unknown> {
  const number = sql.ref('shipments.number')
  const upd = sql.ref('shipments.external_number')
  if (reader === 'any')
    return sql`(select id from shipments where ${ends(number, end.digits)} order by id desc limit ${MAX_SIMILAR}::integer)
      union (select id from shipments where external_number is not null and ${ends(upd, end.digits)}
        order by id desc limit ${MAX_SIMILAR}::integer)`
  const points = pointsOf(reader)
  return sql`select id from (
      select id, number, external_number from shipments where contractor_id = ${reader.contractorId}
        and ${points ? sql`consignee_id = any(${points}::integer[])` : sql`true`}
      order by id desc limit ${MAX_NUMBERS}::integer
    ) shipments where ${isEnd(number, end)} or ${isEnd(upd, end)}`
}

/** Selects the newest shipments by the end of their number or of the УПД number. */
export async function selectShipmentsNumbered(db: Db, reader: AccessScope, end: NumberEnd) {
  const { rows } = await sql<ShipmentRow>`
    select shipments.id, shipments.number, shipments.external_number as upd_number, shipments.shipped_on,
      case when shipments.cancelled_at is not null then 'cancelled' when shipments.received_on is not null then 'received'
        else 'shipped' end as state, contractors.name as contractor
    from (select id from (${shipmentIds(reader, end)}) found order by id desc limit ${MAX_SIMILAR}::integer) newest
    join shipments on shipments.id = newest.id join contractors on contractors.id = shipments.contractor_id
    order by shipments.id desc`.execute(db)
  return filterFound(rows, ({ number, upd_number: upd }) => end.isEndOf(number) || (upd !== null && end.isEndOf(upd)))
}

function invoiceIds(reader: AccessScope, end: NumberEnd): RawBuilder<unknown> {
  const number = sql.ref('invoices.number')
  if (reader === 'any') return sql`select id from invoices where ${ends(number, end.digits)}`
  return sql`select id from (
      select id, number from invoices where contractor_id = ${reader.contractorId}
      order by id desc limit ${MAX_NUMBERS}::integer
    ) invoices where ${isEnd(number, end)}`
}

/** Selects the newest invoices of all states by the end of the number. */
export async function selectInvoicesNumbered(db: Db, reader: AccessScope, end: NumberEnd) {
  const points = reader === 'any' ? null : pointsOf(reader)
  const { rows } = await sql<{ id: number; number: string; day: string; contractor: string }>`
    select invoices.id, invoices.number, (invoices.issued_at at time zone 'Europe/Moscow')::date as day,
      contractors.name as contractor
    from (select id from (${invoiceIds(reader, end)}) found order by id desc limit ${MAX_SIMILAR}::integer) newest
    join invoices on invoices.id = newest.id join contractors on contractors.id = invoices.contractor_id
    where ${points ? invoicesAtPoints(points) : sql`true`}
    order by invoices.id desc`.execute(db)
  return filterFound(rows, ({ number }) => end.isEndOf(number))
}

/** Minimum number of trailing digits of ИНН. */
const MIN_INN_DIGITS = 4

/** Selects companies by a part of the name, or by the start or end of ИНН. */
export async function selectCompaniesNamed(db: Db, typed: string) {
  const inn = typed.replaceAll(/\s/g, '')
  const isNumber = /^\d{2,12}$/.test(inn)
  const ways = [
    sql`select id from contractors where name ilike ${`%${literal(typed)}%`}`,
    ...(isNumber ? [sql`select id from contractors where inn ~>=~ ${inn} and inn ~<~ ${inn + LAST_SIGN}`] : []),
    ...(isNumber && inn.length >= MIN_INN_DIGITS
      ? [sql`select id from contractors where ${ends(sql.ref('inn'), inn)}`]
      : []),
  ]
  const { rows } = await sql<{ id: number; name: string; inn: string }>`
    select id, name, inn from contractors where id in (${sql.join(ways, sql` union `)})
    order by name collate "ru-x-icu", id limit ${MAX_FOUND}::integer`.execute(db)
  return rows
}

interface ContactRow {
  contractor_id: number
  contractor: string
  name: string
  phone: string
}

/** Selects companies by the end of a telephone number: their own, of their people or delivery points. */
export async function selectContactsCalled(db: Db, digits: string) {
  const phone = sql.ref('phone')
  const most = sql`limit ${MAX_FOUND}::integer`
  const { rows } = await sql<ContactRow>`
    select found.contractor_id, contractors.name as contractor, found.name, found.phone from (
      (select id as contractor_id, '' as name, phone from contractors where phone <> '' and ${ends(phone, digits)} ${most})
      union
      (select own.contractor_id, users.full_name, users.phone
        from users join user_contractors own on own.user_id = users.id
        where users.phone is not null and ${ends(sql.ref('users.phone'), digits)} ${most})
      union
      (select contractor_id, contact, phone from consignees
        where phone <> '' and archived_at is null and ${ends(phone, digits)} ${most})
    ) found join contractors on contractors.id = found.contractor_id
    order by contractors.name collate "ru-x-icu", found.name, found.phone ${most}`.execute(db)
  return rows
}
