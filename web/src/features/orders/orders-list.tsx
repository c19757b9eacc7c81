import { useQuery } from '@tanstack/react-query'
import type { OrderItem } from '@artikul/contract/orders'
import { useState } from 'react'
import { Link } from '@tanstack/react-router'
import { IconPackages } from '@tabler/icons-react'
import { useHasRole } from '../../lib/current-session.ts'
import { moment, shortDay } from '../../lib/format.ts'
import { Button, buttonClass } from '../../ui/button.tsx'
import type { Column, Sort } from '../../ui/data-table.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ListTable } from '../../ui/list-table.tsx'
import { Money } from '../../ui/money.tsx'
import { Pages } from '../../ui/pages.tsx'
import { Panel } from '../../ui/panel.tsx'
import { StatusTag } from './order-status.tsx'
import { CopyOrders } from './copy-orders.tsx'
import { OrdersFilters } from './orders-filters.tsx'
import { ordersQuery, type OrdersSearch } from './orders.api.ts'
import type { TabProps } from './orders-tabs.ts'
import { useCompanyName } from './use-company-name.ts'

const COLUMNS: readonly Column<OrderItem>[] = [
  {
    id: 'number',
    header: 'Номер',
    lead: true,
    cell: (order) => (
      <Link
        to="/orders/$id"
        params={{ id: String(order.id) }}
        className="font-semibold whitespace-nowrap underline decoration-hairline underline-offset-2 hover:decoration-current"
      >
        № {order.number}
      </Link>
    ),
  },
  {
    id: 'created_at',
    header: 'Дата',
    sortable: true,
    cell: (order) => <span className="whitespace-nowrap">{moment(order.created_at)}</span>,
  },
  { id: 'status', header: 'Статус', cell: (order) => <StatusTag status={order.status} /> },
  { id: 'client_number', header: 'Ваш номер', cell: (order) => order.client_number },
  { id: 'contractor', header: 'Покупатель', cell: (order) => order.contractor },
  { id: 'consignee', header: 'Грузополучатель', cell: (order) => order.consignee },
  {
    id: 'expected',
    header: 'Ожидаем',
    cell: (order) => order.expected_date && shortDay(order.expected_date),
  },
  { id: 'lines', header: 'Строк', numeric: true, cell: (order) => order.lines_count },
  {
    id: 'total',
    header: 'Сумма, ₽',
    numeric: true,
    sortable: true,
    cell: (order) => <Money kop={order.total_kop} sign={false} className="font-semibold" />,
  },
  {
    id: 'invoice',
    header: 'Счёт',
    cell: (order) =>
      order.has_invoice ? (
        <Link
          to="/order-invoice/$id"
          params={{ id: String(order.id) }}
          className="underline decoration-hairline underline-offset-2 hover:decoration-current"
        >
          Открыть<span className="sr-only"> счёт к заказу № {order.number}</span>
        </Link>
      ) : null,
  },
]

/** All of one buyer, who is named above the list: in the header for a client, in the filter for staff. */
const OWN_COLUMNS = COLUMNS.filter(({ id }) => id !== 'contractor')

const toSort = (sort: OrdersSearch['sort'] = '-created_at'): Sort => ({
  id: sort.replace('-', ''),
  desc: sort.startsWith('-'),
})

export function OrdersList({ search, onChange, onReset }: TabProps) {
  const staff = useHasRole('ArtikulOrderManager', 'ArtikulWarrantyManager')
  const list = useQuery(ordersQuery(search))
  const company = useCompanyName(search.contractor_id, list.isPlaceholderData ? undefined : list.data?.results)
  const [selected, setSelected] = useState<Record<string, true>>({})
  const chosen = list.data?.results.filter(({ id }) => selected[id]) ?? []
  return (
    <>
      <div className="mb-3 flex flex-wrap items-end gap-2" data-screen-only="">
        <OrdersFilters search={search} company={company} onChange={onChange} />
      </div>
      <Panel flush>
        {chosen.length > 0 && <CopyOrders orders={chosen} onClear={() => setSelected({})} />}
        <ListTable
          label="Заказы"
          columns={staff && search.contractor_id === undefined ? COLUMNS : OWN_COLUMNS}
          query={list}
          rowId={(order) => String(order.id)}
          rowLabel={(order) => `заказ № ${order.number}`}
          selected={selected}
          onSelectedChange={setSelected}
          sort={toSort(search.sort)}
          onSortChange={({ id, desc }) =>
            onChange({ sort: `${desc ? '-' : ''}${id}` as NonNullable<OrdersSearch['sort']> })
          }
          empty={<NoOrders search={search} onReset={onReset} />}
        />
      </Panel>
      <Pages query={list} search={search} onChange={onChange} />
    </>
  )
}

function NoOrders({ search, onReset }: { search: OrdersSearch; onReset: () => void }) {
  const { q, status, consignee, contractor_id, from, to } = search
  return [q, status, consignee, contractor_id, from, to].some((value) => value !== undefined) ? (
    <EmptyState
      title="Под эти условия заказов нет"
      text="Измените поиск или период."
      action={<Button onClick={onReset}>Сбросить</Button>}
    />
  ) : (
    <EmptyState
      icon={<IconPackages size={32} stroke={1.5} />}
      title="Заказов пока нет"
      text="Найдите детали в каталоге, добавьте их в корзину и оформите заказ."
      action={
        <Link to="/catalog" className={buttonClass({ look: 'primary' })}>
          Перейти в каталог
        </Link>
      }
    />
  )
}
