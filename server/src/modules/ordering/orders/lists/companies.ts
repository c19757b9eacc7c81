import { accessScopeOf, type AccessScope } from '../../../../platform/access/index.ts'
import { MAX_COUNTED_ORDERS } from '@artikul/contract/ordering/orders/order-lists'
import { MAX_MERGED_ROWS } from '@artikul/contract/ordering/orders/order-scope'
import type { Db } from '../../../../platform/db/index.ts'
import { AppError } from '../../../../platform/errors.ts'
import type { Actor, Handles } from '../../../../platform/http/index.ts'
import { selectOrderingCompanies } from './companies.queries.ts'
import type { Slice } from '../lines/lines-list.queries.ts'

/** Maximum number of companies in one list. */
const MAX_COMPANIES = 150
/** Companies read concurrently; reading all at once would occupy every database connection. */
const AT_ONCE = 4

/** Scope of orders with a database handle limited to it. */
export interface Share {
  db: Db
  reader: AccessScope
}

export interface Listed<T> {
  results: T[]
  total: number
  hasMore: boolean
}

/**
 * Determines whose orders a list shows: those that the person may read anyway, or those of each company that they
 * administer and therefore see without restrictions.
 * @throws AppError `auth.forbidden` when a person who is no administrator requests all companies
 */
export async function sharesOf(
  database: Handles,
  { actor, db, query }: { actor: Actor; db: Db; query: { companies?: 'all' | undefined } },
): Promise<Share[]> {
  if (query.companies === undefined) return [{ db, reader: accessScopeOf(actor) }]
  if (!actor.roles.includes('CONTRACTOR_ADMIN')) throw new AppError('auth.forbidden')
  const ids = await selectOrderingCompanies(db, actor.subjectId, MAX_COMPANIES)
  return ids.map((contractorId) => ({ db: database.forTenant(contractorId), reader: { contractorId, limits: null } }))
}

async function ofEach<T>(shares: readonly Share[], read: (share: Share) => Promise<T>): Promise<T[]> {
  const all: T[] = []
  for (let at = 0; at < shares.length; at += AT_ONCE)
    all.push(...(await Promise.all(shares.slice(at, at + AT_ONCE).map(read))))
  return all
}

/** Merges several lists into a page; from each list, as many rows are read as the page may need. */
export async function listTogether<T>(
  shares: readonly Share[],
  { size, offset }: Slice,
  read: (share: Share, slice: Slice) => Promise<Listed<T>>,
  compare: (one: T, other: T) => number,
): Promise<Listed<T>> {
  const [only] = shares
  if (only && shares.length === 1) return read(only, { size, offset })
  const upTo = Math.min(offset + size, MAX_MERGED_ROWS)
  const lists = await ofEach(shares, (share) => read(share, { size: upTo, offset: 0 }))
  const total = lists.reduce((sum, list) => sum + list.total, 0)
  return {
    results: lists
      .flatMap(({ results }) => results)
      .toSorted(compare)
      .slice(offset, upTo),
    total: Math.min(total, MAX_MERGED_ROWS),
    hasMore: total > MAX_MERGED_ROWS || lists.some(({ hasMore }) => hasMore),
  }
}

type Counts<Name extends string> = Record<Name, number>

/** Sums up the counters of several lists, up to the limit of the counters. */
export async function countTogether<Name extends string>(
  shares: readonly Share[],
  names: readonly Name[],
  count: (share: Share) => Promise<Counts<Name>>,
): Promise<Counts<Name>> {
  const all = await ofEach(shares, count)
  const sumOf = (name: Name) => all.reduce((sum, counts) => sum + counts[name], 0)
  // Every name is present.
  return Object.fromEntries(names.map((name) => [name, Math.min(sumOf(name), MAX_COUNTED_ORDERS)])) as Counts<Name>
}
