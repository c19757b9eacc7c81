import { MAX_SHIPMENTS, type ReadyGroup } from '@artikul/contract/fulfilment/shipments'
import { counted } from '@artikul/contract/core/plural'
import { IconTruckDelivery } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { Suspense, useMemo, useState } from 'react'
import { deliveryRoutes } from '@artikul/contract/pricing/delivery'
import { Button, buttonClass } from '../../../ui/button.tsx'
import { DataTable } from '../../../ui/lists/data-table.tsx'
import { EmptyState } from '../../../ui/states/empty-state.tsx'
import { FilterField } from '../../../ui/fields/filter-field.tsx'
import { lazyWindow } from '../../../ui/windows/lazy-window.tsx'
import { PageHeader } from '../../../ui/lists/list-page.tsx'
import { QueryFallback } from '../../../ui/states/not-loaded.tsx'
import { Pages } from '../../../ui/lists/pages.tsx'
import { Panel } from '../../../ui/panel.tsx'
import { Select } from '../../../ui/fields/select.tsx'
import { query } from '../../../lib/api/query.ts'
import { readyColumns, sectionTitle } from './ready-columns.tsx'
import { readyGroupName, readyQuery, type ReadySearch } from './shipments.api.ts'

const route = getRouteApi('/shipments/ready')
const ShipDialog = lazyWindow(() => import('./ship-dialog.tsx'))

/** «Рейсы»: goods ready to ship, by delivery run. */
export default function ReadyPage() {
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const list = useQuery(readyQuery(search))
  const [selected, setSelected] = useState<Record<string, true>>({})
  const [shipped, setShipped] = useState<readonly ReadyGroup[] | null>(null)
  const change = (next: ReadySearch) =>
    void navigate({ search: (all) => ({ ...all, page: undefined, ...next }), replace: true })
  const rows = list.data?.results ?? []
  const chosen = rows.filter((row) => selected[readyGroupName(row)])
  return (
    <>
      <PageHeader
        title="Рейсы"
        subtitle="Что готово к отгрузке, по ближайшим рейсам"
        actions={
          <>
            <Link to="/goods-receipts" className={buttonClass()}>
              Приёмка
            </Link>
            <Link to="/orders" search={{ tab: 'shipments' }} className={buttonClass()}>
              Все отгрузки
            </Link>
          </>
        }
      />
      <ReadyFilters search={search} onChange={change} />
      {chosen.length > 0 && (
        <div className="mb-3 flex flex-wrap items-center gap-2" role="status">
          <Button
            look="primary"
            icon={<IconTruckDelivery size={16} />}
            disabled={chosen.length > MAX_SHIPMENTS}
            onClick={() => setShipped(chosen)}
          >
            Отгрузить готовое: {counted(chosen.length, 'точка', 'точки', 'точек')}
          </Button>
          <Button look="ghost" onClick={() => setSelected({})}>
            Снять выбор
          </Button>
          {chosen.length > MAX_SHIPMENTS && (
            <span className="text-sm text-text-2">За один раз — не больше {MAX_SHIPMENTS}</span>
          )}
        </div>
      )}
      {list.data && list.data.pagination.total_count > 0 ? (
        <Sections
          rows={rows}
          stale={list.isPlaceholderData}
          selected={selected}
          onSelectedChange={setSelected}
          onShip={(group) => setShipped([group])}
        />
      ) : (
        <Panel flush>
          {list.data ? (
            <NothingReady search={search} onReset={() => void navigate({ search: {} })} />
          ) : (
            <QueryFallback error={list.error} onRetry={list.refetch} />
          )}
        </Panel>
      )}
      <Pages query={list} search={search} onChange={change} />
      {shipped && (
        <Suspense>
          <ShipDialog
            groups={shipped}
            onClose={() => setShipped(null)}
            onShipped={() => {
              setShipped(null)
              setSelected({})
            }}
          />
        </Suspense>
      )}
    </>
  )
}

interface SectionsProps {
  rows: readonly ReadyGroup[]
  stale: boolean
  selected: Record<string, true>
  onSelectedChange: (selected: Record<string, true>) => void
  onShip: (group: ReadyGroup) => void
}

type Selected = Readonly<Record<string, true>>
const pick = (selected: Selected, isKept: (name: string) => boolean): Record<string, true> =>
  Object.fromEntries(Object.entries(selected).filter(([name]) => isKept(name)))
/** Limits the selection to the rows of one table: a foreign row would make the table appear partly selected. */
const ownOf = (groups: readonly ReadyGroup[], selected: Selected) =>
  pick(selected, (name) => groups.some((group) => readyGroupName(group) === name))
const without = (groups: readonly ReadyGroup[], selected: Selected) =>
  pick(selected, (name) => !groups.some((group) => readyGroupName(group) === name))

/** One table per delivery run, in the order of departure. */
function Sections({ rows, stale, selected, onSelectedChange, onShip }: SectionsProps) {
  const columns = useMemo(() => readyColumns(onShip), [onShip])
  return (
    <div className="flex flex-col gap-4">
      {[...Map.groupBy(rows, sectionTitle)].map(([title, groups]) => (
        <Panel key={title} title={title} flush>
          <DataTable
            label={title}
            columns={columns}
            rows={groups}
            rowId={readyGroupName}
            rowLabel={({ contractor, consignee }) => `${contractor}, ${consignee}`}
            selected={ownOf(groups, selected)}
            onSelectedChange={(own) => onSelectedChange({ ...without(groups, selected), ...own })}
            stale={stale}
          />
        </Panel>
      ))}
    </div>
  )
}

interface FiltersProps {
  search: ReadySearch
  onChange: (next: ReadySearch) => void
}

function ReadyFilters({ search, onChange }: FiltersProps) {
  const { data } = useQuery(query(deliveryRoutes.zones, {}, { select: ({ results }) => results }))
  return (
    <search className="mb-3 flex w-full flex-wrap items-end gap-2">
      <FilterField
        label="Покупатель или точка"
        className="w-full sm:w-80"
        maxLength={100}
        value={search.q}
        onCommit={(q) => onChange({ q })}
      />
      <Select
        label="Зона доставки"
        placeholder="Любая"
        className="w-full sm:w-60"
        items={(data ?? []).map(({ id, name }) => ({ value: id, label: name }))}
        value={search.zone_id ?? null}
        onValueChange={(zone) => onChange({ zone_id: zone ?? undefined })}
      />
    </search>
  )
}

const NothingReady = ({ search, onReset }: { search: ReadySearch; onReset: () => void }) =>
  search.q !== undefined || search.zone_id !== undefined ? (
    <EmptyState
      title="Под эти условия ничего не готово"
      text="Измените название или зону."
      action={<Button onClick={onReset}>Сбросить</Button>}
    />
  ) : (
    <EmptyState
      icon={<IconTruckDelivery size={32} stroke={1.5} />}
      title="Отгружать нечего"
      text="Сюда попадает то, что лежит в резерве на своих складах, пришло от поставщиков или собрано."
    />
  )
