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

/** A row of the table as the company describes the point. */
export const fieldsOf = (row: Omit<ConsigneeRow, 'zone'>): ConsigneeFields => ({
  name: row.name,
  code: row.code,
  legal_name: row.legal_name,
  inn: row.inn,
  kpp: row.kpp,
  address: row.address,
  coordinates: row.longitude === null || row.latitude === null ? null : [row.longitude, row.latitude],
  contact: row.contact,
  phone: row.phone,
  hours: Hours.parse(row.hours),
  carrier: row.carrier,
  carrier_payer: row.carrier_payer === 'recipient' ? 'recipient' : 'supplier',
  carrier_terminal: row.carrier_terminal,
  people: Collectors.parse(row.people),
  document_email: row.document_email,
  is_default: row.is_default,
})

const present = (row: ConsigneeRow): ConsigneeItem => ({
  id: row.id,
  ...fieldsOf(row),
  zone: row.zone,
  is_archived: row.archived_at !== null,
  version: row.version,
})

/** A page of the company's delivery points that the person works with. */
export async function listConsignees(db: Db, member: CompanyScope, query: ConsigneesQuery) {
  const page = pageOf(query)
  const { rows, total } = await selectConsigneeItems(db, member, query, page)
  return { results: rows.map(present), pagination: paginationOf(page, total) }
}

const MOST_EXPORTED = 5000

/** The points of a list, whatever its page. */
export async function readForExport(db: Db, member: CompanyScope, query: ConsigneesQuery) {
  const { rows, total } = await selectConsigneeItems(db, member, query, { page: 1, size: MOST_EXPORTED, offset: 0 })
  return { points: rows.map(present), total }
}
