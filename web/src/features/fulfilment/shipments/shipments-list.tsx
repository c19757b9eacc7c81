import { shipmentRoutes, type ShipmentItem } from '@artikul/contract/fulfilment/shipments'
import { IconTruckDelivery } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useHasRole } from '../../../lib/session/current-session.ts'
import { shortDay } from '../../../lib/text/format.ts'
import { Button } from '../../../ui/button.tsx'
import type { Column } from '../../../ui/lists/data-table.tsx'
import { ShipmentLink } from '../../../ui/files/document-link.tsx'
import { EmptyState } from '../../../ui/states/empty-state.tsx'
import { Money } from '../../../ui/text/money.tsx'
import { pageQuery } from '../../../lib/api/query.ts'
import { PagedPanel } from '../../../ui/lists/paged-panel.tsx'
import { ShipmentStateTag } from './shipment-state.tsx'
import { ShipmentsFilters } from './shipments-filters.tsx'
import type { ShipmentsProps, ShipmentsSearch } from './shipments.api.ts'

const COLUMNS: readonly Column<ShipmentItem>[] = [
  {
    id: 'number',
    header: 'Номер',
    lead: true,
    opens: true,
    cell: ({ id, number }) => (
      <ShipmentLink id={id} className="font-semibold">
        № {number}
      </ShipmentLink>
    ),
  },
  { id: 'shipped_on', header: 'Дата', cell: ({ shipped_on }) => shortDay(shipped_on) },
  { id: 'state', header: 'Статус', cell: ({ state }) => <ShipmentStateTag state={state} /> },
  { id: 'contractor', header: 'Покупатель', cell: ({ contractor }) => contractor },
  { id: 'consignee', header: 'Грузополучатель', cell: ({ consignee }) => consignee },
  { id: 'seller', header: 'Продавец', cell: ({ seller }) => seller },
  { id: 'delivery_run', header: 'Рейс', cell: (shipment) => shipment.delivery_run },
  { id: 'lines', header: 'Строк', numeric: true, cell: ({ lines_count }) => lines_count },
  {
    id: 'total',
    header: 'Сумма, ₽',
    numeric: true,
    cell: ({ total_kop }) => <Money kop={total_kop} sign={false} className="font-semibold" />,
  },
]

/** Columns for a list of one buyer, who is named above it. */
const OWN_COLUMNS = COLUMNS.filter(({ id }) => id !== 'contractor')

/** Shipments with filters and pages; used on several pages. */
export function ShipmentsList({ search: given, onChange }: ShipmentsProps) {
  const staff = useHasRole('ArtikulOrderManager', 'ArtikulWarrantyManager')
  // A client sees the shipments of the current company, even when the address names another one.
  const search: ShipmentsSearch = staff ? given : { ...given, contractor_id: undefined }
  // Known filters only: the address may contain more, such as the mark of a mailing.
  const { page, page_size, q, state, consignee, contractor_id, from, to } = search
  const list = useQuery(
    pageQuery(shipmentRoutes.list, { query: { page, page_size, q, state, consignee, contractor_id, from, to } }),
  )
  const change = (next: ShipmentsSearch) => onChange({ page: undefined, ...next })
  const isOfAll = staff && search.contractor_id === undefined
  return (
    <>
      <div className="mb-3" data-screen-only="">
        <ShipmentsFilters search={search} company={list.data?.results[0]?.contractor} onChange={change} />
      </div>
      <PagedPanel
        label="Отгрузки"
        columns={isOfAll ? COLUMNS : OWN_COLUMNS}
        query={list}
        rowId={({ id }) => String(id)}
        empty={<NoShipments search={search} onChange={change} />}
        search={search}
        onChange={change}
      />
    </>
  )
}

function NoShipments({ search, onChange }: ShipmentsProps) {
  const { q, state, consignee, contractor_id, from, to } = search
  const none = { q: undefined, state: undefined, consignee: undefined, contractor_id: undefined }
  return [q, state, consignee, contractor_id, from, to].some((value) => value !== undefined) ? (
    <EmptyState
      title="Под эти условия отгрузок нет"
      text="Измените номер, статус или период."
      action={<Button onClick={() => onChange({ ...none, from: undefined, to: undefined })}>Сбросить</Button>}
    />
  ) : (
    <EmptyState
      icon={<IconTruckDelivery size={32} stroke={1.5} />}
      title="Отгрузок пока нет"
      text="Когда товар по заказам уедет, отгрузки появятся здесь."
    />
  )
}
