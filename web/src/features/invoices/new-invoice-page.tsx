import { IconEyeOff } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useHasRole, useMay } from '../../lib/current-session.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { PageHeader } from '../../ui/list-page.tsx'
import { NotLoaded } from '../../ui/not-loaded.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Panel } from '../../ui/panel.tsx'
import { contractsQuery, draftsQuery } from './new-invoice.api.ts'
import { draftOfAsk, EMPTY_DRAFT } from './new-invoice-draft.ts'
import { NewInvoiceForm } from './new-invoice-form.tsx'
import { oneInvoiceQuery } from './invoices.api.ts'
import type { Opened } from './use-new-invoice.ts'

const route = getRouteApi('/invoice')

/** «Новый счёт на оплату»: an advance, several orders, what has left, goods by a list. */
export default function NewInvoicePage() {
  const isClient = useHasRole('ContractorAdmin', 'ContractorUser')
  const { replaces } = route.useSearch()
  return (
    <>
      <PageHeader
        title={replaces === undefined ? 'Новый счёт на оплату' : 'Новый счёт взамен прежнего'}
        subtitle="Аванс, несколько заказов, погашение отгрузок или товары по списку"
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

/** What the form begins with: nothing, a draft, or the invoice whose place it takes. */
function Begun() {
  const search = route.useSearch()
  const { company, contract, kind, draft: draftId, replaces } = search
  const isStaff = useHasRole('ArtikulOrderManager', 'ArtikulWarrantyManager')
  const drafts = useQuery({ ...draftsQuery, enabled: draftId !== undefined })
  const old = useQuery({ ...oneInvoiceQuery(String(replaces)), enabled: replaces !== undefined })
  const companyId = company ?? old.data?.contractor_id
  const named = useQuery(contractsQuery(companyId, isStaff && companyId !== undefined && draftId === undefined))
  const key = `${draftId} ${replaces} ${company}`
  if (draftId !== undefined) {
    if (!drafts.data) return <Waiting error={drafts.error} retry={drafts.refetch} />
    const found = drafts.data.find(({ id }) => id === draftId)
    if (!found)
      return (
        <>
          <div className="mb-3">
            <Notice tone="warn">Этого черновика больше нет: он удалён или счёт по нему уже выставлен.</Notice>
          </div>
          <NewInvoiceForm key="none" opened={{ fields: EMPTY_DRAFT, company: null, known: null }} />
        </>
      )
    const { fields, contractor, id, version } = found
    return <NewInvoiceForm key={key} opened={{ fields, company: contractor, known: { id, version } }} />
  }
  if (replaces !== undefined && !old.data) return <Waiting error={old.error} retry={old.refetch} />
  if (isStaff && companyId !== undefined && !named.data) return <Waiting error={named.error} retry={named.refetch} />
  const asked = old.data?.asked
  const fields =
    old.data && asked
      ? draftOfAsk(
          asked,
          old.data.lines.map((line) => line.name),
          old.data.id,
        )
      : { ...EMPTY_DRAFT, contract_id: contract ?? null, kind: kind ?? EMPTY_DRAFT.kind }
  const opened: Opened = { fields, company: named.data?.contractor ?? null, known: null }
  return (
    <>
      {old.data && (
        <div className="mb-3">
          <Notice>Счёт № {old.data.number} станет «Заменён», когда вы выставите новый.</Notice>
        </div>
      )}
      <NewInvoiceForm key={key} opened={opened} />
    </>
  )
}

const Waiting = ({ error, retry }: { error: unknown; retry: () => unknown }) => (
  <Panel flush>
    <NotLoaded error={error} onRetry={retry} rows={6} />
  </Panel>
)
