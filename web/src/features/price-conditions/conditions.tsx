import type { Condition } from '@artikul/contract/price-condition'
import { useMutation, useQuery } from '@tanstack/react-query'
import { IconDiscount, IconDownload, IconPlus, IconUpload } from '@tabler/icons-react'
import { lazy, Suspense, useMemo, useState, type ReactNode } from 'react'
import { messageOf } from '../../lib/api-error.ts'
import { useHasRight } from '../../lib/current-session.ts'
import { saveBlob } from '../../lib/download.ts'
import { Button } from '../../ui/button.tsx'
import { DataTable } from '../../ui/data-table.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { SkeletonRows } from '../../ui/skeleton.tsx'
import { toast } from '../../ui/toast.ts'
import { BulkBar } from './bulk-bar.tsx'
import { conditionColumns } from './condition-columns.tsx'
import { copyOf, draftOf, newDraft, type ConditionDraft } from './condition-draft.ts'
import { targetText } from './condition-words.ts'
import { ConditionsFilters } from './conditions-filters.tsx'
import { Pages } from './pages.tsx'
import { conditionsQuery, exportConditions, type ConditionsSearch } from './price-conditions.api.ts'

const ConditionDialog = lazy(() => import('./condition-dialog.tsx'))
const ImportDialog = lazy(() => import('./import-dialog.tsx'))

interface Props {
  search: ConditionsSearch
  onChange: (next: ConditionsSearch) => void
  onReset: () => void
}

interface Opened {
  condition: Condition | null
  initial: ConditionDraft
}

/** The list of conditions with all that can be done with them. */
export function Conditions({ search, onChange, onReset }: Props) {
  const mayWrite = useHasRight('prices')
  const { data, error, isPlaceholderData, refetch } = useQuery(conditionsQuery(search))
  const [open, setOpen] = useState<Opened | 'file' | null>(null)
  const [chosen, setChosen] = useState<Record<string, true>>({})
  const columns = useMemo(
    () =>
      conditionColumns({
        onOpen: mayWrite ? (condition) => setOpen({ condition, initial: draftOf(condition) }) : null,
        onCopy: (condition) => setOpen({ condition: null, initial: copyOf(condition) }),
      }),
    [mayWrite],
  )
  const rows = data?.results ?? []
  const selected = rows.filter(({ id }) => chosen[id])
  const change = (next: ConditionsSearch) => {
    setChosen({})
    onChange(next)
  }
  const add = mayWrite ? () => setOpen({ condition: null, initial: newDraft() }) : null
  const close = () => setOpen(null)
  return (
    <>
      <div className="mb-3 flex flex-wrap items-end justify-between gap-2" data-screen-only="">
        <ConditionsFilters search={search} onChange={change} />
        <Actions search={search} onAdd={add} onFile={() => setOpen('file')} />
      </div>
      <div className="rounded-lg border border-hairline bg-surface">
        {mayWrite && selected.length > 0 && <BulkBar conditions={selected} onDone={() => setChosen({})} />}
        {rows.length > 0 && (
          <DataTable
            label="Ценовые условия"
            columns={columns}
            rows={rows}
            rowId={({ id }) => String(id)}
            rowLabel={targetText}
            stale={isPlaceholderData}
            {...(mayWrite && { selected: chosen, onSelectedChange: setChosen })}
          />
        )}
        {rows.length === 0 && (
          <Nothing error={data ? null : error} isLoading={!data && !error} onRetry={() => void refetch()}>
            <NoConditions search={search} onAdd={add} onReset={onReset} />
          </Nothing>
        )}
      </div>
      <Pages search={search} total={data?.pagination.total_count ?? 0} onChange={change} />
      <Suspense>
        {open === 'file' && <ImportDialog onClose={close} />}
        {open !== null && open !== 'file' && <ConditionDialog {...open} onClose={close} />}
      </Suspense>
    </>
  )
}

interface NothingProps {
  error: Error | null
  isLoading: boolean
  onRetry: () => void
  /** What an empty list says. */
  children: ReactNode
}

function Nothing({ error, isLoading, onRetry, children }: NothingProps) {
  if (isLoading) return <SkeletonRows count={14} />
  return error ? <ErrorState error={error} onRetry={onRetry} /> : children
}

interface ActionsProps {
  search: ConditionsSearch
  onAdd: (() => void) | null
  onFile: () => void
}

function Actions({ search, onAdd, onFile }: ActionsProps) {
  const exporting = useMutation({
    mutationFn: () => exportConditions(search),
    onSuccess: (file) => saveBlob(file, 'Ценовые условия.xlsx'),
    onError: (error) => toast({ severity: 'error', summary: 'Файл не получен', detail: messageOf(error) }),
  })
  return (
    <div className="flex flex-wrap gap-2">
      <Button icon={<IconDownload size={16} />} busy={exporting.isPending} onClick={() => exporting.mutate()}>
        Скачать XLSX
      </Button>
      {onAdd && (
        <>
          <Button icon={<IconUpload size={16} />} onClick={onFile}>
            Загрузить из файла
          </Button>
          <Button look="primary" icon={<IconPlus size={16} />} onClick={onAdd}>
            Добавить условие
          </Button>
        </>
      )}
    </div>
  )
}

interface EmptyProps {
  search: ConditionsSearch
  onAdd: (() => void) | null
  onReset: () => void
}

function NoConditions({ search: { q, scope, effect, state }, onAdd, onReset }: EmptyProps) {
  if (q !== undefined || scope !== undefined || effect !== undefined || state !== undefined)
    return (
      <EmptyState
        title="Под эти фильтры условий нет"
        text="Измените поиск или состояние."
        action={<Button onClick={onReset}>Сбросить</Button>}
      />
    )
  return (
    <EmptyState
      icon={<IconDiscount size={32} stroke={1.5} />}
      title="Условий пока нет"
      text="Все покупатели видят цены своих колонок. Условие меняет цену для покупателя или группы: наценкой, скидкой или ценой артикула."
      action={onAdd && <Button onClick={onAdd}>Добавить условие</Button>}
    />
  )
}
