import type { ClaimableShipment } from '@artikul/contract/fulfilment/claim-goods'
import { IconTruckDelivery } from '@tabler/icons-react'
import { useQuery, keepPreviousData } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { claimRoutes } from '@artikul/contract/fulfilment/claims'
import { day } from '../../../lib/text/format.ts'
import { Button } from '../../../ui/button.tsx'
import type { Column } from '../../../ui/lists/data-table.tsx'
import { DataTable } from '../../../ui/lists/data-table.tsx'
import { EmptyState } from '../../../ui/states/empty-state.tsx'
import { FilterField } from '../../../ui/fields/filter-field.tsx'
import { PageHeader } from '../../../ui/lists/list-page.tsx'
import { ScanButton, useCanScan } from '../../../ui/files/scan-button.tsx'
import { QueryFallback } from '../../../ui/states/not-loaded.tsx'
import { Panel } from '../../../ui/panel.tsx'
import { query, detached } from '../../../lib/api/query.ts'
import { NewClaimForm } from './new-claim-form.tsx'

const route = getRouteApi('/claims/new')
const LIST = { label: 'Возвраты и рекламации', to: '/claims' }

export default function NewClaimPage() {
  const { shipment } = route.useSearch()
  return shipment === undefined ? <Choosing /> : <Chosen key={shipment} shipmentId={shipment} />
}

/** A claim refers to a shipment, so the user finds the shipment first. */
function Choosing() {
  const { q, order, line } = route.useSearch()
  const navigate = route.useNavigate()
  const canScan = useCanScan()
  const list = useQuery(
    query(
      claimRoutes.shipments,
      { query: { q, order_id: order } },
      { select: ({ results }) => results, placeholderData: keepPreviousData },
    ),
  )
  return (
    <>
      <PageHeader
        title="Новое обращение"
        subtitle="Выберите отгрузку, о товарах которой обращение"
        crumbs={[LIST, { label: 'Новое обращение' }]}
      />
      <div className="mb-3 flex flex-wrap items-end gap-2">
        <FilterField
          label="Артикул, штрихкод или номер отгрузки"
          placeholder="Можно конец номера: 123"
          className="w-full sm:w-80"
          maxLength={100}
          value={q}
          onCommit={(text) => void navigate({ search: text ? { q: text } : {}, replace: true })}
        />
        {canScan && <ScanButton onFound={(number) => void navigate({ search: { q: number }, replace: true })} />}
        {order !== undefined && (
          <Button onClick={() => void navigate({ search: {}, replace: true })}>Все отгрузки</Button>
        )}
      </div>
      <Panel flush>
        {!list.data && <QueryFallback error={list.error} onRetry={list.refetch} />}
        {list.data?.length === 0 && (
          <EmptyState
            icon={<IconTruckDelivery size={32} stroke={1.5} />}
            title="Отгрузок не найдено"
            text="Обращение создают по отгруженному товару: проверьте артикул или номер. До отгрузки строку заказа отменяют."
          />
        )}
        {list.data && list.data.length > 0 && (
          <DataTable
            label="Отгрузки"
            columns={columnsFor(line, q !== undefined)}
            rows={list.data}
            rowId={({ id }) => String(id)}
            stale={list.isPlaceholderData}
          />
        )}
      </Panel>
    </>
  )
}

/**
 * @param line chosen order line
 * @param isSearched the found goods are preselected instead
 */
const columnsFor = (line: number | undefined, isSearched: boolean): readonly Column<ClaimableShipment>[] => [
  {
    id: 'number',
    header: 'Отгрузка',
    lead: true,
    cell: ({ id, number, order_line_id: found }) => (
      <Link
        to="/claims/new"
        search={{ shipment: id, line: line ?? (isSearched ? found : undefined) }}
        className="font-semibold whitespace-nowrap quiet-link"
      >
        № {number}
      </Link>
    ),
  },
  { id: 'shipped_on', header: 'Дата', cell: ({ shipped_on }) => day(shipped_on) },
  {
    id: 'goods',
    header: 'Товар',
    cell: ({ subject, lines_count }) => `${subject}${lines_count > 1 ? ` и ещё ${lines_count - 1}` : ''}`,
  },
  { id: 'consignee', header: 'Грузополучатель', cell: ({ consignee }) => consignee },
  { id: 'seller', header: 'Продавец', cell: ({ seller }) => seller },
]

function Chosen({ shipmentId }: { shipmentId: number }) {
  const { line } = route.useSearch()
  const { data, error, refetch } = useQuery(
    // Detached and not cached, so that the lines do not change while the user fills them in.
    detached(query(claimRoutes.goods, { params: { id: shipmentId } }, { gcTime: 0 })),
  )
  return (
    <>
      <PageHeader
        title="Новое обращение"
        {...(data && {
          subtitle: (
            <>
              По отгрузке № {data.number} от {day(data.shipped_on)}, {data.consignee}.{' '}
              <Link to="/claims/new" search={{}} className="underline underline-offset-2">
                Выбрать другую
              </Link>
            </>
          ),
        })}
        crumbs={[LIST, { label: 'Новое обращение' }]}
      />
      {data ? (
        <NewClaimForm goods={data} orderLineId={line} />
      ) : (
        <Panel flush>
          <QueryFallback error={error} onRetry={refetch} />
        </Panel>
      )}
    </>
  )
}
