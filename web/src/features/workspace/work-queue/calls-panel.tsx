import { CALL_REASONS, callRoutes, type CallsReport } from '@artikul/contract/workspace/calls'
import { formatPercent } from '@artikul/contract/core/money'
import { counted } from '@artikul/contract/core/plural'
import { useQuery, keepPreviousData } from '@tanstack/react-query'
import { todayIso } from '../../../lib/text/format.ts'
import { DataTable, type Column } from '../../../ui/lists/data-table.tsx'
import { PeriodFields } from '../../../ui/dates/period-fields.tsx'
import { QueryPanel } from '../../../ui/lists/query-panel.tsx'
import { query } from '../../../lib/api/query.ts'
import type { WorkSearch } from './work-queue.api.ts'

const USUAL_DAYS = 30
const daysBefore = (day: string, days: number) =>
  new Date(Date.parse(day) - days * 86_400_000).toISOString().slice(0, 10)

const COLUMNS: readonly Column<CallsReport['reasons'][number]>[] = [
  { id: 'reason', header: 'Причина', lead: true, cell: ({ reason }) => CALL_REASONS[reason] },
  { id: 'count', header: 'Звонков', numeric: true, cell: ({ count }) => count.toLocaleString('ru-RU') },
  { id: 'share', header: 'Доля', numeric: true, cell: ({ share }) => formatPercent(share) },
]

/** Reasons of clients' calls in the last days or a chosen period. */
export function CallsPanel({ search, onChange }: { search: WorkSearch; onChange: (next: WorkSearch) => void }) {
  const to = search.to ?? todayIso()
  const from = search.from ?? daysBefore(to, USUAL_DAYS - 1)
  const report = useQuery(
    query(callRoutes.report, { query: { from, to } }, { placeholderData: keepPreviousData, staleTime: 0 }),
  )
  return (
    <QueryPanel title="Звонки клиентов" query={report} expected={3}>
      {({ total, reasons }) => (
        <>
          <div className="flex flex-wrap items-end gap-2 border-b border-hairline px-3 py-2" data-screen-only="">
            <PeriodFields from={from} to={to} onChange={onChange} />
            {total > 0 && <p className="py-2 text-sm text-text-2">{counted(total, 'звонок', 'звонка', 'звонков')}</p>}
          </div>
          {total === 0 ? (
            <p className="px-4 py-3 text-sm text-text-2">
              За эти дни звонков не записано. Когда клиент звонит, откройте его заказ и нажмите причину в «Звонок
              клиента».
            </p>
          ) : (
            <DataTable
              label="Звонки клиентов по причинам"
              columns={COLUMNS}
              rows={reasons.filter(({ count }) => count > 0)}
              rowId={({ reason }) => reason}
              stale={report.isPlaceholderData}
            />
          )}
        </>
      )}
    </QueryPanel>
  )
}
