import { keysOf } from '@artikul/contract/core/keys'
import { MAX_TASKS_PER_KIND, MAX_TASKS_OF_KIND } from '@artikul/contract/workspace/work-queue'
import { workKindsFor, WORK_KINDS, WORK_SCOPES, type WorkScope } from '@artikul/contract/workspace/work-kinds'
import { IconCircleCheck } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useSession } from '../../../lib/session/current-session.ts'
import { rolesOf } from '../../../lib/session/session.ts'
import { Button } from '../../../ui/button.tsx'
import { CountChips } from '../../../ui/lists/count-chips.tsx'
import { DataTable } from '../../../ui/lists/data-table.tsx'
import { EmptyState } from '../../../ui/states/empty-state.tsx'
import { QueryFallback } from '../../../ui/states/not-loaded.tsx'
import { Panel } from '../../../ui/panel.tsx'
import { CallsPanel } from './calls-panel.tsx'
import { WORK_COLUMNS } from './work-item.tsx'
import { workQuery, type WorkSearch } from './work-queue.api.ts'

interface Props {
  search: WorkSearch
  onChange: (next: WorkSearch) => void
}

/** «Мой день»: tasks that wait for a manager, most urgent first, and the reasons of clients' calls. */
export default function WorkQueueTab({ search, onChange }: Props) {
  const { user } = useSession()
  const { scope = 'mine', work } = search
  const { data, error, refetch, isPlaceholderData } = useQuery(workQuery(search))
  const kinds = user ? workKindsFor(rolesOf(user), user.rights) : []
  const shown = kinds.filter((kind) => data?.counts[kind] !== 0 || kind === work)
  return (
    <div className="flex flex-col gap-4">
      <div className="flex flex-col gap-3" data-screen-only="">
        <CountChips
          label="Чья работа"
          chips={keysOf(WORK_SCOPES).map((value) => ({ value, label: WORK_SCOPES[value] }))}
          value={scope}
          onValueChange={(value) => onChange({ scope: value === 'mine' ? undefined : value })}
        />
        {kinds.length > 1 && (
          <CountChips
            label="Что ждёт"
            most={MAX_TASKS_OF_KIND}
            chips={[
              { value: 'all', label: 'Всё' },
              ...shown.map((value) => ({ value, label: WORK_KINDS[value], count: data?.counts[value] })),
            ]}
            value={work ?? 'all'}
            onValueChange={(value) => onChange({ work: value === 'all' ? undefined : value })}
          />
        )}
      </div>
      <Panel flush>
        {!data ? (
          <QueryFallback error={error} onRetry={refetch} rows={8} />
        ) : data.results.length === 0 ? (
          <NoWork search={search} onChange={onChange} />
        ) : (
          <DataTable
            label="Мой день"
            view="Мой день"
            columns={WORK_COLUMNS}
            rows={data.results}
            rowId={({ kind, id }) => `${kind} ${id}`}
            stale={isPlaceholderData}
          />
        )}
        {data?.has_more && (
          <p className="border-t border-hairline px-3 py-2 text-sm text-text-2">
            {work === undefined
              ? `Показаны ${MAX_TASKS_PER_KIND} самых срочных каждого вида: остальные видны в своём виде.`
              : `Показаны ${MAX_TASKS_OF_KIND} самых срочных: остальные появятся, когда эти будут сделаны.`}
          </p>
        )}
      </Panel>
      <CallsPanel search={search} onChange={onChange} />
    </div>
  )
}

const NOTHING: Record<WorkScope, string> = {
  mine: 'У ваших покупателей сейчас ничего не ждёт.',
  unowned: 'У покупателей без менеджера сейчас ничего не ждёт.',
  all: 'Сейчас ничего не ждёт.',
}

function NoWork({ search: { scope = 'mine', work }, onChange }: Props) {
  return (
    <EmptyState
      icon={<IconCircleCheck size={32} stroke={1.5} />}
      title={work === undefined ? 'Всё разобрано' : 'Здесь всё разобрано'}
      text={NOTHING[scope]}
      action={
        work !== undefined ? (
          <Button onClick={() => onChange({ work: undefined })}>Показать всё</Button>
        ) : (
          scope !== 'all' && <Button onClick={() => onChange({ scope: 'all' })}>Показать всех покупателей</Button>
        )
      }
    />
  )
}
