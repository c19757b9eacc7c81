import {
  SUPPLIER_RETURN_STATES,
  type SupplierReturnItem,
  type SupplierReturnState,
} from '@artikul/contract/purchasing/supplier-returns'
import { IconTruckReturn } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { moment } from '../../../lib/text/format.ts'
import { Button } from '../../../ui/button.tsx'
import { FilterField } from '../../../ui/fields/filter-field.tsx'
import { SearchSelect } from '../../../ui/fields/search-select.tsx'
import { Select } from '../../../ui/fields/select.tsx'
import type { Column } from '../../../ui/lists/data-table.tsx'
import { PageHeader } from '../../../ui/lists/list-page.tsx'
import { PagedPanel } from '../../../ui/lists/paged-panel.tsx'
import { EmptyState } from '../../../ui/states/empty-state.tsx'
import { Money } from '../../../ui/text/money.tsx'
import { Tag } from '../../../ui/text/tag.tsx'
import { RETURN_TONES, returnSourcesQuery, returnsQuery, type ReturnsSearch } from './supplier-returns.api.ts'

const route = getRouteApi('/supplier-returns')
const STATES = Object.entries(SUPPLIER_RETURN_STATES).map(([value, label]) => ({
  value: value as SupplierReturnState,
  label,
}))

/** «Возвраты поставщикам»: goods of clients' claims on their way back to suppliers. */
export default function ReturnsPage() {
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const change = (next: ReturnsSearch) =>
    void navigate({ search: (all) => ({ ...all, page: undefined, ...next }), replace: true })
  const list = useQuery(returnsQuery(search))
  const { data: sources = [] } = useQuery(returnSourcesQuery)
  const isNarrowed = [search.state, search.supply_route_id, search.q].some((value) => value !== undefined)
  return (
    <>
      <PageHeader title="Возвраты поставщикам" subtitle="Товар по обращениям покупателей, который возвращаем сами" />
      <search className="mb-3 flex w-full flex-wrap items-end gap-2">
        <SearchSelect
          label="Поставщик"
          placeholder="Любой"
          className="w-full sm:w-72"
          items={sources.map(({ id, name }) => ({ value: id, label: name }))}
          value={search.supply_route_id ?? null}
          onValueChange={(id) => change({ supply_route_id: id ?? undefined })}
        />
        <Select
          label="Статус"
          placeholder="Любой"
          className="w-full sm:w-64"
          items={STATES}
          value={search.state ?? null}
          onValueChange={(state) => change({ state: state ?? undefined })}
        />
        <FilterField
          label="Конец номера"
          className="w-full sm:w-40"
          maxLength={30}
          value={search.q}
          onCommit={(q) => change({ q })}
        />
      </search>
      <PagedPanel
        label="Возвраты поставщикам"
        columns={COLUMNS}
        query={list}
        rowId={({ id }) => String(id)}
        empty={
          isNarrowed ? (
            <EmptyState
              title="Таких возвратов нет"
              action={
                <Button onClick={() => change({ state: undefined, supply_route_id: undefined, q: undefined })}>
                  Показать все
                </Button>
              }
            />
          ) : (
            <EmptyState
              icon={<IconTruckReturn size={32} stroke={1.5} />}
              title="Возвратов поставщикам ещё не было"
              text="Откройте обращение покупателя и нажмите «Вернуть поставщику»: строки, фото и цены закупки перейдут сами."
            />
          )
        }
        search={search}
        onChange={change}
      />
    </>
  )
}

const COLUMNS: readonly Column<SupplierReturnItem>[] = [
  {
    id: 'number',
    header: 'Возврат',
    lead: true,
    opens: true,
    cell: ({ id, number, created_at }) => (
      <span className="block lg:py-1.5">
        <Link to="/supplier-returns/$id" params={{ id: String(id) }} className="font-semibold quiet-link">
          {number}
        </Link>
        <span className="block text-xs text-text-2">{moment(created_at)}</span>
      </span>
    ),
  },
  { id: 'source', header: 'Поставщик', width: 'w-1/5', cell: ({ source }) => source.name },
  {
    id: 'claim',
    header: 'Обращение',
    width: 'w-1/5',
    cell: ({ claim, contractor }) => (
      <span className="block lg:py-1.5">
        <Link to="/claims/$id" params={{ id: String(claim.id) }} className="quiet-link">
          {claim.number}
        </Link>
        <span className="block text-xs text-text-2">{contractor}</span>
      </span>
    ),
  },
  {
    id: 'state',
    header: 'Статус',
    cell: ({ state }) => <Tag tone={RETURN_TONES[state]}>{SUPPLIER_RETURN_STATES[state]}</Tag>,
  },
  { id: 'lines', header: 'Строк', numeric: true, cell: ({ lines_count }) => lines_count },
  { id: 'total', header: 'Сумма закупки', numeric: true, cell: ({ total_kop }) => <Money kop={total_kop} /> },
  {
    id: 'credited',
    header: 'Зачтено',
    numeric: true,
    cell: ({ credited_kop: kop }) => kop !== null && <Money kop={kop} />,
  },
]
