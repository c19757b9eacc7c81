import { SUPPLIER_ORDER_STATES, type SupplierOrderState } from '@artikul/contract/purchasing/supplier-order-states'
import { useQuery } from '@tanstack/react-query'
import { IconTruckDelivery } from '@tabler/icons-react'
import { useMemo } from 'react'
import { supplierOrderRoutes } from '@artikul/contract/purchasing/supplier-orders'
import { Checkbox } from '../../../ui/fields/checkbox.tsx'
import { Button } from '../../../ui/button.tsx'
import { EmptyState } from '../../../ui/states/empty-state.tsx'
import { SearchSelect } from '../../../ui/fields/search-select.tsx'
import { Select } from '../../../ui/fields/select.tsx'
import { pageQuery } from '../../../lib/api/query.ts'
import { PagedPanel } from '../../../ui/lists/paged-panel.tsx'
import { orderColumns } from './order-columns.tsx'
import { SupplierOrderView } from './order-view.tsx'
import { Queues } from './queues.tsx'
import { queuesQuery, type SupplierOrdersProps } from './supplier-orders.api.ts'

const STATES = Object.entries(SUPPLIER_ORDER_STATES).map(([value, label]) => ({
  value: value as SupplierOrderState,
  label,
}))

/** «Заказы поставщикам»: procurement queues by supplier, sent orders, and one order with its lines. */
export default function SupplierOrders({ search, onChange }: SupplierOrdersProps) {
  const { supplier_order_id: id } = search
  if (id !== undefined)
    return (
      <SupplierOrderView
        key={id}
        id={id}
        onBack={() => onChange({ supplier_order_id: undefined, page: search.page })}
      />
    )
  return (
    <div className="flex flex-col gap-3">
      <Queues onOpen={(next) => onChange({ supplier_order_id: next })} />
      <Filters search={search} onChange={onChange} />
      <Orders search={search} onChange={onChange} />
    </div>
  )
}

function Filters({ search, onChange }: SupplierOrdersProps) {
  const { data: queues = [] } = useQuery(queuesQuery)
  return (
    <search
      className="grid items-end gap-2 sm:grid-cols-[minmax(12rem,20rem)_12rem_auto] sm:justify-start"
      data-screen-only=""
    >
      <SearchSelect
        label="Поставщик"
        placeholder="Любой"
        items={queues.map(({ source }) => ({ value: source.id, label: source.name }))}
        value={search.supply_route_id ?? null}
        onValueChange={(id) => onChange({ supply_route_id: id ?? undefined })}
      />
      <Select
        label="Статус заказа"
        placeholder="Любой"
        items={STATES}
        value={search.supplier_state ?? null}
        onValueChange={(state) => onChange({ supplier_state: state ?? undefined })}
      />
      <Checkbox
        label="Только требующие внимания"
        className="min-h-9"
        checked={search.requires_action ?? false}
        onCheckedChange={(only) => onChange({ requires_action: only || undefined })}
      />
    </search>
  )
}

function Orders({ search, onChange }: SupplierOrdersProps) {
  const { page, page_size, supply_route_id, supplier_state: state, requires_action } = search
  const list = useQuery(
    pageQuery(supplierOrderRoutes.list, {
      query: { page, page_size, supply_route_id, state, requires_action: requires_action && '1' },
    }),
  )
  const columns = useMemo(() => orderColumns((id) => onChange({ supplier_order_id: id, page })), [onChange, page])
  const isNarrowed = [search.supply_route_id, search.supplier_state, search.requires_action].some(
    (value) => value !== undefined,
  )
  const showAll = () => onChange({ supply_route_id: undefined, supplier_state: undefined, requires_action: undefined })
  return (
    <PagedPanel
      title="Отправленные заказы"
      label="Заказы поставщикам"
      columns={columns}
      query={list}
      rowId={({ id }) => String(id)}
      empty={
        isNarrowed ? (
          <EmptyState title="Таких заказов нет" action={<Button onClick={showAll}>Показать все</Button>} />
        ) : (
          <EmptyState
            icon={<IconTruckDelivery size={32} stroke={1.5} />}
            title="Заказов поставщикам ещё не было"
            text="Строки клиентских заказов не с нашего склада собираются здесь сами и уходят поставщикам по их условиям."
          />
        )
      }
      search={search}
      onChange={onChange}
    />
  )
}
