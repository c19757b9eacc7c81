import { getRouteApi, Link } from '@tanstack/react-router'
import { useHasRight, useHasRole } from '../../../lib/session/current-session.ts'
import { buttonClass } from '../../../ui/button.tsx'
import { EmptyState } from '../../../ui/states/empty-state.tsx'
import { PageHeader } from '../../../ui/lists/list-page.tsx'
import { Panel } from '../../../ui/panel.tsx'
import { Tabs } from '../../../ui/tabs.tsx'
import { CreditHoldsTab } from './credit-holds-tab.tsx'
import { DebtsTab } from './debts-tab.tsx'
import { EntriesTab } from './entries-tab.tsx'
import type { DeskSearch } from './payments.api.ts'
import { StaffReconciliationsTab } from './reconciliations-tab.tsx'
import { PaymentsTab } from './payments-tab.tsx'

const route = getRouteApi('/settlements')

/** «Взаиморасчёты» for staff: payments and debts of buyers. */
export default function SettlementsPage() {
  const isManager = useHasRole('ArtikulOrderManager')
  const isAccountant = useHasRight('accountant')
  return (
    <>
      <PageHeader
        title="Взаиморасчёты"
        subtitle="Платежи, долги, сверки и блокировки покупателей"
        actions={
          <Link to="/invoice" search={{}} className={buttonClass()}>
            Выставить счёт
          </Link>
        }
      />
      {isManager || isAccountant ? (
        <Desks />
      ) : (
        <Panel>
          <EmptyState title="Раздел для бухгалтера" text="Право «Бухгалтер» даёт администратор портала." />
        </Panel>
      )}
    </>
  )
}

function Desks() {
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const onChange = (next: DeskSearch) =>
    void navigate({ search: (all) => ({ ...all, page: undefined, ...next }), replace: true })
  const show = (tab: NonNullable<DeskSearch['tab']>) =>
    void navigate({ search: tab === 'payments' ? {} : { tab }, replace: true })
  return (
    <Tabs
      label="Разделы взаиморасчётов"
      value={search.tab ?? 'payments'}
      onValueChange={show}
      tabs={[
        { value: 'payments', label: 'Платежи', content: <PaymentsTab search={search} onChange={onChange} /> },
        { value: 'debts', label: 'Долги', content: <DebtsTab search={search} onChange={onChange} /> },
        {
          value: 'reconciliations',
          label: 'Сверки',
          content: <StaffReconciliationsTab search={search} onChange={onChange} />,
        },
        { value: 'entries', label: 'Остатки и зачёты', content: <EntriesTab search={search} onChange={onChange} /> },
        { value: 'blocks', label: 'Блокировки', content: <CreditHoldsTab search={search} onChange={onChange} /> },
      ]}
    />
  )
}
