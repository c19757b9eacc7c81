import type { ContractorDetails } from '@artikul/contract/companies/contractors'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useHasRole } from '../../../lib/session/current-session.ts'
import type { DocumentsSearch } from '../../../lib/queries/documents-query.ts'
import { useTitle } from '../../../lib/page/head.ts'
import { buttonClass } from '../../../ui/button.tsx'
import { ImpersonateButton } from '../../../ui/impersonate-button.tsx'
import { PageHeader } from '../../../ui/lists/list-page.tsx'
import { QueryFallback } from '../../../ui/states/not-loaded.tsx'
import { PendingPage } from '../../../ui/states/page-states.tsx'
import { Tabs } from '../../../ui/tabs.tsx'
import { ApiUsageTab } from './api-usage-tab.tsx'
import { ConsentsTab } from './consents-tab.tsx'
import { ConsigneesTab } from './consignees-tab.tsx'
import { innText } from './contractor-columns.tsx'
import { ContractorDecision } from './registration/contractor-decision.tsx'
import { ContractorNotices } from './contractor-notices.tsx'
import { StatusTag, StoppedTag } from './contractor-status.tsx'
import { contractorQuery, type ContractorTab } from './contractors.api.ts'
import { ContractsTab } from './contracts/contracts-tab.tsx'
import { DocumentsTab } from './documents-tab.tsx'
import { EdoTab } from './edo-tab.tsx'
import { HistoryTab } from './history-tab.tsx'
import { ManagedPanel } from './managed-panel.tsx'
import { CompanyOrdersTab } from './orders-tab.tsx'
import { PeopleTab } from './people-tab.tsx'
import { RequisitesTab } from './company-fields/requisites-tab.tsx'
import { StandingsTab } from './balances-tab.tsx'
import { StopButton } from './stop-button.tsx'
import type { PagedTabProps } from './contracts/paged-tab.ts'

const route = getRouteApi('/contractors/$id')

export default function ContractorPage() {
  const { id } = route.useParams()
  const { data, error, refetch } = useQuery(contractorQuery(id))
  if (data) return <Contractor key={data.id} company={data} />
  return (
    <QueryFallback error={error} onRetry={refetch}>
      <PendingPage />
    </QueryFallback>
  )
}

function Contractor({ company }: { company: ContractorDetails }) {
  useTitle(company.name)
  const staff = useHasRole('ArtikulOrderManager')
  const { tab } = route.useSearch()
  return (
    <>
      <PageHeader
        crumbs={[{ label: staff ? 'Покупатели' : 'Мои компании', to: '/contractors' }, { label: company.name }]}
        title={
          <span className="inline-flex flex-wrap items-center gap-2">
            {company.name} <StatusTag status={company.status} /> <StoppedTag reason={company.stopped_reason} />
          </span>
        }
        subtitle={company.kpp ? `ИНН / КПП ${innText(company)}` : `ИНН ${company.inn}`}
        actions={
          company.can.manage && (
            <>
              {company.status === 'pending' && <ContractorDecision company={company} />}
              {company.status === 'active' && (
                <>
                  {staff && <ImpersonateButton subject={{ contractorId: company.id }} />}
                  <Link to="/invoice" search={{ company: company.id }} className={buttonClass()}>
                    Выставить счёт
                  </Link>
                  <StopButton company={company} />
                </>
              )}
            </>
          )
        }
      />
      <ContractorNotices company={company} staff={staff} />
      {company.can.manage && company.status === 'active' && (
        // On a phone only the first tab has room above it.
        <div className={tab && 'max-lg:hidden'}>
          <ManagedPanel company={company} />
        </div>
      )}
      <CompanyTabs company={company} staff={staff} />
    </>
  )
}

interface TabsProps {
  company: ContractorDetails
  staff: boolean
}

function CompanyTabs({ company, staff }: TabsProps) {
  const { tab = 'requisites', ...search } = route.useSearch()
  const navigate = route.useNavigate()
  const changeSearch = (next: DocumentsSearch) =>
    void navigate({ search: (all) => ({ ...all, ...next }), replace: true })
  const paged = { company, staff, search, onChange: changeSearch } satisfies PagedTabProps
  const contents: Partial<Record<ContractorTab, { label: string; content: ReactNode }>> = {
    requisites: { label: 'Реквизиты', content: <RequisitesTab company={company} /> },
    contracts: { label: 'Договоры', content: <ContractsTab company={company} staff={staff} /> },
    edo: { label: 'ЭДО', content: <EdoTab company={company} staff={staff} /> },
    people: { label: 'Сотрудники', content: <PeopleTab {...paged} /> },
    consignees: { label: 'Грузополучатели', content: <ConsigneesTab {...paged} /> },
    orders: { label: 'Заказы', content: <CompanyOrdersTab company={company} staff={staff} /> },
    standings: { label: 'Взаиморасчёты', content: <StandingsTab company={company} /> },
    documents: {
      label: 'Документы',
      content: <DocumentsTab company={company} staff={staff} search={search} onChange={changeSearch} />,
    },
    consents: { label: 'Согласия', content: <ConsentsTab company={company} /> },
    ...(staff && { api: { label: 'API', content: <ApiUsageTab company={company} /> } }),
    history: { label: 'История', content: <HistoryTab {...paged} /> },
  }
  // The keys of the record are the tabs.
  const tabs = Object.entries(contents).map(([value, shown]) => ({ value: value as ContractorTab, ...shown }))
  return (
    <Tabs
      label="Разделы карточки"
      value={tab in contents ? tab : 'requisites'}
      onValueChange={(next) =>
        void navigate({
          search: ({ page_size }) => ({ page_size, tab: next === 'requisites' ? undefined : next }),
          replace: true,
        })
      }
      tabs={tabs}
    />
  )
}
