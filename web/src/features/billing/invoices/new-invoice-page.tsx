import { newInvoiceRoutes, type InvoiceDraft } from '@artikul/contract/billing/new-invoice'
import { IconEyeOff } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useState } from 'react'
import { invoiceRoutes } from '@artikul/contract/billing/invoices'
import { useHasRole, useMay } from '../../../lib/session/current-session.ts'
import { EmptyState } from '../../../ui/states/empty-state.tsx'
import { PageHeader } from '../../../ui/lists/list-page.tsx'
import { QueryFallback } from '../../../ui/states/not-loaded.tsx'
import { Notice } from '../../../ui/hints/notice.tsx'
import { Panel } from '../../../ui/panel.tsx'
import { query } from '../../../lib/api/query.ts'
import { draftOfBasis, EMPTY_INVOICE_DRAFT } from './new-invoice-draft.ts'
import { NewInvoiceForm } from './new-invoice-form.tsx'

const route = getRouteApi('/invoice')

/** «Новый счёт на оплату»: for an advance, several orders, shipped goods or a list of goods. */
export default function NewInvoicePage() {
  const isClient = useHasRole('ContractorAdmin', 'ContractorUser')
  const { replaces } = route.useSearch()
  return (
    <>
      <PageHeader
        title={replaces === undefined ? 'Новый счёт на оплату' : 'Новый счёт взамен прежнего'}
        subtitle="Аванс, несколько заказов, оплата долга по отгрузкам или товары по списку"
        {...(isClient && { crumbs: [{ label: 'Взаиморасчёты', to: '/finances' }, { label: 'Новый счёт' }] })}
      />
      {useMay('see_prices') ? (
        <Begun />
      ) : (
        <Panel>
          <EmptyState
            icon={<IconEyeOff size={32} stroke={1.5} />}
            title="Счета скрыты"
            text="Цены и счета показывает администратор вашей компании в разделе «Сотрудники»."
          />
        </Panel>
      )}
    </>
  )
}

/** Starting point of the form: empty, a draft, or the invoice to be replaced. */
function Begun() {
  const { draft, replaces, company } = route.useSearch()
  const key = `${draft} ${replaces} ${company}`
  if (draft !== undefined) return <OfDraft key={key} id={draft} />
  return replaces === undefined ? <OfNothing key={key} /> : <OfInvoice key={key} id={replaces} />
}

function OfDraft({ id: draftId }: { id: number }) {
  const { data, error, refetch } = useQuery(query(newInvoiceRoutes.drafts, {}))
  if (!data) return <Waiting error={error} retry={refetch} />
  const found = data.results.find(({ id }) => id === draftId)
  if (found) return <OpenDraft found={found} />
  return (
    <>
      <div className="mb-3">
        <Notice tone="warn">Этого черновика больше нет: он удалён или счёт по нему уже выставлен.</Notice>
      </div>
      <NewInvoiceForm opened={{ fields: EMPTY_INVOICE_DRAFT, company: null, known: null }} />
    </>
  )
}

/** Fixes the draft at its state when opened, so that saving does not replace typed text. */
function OpenDraft({ found }: { found: InvoiceDraft }) {
  const [{ fields, contractor, id, version }] = useState(found)
  return <NewInvoiceForm opened={{ fields, company: contractor, known: { id, version } }} />
}

/** Gets the company named by the address; for staff only. */
function useCompany(id: number | undefined) {
  const isStaff = useHasRole('ArtikulOrderManager', 'ArtikulWarrantyManager')
  const isAsked = isStaff && id !== undefined
  const { data, error, refetch } = useQuery(
    query(newInvoiceRoutes.contracts, { query: { contractor_id: id } }, { enabled: isAsked }),
  )
  return { isThere: !isAsked || data !== undefined, company: (isAsked && data?.contractor) || null, error, refetch }
}

function OfNothing() {
  const { company: id, contract, kind } = route.useSearch()
  const { isThere, company, error, refetch } = useCompany(id)
  if (!isThere) return <Waiting error={error} retry={refetch} />
  const fields = { ...EMPTY_INVOICE_DRAFT, contract_id: contract ?? null, kind: kind ?? EMPTY_INVOICE_DRAFT.kind }
  return <NewInvoiceForm opened={{ fields, company, known: null }} />
}

function OfInvoice({ id }: { id: number }) {
  const old = useQuery(query(invoiceRoutes.get, { params: { id } }))
  const { isThere, company, error, refetch } = useCompany(old.data?.contractor_id)
  if (!old.data) return <Waiting error={old.error} retry={old.refetch} />
  if (!isThere) return <Waiting error={error} retry={refetch} />
  const { asked: basis, number, lines, can } = old.data
  if (basis === null || !can.replace)
    return (
      <Panel>
        <EmptyState title={`Счёт № ${number} заменить нельзя`} text="Он оплачен, аннулирован или уже заменён." />
      </Panel>
    )
  const names = lines.map((line) => line.name)
  return (
    <>
      <div className="mb-3">
        <Notice>Счёт № {number} станет «Заменён», когда вы выставите новый.</Notice>
      </div>
      <NewInvoiceForm opened={{ fields: draftOfBasis(basis, names, id), company, known: null }} />
    </>
  )
}

const Waiting = ({ error, retry }: { error: unknown; retry: () => unknown }) => (
  <Panel flush>
    <QueryFallback error={error} onRetry={retry} rows={6} />
  </Panel>
)
