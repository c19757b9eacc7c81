import { consigneeRoutes, type ConsigneeItem } from '@artikul/contract/companies/consignees'
import type { Reply } from '@artikul/contract/core/route'
import { useQuery, type UseQueryResult } from '@tanstack/react-query'
import { IconFileSpreadsheet, IconFileUpload, IconMapPins, IconPlus } from '@tabler/icons-react'
import { getRouteApi } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import { useMay } from '../../../lib/session/current-session.ts'
import { saveBlob } from '../../../lib/api/download.ts'
import { useIsWide } from '../../../lib/browser/use-media.ts'
import { Button } from '../../../ui/button.tsx'
import { EmptyState } from '../../../ui/states/empty-state.tsx'
import { lazyWindow } from '../../../ui/windows/lazy-window.tsx'
import { ListPage } from '../../../ui/lists/list-page.tsx'
import { PagedTable } from '../../../ui/lists/paged-table.tsx'
import { Pages } from '../../../ui/lists/pages.tsx'
import { Tabs } from '../../../ui/tabs.tsx'
import { toastRefusal } from '../../../ui/hints/toast.ts'
import { useApiMutation } from '../../../lib/api/use-api-mutation.ts'
import { consigneeColumns } from './consignee-columns.tsx'
import { consigneesListQuery, type ConsigneesSearch } from './consignees.api.ts'
import { ConsigneesFilters } from './consignees-filters.tsx'

const ConsigneeForm = lazy(() => import('./consignee-form.tsx'))
const ConsigneesListDialog = lazyWindow(() => import('./consignees-list-dialog.tsx'))
const ConsigneesMap = lazy(() => import('./consignees-map.tsx'))
const route = getRouteApi('/consignees')

export default function ConsigneesPage() {
  const { view, ...search } = route.useSearch()
  const navigate = route.useNavigate()
  const points = useQuery(consigneesListQuery(search))
  const isWide = useIsWide()
  const [opened, setOpened] = useState<ConsigneeItem | 'new' | null>(null)
  const [selectedId, setSelectedId] = useState<number | null>(null)
  const items = points.data?.results ?? NO_ITEMS
  const total = points.data?.pagination.total_count ?? 0
  const open = (id: number) => setOpened(items.find((item) => item.id === id) ?? null)
  const change = (next: ConsigneesSearch) =>
    void navigate({ search: (all) => ({ ...all, page: undefined, ...next }), replace: true })
  const look = (next: 'list' | 'map') =>
    void navigate({ search: (all) => ({ ...all, view: next === 'map' ? next : undefined }), replace: true })

  const list = (
    <PointsList
      query={points}
      search={search}
      selectedId={selectedId}
      onOpen={open}
      onSelect={(id) => {
        setSelectedId(id)
        if (!isWide) look('map')
      }}
      onReset={() => void navigate({ search: {}, replace: true })}
    />
  )
  const map = (className: string) =>
    total > 0 && (
      <Suspense fallback={<div className={`skeleton rounded-lg ${className}`} />}>
        <ConsigneesMap
          items={items}
          selectedId={selectedId}
          onSelect={setSelectedId}
          onOpen={open}
          className={className}
        />
      </Suspense>
    )
  return (
    <div className="flex items-start gap-4">
      <div className="min-w-0 flex-1">
        <ListPage
          title="Грузополучатели"
          actions={<Actions search={search} onAdd={() => setOpened('new')} onMade={() => void points.refetch()} />}
          filters={<ConsigneesFilters search={search} onChange={change} />}
          footer={<Pages query={points} search={search} onChange={change} />}
        >
          {isWide ? (
            list
          ) : (
            <Tabs
              label="Вид"
              value={view ?? 'list'}
              onValueChange={look}
              tabs={[
                { value: 'list', label: 'Список', content: list },
                { value: 'map', label: 'Карта', content: <div className="px-3 pb-3">{map('h-[60dvh]')}</div> },
              ]}
            />
          )}
        </ListPage>
      </div>
      {isWide && total > 0 && (
        <aside
          aria-label="Карта"
          className="sticky top-[4.5rem] max-h-[calc(100dvh-5.5rem)] w-[38%] flex-none overflow-y-auto"
        >
          {map('h-[calc(100dvh-14rem)]')}
        </aside>
      )}
      {opened !== null && (
        <Suspense>
          <ConsigneeForm
            item={opened === 'new' ? null : (items.find(({ id }) => id === opened.id) ?? opened)}
            onClose={() => setOpened(null)}
          />
        </Suspense>
      )}
    </div>
  )
}

const NO_ITEMS: readonly ConsigneeItem[] = []

interface PointsListProps {
  query: UseQueryResult<Reply<typeof consigneeRoutes.list>>
  search: ConsigneesSearch
  selectedId: number | null
  onOpen: (id: number) => void
  onSelect: (id: number) => void
  onReset: () => void
}

function PointsList({ query, search, onReset, ...handlers }: PointsListProps) {
  return (
    <PagedTable
      label="Грузополучатели"
      columns={consigneeColumns(handlers)}
      query={query}
      rowId={({ id }) => String(id)}
      expected={12}
      empty={<NothingFound search={search} onReset={onReset} />}
    />
  )
}

interface ActionsProps {
  search: ConsigneesSearch
  onAdd: () => void
  onMade: () => void
}

function Actions({ search, onAdd, onMade }: ActionsProps) {
  const mayChange = useMay('change_points')
  const [isListOpen, setListOpen] = useState(false)
  const file = useApiMutation(consigneeRoutes.export, {
    onSuccess: (blob) => saveBlob(blob, 'Грузополучатели.xlsx'),
    onError: toastRefusal('Файл не скачан'),
  })
  return (
    <>
      <Button
        icon={<IconFileSpreadsheet size={16} />}
        busy={file.isPending}
        onClick={() => file.mutate({ query: { q: search.q, archived: search.archived } })}
      >
        Выгрузить XLSX
      </Button>
      {mayChange && (
        <>
          <Button icon={<IconFileUpload size={16} />} onClick={() => setListOpen(true)}>
            Загрузить из файла
          </Button>
          <Button look="primary" icon={<IconPlus size={16} />} onClick={onAdd}>
            Добавить точку
          </Button>
        </>
      )}
      {isListOpen && (
        <Suspense>
          <ConsigneesListDialog onClose={() => setListOpen(false)} onMade={onMade} />
        </Suspense>
      )}
    </>
  )
}

function NothingFound({ search, onReset }: { search: ConsigneesSearch; onReset: () => void }) {
  if (search.q !== undefined || search.page !== undefined)
    return (
      <EmptyState
        title="Под эти условия точек нет"
        text="Измените слова поиска."
        action={<Button onClick={onReset}>Сбросить</Button>}
      />
    )
  if (search.archived) return <EmptyState title="В архиве пусто" text="Сюда попадают точки, по которым были заказы." />
  return (
    <EmptyState
      icon={<IconMapPins size={32} stroke={1.5} />}
      title="Точек пока нет"
      text="Добавьте точку, куда привозить заказы, или загрузите список из файла."
    />
  )
}
