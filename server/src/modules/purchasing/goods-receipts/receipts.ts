import { articleKey } from '@artikul/contract/catalog/article'
import {
  MAX_RECEIPT_LINES,
  type ExpectedLine,
  type NewReceiptLine,
  type Receipt,
  type ReceiptItem,
  type ReceiptPart,
} from '@artikul/contract/purchasing/goods-receipts'
import type { Kysely, Transaction } from 'kysely'
import type { Clock } from '../../../platform/clock.ts'
import type { Db, DB } from '../../../platform/db/index.ts'
import { AppError } from '../../../platform/errors.ts'
import type { Author } from '../../../platform/http/index.ts'
import type { BrandKeys, ReadBrands } from '../../catalog/index.ts'
import { AWAITED, selectAwaited, type AwaitedRow } from '../purchase-orders/index.ts'
import { makerOf, matchReceived, type Matched } from './match.ts'
import { readReceiptFile } from './read-receipt-file.ts'
import * as queries from './receipts.queries.ts'

export interface ReceiptDeps {
  clock: Clock
  readBrands: ReadBrands
}

/**
 * Dependencies of a change. Brands are loaded before its transaction begins: loading may require another connection,
 * and calls waiting for the same receipt could occupy all of them.
 */
export interface ReceiptWork {
  clock: Clock
  brands: BrandKeys
}

export const receiptNotFound = () => new AppError('not_found', { detail: 'Приёмка не найдена' })
const lineNotFound = () => new AppError('not_found', { detail: 'Строка не найдена' })

type Receiver = Pick<AwaitedRow, 'order_id' | 'order_number' | 'contractor' | 'stock_warehouse_id' | 'warehouse'>

/** Receiver of the goods: a client's order, or an own warehouse that they were bought for. */
const receiverOf = (row: Receiver) => ({
  order: row.order_id === null ? null : { id: row.order_id, number: row.order_number ?? '' },
  contractor: row.contractor ?? '',
  warehouse: row.stock_warehouse_id === null ? null : { id: row.stock_warehouse_id, name: row.warehouse ?? '' },
})

export const presentExpected = (row: AwaitedRow): ExpectedLine => ({
  id: row.id,
  supplier_order: { id: row.supplier_order_id, number: row.supplier_order_number },
  ...receiverOf(row),
  brand: row.brand,
  article: row.article,
  new_article: row.new_article,
  name: row.name,
  unit: row.unit,
  qty: row.qty,
  price_kop: row.price_kop,
  promised_on: row.promised_on,
  guaranteed_date: row.guaranteed_date,
})

export const presentItem = (row: queries.ReceiptRow): ReceiptItem => ({
  id: row.id,
  version: row.version,
  source: { id: row.supply_route_id, name: row.source },
  number: row.number,
  made_on: row.made_on,
  state: row.state,
  lines_count: row.lines_count,
  counted_count: row.counted_count,
  short_count: row.short_count,
  surplus_count: row.surplus_count,
  created_at: row.created_at.toISOString(),
  created_by: row.created_by,
  posted_at: row.posted_at?.toISOString() ?? null,
})

/** Matches the receipt as if it were posted now. */
export async function matchNow(
  db: Db,
  brands: BrandKeys,
  supplyRouteId: number,
  lines: readonly queries.ReceiptLineRow[],
): Promise<{
  matched: Map<number, Matched<AwaitedRow>>
  awaitedParts: { line_id: number; state: string; qty: number }[]
}> {
  const awaited = await selectAwaited(db, supplyRouteId, [...new Set(lines.map(({ article }) => articleKey(article)))])
  const awaitedParts = await queries.selectAwaitedOrders(
    db,
    [...new Set(awaited.flatMap((row) => row.order_line_id ?? []))],
    AWAITED,
  )
  const ofLine = new Map<number, number>()
  for (const { line_id: id, qty } of awaitedParts) ofLine.set(id, (ofLine.get(id) ?? 0) + qty)
  const counted = lines.map((line) => ({ ...line, came: line.counted_qty ?? line.qty }))
  return { matched: matchReceived(counted, awaited, brands, ofLine), awaitedParts }
}

/** Finds the catalogue products of the lines, by line. */
export async function productsOf(db: Db, brands: BrandKeys, lines: readonly queries.ReceiptLineRow[]) {
  const products = await queries.selectReceiptProducts(db, [
    ...new Set(lines.map(({ article }) => articleKey(article))),
  ])
  const byName = new Map(products.map((one) => [`${one.brand_id} ${one.article_key}`, one]))
  return new Map(
    lines.map((line) => [line.id, byName.get(`${makerOf(line.brand, brands)} ${articleKey(line.article)}`)]),
  )
}

interface Goods {
  parts: ReceiptPart[]
  surplus: number
}

async function goodsNow(db: Db, brands: BrandKeys, row: queries.ReceiptRow, lines: readonly queries.ReceiptLineRow[]) {
  const { matched } = await matchNow(db, brands, row.supply_route_id, lines)
  return new Map(
    [...matched].map(([id, { allocations, surplus }]): [number, Goods] => [
      id,
      {
        surplus,
        parts: allocations.map(({ row: own, qty }) => ({
          ...receiverOf(own),
          qty,
          ordered_kop: own.price_kop,
          guaranteed_date: own.guaranteed_date,
        })),
      },
    ]),
  )
}

async function goodsPosted(db: Db, id: number, lines: readonly queries.ReceiptLineRow[]) {
  const parts = Map.groupBy(await queries.selectPosted(db, id), (part) => part.receipt_line_id)
  return new Map(
    lines.map((line): [number, Goods] => [
      line.id,
      {
        surplus: line.surplus_qty,
        parts: (parts.get(line.id) ?? []).map((part) => ({
          ...receiverOf(part),
          qty: part.qty,
          ordered_kop: part.ordered_kop,
          guaranteed_date: part.guaranteed_date,
        })),
      },
    ]),
  )
}

/** @throws AppError `not_found` */
export async function readReceipt(db: Db, { readBrands }: ReceiptDeps, id: number): Promise<Receipt> {
  const row = await queries.selectReceipt(db, id)
  if (!row) throw receiptNotFound()
  const brands = await readBrands()
  const lines = await queries.selectReceiptLines(db, id)
  const isDraft = row.state === 'draft'
  const goods = isDraft ? await goodsNow(db, brands, row, lines) : await goodsPosted(db, id, lines)
  const known = await productsOf(db, brands, lines)
  return {
    ...presentItem(row),
    seller: row.seller,
    posted_by: row.posted_by,
    shortage: row.shortage,
    surplus_warehouse: row.warehouse_id === null ? null : { id: row.warehouse_id, name: row.warehouse ?? '' },
    cancel_reason: row.cancel_reason,
    lines: lines.map(({ surplus_qty: _, ...line }) => ({
      ...line,
      name: line.name || (known.get(line.id)?.name ?? ''),
      parts: goods.get(line.id)?.parts ?? [],
      surplus_qty: goods.get(line.id)?.surplus ?? 0,
      is_known: known.get(line.id) !== undefined,
    })),
    warehouses: await queries.selectOwnWarehouses(db),
  }
}

/** @throws AppError `not_found`, `goods_receipt.number_taken` */
export async function createReceipt(
  tx: Transaction<DB>,
  { clock }: ReceiptDeps,
  author: Author,
  body: { supply_route_id: number; number: string; made_on: string },
) {
  const source = await queries.selectReceiptSupplier(tx, body.supply_route_id)
  if (!source) throw new AppError('not_found', { detail: 'Поставщик не найден' })
  const made = await queries.insertReceipt(tx, { ...body, actor_id: author.actorId, created_at: clock.now() })
  if (made) return made
  throw new AppError('goods_receipt.number_taken', {
    detail: `Приёмка по УПД № ${body.number} от поставщика «${source.name}» за ${body.made_on.slice(0, 4)} год уже есть`,
  })
}

/**
 * Updates a draft receipt; concurrent counting waits.
 * @throws AppError `not_found`, `goods_receipt.invalid_state`
 */
async function changeDraft<T>(
  tx: Transaction<DB>,
  id: number,
  change: (receipt: { supply_route_id: number }) => Promise<T>,
): Promise<T> {
  const receipt = await queries.lockReceipt(tx, id)
  if (!receipt) throw receiptNotFound()
  if (receipt.state !== 'draft') throw new AppError('goods_receipt.invalid_state')
  const result = await change(receipt)
  await queries.touchReceipt(tx, id)
  return result
}
const inDraft = <T>(db: Kysely<DB>, id: number, change: (tx: Transaction<DB>) => Promise<T>) =>
  db.transaction().execute((tx) => changeDraft(tx, id, () => change(tx)))

/**
 * Replaces all lines with those of the file; counted quantities are discarded.
 * @throws AppError `not_found`, `goods_receipt.invalid_state`, `file.refused`
 */
export async function loadLines(db: Kysely<DB>, id: number, path: string) {
  const { lines, skipped } = await readReceiptFile(path)
  if (lines.length === 0)
    throw new AppError('file.refused', { detail: 'В файле нет строк с брендом, артикулом и количеством' })
  await inDraft(db, id, async (tx) => {
    await queries.deleteReceiptLines(tx, id)
    await queries.insertReceiptLines(tx, id, lines)
  })
  return { lines_count: lines.length, skipped }
}

function requireRoom(lines: readonly queries.ReceiptLineRow[]) {
  if (lines.length >= MAX_RECEIPT_LINES)
    throw new AppError('input.invalid', { detail: `В одной приёмке не больше ${MAX_RECEIPT_LINES} строк` })
}

/**
 * @throws AppError `not_found`, `goods_receipt.invalid_state`, `input.invalid` when the receipt has the maximum number of
 * lines
 */
export const addLine = (tx: Transaction<DB>, id: number, line: NewReceiptLine) =>
  changeDraft(tx, id, async () => {
    requireRoom(await queries.selectReceiptLines(tx, id))
    const [made] = await queries.insertReceiptLines(tx, id, [{ ...line, name: '' }])
    if (!made) throw lineNotFound()
    return made
  })

/** @throws AppError `not_found`, `goods_receipt.invalid_state` */
export const countLine = (db: Kysely<DB>, id: number, lineId: number, qty: number | null) =>
  inDraft(db, id, async (tx) => {
    if (!(await queries.setCounted(tx, id, lineId, qty))) throw lineNotFound()
  })

/** @throws AppError `not_found`, `goods_receipt.invalid_state` */
export const removeLine = (db: Kysely<DB>, id: number, lineId: number) =>
  inDraft(db, id, async (tx) => {
    if (!(await queries.deleteLine(tx, id, lineId))) throw lineNotFound()
  })

/** @throws AppError `not_found`, `goods_receipt.invalid_state` */
export const countAll = (db: Kysely<DB>, id: number) => inDraft(db, id, (tx) => queries.countAsWritten(tx, id))

const isBarcode = (code: string) => /^\d{8,14}$/.test(code)

/** Finds products of a scanned code: by the catalogue's barcode, else by the article of any maker. */
async function meantBy(tx: Db, brands: BrandKeys, code: string) {
  const products = isBarcode(code) ? await queries.selectReceiptProducts(tx, [], code) : []
  const names = new Set(products.map((one) => `${one.brand_id} ${one.article_key}`))
  const keys = names.size > 0 ? products.map((one) => one.article_key) : [articleKey(code)]
  const isMeant = ({ brand, article }: { brand: string; article: string }) =>
    names.size > 0
      ? names.has(`${makerOf(brand, brands)} ${articleKey(article)}`)
      : articleKey(article) === articleKey(code) && articleKey(code) !== ''
  return { keys, isMeant }
}

/**
 * Adds one piece of the scanned goods: to the first incomplete line of the УПД, else to an awaited row, which becomes a
 * line that is not in the УПД.
 * @throws AppError `not_found` for an unknown code, `goods_receipt.invalid_state`, `input.invalid` above the maximum number
 * of lines
 */
export const scan = (tx: Transaction<DB>, brands: BrandKeys, id: number, code: string) =>
  changeDraft(tx, id, async ({ supply_route_id: supplyRouteId }) => {
    const lines = await queries.selectReceiptLines(tx, id)
    const { keys, isMeant } = await meantBy(tx, brands, code)
    const found = lines.filter(isMeant)
    const line = found.find((one) => (one.counted_qty ?? 0) < one.qty) ?? found.at(-1)
    if (line) {
      const counted = (line.counted_qty ?? 0) + 1
      await queries.setCounted(tx, id, line.id, counted)
      return { brand: line.brand, article: line.article, counted_qty: counted, qty: line.qty }
    }
    const awaited = (await selectAwaited(tx, supplyRouteId, keys)).find(
      (row) => isMeant(row) || isMeant({ brand: row.own_brand, article: row.own_article }),
    )
    if (!awaited)
      throw new AppError('not_found', {
        detail: `Кода ${code} нет ни в документе, ни в ожидаемом: добавьте строку вручную`,
      })
    requireRoom(lines)
    const { brand, article, name } = awaited
    await queries.insertReceiptLines(tx, id, [{ brand, article, name, qty: 0, price_kop: null, counted_qty: 1 }])
    return { brand, article, counted_qty: 1, qty: 0 }
  })
