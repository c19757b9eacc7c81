import {
  Collector,
  ReceivingHours,
  type ConsigneeFields,
  type ConsigneeItem,
  type ConsigneesQuery,
} from '@artikul/contract/companies/consignees'
import { z } from 'zod'
import type { Db } from '../../../platform/db/index.ts'
import { pageOf, paginationOf } from '../../../platform/paging.ts'
import { selectConsigneeItems, type ConsigneeRow } from './consignees.queries.ts'
import type { CompanyScope } from '../../../platform/access/index.ts'

const Hours = z.array(ReceivingHours)
const Collectors = z.array(Collector)

/** Converts a row of the table to the fields of a point. */
export const fieldsOf = ({ longitude, latitude, ...row }: Omit<ConsigneeRow, 'zone'>): ConsigneeFields => ({
  ...row,
  coordinates: longitude === null || latitude === null ? null : [longitude, latitude],
  hours: Hours.parse(row.hours),
  carrier_payer: row.carrier_payer === 'recipient' ? 'recipient' : 'supplier',
  people: Collectors.parse(row.people),
})

const present = (row: ConsigneeRow): ConsigneeItem => ({
  id: row.id,
  ...fieldsOf(row),
  zone: row.zone,
  is_archived: row.archived_at !== null,
  version: row.version,
})

/** Lists a page of the company's delivery points available to the person. */
export async function listConsignees(db: Db, member: CompanyScope, query: ConsigneesQuery) {
  const page = pageOf(query)
  const { rows, total } = await selectConsigneeItems(db, member, query, page)
  return { results: rows.map(present), pagination: paginationOf(page, total) }
}

const MAX_EXPORTED = 5000

/** Reads all points of the list, regardless of paging. */
export async function readConsigneesForExport(db: Db, member: CompanyScope, query: ConsigneesQuery) {
  const { rows, total } = await selectConsigneeItems(db, member, query, { page: 1, size: MAX_EXPORTED, offset: 0 })
  return { points: rows.map(present), total }
}
