import { CLAIM_DOCUMENTS } from '@artikul/contract/fulfilment/claim-rules'
import { CLAIM_STATES, type ClaimState } from '@artikul/contract/fulfilment/claim-states'
import { UPD_DAYS, type CompanyDocument } from '@artikul/contract/billing/documents'
import { DOCUMENT_KINDS } from '@artikul/contract/billing/document-kinds'
import { INVOICE_KINDS, LISTED_INVOICE_STATES, type ListedInvoiceState } from '@artikul/contract/billing/invoices'
import { SHIPMENT_STATES, type ShipmentState } from '@artikul/contract/fulfilment/shipment-states'
import { Link } from '@tanstack/react-router'
import { useHasRole } from '../../lib/session/current-session.ts'
import { shortDay } from '../../lib/text/format.ts'
import type { Column } from '../lists/data-table.tsx'
import { ShipmentLink } from '../files/document-link.tsx'
import { Money } from '../text/money.tsx'
import { Tag, type Tone } from '../text/tag.tsx'
import { DocumentFiles } from './document-files.tsx'

const INVOICE_TONES: Record<ListedInvoiceState, Tone> = {
  unpaid: 'neutral',
  partly_paid: 'info',
  paid: 'success',
  overdue: 'warn',
  replaced: 'neutral',
  cancelled: 'neutral',
}
const SHIPMENT_TONES: Record<ShipmentState, Tone> = { shipped: 'info', received: 'success', cancelled: 'neutral' }

const kindText = (document: CompanyDocument) =>
  document.kind === 'claim' ? CLAIM_DOCUMENTS[document.claim_kind] : DOCUMENT_KINDS[document.kind]

const LINK = 'quiet-link whitespace-nowrap font-semibold'

/** Links a document's number to its page; a correction opens the claim that it closes. */
function NumberLink({ document }: { document: CompanyDocument }) {
  const text = `№ ${document.number}`
  if (document.kind === 'shipment')
    return (
      <ShipmentLink id={document.id} className="font-semibold">
        {text}
      </ShipmentLink>
    )
  if (document.kind === 'invoice') {
    return (
      <Link to="/invoice/$id" params={{ id: String(document.id) }} className={LINK}>
        {text}
      </Link>
    )
  }
  const claimId = document.kind === 'claim' ? document.id : document.claim.id
  return (
    <Link to="/claims/$id" params={{ id: String(claimId) }} className={LINK}>
      {text}
    </Link>
  )
}

function Upd({ number, days }: { number: string | null; days: number | null }) {
  if (number !== null) return <span className="text-sm text-text-2">УПД № {number}</span>
  if (days === null) return null
  return (
    <Tag tone={days > UPD_DAYS ? 'warn' : 'neutral'}>
      {days === 0 ? 'УПД ожидается из 1С' : `УПД ожидается из 1С, ${days}\u00a0дн.`}
    </Tag>
  )
}

/** State of a claim; staff see the client's side of a question. */
function ClaimStateTag({ state }: { state: ClaimState }) {
  const staff = useHasRole('ArtikulOrderManager', 'ArtikulWarrantyManager')
  return <Tag>{state === 'question' && staff ? 'Ждём ответа клиента' : CLAIM_STATES[state]}</Tag>
}

function State({ document }: { document: CompanyDocument }) {
  if (document.kind === 'invoice')
    return <Tag tone={INVOICE_TONES[document.state]}>{LISTED_INVOICE_STATES[document.state]}</Tag>
  if (document.kind === 'claim') return <ClaimStateTag state={document.state} />
  if (document.kind === 'correction')
    return (
      <span className="text-sm text-text-2">
        к отгрузке <ShipmentLink id={document.shipment.id}>№ {document.shipment.number}</ShipmentLink>
      </span>
    )
  return (
    <span className="inline-flex flex-wrap items-center gap-x-2 gap-y-1">
      <Tag tone={SHIPMENT_TONES[document.state]}>{SHIPMENT_STATES[document.state]}</Tag>
      <Upd number={document.upd_number} days={document.upd_days} />
    </span>
  )
}

/** A closed claim has no sum of its own: the result is in its correction. */
const Sum = ({ document }: { document: CompanyDocument }) =>
  document.kind === 'claim' && document.sum_kop === null ? (
    ''
  ) : (
    <Money kop={document.sum_kop} sign={false} className="font-semibold" />
  )

export const DOCUMENT_COLUMNS: readonly Column<CompanyDocument>[] = [
  {
    id: 'number',
    header: 'Документ',
    lead: true,
    opens: true,
    cell: (document) => (
      <span className="flex flex-col items-start lg:py-1 lg:whitespace-nowrap">
        <NumberLink document={document} />
        <span className="text-sm text-text-2">{kindText(document)}</span>
        {document.kind === 'invoice' && document.invoice_kind !== 'order' && (
          <span className="text-sm text-text-2">{INVOICE_KINDS[document.invoice_kind]}</span>
        )}
      </span>
    ),
  },
  { id: 'day', header: 'Дата', cell: ({ day }) => shortDay(day) },
  {
    id: 'contract',
    header: 'Договор',
    cell: ({ contract, seller }) => (
      <span className="flex flex-col lg:min-w-44 lg:py-1">
        {contract}
        <span className="text-sm text-text-2">{seller}</span>
      </span>
    ),
  },
  { id: 'consignee', header: 'Грузополучатель', cell: ({ consignee }) => consignee },
  { id: 'state', header: 'Статус', cell: (document) => <State document={document} /> },
  { id: 'sum', header: 'Сумма, ₽', numeric: true, cell: (document) => <Sum document={document} /> },
  { id: 'files', header: 'Скачать', cell: (document) => <DocumentFiles document={document} /> },
]
