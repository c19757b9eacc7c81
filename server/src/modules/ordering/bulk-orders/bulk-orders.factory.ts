import type { Db } from '../../../platform/db/index.ts'
import { insertList, saveProgress } from './bulk-orders.queries.ts'
import { insertTemplate } from '../order-templates/templates.queries.ts'

/** Creates a person's list of one pasted row: looked up and not found, or abandoned before the search. */
export async function buildList(
  db: Db,
  { contractorId, userId }: { contractorId: number; userId: number },
  { isDone = true }: { isDone?: boolean } = {},
) {
  const at = new Date('2026-11-17T08:00:00Z')
  const layout = {
    format: 'вставленный текст',
    sheet: null,
    sheets: [],
    header_row: null,
    columns: [],
    remembered: false,
  }
  const row = {
    row_number: 1,
    article: 'ANY-1',
    brand: '',
    name: '',
    qty_text: '1',
    own_code: '',
    fault: null,
    remark: null,
    qty: 1,
    ceiling_kop: null,
    consignee_id: null,
    client_ref: '',
  }
  const id = await insertList(
    db,
    { contractorId, subjectId: userId, actorId: userId },
    { name: 'Любой список', content: Buffer.from('ANY-1 1'), is_pasted: true, consignee_id: null },
    { layout, preview: { rows: [] }, skipped: [], rows: [row] },
    at,
  )
  if (isDone) await saveProgress(db, id, 1, at)
  return { id }
}

/** Sets the goods of the offer as the result of the list's only row. */
export const chooseForList = async (db: Db, bulkOrderId: number, offerId: number) => {
  const pair = await db
    .selectFrom('offers')
    .select(['product_id', 'warehouse_id'])
    .where('id', '=', offerId)
    .executeTakeFirstOrThrow()
  await db
    .updateTable('bulk_order_rows')
    .set({
      state: 'found',
      product_id: pair.product_id,
      first_product_id: pair.product_id,
      first_warehouse_id: pair.warehouse_id,
      first_qty: 1,
      selected: true,
    })
    .where('bulk_order_id', '=', bulkOrderId)
    .execute()
}

/** Creates a template of the company with one line, saved by the person. */
export async function buildTemplate(
  db: Db,
  { contractorId, userId }: { contractorId: number; userId: number },
  name = `Шаблон ${crypto.randomUUID().slice(0, 8)}`,
) {
  const lines = [{ brand: 'ANY', article: 'ANY-1', name: 'Любая деталь', qty: 1, client_ref: '' }]
  const buyer = { contractorId, actorId: userId, subjectId: userId, limits: null }
  return { id: await insertTemplate(db, buyer, name, lines, new Date('2026-11-17T08:00:00Z')) }
}
