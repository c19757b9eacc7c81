import type { SettledContract } from '@artikul/contract/billing/settlements'
import { IconEyeOff, IconFileText } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { useMay } from '../../../lib/session/current-session.ts'
import { moment } from '../../../lib/text/format.ts'
import { buttonClass } from '../../../ui/button.tsx'
import { DocumentsRegister } from '../../../ui/documents/documents-register.tsx'
import { EmptyState } from '../../../ui/states/empty-state.tsx'
import { PageHeader } from '../../../ui/lists/list-page.tsx'
import { QueryFallback } from '../../../ui/states/not-loaded.tsx'
import { Notice } from '../../../ui/hints/notice.tsx'
import { Panel } from '../../../ui/panel.tsx'
import { Select } from '../../../ui/fields/select.tsx'
import { Tabs } from '../../../ui/tabs.tsx'
import { InvoicesPanel } from './invoices-panel.tsx'
import { MonthTab } from './month-tab.tsx'
import { MovementsPanel } from './movements-panel.tsx'
import { settledContractsQuery, type FinancesProps, type PayShipments } from './settlements.api.ts'
import { ReconciliationsTab } from './reconciliations-tab.tsx'
import { SpendTab } from './spend-tab.tsx'
import { AccountedPanel } from './accounted-panel.tsx'
import { BalanceTiles } from './balance-tiles.tsx'
import { UnpaidPanel } from './unpaid-panel.tsx'

const route = getRouteApi('/finances')

interface Props {
  /** Bar under the selected shipments that issues one invoice for them. */
  payShipments: PayShipments
}

export default function FinancesPage({ payShipments }: Props) {
  return useMay('see_settlements') ? (
    <Finances payShipments={payShipments} />
  ) : (
    <>
      <PageHeader title="Взаиморасчёты" />
      <Panel>
        <EmptyState
          icon={<IconEyeOff size={32} stroke={1.5} />}
          title="Взаиморасчёты скрыты"
          text="Их показывает администратор вашей компании в разделе «Сотрудники»."
        />
      </Panel>
    </>
  )
}

function Finances({ payShipments }: Props) {
  const { data, error, refetch } = useQuery(settledContractsQuery)
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const onChange: FinancesProps['onChange'] = (next) =>
    void navigate({ search: (known) => ({ ...known, page: undefined, ...next }), replace: true })
  if (data && data.length > 0)
    return <Loaded contracts={data} search={search} onChange={onChange} payShipments={payShipments} />
  return (
    <>
      <PageHeader title="Взаиморасчёты" />
      <Panel flush>
        {data ? (
          <EmptyState
            icon={<IconFileText size={32} stroke={1.5} />}
            title="Расчётов пока нет"
            text="Они появятся с первым договором."
          />
        ) : (
          <QueryFallback error={error} onRetry={refetch} rows={10} />
        )}
      </Panel>
    </>
  )
}

const NOTHING: FinancesProps['search'] = { from: undefined, to: undefined, kind: undefined, q: undefined }

const nameOf = ({ number, seller }: SettledContract) => `${number}, ${seller}`

function Loaded({
  contracts,
  search,
  onChange,
  payShipments,
}: FinancesProps & Props & { contracts: readonly SettledContract[] }) {
  // The address may name a contract of another company.
  const chosen = contracts.find(({ contract_id: id }) => id === search.contract)
  const known = { ...search, contract: chosen?.contract_id }
  const shown = chosen ? [chosen] : contracts
  return (
    <>
      <PageHeader
        title="Взаиморасчёты"
        subtitle="Задолженность, платежи, документы и акты сверки"
        actions={
          <>
            <Link
              to="/invoice"
              search={chosen ? { contract: chosen.contract_id } : {}}
              className={buttonClass({ look: 'primary' }, 'self-end')}
            >
              Выставить счёт
            </Link>
            {contracts.length > 1 && (
              <Select
                label="Договор"
                placeholder="Все договоры"
                items={contracts.map((contract) => ({ value: contract.contract_id, label: nameOf(contract) }))}
                value={chosen?.contract_id ?? null}
                onValueChange={(contract) => onChange({ contract: contract ?? undefined })}
              />
            )}
          </>
        }
      />
      <Tabs
        label="Разделы взаиморасчётов"
        value={search.tab ?? 'debts'}
        onValueChange={(tab) =>
          // Every tab starts with its default filters.
          onChange({ ...NOTHING, tab: tab === 'debts' ? undefined : tab })
        }
        tabs={[
          {
            value: 'debts',
            label: 'Расчёты',
            content: <Debts contracts={shown} search={known} onChange={onChange} payShipments={payShipments} />,
          },
          {
            value: 'documents',
            label: 'Документы',
            // The contract filter is above the tabs.
            content: <DocumentsRegister search={known} onChange={onChange} contracts={[]} />,
          },
          {
            value: 'reconciliations',
            label: 'Сверка',
            content: <ReconciliationsTab contracts={shown} search={known} onChange={onChange} />,
          },
          {
            value: 'month',
            label: 'Закрыть месяц',
            content: <MonthTab search={known} onChange={onChange} />,
          },
          { value: 'spend', label: 'Закупки', content: <SpendTab search={known} onChange={onChange} /> },
        ]}
      />
    </>
  )
}

/** Balances, due payments and movements of the contracts. */
function Debts({
  contracts: shown,
  search: known,
  onChange,
  payShipments,
}: FinancesProps & Props & { contracts: readonly SettledContract[] }) {
  return (
    <div className="flex flex-col gap-4">
      <AccountsNotice contracts={shown} />
      <BalanceTiles contracts={shown} />
      <AccountedPanel contracts={shown} />
      <UnpaidPanel
        search={known}
        isOfSeveral={shown.length > 1}
        isOwed={shown.some(({ debt_kop: debt }) => debt > 0)}
        payShipments={payShipments}
      />
      <InvoicesPanel search={known} isOfSeveral={shown.length > 1} />
      <MovementsPanel search={known} contracts={shown} onChange={onChange} />
    </div>
  )
}

/** Says that the books are in 1C, and how old its figures are. */
function AccountsNotice({ contracts }: { contracts: readonly SettledContract[] }) {
  const ofOneC = contracts.filter(({ accounting_mode: mode }) => mode === '1c')
  if (ofOneC.length === 0) return null
  const oldest = ofOneC
    .map(({ exchanged_at: at }) => at)
    .toSorted((one, other) => (one ?? '').localeCompare(other ?? ''))[0]
  return (
    <Notice>
      Учёт ведётся в 1С: здесь то, что из неё уже пришло{oldest ? `, по данным на ${moment(oldest)}` : ''}. Акт сверки —
      предварительный.
    </Notice>
  )
}
