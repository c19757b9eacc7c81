import { articleKey } from '@artikul/contract/catalog/article'
import { roundedUp, roundingReason } from '@artikul/contract/catalog/sale-step'
import { formatMoney, formatQty } from '@artikul/contract/core/money'
import { counted } from '@artikul/contract/core/plural'
import {
  MAX_BOUGHT_ROWS,
  SERVICE_LEVELS,
  type PurchaseProposal,
  type PurchaseSettings,
  type ServiceLevel,
  type StockRule,
  type stockPurchaseRoutes,
} from '@artikul/contract/purchasing/stock-purchases'
import { MAX_SUPPLIER_ORDER_LINES } from '@artikul/contract/purchasing/supplier-orders'
import type { Output } from '@artikul/contract/core/route'
import type { Transaction } from 'kysely'
import { changesBetween, recordEvent, type AuditedField } from '../../../platform/audit/index.ts'
import type { Db, DB } from '../../../platform/db/index.ts'
import { AppError } from '../../../platform/errors.ts'
import type { Author } from '../../../platform/http/index.ts'
import { enqueueJob } from '../../../platform/jobs.ts'
import { insertDraft, publishSupplierOrders } from '../purchase-orders/index.ts'
import { waitForProposals } from './compute.queries.ts'
import { refreshProposals } from './compute.ts'
import * as queries from './proposals.queries.ts'
import * as settingsQueries from './settings.queries.ts'

export function presentProposal(row: queries.ProposalRow): PurchaseProposal {
  const { supply_route_id: sourceId, source, purchase_kop: kop, multiplicity, offer_min_qty: least } = row
  return {
    ...row,
    product: {
      id: row.product_id,
      code: row.code,
      brand: row.brand,
      article: row.article,
      name: row.name,
      unit: row.unit,
    },
    warehouse: { id: row.warehouse_id, name: row.warehouse },
    offer:
      sourceId === null
        ? null
        : {
            source: { id: sourceId, name: source ?? '' },
            purchase_kop: kop ?? 0,
            multiplicity: multiplicity ?? 1,
            min_qty: least ?? 0,
          },
  }
}

interface BoughtRow extends queries.ProposalRow {
  qty: number
}

type Body = Output<(typeof stockPurchaseRoutes)['buy']['body']>

const changed = (detail?: string) => new AppError('purchase_proposal.changed', detail === undefined ? {} : { detail })

/** Reads everything that the filter proposes; it must be what the person saw. */
async function readAll(tx: Transaction<DB>, { count, q, ...filter }: NonNullable<Body['all']>): Promise<BoughtRow[]> {
  const where = { ...filter, articleKey: articleKey(q), show: 'proposed' as const }
  const rows = await queries.selectAllProposed(tx, where, MAX_BOUGHT_ROWS + 1)
  if (rows.length > MAX_BOUGHT_ROWS)
    throw new AppError('input.invalid', {
      detail: `За один раз — не больше ${counted(MAX_BOUGHT_ROWS, 'строки', 'строк', 'строк')}: сузьте отбор`,
    })
  if (rows.length !== count) throw changed(`Сейчас предложений ${rows.length}, было ${count}: обновите страницу`)
  return rows.map((row) => ({ ...row, qty: row.proposed_qty }))
}

/** Reads the named rows with the quantities given by the person, which follow the steps of the offers. */
async function readNamed(tx: Transaction<DB>, chosen: Body['rows']): Promise<BoughtRow[]> {
  const rows = await queries.selectNamed(tx, chosen)
  if (rows.length < chosen.length) throw changed('Предложения поставщика уже нет: обновите страницу')
  const places = new Map(chosen.map((row, at) => [`${row.product_id} ${row.warehouse_id}`, at]))
  const bought = rows.map((row) => {
    const at = places.get(`${row.product_id} ${row.warehouse_id}`) ?? 0
    return { ...row, at, qty: chosen[at]?.qty ?? 0 }
  })
  const errors = bought.flatMap(({ qty, at, multiplicity, offer_min_qty: least }) => {
    const step = { multiplicity: multiplicity ?? 1, min_qty: least ?? 0 }
    return roundedUp(qty, step) === qty ? [] : [{ path: `rows.${at}.qty`, message: roundingReason(qty, step) }]
  })
  if (errors.length > 0) throw new AppError('input.invalid', { errors })
  return bought
}

interface Source {
  supplyRouteId: number
  rows: readonly BoughtRow[]
}

async function draftFor(tx: Transaction<DB>, author: Author, { supplyRouteId, rows }: Source, now: Date) {
  const order = await insertDraft(tx, supplyRouteId, author.actorId, now)
  const lines = rows.map((row) => ({
    supply_route_id: supplyRouteId,
    supplier_order_id: order.id,
    product_id: row.product_id,
    stock_warehouse_id: row.warehouse_id,
    brand: row.brand,
    article: row.article,
    qty: row.qty,
    purchase_kop: row.purchase_kop ?? 0,
  }))
  await queries.insertStockLines(tx, lines, now)
  const totalKop = lines.reduce((sum, line) => sum + Math.round(line.qty * line.purchase_kop), 0)
  return { ...order, source: rows[0]?.source ?? '', lines_count: lines.length, total_kop: totalKop }
}

/**
 * Makes drafts of orders to suppliers, one for each supplier, or several when it has more lines than an order may have.
 * @throws AppError `purchase_proposal.changed`, `input.invalid`
 */
export async function buy(tx: Transaction<DB>, author: Author, { rows: chosen, all }: Body, now: Date) {
  await waitForProposals(tx)
  const rows = all ? await readAll(tx, all) : await readNamed(tx, chosen)
  const orders: Awaited<ReturnType<typeof draftFor>>[] = []
  for (const [supplyRouteId, part] of Map.groupBy(rows, (row) => row.supply_route_id ?? 0))
    for (let start = 0; start < part.length; start += MAX_SUPPLIER_ORDER_LINES) {
      const source = { supplyRouteId, rows: part.slice(start, start + MAX_SUPPLIER_ORDER_LINES) }
      orders.push(await draftFor(tx, author, source, now))
    }
  await refreshProposals(tx, [...new Set(rows.map((row) => row.product_id))], now)
  await publishSupplierOrders(
    tx,
    orders.map(({ id }) => id),
    now,
  )
  for (const { source, number, lines_count, total_kop } of orders)
    await recordEvent(tx, author, {
      event: 'supplier_order.drafted',
      object: `Поставщик «${source}», заказ ${number}`,
      changes: [
        { field: 'Строк', before: null, after: String(lines_count) },
        { field: 'Сумма', before: null, after: formatMoney(total_kop) },
      ],
    })
  return { orders }
}

const RULE: readonly AuditedField<StockRule>[] = [
  ['Минимум', ({ min_qty }) => formatQty(min_qty)],
  ['Максимум', ({ max_qty }) => formatQty(max_qty)],
]

interface Place {
  product_id: number
  warehouse_id: number
}

/**
 * Sets «мин. / макс.» of a product at an own warehouse; `null` returns to the computed ones.
 * @throws AppError `not_found` for an unknown product or a warehouse that is not an own one
 */
export async function setRule(
  tx: Transaction<DB>,
  author: Author,
  { product_id, warehouse_id, rule }: Place & { rule: StockRule | null },
  now: Date,
) {
  const goods = await queries.selectGoodsOfRule(tx, product_id, warehouse_id)
  if (!goods) throw new AppError('not_found', { detail: 'Нет такого товара или своего склада' })
  await waitForProposals(tx)
  const before = (await queries.selectStockRule(tx, product_id, warehouse_id)) ?? null
  const changes = changesBetween(RULE, before, rule)
  if (changes.length === 0) return rule
  const by = { actor_id: author.actorId, subject_id: author.subjectId, changed_at: now }
  if (rule) await queries.upsertRule(tx, { product_id, warehouse_id, ...rule, ...by })
  else await queries.deleteRule(tx, product_id, warehouse_id)
  await refreshProposals(tx, [product_id], now)
  const object = `${goods.brand} ${goods.article}, склад «${goods.warehouse}»`
  await recordEvent(tx, author, { event: 'stock_rule.changed', object, changes })
  return rule
}

/** Requests a computation of all proposals. */
export async function requestComputation(tx: Transaction<DB>) {
  await settingsQueries.setComputed(tx, null)
  await enqueueJob(tx, 'purchase_proposals')
}

const presentSettings = (row: settingsQueries.PurchaseSettingsRow): PurchaseSettings => ({
  demand_days: row.demand_days,
  service_percent: String(row.service_percent) as ServiceLevel, // the column's CHECK allows nothing else
  cover_days: row.cover_days,
  min_demand_days: row.min_demand_days,
  warehouse_id: row.warehouse_id,
})

export async function readSettings(db: Db) {
  const [row, warehouses] = await Promise.all([
    settingsQueries.selectPurchaseSettings(db),
    settingsQueries.selectStockWarehouses(db),
  ])
  return { ...presentSettings(row), version: row.version, warehouses }
}

/** @throws AppError `stale`, `input.invalid` for a warehouse that is not an own one */
export async function changeSettings(
  tx: Transaction<DB>,
  author: Author,
  { version, ...fields }: PurchaseSettings & { version: number },
) {
  const before = await settingsQueries.lockPurchaseSettings(tx)
  if (before.version !== version) throw new AppError('stale')
  const warehouses = await settingsQueries.selectStockWarehouses(tx)
  const nameOf = (id: number | null) => warehouses.find((one) => one.id === id)?.name ?? 'первый'
  if (fields.warehouse_id !== null && !warehouses.some(({ id }) => id === fields.warehouse_id))
    throw new AppError('input.invalid', { errors: [{ path: 'warehouse_id', message: 'Выберите собственный склад' }] })
  const audited: readonly AuditedField<PurchaseSettings>[] = [
    ['Дней спроса', ({ demand_days }) => String(demand_days)],
    ['Уровень сервиса', ({ service_percent }) => SERVICE_LEVELS[service_percent]],
    ['Запас сверх минимума, дней', ({ cover_days }) => String(cover_days)],
    ['Наименьшее число дней со спросом', ({ min_demand_days }) => String(min_demand_days)],
    ['Склад для спроса без своего склада', ({ warehouse_id }) => nameOf(warehouse_id)],
  ]
  const changes = changesBetween(audited, presentSettings(before), fields)
  if (changes.length === 0) return { version }
  const { service_percent: level, ...others } = fields
  await settingsQueries.updatePurchaseSettings(tx, { ...others, service_percent: Number(level) })
  await enqueueJob(tx, 'purchase_proposals')
  await recordEvent(tx, author, { event: 'purchase_settings.changed', object: 'Закупка на свои склады', changes })
  return { version: version + 1 }
}
