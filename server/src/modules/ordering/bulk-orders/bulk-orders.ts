import { companyScopeOf, seesPrices, type CompanyScope } from '../../../platform/access/index.ts'
import { readFile } from 'node:fs/promises'
import { isContractorUser } from '@artikul/contract/core/roles'
import type { Kysely } from 'kysely'
import type { Db, DB } from '../../../platform/db/index.ts'
import { AppError } from '../../../platform/errors.ts'
import { isOnBehalf, type Actor, type Author } from '../../../platform/http/index.ts'
import type { Cached } from '../../../platform/cached.ts'
import { recordEvent } from '../../../platform/audit/index.ts'
import type { CatalogDirectory } from '../../catalog/index.ts'
import { ownsConsignee, selectConsigneePoints } from '../../companies/index.ts'
import { saveListLayout, selectStoredLayout } from './reading/list-memory.queries.ts'
import * as queries from './bulk-orders.queries.ts'
import { presentList, type ListView } from './read-bulk-orders.ts'
import type { MatchDeps, Matcher } from './match-list.ts'
import { readBulkOrder, type RequestedLayout, type RecallColumns, type UploadedBulkOrder } from './reading/read-list.ts'

export interface ListDeps extends MatchDeps {
  matcher: Matcher
  readDirectory: Cached<CatalogDirectory>
}

/** Owner of the lists at work: a person of a company, or a staff member without a company. */
export interface ListCaller {
  owner: queries.ListOwner
  author: Author
  member: CompanyScope | null
}

export function listCallerOf({ actor, author }: { actor: Actor; author: Author }): ListCaller {
  const member = isContractorUser(actor.roles) ? companyScopeOf(actor) : null
  return { owner: { contractorId: member?.contractorId ?? null, subjectId: actor.subjectId }, author, member }
}

export const rowNotFound = () => new AppError('not_found', { detail: 'Строка списка не найдена' })
export const bulkOrderNotFound = () => new AppError('not_found', { detail: 'Список не найден' })

const pointsOf = (db: Db, { member }: ListCaller) => (member === null ? [] : selectConsigneePoints(db, member))

/** @throws AppError `not_found` for a point that is not available to the person */
export async function requirePoint(db: Db, { member }: ListCaller, id: number | null | undefined) {
  if (id === null || id === undefined) return
  if (member === null || !(await ownsConsignee(db, member, id)))
    throw new AppError('not_found', { detail: 'Грузополучатель не найден' })
}

/** Loads the columns that the company corrected before; staff correct each file again. */
const recallOf =
  (db: Db, { owner }: ListCaller): RecallColumns =>
  async (fingerprints) =>
    owner.contractorId === null ? null : ((await selectStoredLayout(db, owner.contractorId, fingerprints)) ?? null)

export const writerOf = ({ owner, author }: ListCaller) => ({
  ...owner,
  actorId: author.actorId,
  subjectId: author.subjectId,
})

const companyOf = ({ owner }: ListCaller) => owner.contractorId ?? undefined

/** @throws AppError `file.refused`, `not_found` for another company's point */
export async function createList(
  db: Kysely<DB>,
  deps: ListDeps,
  caller: ListCaller,
  sent: UploadedBulkOrder & { name: string; consigneeId: number | null },
) {
  await requirePoint(db, caller, sent.consigneeId)
  const content = await readBulkOrder(
    { ...sent, company: companyOf(caller) },
    null,
    await pointsOf(db, caller),
    recallOf(db, caller),
  )
  const file = { name: sent.name, content: sent.content, is_pasted: sent.isPasted, consignee_id: sent.consigneeId }
  const id = await db.transaction().execute(async (tx) => {
    const created = await queries.insertList(tx, writerOf(caller), file, content, deps.clock.now())
    await queries.deleteSurplusBulkOrders(tx, caller.owner)
    return created
  })
  deps.matcher.start(id)
  return { id }
}

export const createFromFile = async (
  db: Kysely<DB>,
  deps: ListDeps,
  caller: ListCaller,
  { path, name, consigneeId }: { path: string; name: string; consigneeId: number | null },
) => createList(db, deps, caller, { content: await readFile(path), isPasted: false, name, consigneeId })

export async function requireList(db: Db, { owner }: ListCaller, id: number) {
  const list = await queries.selectList(db, owner, id)
  if (!list) throw bulkOrderNotFound()
  return list
}

export const placeOf = ({ owner, member }: ListCaller, list: { consignee_id: number | null }): ListView => ({
  contractorId: owner.contractorId,
  consigneeId: list.consignee_id,
  seesPrices: member === null || seesPrices(member),
})

/** @throws AppError `not_found`, also for another person's list */
export async function getList(db: Db, deps: ListDeps, caller: ListCaller, id: number) {
  const list = await requireList(db, caller, id)
  deps.matcher.ensure(list)
  return presentList(db, deps.pricing, placeOf(caller, list), list)
}

/** @throws AppError `not_found` before the first event */
export async function followList(db: Db, deps: ListDeps, caller: ListCaller, id: number) {
  const first = await requireList(db, caller, id)
  deps.matcher.ensure(first)
  return (async function* () {
    for (let list: { done_count: number; rows_count: number } | undefined = first; list;) {
      const { done_count, rows_count } = list
      yield { done_count, rows_count }
      if (done_count >= rows_count) return
      await deps.matcher.moved(id)
      list = await queries.selectProgress(db, caller.owner, id)
    }
  })()
}

/** @throws AppError `not_found` */
export async function removeList(db: Kysely<DB>, caller: ListCaller, id: number) {
  const { name } = await requireList(db, caller, id)
  await db.transaction().execute(async (tx) => {
    await queries.deleteList(tx, caller.owner, id)
    if (isOnBehalf(caller.author))
      await recordEvent(tx, caller.author, { event: 'bulk_order.removed_on_behalf', object: name })
  })
}

/**
 * Parses the same file again with the person's layout and stores the columns for the company's next file with this
 * header.
 * @throws AppError `not_found`, `file.refused`
 */
export async function setBulkOrderLayout(
  db: Kysely<DB>,
  deps: ListDeps,
  caller: ListCaller,
  id: number,
  layout: RequestedLayout,
) {
  const [before, sent, points] = await Promise.all([
    requireList(db, caller, id),
    queries.selectBulkOrderContent(db, caller.owner, id),
    pointsOf(db, caller),
  ])
  if (!sent) throw bulkOrderNotFound()
  const own = new Set(points.map((point) => point.id))
  if (layout.columns?.some(({ consignee_id }) => consignee_id !== null && !own.has(consignee_id)))
    throw new AppError('not_found', { detail: 'Грузополучатель не найден' })
  const file = { content: sent.content, isPasted: sent.is_pasted, company: companyOf(caller) }
  const read = await readBulkOrder(file, layout, points, recallOf(db, caller))
  // Selecting a sheet by its name hides the other sheets from the parser.
  const content = { ...read, layout: { ...read.layout, sheets: before.layout.sheets } }
  await db.transaction().execute(async (tx) => {
    if (!(await queries.lockList(tx, caller.owner, id))) throw bulkOrderNotFound()
    await queries.replaceContent(tx, caller.owner, id, content, deps.clock.now())
    await queries.signList(tx, caller.owner, id, caller.author)
    const { contractorId } = caller.owner
    if (contractorId !== null && layout.columns && read.fingerprint)
      await saveListLayout(
        tx,
        { ...writerOf(caller), contractorId },
        read.fingerprint,
        layout.columns,
        deps.clock.now(),
      )
  })
  deps.matcher.start(id)
}
