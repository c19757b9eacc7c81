import { claimRoutes } from '@artikul/contract/fulfilment/claims'
import { documentRoutes } from '@artikul/contract/billing/documents'
import type { DocumentKind } from '@artikul/contract/billing/document-kinds'
import { invoiceRoutes } from '@artikul/contract/billing/invoices'
import { shipmentIntakeRoutes } from '@artikul/contract/fulfilment/shipment-intake'
import { shipmentRoutes } from '@artikul/contract/fulfilment/shipments'
import { call } from '../api/call.ts'
import type { PageSearch } from '../page/page-size.ts'
import { pageQuery } from '../api/query.ts'

export interface DocumentsSearch extends PageSearch {
  kind?: DocumentKind | undefined
  q?: string | undefined
  contract?: number | undefined
  from?: string | undefined
  to?: string | undefined
}

const filterOf = ({ kind, q, contract, from, to }: DocumentsSearch, contractorId?: number) => ({
  kind,
  q,
  from,
  to,
  contract_id: contract,
  contractor_id: contractorId,
})

/** Downloads all matching documents as one archive. */
export const documentsArchive = (search: DocumentsSearch, contractorId?: number) =>
  call(documentRoutes.archive, { query: filterOf(search, contractorId) })

export const documentsQuery = (search: DocumentsSearch, contractorId?: number) => {
  const { page, page_size } = search
  return pageQuery(documentRoutes.list, { query: { page, page_size, ...filterOf(search, contractorId) } })
}

export const invoicePdf = ({ id }: { id: number }) => call(invoiceRoutes.filePdf, { params: { id } })
export const invoiceXlsx = ({ id }: { id: number }) => call(invoiceRoutes.fileXlsx, { params: { id } })
export const packingList = ({ id }: { id: number }) => call(shipmentRoutes.packingList, { params: { id } })
export const updCopy = ({ id }: { id: number }) => call(shipmentIntakeRoutes.updCopy, { params: { id } })
export const intakeXlsx = ({ id }: { id: number }) => call(shipmentIntakeRoutes.xlsx, { params: { id } })
export const intakeXml = ({ id }: { id: number }) => call(shipmentIntakeRoutes.xml, { params: { id } })
export const claimActText = ({ id }: { id: number }) => call(claimRoutes.act, { params: { id } })
