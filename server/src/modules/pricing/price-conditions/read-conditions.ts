import type { PriceConditionTerms, ConditionState } from '@artikul/contract/pricing/price-condition'
import type { ConditionsQuery } from '@artikul/contract/pricing/price-conditions'
import { MAX_LISTED_CONDITIONS } from '@artikul/contract/pricing/price-conditions'
import { moscowDate, type Clock } from '../../../platform/clock.ts'
import type { Db } from '../../../platform/db/index.ts'
import { pageOf, paginationOf } from '../../../platform/paging.ts'
import {
  countChanges,
  countConditions,
  selectChanges,
  selectConditions,
  selectConditionsByIds,
  type NamedCondition,
} from './conditions.queries.ts'
import { effectOf } from './condition-rows.ts'

interface Today {
  clock: Clock
}

const namedOf = (id: number | null, name: string | null) => (id === null ? null : { id, name: name ?? '' })

function stateOf({ valid_from: from, valid_to: to }: NamedCondition, day: string): ConditionState {
  if (from > day) return 'coming'
  return to !== null && to < day ? 'ended' : 'in_force'
}

export const presentCondition =
  (day: string) =>
  (row: NamedCondition): PriceConditionTerms => ({
    id: row.id,
    version: row.version,
    state: stateOf(row, day),
    contractor: namedOf(row.contractor_id, row.contractor),
    price_group: namedOf(row.price_group_id, row.price_group),
    product:
      row.product_id === null
        ? null
        : {
            id: row.product_id,
            code: row.product_code ?? '',
            brand: row.product_brand ?? '',
            article: row.article ?? '',
            name: row.product_name ?? '',
            unit: row.unit ?? '',
          },
    brand: namedOf(row.brand_id, row.brand),
    inventory_group: namedOf(row.inventory_group_id, row.inventory_group),
    source: namedOf(row.supply_route_id, row.source),
    purchase_from_kop: row.purchase_from_kop,
    purchase_to_kop: row.purchase_to_kop,
    qty_from: row.qty_from,
    effect: effectOf(row),
    column: row.column_name,
    valid_from: row.valid_from,
    valid_to: row.valid_to,
    note: row.note,
    overlapped: row.newer_id === null ? null : { by: row.newer_id, since: row.newer_from ?? '' },
    author: row.author,
    changed_at: row.changed_at.toISOString(),
  })

export async function listConditions(db: Db, { clock }: Today, query: ConditionsQuery) {
  const page = pageOf(query)
  const day = moscowDate(clock.now())
  const [rows, total] = await Promise.all([selectConditions(db, query, day, page), countConditions(db, query, day)])
  return { results: rows.map(presentCondition(day)), pagination: paginationOf(page, total) }
}

/** Limited to the number of rows that an import accepts. */
export async function readConditionsForExport(db: Db, { clock }: Today, query: ConditionsQuery) {
  const day = moscowDate(clock.now())
  const rows = await selectConditions(db, query, day, { size: MAX_LISTED_CONDITIONS, offset: 0 })
  const present = presentCondition(day)
  return {
    conditions: rows.map((row) => ({ ...present(row), inn: row.inn ?? '', kpp: row.kpp ?? '' })),
    total: await countConditions(db, query, day),
  }
}

export async function readConditions(
  db: Db,
  { clock }: Today,
  ids: readonly number[],
): Promise<Map<number, PriceConditionTerms>> {
  const rows = await selectConditionsByIds(db, ids)
  return new Map(rows.map((row) => [row.id, presentCondition(moscowDate(clock.now()))(row)]))
}

export async function listChanges(db: Db, query: Parameters<typeof pageOf>[0]) {
  const page = pageOf(query)
  const [rows, total] = await Promise.all([selectChanges(db, page), countChanges(db)])
  return {
    results: rows.map(({ undone_by, at, kind, ...row }) => ({
      ...row,
      kind: kind as 'created' | 'changed' | 'ended' | 'imported' | 'undone', // the column's CHECK allows nothing else
      at: at.toISOString(),
      is_undone: undone_by !== null,
    })),
    pagination: paginationOf(page, total),
  }
}
