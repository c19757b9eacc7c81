import { formatQty } from '@artikul/contract/core/money'
import type { Transaction } from 'kysely'
import { recordEvent } from '../../../platform/audit/index.ts'
import type { DB } from '../../../platform/db/index.ts'
import { AppError } from '../../../platform/errors.ts'
import type { Author } from '../../../platform/http/index.ts'
import { enqueueJob } from '../../../platform/jobs.ts'
import { markLinesSent, publishSupplierOrders, selectChannel } from '../purchase-orders/index.ts'
import { refreshProposals } from './compute.ts'
import { waitForProposals } from './compute.queries.ts'
import * as queries from './drafts.queries.ts'

interface Known {
  id: number
  version: number
}

const objectOf = ({ source, number }: queries.DraftRow) => `Поставщик «${source}», заказ ${number}`

/** @throws AppError `not_found`, `stale`, `supplier_order.invalid_state` when it is no draft */
async function requireDraft(tx: Transaction<DB>, { id, version }: Known) {
  await waitForProposals(tx)
  const draft = await queries.lockDraft(tx, id)
  if (!draft) throw new AppError('not_found', { detail: 'Заказ поставщику не найден' })
  if (draft.state !== 'draft') throw new AppError('supplier_order.invalid_state')
  if (draft.version !== version) throw new AppError('stale')
  return draft
}

/**
 * Changes quantities; zero removes a line.
 * @throws AppError as `requireDraft`, `input.invalid` for a line of another order or for no line left
 */
export async function changeDraft(
  tx: Transaction<DB>,
  author: Author,
  { lines: given, ...known }: Known & { lines: readonly { line_id: number; qty: number }[] },
  now: Date,
) {
  const draft = await requireDraft(tx, known)
  const lines = await queries.selectDraftLines(tx, draft.id)
  const byId = new Map(lines.map((line) => [line.id, line]))
  const errors = given.flatMap(({ line_id: id }, at) =>
    byId.has(id) ? [] : [{ path: `lines.${at}.line_id`, message: 'В этом заказе нет такой строки' }],
  )
  if (errors.length > 0) throw new AppError('input.invalid', { errors })
  const gone = given.filter(({ qty }) => qty === 0).map(({ line_id: id }) => id)
  if (new Set(gone).size >= lines.length)
    throw new AppError('input.invalid', { detail: 'В заказе не останется строк: удалите черновик' })
  const kept = given.filter(({ qty }) => qty > 0).map(({ line_id: id, qty }) => ({ id, qty }))
  await queries.setDraftQuantities(tx, kept, now)
  await queries.deletePurchaseDraftLines(tx, gone)
  await queries.touchDraft(tx, draft.id)
  await refreshProposals(
    tx,
    given.flatMap(({ line_id: id }) => byId.get(id)?.product_id ?? []),
    now,
  )
  await publishSupplierOrders(tx, [draft.id], now)
  await recordEvent(tx, author, {
    event: 'supplier_order.draft_changed',
    object: objectOf(draft),
    changes: given.flatMap(({ line_id: id, qty }) => {
      const line = byId.get(id)
      const after = qty === 0 ? null : formatQty(qty)
      return line ? [{ field: `${line.brand} ${line.article}`, before: formatQty(line.qty), after }] : []
    }),
  })
  return { version: draft.version + 1 }
}

/**
 * Sends the draft by email, or records it as passed on by hand, regardless of the supplier's smallest order.
 * @throws AppError as `requireDraft`
 */
export async function sendDraft(tx: Transaction<DB>, author: Author, known: Known, now: Date) {
  const draft = await requireDraft(tx, known)
  const channel = await selectChannel(tx, draft.supply_route_id)
  await queries.setDue(tx, draft.id, channel, now)
  if (channel === 'hand') await markLinesSent(tx, draft.id, author, now)
  else await enqueueJob(tx, channel === 'file' ? 'supplier_files' : 'supplier_orders')
  await publishSupplierOrders(tx, [draft.id], now)
  await recordEvent(tx, author, { event: 'supplier_order.sent', object: objectOf(draft) })
}

/** @throws AppError as `requireDraft` */
export async function discardDraft(tx: Transaction<DB>, author: Author, known: Known, now: Date) {
  const draft = await requireDraft(tx, known)
  const lines = await queries.selectDraftLines(tx, draft.id)
  await queries.deletePurchaseDraftLines(
    tx,
    lines.map(({ id }) => id),
  )
  await queries.deletePurchaseDraft(tx, draft.id)
  await refreshProposals(
    tx,
    lines.flatMap((line) => line.product_id ?? []),
    now,
  )
  await publishSupplierOrders(tx, [draft.id], now)
  await recordEvent(tx, author, {
    event: 'supplier_order.draft_deleted',
    object: objectOf(draft),
    changes: [{ field: 'Строк', before: String(lines.length), after: null }],
  })
}
