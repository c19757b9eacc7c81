import { claimRoutes } from '@artikul/contract/fulfilment/claims'
import { documentRoutes } from '@artikul/contract/billing/documents'
import type { DocumentKind } from '@artikul/contract/billing/document-kinds'
import { omitUndefined } from '@artikul/contract/core/omit-undefined'
import { invoiceRoutes } from '@artikul/contract/billing/invoices'
import { shipmentIntakeRoutes } from '@artikul/contract/fulfilment/shipment-intake'
import { shipmentRoutes } from '@artikul/contract/fulfilment/shipments'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { call } from '../api/call.ts'
import { savedPageSize, type PageSize } from '../page/page-size.ts'

export interface DocumentsSearch {
  page?: number | undefined
  page_size?: PageSize | undefined
  kind?: DocumentKind | undefined
  q?: string | undefined
  contract?: number | undefined
  from?: string | undefined
  to?: string | undefined
}

const filterOf = ({ kind, q, contract, from, to }: DocumentsSearch, contractorId?: number) =>
  omitUndefined({ kind, q, from, to, contract_id: contract?.toString(), contractor_id: contractorId?.toString() })

/** Downloads all matching documents as one archive. */
export const documentsArchive = (search: DocumentsSearch, contractorId?: number) =>
  call(documentRoutes.archive, { query: filterOf(search, contractorId) })

/** Shares the key of settlements, so that their events refresh documents too. */
export const documentsQuery = (search: DocumentsSearch, contractorId?: number) => {
  const { page = 1, page_size = savedPageSize() } = search
  const query = {
    page: String(page),
    page_size: `${page_size}`,
    ...filterOf(search, contractorId),
  } as const
  return queryOptions({
    queryKey: ['settlements', 'documents', query],
    queryFn: ({ signal }) => call(documentRoutes.list, { query, signal }),
    placeholderData: keepPreviousData,
  })
}

const ofOne = (id: number) => ({ params: { id: String(id) } })

export const invoicePdf = ({ id }: { id: number }) => call(invoiceRoutes.filePdf, ofOne(id))
export const invoiceXlsx = ({ id }: { id: number }) => call(invoiceRoutes.fileXlsx, ofOne(id))
export const packingList = ({ id }: { id: number }) => call(shipmentRoutes.packingList, ofOne(id))
export const updCopy = ({ id }: { id: number }) => call(shipmentIntakeRoutes.updCopy, ofOne(id))
export const intakeXlsx = ({ id }: { id: number }) => call(shipmentIntakeRoutes.xlsx, ofOne(id))
export const intakeXml = ({ id }: { id: number }) => call(shipmentIntakeRoutes.xml, ofOne(id))
export const claimActText = ({ id }: { id: number }) => call(claimRoutes.act, ofOne(id))
