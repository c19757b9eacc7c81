import type { PriceConditionTerms } from '@artikul/contract/pricing/price-condition'
import { useQuery } from '@tanstack/react-query'
import { IconDiscount, IconDownload, IconPlus, IconUpload } from '@tabler/icons-react'
import { Suspense, useMemo, useState } from 'react'
import { priceConditionRoutes } from '@artikul/contract/pricing/price-conditions'
import { useHasRight } from '../../../lib/session/current-session.ts'
import { saveBlob } from '../../../lib/api/download.ts'
import { Button } from '../../../ui/button.tsx'
import { EmptyState } from '../../../ui/states/empty-state.tsx'
import { lazyWindow } from '../../../ui/windows/lazy-window.tsx'
import { PagedTable } from '../../../ui/lists/paged-table.tsx'
import { Pages } from '../../../ui/lists/pages.tsx'
import { Panel } from '../../../ui/panel.tsx'
import { toastRefusal } from '../../../ui/hints/toast.ts'
import { useApiMutation } from '../../../lib/api/use-api-mutation.ts'
import { BulkBar } from './bulk-bar.tsx'
import { conditionColumns } from './condition-columns.tsx'
import { copyOf, conditionDraftOf, newConditionDraft, type ConditionDraft } from './condition-draft.ts'
import { targetText } from './condition-words.ts'
import { ConditionsFilters } from './conditions-filters.tsx'
import { conditionsQuery, conditionsFilter, type ConditionsSearch } from './price-conditions.api.ts'

const ConditionDialog = lazyWindow(() => import('./condition-dialog.tsx'))
const ImportDialog = lazyWindow(() => import('./import-dialog.tsx'))

interface Props {
  search: ConditionsSearch
  onChange: (next: ConditionsSearch) => void
  onReset: () => void
}

interface Opened {
  condition: PriceConditionTerms | null
  initial: ConditionDraft
}

/** List of conditions with their actions. */
export function Conditions({ search, onChange, onReset }: Props) {
  const mayWrite = useHasRight('prices')
  const list = useQuery(conditionsQuery(search))
  const [open, setOpen] = useState<Opened | 'file' | null>(null)
  const [chosen, setChosen] = useState<Record<string, true>>({})
  const columns = useMemo(
    () =>
      conditionColumns({
        onOpen: mayWrite ? (condition) => setOpen({ condition, initial: conditionDraftOf(condition) }) : null,
        onCopy: (condition) => setOpen({ condition: null, initial: copyOf(condition) }),
      }),
    [mayWrite],
  )
  const selected = list.data?.results.filter(({ id }) => chosen[id]) ?? []
  const change = (next: ConditionsSearch) => {
    setChosen({})
    onChange(next)
  }
  const add = mayWrite ? () => setOpen({ condition: null, initial: newConditionDraft() }) : null
  const close = () => setOpen(null)
  return (
    <>
      <div className="mb-3 flex flex-wrap items-end justify-between gap-2" data-screen-only="">
        <ConditionsFilters search={search} onChange={change} />
        <Actions search={search} onAdd={add} onFile={() => setOpen('file')} />
      </div>
      <Panel flush>
        {mayWrite && selected.length > 0 && <BulkBar conditions={selected} onDone={() => setChosen({})} />}
        <PagedTable
          label="Ценовые условия"
          columns={columns}
          query={list}
          rowId={({ id }) => String(id)}
          rowLabel={targetText}
          empty={<NoConditions search={search} onAdd={add} onReset={onReset} />}
          {...(mayWrite && { selected: chosen, onSelectedChange: setChosen })}
        />
      </Panel>
      <Pages query={list} search={search} onChange={change} />
      <Suspense>
        {open === 'file' && <ImportDialog onClose={close} />}
        {open !== null && open !== 'file' && <ConditionDialog {...open} onClose={close} />}
      </Suspense>
    </>
  )
}

interface ActionsProps {
  search: ConditionsSearch
  onAdd: (() => void) | null
  onFile: () => void
}

function Actions({ search, onAdd, onFile }: ActionsProps) {
  const exporting = useApiMutation(priceConditionRoutes.export, {
    onSuccess: (file) => saveBlob(file, 'Ценовые условия.xlsx'),
    onError: toastRefusal('Файл не получен'),
  })
  return (
    <div className="flex flex-wrap gap-2">
      <Button
        icon={<IconDownload size={16} />}
        busy={exporting.isPending}
        onClick={() => exporting.mutate({ query: conditionsFilter(search) })}
      >
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
        text="Измените поиск или статус."
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
