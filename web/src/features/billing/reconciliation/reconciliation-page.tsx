import { counted } from '@artikul/contract/core/plural'
import { reconciliationRoutes, type Reconciliation } from '@artikul/contract/billing/reconciliation'
import { IconRefresh, IconTable, IconTrash } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { Suspense, useState } from 'react'
import { useHasRight, useHasRole } from '../../../lib/session/current-session.ts'
import { day, moment, roubles } from '../../../lib/text/format.ts'
import { Button } from '../../../ui/button.tsx'
import { confirm } from '../../../ui/windows/confirm.tsx'
import { EmptyState } from '../../../ui/states/empty-state.tsx'
import { lazyWindow } from '../../../ui/windows/lazy-window.tsx'
import { PageHeader } from '../../../ui/lists/list-page.tsx'
import { QueryFallback } from '../../../ui/states/not-loaded.tsx'
import { Notice } from '../../../ui/hints/notice.tsx'
import { Panel } from '../../../ui/panel.tsx'
import { query } from '../../../lib/api/query.ts'
import { useApiMutation, useInvalidate } from '../../../lib/api/use-api-mutation.ts'
import { toastRefusal, toastDone } from '../../../ui/hints/toast.ts'
import { RECONCILIATION_KEYS } from '../../../lib/queries/reconciliations-query.ts'
import { DifferencesPanel, type DifferencesSearch } from './differences-panel.tsx'

const ColumnsDialog = lazyWindow(() => import('./columns-dialog.tsx'))
const route = getRouteApi('/reconciliations/$id')
const TAB = { tab: 'reconciliations' }

/** One reconciliation: the parsed file, the balances at both ends of the period, and the differences. */
export default function ReconciliationPage() {
  const isOther = useHasRole('ArtikulWarrantyManager')
  const isManager = useHasRole('ArtikulOrderManager')
  const isAccountant = useHasRight('accountant')
  if (!isOther || isManager || isAccountant) return <Read />
  return (
    <>
      <PageHeader title="Сверка" />
      <Panel>
        <EmptyState title="Раздел для бухгалтера" text="Право «Бухгалтер» даёт администратор портала." />
      </Panel>
    </>
  )
}

function Read() {
  const { id } = route.useParams()
  const isStaff = useHasRole('ArtikulOrderManager', 'ArtikulWarrantyManager')
  const list = { label: 'Взаиморасчёты', to: isStaff ? '/settlements' : '/finances', search: TAB }
  const { data, error, refetch } = useQuery(query(reconciliationRoutes.get, { params: { id } }))
  if (!data)
    return (
      <>
        <PageHeader title="Сверка" crumbs={[list, { label: 'Сверка' }]} />
        <Panel flush>
          <QueryFallback error={error} onRetry={refetch} />
        </Panel>
      </>
    )
  const period = `${day(data.from)}–${day(data.to)}`
  return (
    <>
      <PageHeader
        crumbs={[list, { label: period }]}
        title={`Сверка за ${period}`}
        subtitle={[isStaff && data.contractor, `договор ${data.contract}`, data.file_name].filter(Boolean).join(', ')}
        actions={<Actions reconciliation={data} />}
      />
      <Loaded key={data.id} reconciliation={data} />
    </>
  )
}

function Actions({ reconciliation }: { reconciliation: Reconciliation }) {
  const { id, may_change: mayChange } = reconciliation
  const [readsColumns, setReadsColumns] = useState(false)
  const navigate = useNavigate()
  const onError = toastRefusal('Не сохранено')
  const again = useApiMutation(reconciliationRoutes.match, {
    invalidates: RECONCILIATION_KEYS,
    onSuccess: toastDone('Сверено заново'),
    onError,
  })
  const refresh = useInvalidate(...RECONCILIATION_KEYS)
  const remove = useApiMutation(reconciliationRoutes.remove, {
    onSuccess: () => {
      void navigate({ to: '/finances', search: { tab: 'reconciliations' } })
      void refresh()
    },
    onError,
  })
  const askToRemove = async () => {
    const isSure = await confirm({
      title: 'Удалить сверку?',
      text: 'Файл и найденные расхождения исчезнут.',
      dangerous: true,
    })
    if (isSure) remove.mutate({ params: { id } })
  }
  return (
    <>
      {mayChange && (
        <Button icon={<IconTrash size={16} />} busy={remove.isPending} onClick={() => void askToRemove()}>
          Удалить
        </Button>
      )}
      {mayChange && (
        <Button icon={<IconTable size={16} />} onClick={() => setReadsColumns(true)}>
          Столбцы
        </Button>
      )}
      <Button icon={<IconRefresh size={16} />} busy={again.isPending} onClick={() => again.mutate({ params: { id } })}>
        Сверить заново
      </Button>
      {readsColumns && (
        <Suspense>
          <ColumnsDialog reconciliation={reconciliation} onClose={() => setReadsColumns(false)} />
        </Suspense>
      )}
    </>
  )
}

function Loaded({ reconciliation }: { reconciliation: Reconciliation }) {
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const onChange = (next: DifferencesSearch) =>
    void navigate({ search: (known) => ({ ...known, page: undefined, ...next }), replace: true })
  return (
    <div className="flex flex-col gap-4">
      {reconciliation.rows_count === 0 ? (
        <Notice tone="warn">
          В файле не нашлось документов за этот период.{' '}
          {reconciliation.may_change && 'Проверьте, как прочитаны столбцы: кнопка «Столбцы» выше.'}
        </Notice>
      ) : (
        <Balances reconciliation={reconciliation} />
      )}
      <DifferencesPanel reconciliation={reconciliation} search={search} onChange={onChange} />
      <Passed reconciliation={reconciliation} />
    </div>
  )
}

/** A negative debt is an advance. */
function balanceText(kop: number): string {
  if (kop === 0) return 'долга нет'
  return kop < 0 ? `аванс ${roubles(-kop)}` : `долг ${roubles(kop)}`
}

function Balances({ reconciliation }: { reconciliation: Reconciliation }) {
  const { opening, closing, matched_count: matched, rows_count: rows, by, matched_at: at } = reconciliation
  return (
    <dl className="grid grid-cols-1 gap-3 sm:grid-cols-3">
      <End name="На начало периода" end="начало" {...opening} />
      <End name="На конец периода" end="конец" {...closing} />
      <Tile
        name="Сошлось полностью"
        value={counted(matched, 'документ', 'документа', 'документов')}
        note={`из ${rows} в файле. Сверено ${moment(at)}, ${by}`}
      />
    </dl>
  )
}

interface EndProps {
  name: string
  end: 'начало' | 'конец'
  ours_kop: number
  theirs_kop: number | null
}

function End({ name, end, ours_kop: ours, theirs_kop: theirs }: EndProps) {
  if (theirs === null)
    return <Tile name={name} value={balanceText(ours)} note={`Это данные поставщика: в файле нет остатка на ${end}`} />
  const by = Math.abs(ours - theirs)
  return (
    <Tile
      name={name}
      value={by === 0 ? 'Сходится' : `Расхождение ${roubles(by)}`}
      isUrgent={by !== 0}
      note={by === 0 ? balanceText(ours) : `У поставщика ${balanceText(ours)}, у покупателя ${balanceText(theirs)}`}
    />
  )
}

const Tile = (tile: { name: string; value: string; note: string; isUrgent?: boolean }) => (
  <div className="rounded-lg border border-hairline bg-surface px-4 py-3">
    <dt className="text-sm text-text-2">{tile.name}</dt>
    <dd>
      <span className={`text-lg font-semibold tabular-nums ${tile.isUrgent ? 'text-accent' : ''}`}>{tile.value}</span>
      <span className="block text-sm text-text-2">{tile.note}</span>
    </dd>
  </div>
)

/** Lists the rows of the file that are not documents, so that no row is dropped silently. */
function Passed({ reconciliation: { passed } }: { reconciliation: Reconciliation }) {
  if (passed.length === 0) return null
  return (
    <details className="rounded-lg border border-hairline bg-surface px-4 py-3 text-sm">
      <summary className="cursor-pointer font-medium">
        Не сверялось: {counted(passed.length, 'строка файла', 'строки файла', 'строк файла')}
      </summary>
      <ul className="mt-3 flex flex-col gap-1.5">
        {passed.map(({ row_number: row, why, text }) => (
          <li key={row} className="break-words">
            <span className="text-text-2">
              Строка {row}, {why}:
            </span>{' '}
            {text}
          </li>
        ))}
      </ul>
    </details>
  )
}
