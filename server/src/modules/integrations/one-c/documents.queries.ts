import type { OneCDocumentKind } from '@artikul/contract/integrations/one-c'
import type { LineState } from '@artikul/contract/ordering/orders/line-states'
import { sql } from 'kysely'
import { json, type Db } from '../../../platform/db/index.ts'
import type { ReceivedDocument } from './reading/documents.ts'

export interface StoredDocument {
  id: number
  node_id: number
  kind: OneCDocumentKind
  external_id: string
  order_id: number | null
  content: ReceivedDocument
  state: 'applied' | 'waiting' | 'refused'
  reason: string
  target_id: number | null
}

const COLUMNS = ['id', 'node_id', 'kind', 'external_id', 'order_id', 'content', 'state', 'reason', 'target_id'] as const

interface Received {
  nodeId: number
  kind: OneCDocumentKind
  orderId: number | null
  document: ReceivedDocument
  sessionId: number
}

/**
 * Stores a document in its last state and locks it. One that says nothing new, or comes from an interrupted file of an
 * earlier session, or under another order than before, changes nothing.
 */
export async function storeDocument(tx: Db, { nodeId, kind, orderId, document, sessionId }: Received, now: Date) {
  const { children: _, ...content } = document
  const { rows } = await sql<{ id: number }>`
    insert into one_c_documents (node_id, kind, external_id, number, day, sum_kop, order_id, content, state, session_id,
      received_at)
    values (${nodeId}, ${kind}, ${document.external_id}, ${document.own_number || document.number},
      ${document.own_day || document.day}, ${document.sum_kop}, ${orderId}, ${json(content)}, 'waiting', ${sessionId}, ${now})
    on conflict (node_id, kind, external_id) do update set number = excluded.number, day = excluded.day,
      sum_kop = excluded.sum_kop, order_id = coalesce(excluded.order_id, one_c_documents.order_id),
      content = excluded.content, state = 'waiting', reason = '', session_id = excluded.session_id,
      received_at = excluded.received_at
      where one_c_documents.content <> excluded.content and one_c_documents.session_id <= excluded.session_id
        and (one_c_documents.order_id is null or one_c_documents.order_id is not distinct from excluded.order_id)
    returning id`.execute(tx)
  const stored = await tx
    .selectFrom('one_c_documents')
    .select(COLUMNS)
    .where('node_id', '=', nodeId)
    .where('kind', '=', kind)
    .where('external_id', '=', document.external_id)
    .forUpdate()
    .executeTakeFirstOrThrow()
  return { isNew: rows.length > 0, stored: stored as unknown as StoredDocument }
}

export const lockDocument = (tx: Db, id: number) =>
  tx.selectFrom('one_c_documents').select(COLUMNS).where('id', '=', id).forUpdate().executeTakeFirst() as Promise<
    StoredDocument | undefined
  >

export const setDocumentOutcome = (
  tx: Db,
  id: number,
  outcome: { state: StoredDocument['state']; reason: string; target_id?: number | null },
  now: Date,
) =>
  tx
    .updateTable('one_c_documents')
    .set({ ...outcome, applied_at: outcome.state === 'applied' ? now : null })
    .where('id', '=', id)
    .execute()

/** Notes why a document waits, unless somebody has settled it meanwhile. */
export const noteWaiting = (db: Db, id: number, reason: string) =>
  db.updateTable('one_c_documents').set({ reason }).where('id', '=', id).where('state', '=', 'waiting').execute()

/** Documents of a node that wait and belong to an order of the portal, oldest first. */
export const selectWaitingDocuments = async (db: Db, nodeId: number, limit: number) =>
  (
    await db
      .selectFrom('one_c_documents')
      .select('id')
      .where('node_id', '=', nodeId)
      .where('state', '=', 'waiting')
      .where('order_id', 'is not', null)
      .orderBy('id')
      .limit(limit)
      .execute()
  ).map(({ id }) => id)

export interface OrderOfDocument {
  id: number
  number: string
  seller_id: number
  contract_id: number
  contractor_id: number
  consignee_id: number
  accounting_mode: string
}

/** Order of the seller by its id on the portal. */
export const selectOrderOfSeller = (db: Db, sellerId: number, orderId: number) =>
  db
    .selectFrom('orders')
    .innerJoin('sellers', 'sellers.id', 'orders.seller_id')
    .select([
      'orders.id',
      'orders.number',
      'orders.seller_id',
      'orders.contract_id',
      'orders.contractor_id',
      'orders.consignee_id',
      'sellers.accounting_mode',
    ])
    .where('orders.id', '=', orderId)
    .where('orders.seller_id', '=', sellerId)
    .executeTakeFirst()

/** Order that 1C knows under its own id. */
export const selectOrderOfDocument = async (db: Db, nodeId: number, externalId: string) =>
  (
    await db
      .selectFrom('one_c_documents')
      .select('order_id')
      .where('node_id', '=', nodeId)
      .where('kind', '=', 'order')
      .where('external_id', '=', externalId)
      .executeTakeFirst()
  )?.order_id ?? null

export interface LinePart {
  line_id: number
  product_id: number
  product_code: string
  is_delivery: boolean
  price_kop: number
  state: LineState
  qty: number
  shipment_line_id: number | null
}

/** Parts of the order's lines, by position. */
export async function selectLineParts(db: Db, orderId: number): Promise<LinePart[]> {
  const { rows } = await sql<LinePart>`
    select line.id as line_id, line.product_id, products.code as product_code, line.is_delivery, line.price_kop, part.state,
      part.qty, part.shipment_line_id
    from order_lines line join products on products.id = line.product_id
    join order_line_allocations part on part.line_id = line.id
    where line.order_id = ${orderId} order by line.position, part.id`.execute(db)
  return rows
}

/** State of the portal that a status of 1C stands for; a status seen for the first time is stored unmapped. */
export async function stateOf(tx: Db, nodeId: number, status: string): Promise<LineState | null> {
  await tx
    .insertInto('one_c_mappings')
    .values({ node_id: nodeId, kind: 'status', external_id: status, name: status })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const row = await tx
    .selectFrom('one_c_mappings')
    .select('target')
    .where('node_id', '=', nodeId)
    .where('kind', '=', 'status')
    .where('external_id', '=', status)
    .executeTakeFirst()
  return (row?.target ?? null) as LineState | null
}
