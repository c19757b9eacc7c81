import type { ListRow } from '@artikul/contract/ordering/bulk-order-rows'
import { listRoutes, type List } from '@artikul/contract/ordering/bulk-orders'
import { counted } from '@artikul/contract/core/plural'
import { IconDownload } from '@tabler/icons-react'
import { getRouteApi } from '@tanstack/react-router'
import { Suspense, useMemo, useState } from 'react'
import { messageOf } from '../../../lib/api/api-error.ts'
import { saveBlob } from '../../../lib/api/download.ts'
import { Button } from '../../../ui/button.tsx'
import { CountChips } from '../../../ui/lists/count-chips.tsx'
import { EmptyState } from '../../../ui/states/empty-state.tsx'
import { lazyWithPreload } from '../../../ui/windows/lazy-with-preload.ts'
import { PageHeader } from '../../../ui/lists/list-page.tsx'
import { Panel } from '../../../ui/panel.tsx'
import { toast } from '../../../ui/hints/toast.ts'
import { call } from '../../../lib/api/call.ts'
import { countShown, isShown, shownText, type Shown } from './list-rows-shown.ts'
import { BulkOrderTable } from './bulk-order-table.tsx'
import { ListTotals } from './list-totals.tsx'
import { useBulkOrderProgress } from './bulk-orders.api.ts'
import { LayoutSummary } from './layout-summary.tsx'
import { Strategies } from './strategies.tsx'
import { useListOnline } from './use-list-online.ts'

const route = getRouteApi('/search-by-document')
const [RowOffersDialog] = lazyWithPreload(() => import('./row-offers-dialog.tsx'))

/** A list with the offers found for it. */
export function ListView({ list }: { list: List }) {
  const { show } = route.useSearch()
  const done = useBulkOrderProgress(list)
  const [chosen, setChosen] = useState<ListRow | null>(null)
  const rows = useMemo(() => list.rows.filter((row) => isShown(row, show)), [list.rows, show])
  const isDone = done === null
  const online = useListOnline(list.id, isDone && list.rows_count > 0)
  return (
    <>
      <PageHeader
        title={list.name}
        subtitle={counted(list.rows_count, 'строка', 'строки', 'строк')}
        crumbs={[{ label: 'Заказ по списку', to: '/search-by-document' }, { label: list.name }]}
        actions={isDone && list.rows_count > 0 && <AnswerButton list={list} />}
      />
      <div className="flex flex-col gap-3">
        <LayoutSummary list={list} />
        {!isDone && <Progress done={done} of={list.rows_count} />}
        {list.rows_count === 0 && (
          <Panel flush>
            <EmptyState title="В списке нет строк" text="Проверьте лист, заголовок и столбцы: «Исправить столбцы»." />
          </Panel>
        )}
        {isDone && list.rows_count > 0 && (
          <>
            <Strategies list={list} />
            <Filters rows={list.rows} shown={show} />
            <BulkOrderTable list={list} rows={rows} online={online} onChoose={setChosen} />
            <ListTotals list={list} />
          </>
        )}
      </div>
      {chosen && (
        <Suspense>
          <RowOffersDialog
            bulkOrderId={list.id}
            row={chosen}
            online={online.get(chosen.position)}
            onClose={() => setChosen(null)}
          />
        </Suspense>
      )}
    </>
  )
}

function Progress({ done, of }: { done: number; of: number }) {
  const share = of === 0 ? 100 : Math.round((done / of) * 100)
  return (
    <div className="rounded-lg border border-hairline bg-surface p-4">
      <p role="status" className="mb-2 text-sm">
        Ищем: {done.toLocaleString('ru-RU')} из {counted(of, 'строки', 'строк', 'строк')}. Страницу можно закрыть:
        список останется в «Моих списках».
      </p>
      <div
        role="progressbar"
        aria-label="Поиск по списку"
        aria-valuenow={share}
        aria-valuemin={0}
        aria-valuemax={100}
        className="h-2 overflow-hidden rounded-full bg-group"
      >
        <div className="h-full bg-primary transition-[width]" style={{ width: `${share}%` }} />
      </div>
    </div>
  )
}

function AnswerButton({ list }: { list: List }) {
  const [busy, setBusy] = useState(false)
  const download = async () => {
    setBusy(true)
    try {
      saveBlob(
        await call(listRoutes.file, { params: { id: list.id } }),
        `${list.name.replace(/\.[a-z0-9]{1,5}$/i, '')} — ответ.xlsx`,
      )
    } catch (error) {
      toast({ severity: 'error', summary: 'Файл не получен', detail: messageOf(error) })
    } finally {
      setBusy(false)
    }
  }
  return (
    <Button busy={busy} icon={<IconDownload size={16} />} onClick={() => void download()}>
      Файл с ответом
    </Button>
  )
}

function Filters({ rows, shown }: { rows: readonly ListRow[]; shown: Shown | undefined }) {
  const navigate = route.useNavigate()
  const counts = useMemo(() => countShown(rows), [rows])
  return (
    <CountChips<Shown | 'all'>
      label="Показать строки"
      chips={counts.map(({ shown: one, count }) => ({ value: one ?? 'all', label: shownText(one), count }))}
      value={shown ?? 'all'}
      onValueChange={(value) =>
        void navigate({ search: (before) => ({ ...before, show: value === 'all' ? undefined : value }), replace: true })
      }
    />
  )
}
