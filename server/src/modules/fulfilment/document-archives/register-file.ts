import { seesPrices, type AccessScope } from '../../../platform/access/index.ts'
import type { Readable } from 'node:stream'
import { CLAIM_DOCUMENTS } from '@artikul/contract/fulfilment/claim-rules'
import { CLAIM_STATES } from '@artikul/contract/fulfilment/claim-states'
import type { CompanyDocument } from '@artikul/contract/billing/documents'
import { DOCUMENT_KINDS } from '@artikul/contract/billing/document-kinds'
import { INVOICE_KINDS, LISTED_INVOICE_STATES } from '@artikul/contract/billing/invoices'
import { SHIPMENT_STATES } from '@artikul/contract/fulfilment/shipment-states'
import { xlsxStream, type Column } from '../../../platform/table-file/index.ts'

/** Document with its files in the archive. */
export interface Filed {
  document: CompanyDocument
  paths: readonly string[]
  /** Readable reason why its files are missing. */
  missing: string
}

function kindText(document: CompanyDocument): string {
  if (document.kind === 'claim') return CLAIM_DOCUMENTS[document.claim_kind]
  if (document.kind === 'invoice' && document.invoice_kind !== 'order')
    return `${DOCUMENT_KINDS.invoice}: ${INVOICE_KINDS[document.invoice_kind].toLowerCase()}`
  return DOCUMENT_KINDS[document.kind]
}

function stateText(document: CompanyDocument): string {
  if (document.kind === 'invoice') return LISTED_INVOICE_STATES[document.state]
  if (document.kind === 'shipment') return SHIPMENT_STATES[document.state]
  if (document.kind === 'claim') return CLAIM_STATES[document.state]
  return `К отгрузке № ${document.shipment.number}`
}

/** Describes whether 1С has issued the УПД, which is not created by the portal. */
function updText(document: CompanyDocument): string {
  if (document.kind !== 'shipment') return ''
  if (document.upd_number !== null) return `№ ${document.upd_number}`
  return document.upd_days === null ? '' : 'Ожидается из 1С'
}

const filesText = ({ document, paths, missing }: Filed): string => {
  if (document.kind === 'correction') return 'Файла нет: оформлена в учёте'
  return [...paths, missing && `не всё: ${missing}`].filter(Boolean).join('; ')
}

type RegisterColumn = Column & { of: (filed: Filed, at: number) => string | number; isPrice?: true }

const COLUMNS: readonly RegisterColumn[] = [
  { title: '№', kind: 'qty', width: 6, of: (_, at) => at + 1 },
  { title: 'Дата', kind: 'day', width: 12, of: ({ document }) => document.day },
  { title: 'Вид документа', kind: 'text', width: 28, of: ({ document }) => kindText(document) },
  { title: 'Номер', kind: 'text', width: 20, of: ({ document }) => document.number },
  { title: 'Продавец', kind: 'text', width: 28, of: ({ document }) => document.seller },
  { title: 'Договор', kind: 'text', width: 18, of: ({ document }) => document.contract },
  { title: 'Грузополучатель', kind: 'text', width: 28, of: ({ document }) => document.consignee },
  { title: 'Статус', kind: 'text', width: 22, of: ({ document }) => stateText(document) },
  { title: 'УПД', kind: 'text', width: 18, of: ({ document }) => updText(document) },
  { title: 'Сумма, ₽', kind: 'kop', width: 14, isPrice: true, of: ({ document }) => document.sum_kop ?? '' },
  { title: 'Файлы', kind: 'text', width: 60, of: filesText },
]

async function* pagesOf(columns: readonly RegisterColumn[], filed: readonly Filed[]) {
  yield filed.map((one, at) => columns.map(({ of }) => of(one, at)))
}

/** «Реестр документов»: lists the archive's content, and missing files with reasons. */
export function registerFile(reader: AccessScope, filed: readonly Filed[]): Readable {
  const columns = COLUMNS.filter(({ isPrice }) => !isPrice || seesPrices(reader))
  return xlsxStream({ columns, pages: pagesOf(columns, filed) })
}
