import { profileRoutes, type SessionItem } from '@artikul/contract/identity/profile'
import { useQuery } from '@tanstack/react-query'
import { moment } from '../../../lib/text/format.ts'
import { Button } from '../../../ui/button.tsx'
import { confirm } from '../../../ui/windows/confirm.tsx'
import { DataTable, type Column } from '../../../ui/lists/data-table.tsx'
import { QueryPanel } from '../../../ui/lists/query-panel.tsx'
import { Tag } from '../../../ui/text/tag.tsx'
import { toast, toastRefusal, toastDone } from '../../../ui/hints/toast.ts'
import { query } from '../../../lib/api/query.ts'
import { useApiMutation } from '../../../lib/api/use-api-mutation.ts'

const columns = (onEnd: (item: SessionItem) => void): readonly Column<SessionItem>[] => [
  {
    id: 'device',
    header: 'Устройство',
    lead: true,
    cell: (item) => (
      <span className="inline-flex flex-wrap items-center gap-2 font-semibold">
        {item.device} {item.is_current && <Tag tone="success">Эта сессия</Tag>}
      </span>
    ),
  },
  { id: 'address', header: 'Адрес', cell: (item) => item.address },
  { id: 'created', header: 'Начата', cell: (item) => moment(item.created_at) },
  { id: 'seen', header: 'Последнее действие', cell: (item) => moment(item.seen_at) },
  {
    id: 'end',
    header: 'Действие',
    cell: (item) =>
      !item.is_current && (
        <Button size="sm" onClick={() => onEnd(item)}>
          Завершить<span className="sr-only"> сессию: {item.device}</span>
        </Button>
      ),
  },
]

/** Settings of ending sessions: the list is refreshed after success and failure. */
const ENDING = { invalidates: ['user/sessions'], onError: toastRefusal('Сессия не завершена') } as const

export function Sessions() {
  const sessions = useQuery(query(profileRoutes.sessions, {}, { staleTime: 0 }))
  const one = useApiMutation(profileRoutes.endSession, { ...ENDING, onSuccess: toastDone('Сессия завершена') })
  const others = useApiMutation(profileRoutes.endOtherSessions, {
    ...ENDING,
    onSuccess: ({ ended }) => toast({ severity: 'success', summary: `Завершено сессий: ${ended}` }),
  })
  const askOne = async (item: SessionItem) => {
    const text = `${item.device}, ${item.address}. На этом устройстве придётся войти снова.`
    if (await confirm({ title: 'Завершить сессию?', text })) one.mutate({ params: { id: item.id } })
  }
  const askOthers = async () => {
    const text = 'На всех остальных устройствах придётся войти снова.'
    if (await confirm({ title: 'Завершить все остальные сессии?', text })) others.mutate()
  }
  return (
    <QueryPanel
      title="Сессии"
      query={sessions}
      expected={3}
      actions={
        sessions.data &&
        sessions.data.results.length > 1 && (
          <Button size="sm" busy={others.isPending} onClick={() => void askOthers()}>
            Завершить остальные
          </Button>
        )
      }
    >
      {({ results }) => (
        <DataTable
          label="Сессии"
          columns={columns((item) => void askOne(item))}
          rows={results}
          rowId={(item) => String(item.id)}
        />
      )}
    </QueryPanel>
  )
}
