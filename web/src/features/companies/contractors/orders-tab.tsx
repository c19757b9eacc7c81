import type { ContractorDetails } from '@artikul/contract/companies/contractors'
import { orderRoutes, type OrderItem } from '@artikul/contract/ordering/orders/orders'
import { useQuery } from '@tanstack/react-query'
import { IconPackages } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { moment, shortDay } from '../../../lib/text/format.ts'
import { buttonClass } from '../../../ui/button.tsx'
import { DataTable, type Column } from '../../../ui/lists/data-table.tsx'
import { OrderLink } from '../../../ui/files/document-link.tsx'
import { EmptyState } from '../../../ui/states/empty-state.tsx'
import { Money } from '../../../ui/text/money.tsx'
import { OrderStatusTags } from '../../../ui/text/order-status-tag.tsx'
import { QueryPanel } from '../../../ui/lists/query-panel.tsx'
import { query } from '../../../lib/api/query.ts'
import { CurrentCompany } from './registration/current-company.tsx'

/** Latest orders; the rest are in the list of orders. */
const latestOrdersQuery = (id: number) =>
  query(orderRoutes.list, { query: { page: 1, page_size: 50, contractor_id: id } })

const COLUMNS: readonly Column<OrderItem>[] = [
  {
    id: 'number',
    header: 'Номер',
    lead: true,
    opens: true,
    cell: ({ id, number }) => (
      <OrderLink id={id} className="font-semibold">
        № {number}
      </OrderLink>
    ),
  },
  { id: 'created_at', header: 'Дата', cell: ({ created_at }) => moment(created_at) },
  {
    id: 'status',
    header: 'Статус',
    cell: (order) => <OrderStatusTags order={order} />,
  },
  {
    id: 'expected',
    header: 'Ожидаем',
    cell: ({ expected_date }) => expected_date && shortDay(expected_date),
  },
  {
    id: 'total',
    header: 'Сумма, ₽',
    numeric: true,
    cell: ({ total_kop }) => <Money kop={total_kop} sign={false} className="font-semibold" />,
  },
]

interface Props {
  company: ContractorDetails
  staff: boolean
}

export function CompanyOrdersTab({ company, staff }: Props) {
  if (staff) return <LatestOrders company={company} />
  return (
    <CurrentCompany
      company={company}
      title="Заказы компании"
      text="Все заказы, их строки и статусы собраны в разделе «Заказы»."
      link={
        <Link to="/orders" className={buttonClass()}>
          <IconPackages size={16} aria-hidden="true" />
          Открыть заказы
        </Link>
      }
    />
  )
}

function LatestOrders({ company }: Pick<Props, 'company'>) {
  const orders = useQuery(latestOrdersQuery(company.id))
  const count = orders.data?.pagination.total_count ?? 0
  return (
    <QueryPanel
      title={count > 50 ? 'Последние заказы' : 'Заказы'}
      actions={
        count > 0 && (
          <Link to="/orders" search={{ contractor_id: company.id }} className={buttonClass({ size: 'sm' })}>
            Все заказы компании
          </Link>
        )
      }
      query={orders}
    >
      {({ results }) =>
        results.length === 0 ? (
          <EmptyState
            icon={<IconPackages size={32} stroke={1.5} />}
            title="Заказов пока нет"
            text="Здесь появятся заказы, которые оформит компания."
          />
        ) : (
          <DataTable label="Заказы компании" columns={COLUMNS} rows={results} rowId={({ id }) => String(id)} />
        )
      }
    </QueryPanel>
  )
}
