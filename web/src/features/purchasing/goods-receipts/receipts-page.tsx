import type { ReceiptItem } from '@artikul/contract/purchasing/goods-receipts'
import { RECEIPT_STATES, type ReceiptState } from '@artikul/contract/purchasing/receipt-states'
import { formatQty } from '@artikul/contract/core/money'
import { IconPackageImport, IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { Suspense, useState } from 'react'
import { day, moment, shortName } from '../../../lib/text/format.ts'
import { Button } from '../../../ui/button.tsx'
import type { Column } from '../../../ui/lists/data-table.tsx'
import { EmptyState } from '../../../ui/states/empty-state.tsx'
import { FilterField } from '../../../ui/fields/filter-field.tsx'
import { lazyWindow } from '../../../ui/windows/lazy-window.tsx'
import { PageHeader } from '../../../ui/lists/list-page.tsx'
import { SearchSelect } from '../../../ui/fields/search-select.tsx'
import { Select } from '../../../ui/fields/select.tsx'
import { Tabs } from '../../../ui/tabs.tsx'
import { Tag } from '../../../ui/text/tag.tsx'
import { PagedPanel } from '../../../ui/lists/paged-panel.tsx'
import { Expected } from './expected.tsx'
import { receiptsQuery, receiptSuppliersQuery, type ReceiptsSearch } from './goods-receipts.api.ts'
import { ReceiptStateTag } from './receipt-words.tsx'

const route = getRouteApi('/goods-receipts')
const NewReceiptDialog = lazyWindow(() => import('./new-receipt-dialog.tsx'))

/** «Приёмка»: deliveries of suppliers and expected goods. */
export default function ReceiptsPage() {
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const [isNew, setIsNew] = useState(false)
  const change = (next: ReceiptsSearch) =>
    void navigate({ search: (all) => ({ ...all, page: undefined, ...next }), replace: true })
  return (
    <>
      <PageHeader
        title="Приёмка"
        subtitle="Товар от поставщиков: что пришло и чего ждём"
        actions={
          <Button look="primary" icon={<IconPlus size={16} />} onClick={() => setIsNew(true)}>
            Новая приёмка
          </Button>
        }
      />
      <Tabs
        label="Приёмка"
        value={search.tab ?? 'receipts'}
        onValueChange={(tab) => change({ tab: tab === 'receipts' ? undefined : tab })}
        tabs={[
          { value: 'receipts', label: 'Приёмки', content: <Receipts search={search} onChange={change} /> },
          { value: 'expected', label: 'Ожидается', content: <Expected search={search} onChange={change} /> },
        ]}
      />
      {isNew && (
        <Suspense>
          <NewReceiptDialog supplyRouteId={search.supply_route_id ?? null} onClose={() => setIsNew(false)} />
        </Suspense>
      )}
    </>
  )
}

const STATES = Object.entries(RECEIPT_STATES).map(([value, label]) => ({ value: value as ReceiptState, label }))

interface Props {
  search: ReceiptsSearch
  onChange: (next: ReceiptsSearch) => void
}

function Receipts({ search, onChange }: Props) {
  const list = useQuery(receiptsQuery(search))
  const { data: suppliers = [] } = useQuery(receiptSuppliersQuery)
  const isNarrowed = [search.supply_route_id, search.state, search.q].some((value) => value !== undefined)
  const showAll = () => onChange({ supply_route_id: undefined, state: undefined, q: undefined })
  return (
    <>
      <search className="mb-3 flex w-full flex-wrap items-end gap-2">
        <SearchSelect
          label="Поставщик"
          placeholder="Любой"
          className="w-full sm:w-72"
          items={suppliers.map(({ id, name }) => ({ value: id, label: name }))}
          value={search.supply_route_id ?? null}
          onValueChange={(id) => onChange({ supply_route_id: id ?? undefined })}
        />
        <FilterField
          label="Конец номера УПД"
          className="w-full sm:w-48"
          maxLength={50}
          value={search.q}
          onCommit={(q) => onChange({ q })}
        />
        <Select
          label="Статус"
          placeholder="Любой"
          className="w-full sm:w-48"
          items={STATES}
          value={search.state ?? null}
          onValueChange={(state) => onChange({ state: state ?? undefined })}
        />
      </search>
      <PagedPanel
        label="Приёмки"
        columns={COLUMNS}
        query={list}
        rowId={({ id }) => String(id)}
        empty={
          isNarrowed ? (
            <EmptyState title="Таких приёмок нет" action={<Button onClick={showAll}>Показать все</Button>} />
          ) : (
            <EmptyState
              icon={<IconPackageImport size={32} stroke={1.5} />}
              title="Приёмок ещё не было"
              text="Когда придёт товар, нажмите «Новая приёмка», укажите поставщика и его УПД и сосчитайте, что пришло."
            />
          )
        }
        search={search}
        onChange={onChange}
      />
    </>
  )
}

const COLUMNS: readonly Column<ReceiptItem>[] = [
  {
    id: 'number',
    header: 'УПД',
    lead: true,
    opens: true,
    cell: ({ id, number, made_on }) => (
      <span className="block lg:py-1.5">
        <Link to="/goods-receipts/$id" params={{ id: String(id) }} className="font-semibold quiet-link">
          № {number}
        </Link>
        <span className="block text-xs text-text-2">от {day(made_on)}</span>
      </span>
    ),
  },
  { id: 'source', header: 'Поставщик', width: 'w-1/4', cell: ({ source }) => source.name },
  { id: 'state', header: 'Статус', cell: ({ state }) => <ReceiptStateTag state={state} /> },
  {
    id: 'lines',
    header: 'Строк',
    numeric: true,
    cell: ({ state, lines_count: all, counted_count: done }) =>
      state === 'draft' && done < all ? `${formatQty(done)} из ${formatQty(all)}` : formatQty(all),
  },
  {
    id: 'differences',
    header: 'Расхождения',
    cell: ({ short_count: short, surplus_count: surplus }) => (
      <span className="flex flex-wrap gap-1">
        {short > 0 && <Tag tone="warn">Недостача: {short}</Tag>}
        {surplus > 0 && <Tag tone="warn">Излишек: {surplus}</Tag>}
      </span>
    ),
  },
  {
    id: 'who',
    header: 'Кто и когда',
    cell: ({ created_by, created_at, posted_at }) => (
      <span className="block whitespace-nowrap lg:py-1.5">
        {shortName(created_by)}
        <span className="block text-xs text-text-2">{moment(posted_at ?? created_at)}</span>
      </span>
    ),
  },
]
