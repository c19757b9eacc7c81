import { articleKey } from '@artikul/contract/catalog/article'
import { roundingText } from '@artikul/contract/catalog/sale-step'
import type { ListChoice, ListNote, ListRow } from '@artikul/contract/ordering/bulk-order-rows'
import type { List } from '@artikul/contract/ordering/bulk-orders'
import { formatMoney, formatQty, lineSumKop, toThousandths } from '@artikul/contract/core/money'
import { LIST_MATCH_REASONS, type ListMatchReason } from '@artikul/contract/ordering/search'
import { unitText } from '@artikul/contract/core/units'
import type { Db } from '../../../platform/db/index.ts'
import { selectOffersOfPairs } from '../../catalog/index.ts'
import type { Pricing } from '../../pricing/index.ts'
import {
  selectOrdered,
  selectBulkOrderRows,
  type RowOfList,
  type RowsFilter,
  type StoredList,
} from './bulk-orders.queries.ts'
import { readZones, type ListPlace } from './match-list.ts'

export const briefOf = ({
  id,
  name,
  rows_count,
  done_count,
  created_at,
}: Omit<StoredList, 'layout' | 'preview' | 'skipped' | 'consignee_id' | 'processed_at'>) => ({
  id,
  name,
  rows_count,
  done_count,
  created_at: created_at.toISOString(),
})

interface Pair {
  product_id: number
  warehouse_id: number
  qty: number
}

const nameOf = ({ product_id, warehouse_id }: Omit<Pair, 'qty'>) => `${product_id} ${warehouse_id}`

/** Pairs of offer and quantity chosen for the row, from one or two places. */
function pairsOf(row: RowOfList): Pair[] {
  const pairs: Pair[] = []
  for (const place of ['first', 'second'] as const) {
    const [product_id, warehouse_id, qty] = [
      row[`${place}_product_id`],
      row[`${place}_warehouse_id`],
      row[`${place}_qty`],
    ]
    if (product_id !== null && warehouse_id !== null && qty !== null) pairs.push({ product_id, warehouse_id, qty })
  }
  return pairs
}

/** Reads today's goods of every choice, at the price and with the dates of its row. */
async function readChoices(db: Db, pricing: Pricing, place: ListPlace, rows: readonly RowOfList[]) {
  const pairs = new Map(rows.flatMap(pairsOf).map((pair) => [nameOf(pair), pair]))
  const [quote, zoneOf, offers] = await Promise.all([
    pricing(place.contractorId),
    readZones(db, place),
    selectOffersOfPairs(db, [...pairs.values()]),
  ])
  const byPair = new Map(offers.map((offer) => [nameOf(offer), offer]))
  return (row: RowOfList): ListChoice[] =>
    pairsOf(row).flatMap((pair) => {
      const offer = byPair.get(nameOf(pair))
      const priced = offer ? quote(offer, zoneOf(row.consignee_id), { qty: pair.qty, isChosen: true }) : null
      if (!offer || !priced) return []
      const { code, brand, article, name, unit } = offer
      return [
        { offer: priced.offer, product: { id: pair.product_id, code, brand, article, name, unit }, qty: pair.qty },
      ]
    })
}

const productOf = ({ product_id, code, product_brand, product_article, product_name, unit }: RowOfList) =>
  product_id === null || code === null
    ? null
    : {
        id: product_id,
        code,
        brand: product_brand ?? '',
        article: product_article ?? '',
        name: product_name ?? '',
        unit: unit ?? '',
      }

const error = (text: string): ListNote => ({ tone: 'error', text })
const warning = (text: string): ListNote => ({ tone: 'warning', text })
const info = (text: string): ListNote => ({ tone: 'info', text })

/** Notes that follow from the row's state. */
function stateNotes(row: RowOfList): ListNote[] {
  const product = productOf(row)
  const found = product && `${product.brand} ${product.article}`
  switch (row.state) {
    case 'faulty':
      return [error(row.fault ?? '')]
    case 'not_found':
      return [error('Такого артикула нет ни у одного производителя, который мы знаем')]
    case 'no_offers':
      return [error('Сейчас ни у кого нет')]
    case 'several':
      return [
        error(row.brand === '' ? 'Такой артикул у нескольких производителей' : `У «${row.brand}» такого артикула нет`),
      ]
    case 'check':
      return [
        warning(
          `Возможно, ${found ?? ''}: ${LIST_MATCH_REASONS[(row.match_reason ?? 'look_alikes') as ListMatchReason]}`,
        ),
      ]
    case 'read':
      return [
        info(`Найдено как ${found ?? ''}: ${LIST_MATCH_REASONS[(row.match_reason ?? 'zeros') as ListMatchReason]}`),
      ]
    case 'found':
    case 'own_code':
    case 'replacement':
    case null:
      return []
  }
}

function quantityNotes(row: RowOfList, choices: readonly ListChoice[]): ListNote[] {
  const wanted = toThousandths(row.qty ?? 0)
  const got = choices.reduce((sum, { qty }) => sum + toThousandths(qty), 0)
  const unit = unitText(choices[0]?.product.unit ?? '')
  if (choices.length === 0) return []
  if (got < wanted) return [warning(`Есть только ${formatQty(got / 1000)} ${unit} из ${formatQty(wanted / 1000)}`)]
  const [first, second] = choices
  if (first && second) return [info(`Набрать ${formatQty(first.qty)} + ${formatQty(second.qty)} с двух складов`)]
  if (first && got > wanted) return [info(roundingText(wanted / 1000, got / 1000, first.offer))]
  return []
}

/** Notes on rows that share stock with rows for other points. */
function sharedNotes({ choices, allocatedByOffer }: RowContext): ListNote[] {
  const short = choices.find(
    ({ offer }) => offer.qty_exact && (allocatedByOffer.get(offer.id) ?? 0) > toThousandths(offer.qty),
  )
  if (!short) return []
  const [all, unit] = [formatQty((allocatedByOffer.get(short.offer.id) ?? 0) / 1000), unitText(short.product.unit)]
  return [warning(`На все строки не хватит: выбрано ${all}, есть ${formatQty(short.offer.qty)} ${unit}`)]
}

function priceNotes(row: RowOfList, { choices, seesPrices }: RowContext): ListNote[] {
  const dearest = Math.max(0, ...choices.map(({ offer }) => offer.price_kop ?? 0))
  if (row.ceiling_kop === null || dearest <= row.ceiling_kop) return []
  if (!seesPrices) return [warning('Дороже вашей цены')]
  return [warning(`Дороже вашей цены: ${formatMoney(dearest)} вместо ${formatMoney(row.ceiling_kop)} ₽`)]
}

interface RowContext {
  choices: readonly ListChoice[]
  seesPrices: boolean
  /** Quantity ordered and not received yet. */
  ordered: number | undefined
  /** Row of the file with the same goods for the same point. */
  twinOf: number | undefined
  /** Total quantity of each offer used by all rows. */
  allocatedByOffer: ReadonlyMap<number, number>
}

function notesOf(row: RowOfList, around: RowContext): ListNote[] {
  const { choices, ordered, twinOf } = around
  const unit = unitText(row.unit ?? '')
  const other = choices.find(({ product }) => product.id !== row.product_id)?.product
  return [
    ...stateNotes(row),
    ...(other
      ? [
          warning(
            `${row.state === 'replacement' ? 'Замена производителя' : 'Вместо него'}: ${other.brand} ${other.article}`,
          ),
        ]
      : []),
    ...quantityNotes(row, choices),
    ...sharedNotes(around),
    ...priceNotes(row, around),
    ...(row.remark === null ? [] : [warning(row.remark)]),
    ...(choices.some(({ offer }) => offer.stale) ? [warning('Прайс поставщика устарел, цена уточняется')] : []),
    ...(twinOf === undefined ? [] : [warning(`Тот же товар, что в строке ${twinOf}`)]),
    ...(ordered === undefined ? [] : [info(`Уже заказано: ${formatQty(ordered)} ${unit}`)]),
  ]
}

function presentRow(row: RowOfList, around: RowContext): ListRow {
  const { article, brand, name, qty_text, own_code } = row
  const { choices } = around
  const sum = choices.reduce((total, { offer, qty }) => total + lineSumKop(offer.price_kop ?? 0, toThousandths(qty)), 0)
  return {
    position: row.position,
    row_number: row.row_number,
    asked: { article, brand, name, qty: qty_text, own_code },
    qty: row.qty,
    ceiling_kop: row.ceiling_kop,
    consignee_id: row.consignee_id,
    client_ref: row.client_ref,
    state: row.state ?? 'not_found',
    product: productOf(row),
    choices: [...choices],
    sum_kop: sum,
    notes: notesOf(row, around),
    selected: row.selected,
    in_cart: row.in_cart,
  }
}

/** Finds for each position the first earlier row with the same goods for the same point. */
function twinsOf(rows: readonly RowOfList[]): Map<number, number> {
  const seen = new Map<string, number>()
  const twins = new Map<number, number>()
  for (const row of rows) {
    if (row.product_id === null) continue
    const name = `${row.product_id} ${row.consignee_id ?? ''} ${row.client_ref}`
    const first = seen.get(name)
    if (first === undefined) seen.set(name, row.row_number)
    else twins.set(row.position, first)
  }
  return twins
}

function readOrdered(db: Db, { contractorId }: ListPlace, rows: readonly RowOfList[]) {
  const products = rows.flatMap((row) =>
    row.product_id === null ? [] : [{ id: row.product_id, key: articleKey(row.product_article ?? '') }],
  )
  return contractorId === null || products.length === 0
    ? Promise.resolve(new Map<number, number>())
    : selectOrdered(db, contractorId, products)
}

/** List as visible to one person. */
export interface ListView extends ListPlace {
  seesPrices: boolean
}

/** Reads the rows that have been looked up, at today's prices. */
export async function readListRows(
  db: Db,
  pricing: Pricing,
  place: ListView,
  bulkOrderId: number,
  filter: RowsFilter = {},
): Promise<ListRow[]> {
  const rows = (await selectBulkOrderRows(db, bulkOrderId, filter)).filter((row) => row.state !== null)
  const [choicesOf, ordered] = await Promise.all([readChoices(db, pricing, place, rows), readOrdered(db, place, rows)])
  const twins = twinsOf(rows)
  const choices = new Map(rows.map((row) => [row, choicesOf(row)]))
  const allocatedByOffer = new Map<number, number>()
  for (const [row, chosen] of choices)
    for (const { offer, qty } of row.selected && !row.in_cart ? chosen : [])
      allocatedByOffer.set(offer.id, (allocatedByOffer.get(offer.id) ?? 0) + toThousandths(qty))
  return rows.map((row) =>
    presentRow(row, {
      choices: choices.get(row) ?? [],
      allocatedByOffer,
      seesPrices: place.seesPrices,
      ordered: ordered.get(row.product_id ?? 0),
      twinOf: twins.get(row.position),
    }),
  )
}

/** Builds the whole list for its page. */
export async function presentList(db: Db, pricing: Pricing, place: ListView, list: StoredList): Promise<List> {
  return {
    ...briefOf(list),
    consignee_id: list.consignee_id,
    layout: list.layout,
    preview: list.preview.rows,
    skipped: list.skipped.rows,
    rows: await readListRows(db, pricing, place, list.id),
  }
}
