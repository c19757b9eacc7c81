import type { SessionItem } from '@artikul/contract/identity/profile'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { messageOf } from '../../../lib/api/api-error.ts'
import { moment } from '../../../lib/text/format.ts'
import { Button } from '../../../ui/button.tsx'
import { confirm } from '../../../ui/windows/confirm.tsx'
import { DataTable, type Column } from '../../../ui/lists/data-table.tsx'
import { QueryPanel } from '../../../ui/lists/query-panel.tsx'
import { Tag } from '../../../ui/text/tag.tsx'
import { toast } from '../../../ui/hints/toast.ts'
import { endOtherSessions, endSession, sessionsQuery } from './profile.api.ts'

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

/** Ends sessions, shows the outcome and refreshes the list after success and failure. */
function useEnding<T, R>(end: (what: T) => Promise<R>, summary: (reply: R) => string) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: end,
    onSuccess: (reply) => toast({ severity: 'success', summary: summary(reply) }),
    onError: (error) => toast({ severity: 'error', summary: 'Сессия не завершена', detail: messageOf(error) }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: sessionsQuery.queryKey }),
  })
}

export function Sessions() {
  const sessions = useQuery(sessionsQuery)
  const one = useEnding(endSession, () => 'Сессия завершена')
  const others = useEnding(endOtherSessions, ({ ended }) => `Завершено сессий: ${ended}`)
  const askOne = async (item: SessionItem) => {
    const text = `${item.device}, ${item.address}. На этом устройстве придётся войти снова.`
    if (await confirm({ title: 'Завершить сессию?', text })) one.mutate(item.id)
  }
  const askOthers = async () => {
    const text = 'На всех остальных устройствах придётся войти снова.'
    if (await confirm({ title: 'Завершить все остальные сессии?', text })) others.mutate(undefined)
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
