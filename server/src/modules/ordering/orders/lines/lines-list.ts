import type { AccessScope } from '../../../../platform/access/index.ts'
import {
  MAX_LISTED_ORDERS,
  statesOf,
  type LineCounts,
  type LineChoice,
  type OrderLineItem,
} from '@artikul/contract/ordering/orders/order-lists'
import { LATE_STATES, LineDecision, LineGroup } from '@artikul/contract/ordering/orders/line-groups'
import { moscowDate } from '../../../../platform/clock.ts'
import type { Db } from '../../../../platform/db/index.ts'
import { countTogether, type Share } from '../lists/companies.ts'
import {
  countLimit,
  countOrderLines,
  countLinesByGroup,
  selectFoundIds,
  selectLineIdsOf,
  selectLinesByIds,
  selectLineQuantities,
  type LineFilter,
  type Slice,
} from './lines-list.queries.ts'
import { countOpenApprovals, findLinesToApprove } from '../change-approvals/find-approvals.queries.ts'
import { readLinks } from './replacements.ts'
import {
  findLines,
  scopeOf,
  type MatchedIds,
  type OrderSearchScope,
  type ScopeFilter,
} from '../lists/find-orders.queries.ts'

export type LinesQuery = ScopeFilter & LineChoice & { q?: string | undefined; decision?: LineDecision | undefined }

interface LinesFilter {
  scope: OrderSearchScope
  filter: LineFilter
}

/** Finds lines by a text and by a change approval; both must match when both are given. */
async function foundBy(db: Db, scope: OrderSearchScope, { q, decision }: LinesQuery): Promise<MatchedIds | null> {
  const byText = q ? await findLines(db, scope, q) : null
  if (decision === undefined) return byText
  const byDecision = await findLinesToApprove(db, scope, decision)
  if (byText === null) return byDecision
  const named = new Set(byText.ids)
  return { ids: byDecision.ids.filter((id) => named.has(id)), hasMore: byText.hasMore || byDecision.hasMore }
}

/** Builds the filter for the person; null when none of the lines is readable. */
async function filterOf(db: Db, reader: AccessScope, query: LinesQuery, today: string): Promise<LinesFilter | null> {
  const scope = await scopeOf(db, reader, query)
  if (scope === null) return null
  return {
    scope,
    filter: {
      states: statesOf(query),
      found: await foundBy(db, scope, query),
      lateOn: query.late === 'true' ? today : null,
      isByExpected: query.sort === 'expected_date',
    },
  }
}

const mayBeLate = ({ state }: { state: string }) => (LATE_STATES as readonly string[]).includes(state)

/** Reads lines for display, in the order of the ids. */
export async function readOrderLines(
  db: Db,
  reader: AccessScope,
  ids: readonly number[],
  now: Date,
): Promise<OrderLineItem[]> {
  const [lines, standings, linksOf] = await Promise.all([
    selectLinesByIds(db, ids),
    selectLineQuantities(db, ids),
    readLinks(db, reader, ids),
  ])
  const partsOf = Map.groupBy(standings, ({ line_id: id }) => id)
  const today = moscowDate(now)
  return lines.map((line) => {
    const parts = (partsOf.get(line.id) ?? []).map(({ state, qty }) => ({ state, qty }))
    return {
      ...line,
      ordered_at: line.ordered_at.toISOString(),
      parts,
      ...linksOf(line.id),
      is_late: line.expected_date < today && parts.some(mayBeLate),
    }
  })
}

/** True when a text is the only filter, so that its matches are already the list. */
const isAsFound = ({ decision, from, to }: LinesQuery, { states }: LineFilter) =>
  states === null && [decision, from, to].every((value) => value === undefined)

/** Lists the ids of the matching lines and their number, up to the limit of the contract. */
export async function listLineIds(db: Db, reader: AccessScope, query: LinesQuery, slice: Slice, now: Date) {
  const { size, offset } = slice
  const search = await filterOf(db, reader, query, moscowDate(now))
  if (search === null) return { ids: [], total: 0, hasMore: false }
  const { scope, filter } = search
  if (filter.found !== null) {
    const all = isAsFound(query, filter) ? filter.found.ids : await selectFoundIds(db, scope, filter)
    return { ids: all.slice(offset, offset + size), total: all.length, hasMore: filter.found.hasMore }
  }
  const left = Math.min(size, MAX_LISTED_ORDERS - offset)
  const limit = countLimit(slice)
  const [ids, total] = await Promise.all([
    left > 0 ? selectLineIdsOf(db, scope, filter, { size: left, offset }) : [],
    countOrderLines(db, scope, filter, limit),
  ])
  return { ids, total: Math.min(total, limit), hasMore: total > limit }
}

/** Lists a page of lines for display. */
export async function listLines({ db, reader }: Share, query: LinesQuery, slice: Slice, now: Date) {
  const { ids, ...listed } = await listLineIds(db, reader, query, slice, now)
  return { results: await readOrderLines(db, reader, ids, now), ...listed }
}

/** Compares lines of several lists by the order of `listLineIds`. */
export const compareLines =
  ({ sort, late }: LinesQuery) =>
  (one: OrderLineItem, other: OrderLineItem) =>
    (sort === undefined && late === undefined
      ? other.ordered_at.localeCompare(one.ordered_at)
      : one.expected_date.localeCompare(other.expected_date)) || one.id - other.id

const COUNTED = [...LineGroup.options, ...LineDecision.options, 'late'] as const

async function countOfOne({ db, reader }: Share, query: LinesQuery, today: string) {
  const search = await filterOf(db, reader, query, today)
  const [counts, decisions] = await Promise.all([
    search && countLinesByGroup(db, search.scope, search.filter.found, today),
    countOpenApprovals(db, search),
  ])
  const count = (group: LineGroup | 'late') => counts?.get(group) ?? 0
  const ofGroups = Object.fromEntries(LineGroup.options.map((group) => [group, count(group)])) as LineCounts['groups']
  return { ...ofGroups, ...decisions, late: count('late') }
}

export async function readLineCounts(shares: readonly Share[], query: LinesQuery, now: Date): Promise<LineCounts> {
  const today = moscowDate(now)
  const all = await countTogether(shares, COUNTED, (share) => countOfOne(share, query, today))
  return { groups: all, decisions: all, late: all.late }
}
