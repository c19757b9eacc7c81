import { MAX_ARCHIVED } from '@artikul/contract/billing/documents'
import { isMonthReady, type MonthClose } from '@artikul/contract/billing/month-close'
import { counted } from '@artikul/contract/core/plural'
import { IconCircleCheck, IconFileText } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { documentsArchive } from '../../../lib/queries/documents-query.ts'
import { monthText, todayIso } from '../../../lib/text/format.ts'
import { Select } from '../../../ui/fields/select.tsx'
import { FileButton } from '../../../ui/files/file-button.tsx'
import { Notice } from '../../../ui/hints/notice.tsx'
import { Panel } from '../../../ui/panel.tsx'
import { EmptyState } from '../../../ui/states/empty-state.tsx'
import { QueryFallback } from '../../../ui/states/not-loaded.tsx'
import { MonthContractPanel } from './month-contract.tsx'
import { monthOf, monthQuery, type FinancesProps, type FinancesSearch } from './settlements.api.ts'

/** Months to choose from, the current one first. */
const MONTHS = 12

function monthsUpTo(today: string, chosen: string): string[] {
  const month = new Date(`${today.slice(0, 7)}-01T00:00:00Z`)
  const months = Array.from({ length: MONTHS }, () => {
    const name = month.toISOString().slice(0, 7)
    month.setUTCMonth(month.getUTCMonth() - 1)
    return name
  })
  return months.includes(chosen) ? months : [chosen, ...months]
}

/** «Закрыть месяц»: what the accountant has to check and to download, by contract. */
export function MonthTab({ search, onChange }: FinancesProps) {
  const { data, error, refetch, isPlaceholderData } = useQuery(monthQuery(search))
  const month = monthOf(search)
  const today = todayIso()
  return (
    <div className="flex flex-col gap-4" aria-busy={isPlaceholderData}>
      <div className="flex flex-wrap items-end justify-between gap-3">
        <search>
          <Select
            label="Месяц"
            items={monthsUpTo(today, month).map((value) => ({ value, label: monthText(value) }))}
            value={month}
            onValueChange={(value) => onChange({ from: `${value ?? month}-01` })}
          />
        </search>
        {data && <MonthArchive month={data} search={search} />}
      </div>
      {month >= today.slice(0, 7) && <Notice>Месяц ещё идёт: документы могут добавиться.</Notice>}
      {data ? (
        <Contracts month={data} />
      ) : (
        <Panel flush>
          <QueryFallback error={error} onRetry={refetch} rows={8} />
        </Panel>
      )}
    </div>
  )
}

const countOf = ({ contracts }: MonthClose) =>
  contracts.reduce((sum, { documents }) => sum + Object.values(documents).reduce((all, one) => all + one, 0), 0)

const documentsText = (count: number) => counted(count, 'документ', 'документа', 'документов')

function MonthArchive({ month, search }: { month: MonthClose; search: FinancesSearch }) {
  const { from, to } = month
  const count = countOf(month)
  if (count === 0) return null
  return (
    <div className="flex flex-wrap items-center gap-3">
      {count > MAX_ARCHIVED && (
        <p className="text-sm text-text-2">
          {documentsText(count)}: больше {MAX_ARCHIVED}, выберите договор.
        </p>
      )}
      <FileButton
        name={`Документы за ${monthText(from.slice(0, 7))}.zip`}
        file={() => documentsArchive({ from, to, contract: search.contract })}
        disabled={count > MAX_ARCHIVED}
        busyText="Собираем архив…"
      >
        Скачать архив за месяц
      </FileButton>
    </div>
  )
}

function Contracts({ month }: { month: MonthClose }) {
  const { contracts } = month
  if (contracts.length === 0)
    return (
      <Panel flush>
        <EmptyState
          icon={<IconFileText size={32} stroke={1.5} />}
          title="В этом месяце документов нет"
          text="Выберите другой месяц: здесь будут обороты, недостающие документы и сверка."
        />
      </Panel>
    )
  return (
    <>
      {contracts.every(isMonthReady) && (
        <Panel flush>
          <EmptyState
            icon={<IconCircleCheck size={32} stroke={1.5} className="text-success" />}
            title="Всё готово: месяц можно закрывать"
            text={`Проверено: ${documentsText(countOf(month))}, ${counted(contracts.length, 'договор', 'договора', 'договоров')}. УПД и корректировки на месте, получение подтверждено, расхождений в сверке нет.`}
          />
        </Panel>
      )}
      {contracts.map((contract) => (
        <MonthContractPanel
          key={contract.contract_id}
          contract={contract}
          period={{ from: month.from, to: month.to }}
        />
      ))}
    </>
  )
}
