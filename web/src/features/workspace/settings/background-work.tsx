import {
  QUEUES,
  JOB_NAMES,
  WORK_STATES,
  type Queue,
  type QueueItem,
  type JobStatus,
} from '@artikul/contract/workspace/background-jobs'
import { IconSettingsAutomation } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { moment } from '../../../lib/text/format.ts'
import { DataTable, type Column } from '../../../ui/lists/data-table.tsx'
import { EmptyState } from '../../../ui/states/empty-state.tsx'
import { QueryPanel } from '../../../ui/lists/query-panel.tsx'
import { Tag, type Tone } from '../../../ui/text/tag.tsx'
import { backgroundWorkQuery, type SettingsSearch } from './settings.api.ts'

const TONES: Record<JobStatus['state'], Tone> = {
  running: 'info',
  waiting: 'success',
  failing: 'accent',
  overdue: 'warn',
}

/** Pages for failed items; `null` when there is none. */
const DESKS: Record<Queue, SettingsSearch | null> = {
  emails: { tab: 'mail', state: 'failed' },
  price_imports: { tab: 'price-lists', import_state: 'interrupted' },
  price_exports: null,
  supplier_orders: { tab: 'supplier-orders', requires_action: true },
  name_words: null,
  webhooks: null,
}

function Failed({ queue, failed }: QueueItem) {
  if (failed === 0) return 'нет'
  const desk = DESKS[queue]
  return desk === null ? (
    <Tag tone="accent">{failed}</Tag>
  ) : (
    <Link to="/settings" search={desk} className="font-semibold text-accent quiet-link">
      {failed}
      <span className="sr-only">: {QUEUES[queue].toLowerCase()}, открыть</span>
    </Link>
  )
}

const QUEUE_COLUMNS: readonly Column<QueueItem>[] = [
  { id: 'queue', header: 'Очередь', lead: true, cell: ({ queue }) => QUEUES[queue] },
  { id: 'waiting', header: 'Ждут', numeric: true, cell: ({ waiting }) => waiting },
  { id: 'oldest', header: 'Самое старое', cell: ({ oldest_at: at }) => at && moment(at) },
  { id: 'failed', header: 'Требуют внимания', numeric: true, cell: Failed },
]

const SECOND_MS = 1000
const MINUTE_MS = 60 * SECOND_MS

/** «раз в 5 с», «раз в 10 мин», «раз в 1 ч». */
function everyText(ms: number): string {
  if (ms < MINUTE_MS) return `раз в ${Math.round(ms / SECOND_MS)} с`
  return ms < 60 * MINUTE_MS
    ? `раз в ${Math.round(ms / MINUTE_MS)} мин`
    : `раз в ${Math.round(ms / (60 * MINUTE_MS))} ч`
}

const tookText = (ms: number) =>
  ms < SECOND_MS ? `${ms} мс` : `${(ms / SECOND_MS).toLocaleString('ru-RU', { maximumFractionDigits: 1 })} с`

const WORK_COLUMNS: readonly Column<JobStatus>[] = [
  { id: 'work', header: 'Задача', lead: true, cell: ({ work }) => JOB_NAMES[work] },
  {
    id: 'state',
    header: 'Статус',
    cell: ({ state, failures }) => (
      <Tag tone={TONES[state]}>
        {WORK_STATES[state]}
        {state === 'failing' && failures > 1 && ` × ${failures}`}
      </Tag>
    ),
  },
  { id: 'every', header: 'Начинается', cell: ({ every_ms: ms }) => everyText(ms) },
  { id: 'ended', header: 'Закончена', cell: ({ ended_at: at }) => at && moment(at) },
  { id: 'next', header: 'Следующая', cell: ({ next_at: at }) => at && moment(at) },
  { id: 'took', header: 'Длительность', numeric: true, cell: ({ ended_at: at, took_ms: ms }) => at && tookText(ms) },
  { id: 'failed', header: 'Не удалось', numeric: true, cell: ({ failed }) => failed || 'нет' },
  { id: 'error', header: 'Последняя ошибка', cell: ({ error }) => <span className="break-words">{error}</span> },
]

/** Background jobs and queues: waiting, failed, and the status of each job. */
export function BackgroundWork() {
  const work = useQuery(backgroundWorkQuery)
  return (
    <div className="flex flex-col gap-4">
      <QueryPanel title="Очереди" query={work}>
        {({ queues }) => (
          <DataTable label="Очереди" columns={QUEUE_COLUMNS} rows={queues} rowId={({ queue }) => queue} />
        )}
      </QueryPanel>
      <QueryPanel title="Задачи" query={work}>
        {({ works }) =>
          works.length > 0 ? (
            <DataTable label="Задачи" columns={WORK_COLUMNS} rows={works} rowId={({ work: name }) => name} />
          ) : (
            <EmptyState
              icon={<IconSettingsAutomation size={32} stroke={1.5} />}
              title="Ни одна задача ещё не начата"
              text="Сервер начинает их сразу после запуска."
            />
          )
        }
      </QueryPanel>
    </div>
  )
}
