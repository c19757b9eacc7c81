import { CANCELLED_BY_REQUEST } from '@artikul/contract/ordering/orders/cancel-requests'
import { LATE_STATES } from '@artikul/contract/ordering/orders/line-groups'
import type { LineState } from '@artikul/contract/ordering/orders/orders'
import type { AssignableKind, WorkScope } from '@artikul/contract/workspace/work-kinds'
import { sql, type RawBuilder } from 'kysely'
import { IS_OPEN } from '../../ordering/index.ts'
import { among, isTheirs, ASSIGNED, assigneeOf, type TaskFilter, type WorkRow } from './task-filter.queries.ts'

/** Number of companies up to which each is queried separately; above it the complete list is read and filtered. */
const FEW_COMPANIES = 200
/** Maximum number of lines of one state, or of one state of one company, read before grouping by order. */
const MAX_LINES = 1000
const MAX_COMPANY_LINES = 100
/** Maximum number of lines in stock that are scanned for today's runs. */
const MAX_COUNTED_LINES = 10_000

interface PartsRead {
  states: readonly LineState[]
  /** Condition and sort order of parts, matching an index. */
  where: RawBuilder<unknown>
  order: RawBuilder<unknown>
  kind: AssignableKind
}

/** Selects lines with a part in one of the states, reading each state, or each state of each company, by its index. */
function linesIn({ states, where, order, kind }: PartsRead, whose: TaskFilter): RawBuilder<unknown> {
  const { companies, takenBy, takenSince } = whose
  const read = (also: RawBuilder<unknown>, most: number) => sql`
    select part.line_id, part.ordered_at, part.expected_date from order_line_allocations part
    where part.state = wanted.state and ${IS_OPEN} and ${where} and ${also} order by ${order} limit ${most}`
  const byState = sql`unnest(${states}::text[]) as wanted (state)`
  const all =
    companies !== null && companies.length <= FEW_COMPANIES
      ? sql`select part.* from ${byState} cross join unnest(${companies}::integer[]) as asked (contractor_id)
          cross join lateral (${read(sql`part.contractor_id = asked.contractor_id`, MAX_COMPANY_LINES)}) part`
      : sql`select part.* from ${byState}
          cross join lateral (${read(among(sql`part.contractor_id`, whose), MAX_LINES)}) part`
  const assigned =
    takenBy === null
      ? sql``
      : sql` union select part.line_id, part.ordered_at, part.expected_date from assignments take
          join order_lines line on line.order_id = take.about_id
          join order_line_allocations part on part.line_id = line.id
          where take.kind = ${kind} and take.actor_id = ${takenBy} and take.taken_at > ${takenSince} and part.state = any(${states}::text[]) and ${where}`
  // Limited before any join.
  return sql`select part.* from (${all}${assigned}) part order by ${order} limit ${MAX_LINES}`
}

/** Selects orders with an expired change approval that no manager has marked as read. */
const unanswered = (whose: TaskFilter, most: number) => sql<WorkRow>`
  select own.id, orders.number as label, company.id as contractor_id, company.name as contractor, own.what, own.count,
    own.since, own.due, null::date as due_day, ${ASSIGNED}
  from (
    select decision.order_id as id, count(*)::integer as count, max(decision.ended_at) as since,
      min(decision.due_at) as due, (array_agg(line.name || ' ' || line.article order by decision.due_at))[1] as what
    from (
      select * from change_approvals decision
      where decision.state in ('kept', 'dropped') and decision.closed_at is null
        and ${isTheirs('unanswered', sql`decision.contractor_id`, sql`decision.order_id`, whose)}
      order by decision.ended_at limit ${MAX_LINES}
    ) decision join order_lines line on line.id = decision.line_id
    group by 1 order by due limit ${most}
  ) own join orders on orders.id = own.id join contractors company on company.id = orders.contractor_id
  ${assigneeOf('unanswered', whose)}`

/** Selects orders with a cancellation request for goods that have not arrived yet. */
const cancels = (whose: TaskFilter, most: number) => sql<WorkRow>`
  select own.id, orders.number as label, company.id as contractor_id, company.name as contractor, own.what, own.count,
    own.since, null::timestamptz as due, null::date as due_day, ${ASSIGNED}
  from (
    select request.order_id as id, count(*)::integer as count, min(request.created_at) as since,
      (array_agg(line.name || ' ' || line.article order by request.id))[1] as what
    from (
      select * from cancel_requests request
      where request.ended_at is null
        and exists (select from order_line_allocations part where part.line_id = request.line_id and part.state in (${sql.join(CANCELLED_BY_REQUEST)}))
        and ${isTheirs('cancel', sql`request.contractor_id`, sql`request.order_id`, whose)}
      order by request.created_at limit ${MAX_LINES}
    ) request join order_lines line on line.id = request.line_id
    group by 1 order by since limit ${most}
  ) own join orders on orders.id = own.id join contractors company on company.id = orders.contractor_id
  ${assigneeOf('cancel', whose)}`

/** Selects orders with lines that staff must confirm, not the client. */
const confirm = (whose: TaskFilter, most: number) => sql<WorkRow>`
  select own.id, orders.number as label, company.id as contractor_id, company.name as contractor, own.what, own.count,
    own.since, null::timestamptz as due, null::date as due_day, ${ASSIGNED}
  from (
    select line.order_id as id, count(distinct line.id)::integer as count, min(part.ordered_at) as since,
      (array_agg(line.name || ' ' || line.article order by line.position))[1] as what
    from (${linesIn(
      {
        kind: 'confirm',
        states: ['new', 'needs_confirm'],
        where: sql`not exists (
          select from change_approvals decision where decision.line_id = part.line_id and decision.state = 'open')`,
        order: sql`part.ordered_at, part.line_id desc`,
      },
      whose,
    )}) part join order_lines line on line.id = part.line_id
    group by 1 order by since limit ${most}
  ) own join orders on orders.id = own.id join contractors company on company.id = orders.contractor_id
  ${assigneeOf('confirm', whose)}`

const late = (whose: TaskFilter, most: number, today: string) => sql<WorkRow>`
  select own.id, orders.number as label, company.id as contractor_id, company.name as contractor, own.what, own.count,
    own.since, null::timestamptz as due, own.due_day, ${ASSIGNED}
  from (
    select line.order_id as id, count(distinct line.id)::integer as count, min(part.expected_date) as due_day,
      (min(part.expected_date) + 1)::timestamp at time zone 'Europe/Moscow' as since,
      (array_agg(line.name || ' ' || line.article order by part.expected_date, line.position))[1] as what
    from (${linesIn(
      {
        kind: 'late',
        states: LATE_STATES,
        where: sql`part.expected_date < ${today}::date`,
        order: sql`part.expected_date, part.line_id`,
      },
      whose,
    )}) part join order_lines line on line.id = part.line_id
    group by 1 order by due_day limit ${most}
  ) own join orders on orders.id = own.id join contractors company on company.id = orders.contractor_id
  ${assigneeOf('late', whose)}`

/** Selects requests without an answer. */
const requests = (whose: TaskFilter, most: number) => sql<WorkRow>`
  select own.id, own.number as label, company.id as contractor_id, company.name as contractor,
    left(coalesce(
      (select concat_ws(' ', nullif(brand, ''), nullif(article, ''), nullif(name, '')) from quote_request_rows
       where request_id = own.id and position = 1),
      nullif(own.text, ''), own.vin), 120) as what,
    (select count(*)::integer from quote_request_rows where request_id = own.id) as count, own.created_at as since,
    own.answer_by as due, null::date as due_day, own.taken_by, taker.full_name as taken_name
  from (
    select * from quote_requests where quote_requests.state in ('waiting', 'in_work') and (${among(sql`quote_requests.contractor_id`, whose)}
      ${whose.takenBy === null ? sql`` : sql`or quote_requests.taken_by = ${whose.takenBy}`})
    order by answer_by, id limit ${most}
  ) own join contractors company on company.id = own.contractor_id left join users taker on taker.id = own.taken_by`

/** Selects orders whose last message is from the client. */
const messages = (whose: TaskFilter, most: number) => sql<WorkRow>`
  select own.id, orders.number as label, company.id as contractor_id, company.name as contractor,
    coalesce((select left(message.text, 120) from order_messages message
      where message.order_id = own.id and not message.from_staff order by message.id desc limit 1), '') as what,
    0 as count, own.since, null::timestamptz as due, null::date as due_day, ${ASSIGNED}
  from (
    select wait.order_id as id, wait.since from unanswered_orders wait
    where ${isTheirs('message', sql`wait.contractor_id`, sql`wait.order_id`, whose)}
    order by wait.since limit ${most}
  ) own join orders on orders.id = own.id join contractors company on company.id = orders.contractor_id
  ${assigneeOf('message', whose)}`

/** Selects held orders with an unblock request. */
const creditHoldOverride = (whose: TaskFilter, most: number) => sql<WorkRow>`
  select own.id, own.number as label, company.id as contractor_id, company.name as contractor,
    coalesce(nullif(own.message, ''), own.hold_reason) as what, 0 as count, own.since, null::timestamptz as due,
    null::date as due_day, ${ASSIGNED}
  from (
    select orders.id, orders.number, orders.hold_reason, request.message, request.contractor_id, request.created_at as since
    from credit_hold_override_requests request
    join orders on orders.id = request.order_id and orders.reserved_until is not null and orders.hold_reason <> ''
    where request.ended_at is null
      and ${isTheirs('unblock', sql`request.contractor_id`, sql`request.order_id`, whose)}
    order by request.created_at limit ${most}
  ) own join contractors company on company.id = own.contractor_id
  ${assigneeOf('unblock', whose)}`

/** Selects supplier orders that require a person, for the clients concerned. */
const suppliers = (whose: TaskFilter, most: number) => sql<WorkRow>`
  select own.id, supplier.number as label, company.id as contractor_id, company.name as contractor,
    concat_ws(': ', supply_routes.name, nullif(own.reason, '')) as what, own.count, own.since, null::timestamptz as due,
    null::date as due_day, ${ASSIGNED}
  from (
    select hands.id, count(distinct hands.order_line_id)::integer as count, min(hands.at) as since, min(hands.reason) as reason,
      case when count(distinct line.contractor_id) = 1 then min(line.contractor_id) end as contractor_id
    from (
      select supplier_order_id as id, order_line_id, changed_at as at, not_applied as reason
      from supplier_order_lines where not_applied <> ''
      union all
      select line.supplier_order_id, line.order_line_id, wish.changed_at, wish.reason from supplier_cancellations wish
      join supplier_order_lines line on line.id = wish.line_id where wish.state in ('refused', 'by_hand')
      union all
      select line.supplier_order_id, line.order_line_id, made.created_at, made.reason from supplier_orders made
      join supplier_order_lines line on line.supplier_order_id = made.id where made.state in ('unknown', 'stopped')
      limit ${MAX_LINES}
    ) hands join order_lines line on line.id = hands.order_line_id
    where ${isTheirs('supplier', sql`line.contractor_id`, sql`hands.id`, whose)}
    group by hands.id order by since limit ${most}
  ) own
  join supplier_orders supplier on supplier.id = own.id
  join supply_routes on supply_routes.id = supplier.supply_route_id
  left join contractors company on company.id = own.contractor_id
  ${assigneeOf('supplier', whose)}`

/** Selects claims that require an action of the warranty manager. */
const claims = ({ takenBy }: TaskFilter, scope: WorkScope, most: number) => sql<WorkRow>`
  select own.id, own.number as label, company.id as contractor_id, company.name as contractor,
    coalesce((select concat_ws(' ', line.name, line.article) from claim_lines first
      join shipment_lines on shipment_lines.id = first.shipment_line_id
      join order_lines line on line.id = shipment_lines.order_line_id
      where first.claim_id = own.id and first.position = 1), '') as what,
    (select count(*)::integer from claim_lines where claim_lines.claim_id = own.id) as count,
    own.created_at as since, null::timestamptz as due, own.answer_by as due_day, own.taken_by,
    taker.full_name as taken_name
  from (
    select * from claims where claims.state in ('submitted', 'in_review', 'received', 'inspection') and ${
      scope === 'all'
        ? sql`true`
        : scope === 'unowned'
          ? sql`claims.taken_by is null`
          : sql`claims.taken_by = ${takenBy}`
    }
    order by answer_by, id limit ${most}
  ) own join contractors company on company.id = own.contractor_id left join users taker on taker.id = own.taken_by`

export interface RunOfToday {
  zoneId: number
  /** Departure time. */
  at: Date
}

/** Selects goods in stock for today's runs, by zone, with their points and lines. */
const ready = (whose: TaskFilter, runs: readonly RunOfToday[]) => sql<WorkRow>`
  select own.id, zone.name as label, null::integer as contractor_id, null::text as contractor,
    own.lines::text as what, own.points as count, own.since, asked.at as due, null::date as due_day,
    null::integer as taken_by, null::text as taken_name
  from (
    select consignees.zone_id as id, count(distinct here.consignee_id)::integer as points,
      count(distinct here.line_id) as lines, min(here.ordered_at) as since
    from (
      select part.line_id, part.consignee_id, part.ordered_at from order_line_allocations part
      where part.shipment_line_id is null and part.state in ('ready', 'picking', 'arrived', 'reserved')
        and (part.state <> 'reserved' or exists (
          select from order_lines line join warehouses on warehouses.id = line.warehouse_id
          join supply_routes on supply_routes.id = warehouses.supply_route_id where line.id = part.line_id and supply_routes.kind = 'own' and not line.is_delivery))
        and ${among(sql`part.contractor_id`, whose)}
      limit ${MAX_COUNTED_LINES}
    ) here join consignees on consignees.id = here.consignee_id and consignees.carrier = ''
    where consignees.zone_id = any(${runs.map(({ zoneId }) => zoneId)}::integer[]) group by 1
  ) own
  join unnest(${runs.map(({ zoneId }) => zoneId)}::integer[], ${runs.map(({ at }) => at.toISOString())}::timestamptz[])
    as asked (zone_id, at) on asked.zone_id = own.id
  join delivery_zones zone on zone.id = own.id`

/** Selects failures of the exchange with 1C, one task per base; they belong to no company and to every administrator. */
const exchange = (most: number) => sql<WorkRow>`
  select node.id, node.name as label, null::integer as contractor_id, null::text as contractor,
    string_agg(alarm.text, '. ' order by alarm.reason) as what, 0 as count, min(alarm.since) as since,
    min(alarm.since) as due, null::date as due_day, null::integer as taken_by, null::text as taken_name
  from one_c_alarms alarm join one_c_nodes node on node.id = alarm.node_id
  group by node.id order by since limit ${most}`

/** Queries of the queue, one statement per kind. */
export const WORK = {
  unanswered,
  cancels,
  confirm,
  late,
  requests,
  messages,
  creditHoldOverride,
  suppliers,
  claims,
  ready,
  exchange,
}
