import type { Claim, ClaimLine } from '@artikul/contract/fulfilment/claims'
import { LINE_STATES } from '@artikul/contract/ordering/orders/orders'
import { Link } from '@tanstack/react-router'
import { Fragment } from 'react'
import { useHasRole } from '../../../lib/session/current-session.ts'
import { quantity } from '../../../lib/text/format.ts'
import { Article } from '../../../ui/text/article.tsx'
import { DataTable, type Column } from '../../../ui/lists/data-table.tsx'
import { OrderLink, ShipmentLink } from '../../../ui/files/document-link.tsx'
import { Money } from '../../../ui/text/money.tsx'
import { Panel } from '../../../ui/panel.tsx'

const qtyText = (qty: number | null, unit: string) =>
  qty === null ? null : <span className="whitespace-nowrap">{quantity(qty, unit)}</span>

/** Order that ships the goods again, and the state of each part. */
const Supply = ({ supply: { order, parts }, unit }: { supply: NonNullable<ClaimLine['supply']>; unit: string }) => (
  <p className="text-xs text-info">
    Отправляется заказом <OrderLink id={order.id}>№ {order.number}</OrderLink>:{' '}
    {parts.map(({ state, qty, shipment }, at) => (
      <Fragment key={`${state} ${shipment?.id ?? ''}`}>
        {at > 0 && ', '}
        {state === 'on_hold' ? 'после возврата' : LINE_STATES[state].toLowerCase()} {quantity(qty, unit)}
        {shipment && (
          <>
            , отгрузка <ShipmentLink id={shipment.id}>№ {shipment.number}</ShipmentLink>
          </>
        )}
      </Fragment>
    ))}
  </p>
)

/** Vehicle that the goods were ordered for; only its company can open its page. */
function VehicleOf({ vehicle: { id, name } }: { vehicle: NonNullable<ClaimLine['vehicle']> }) {
  const isOwn = useHasRole('ContractorAdmin', 'ContractorUser')
  return (
    <p className="text-text-2">
      Для машины{' '}
      {isOwn ? (
        <Link to="/garage/$id" params={{ id: String(id) }} className="quiet-link">
          {name}
        </Link>
      ) : (
        name
      )}
    </p>
  )
}

const COLUMNS: readonly Column<ClaimLine>[] = [
  {
    id: 'goods',
    header: 'Товар',
    lead: true,
    cell: ({ brand, article, name, product_code: code, vehicle, refusal, unit, supply }) => (
      <div className="py-1.5">
        <span className="font-semibold">{brand}</span>{' '}
        <Link to="/catalog/$code" params={{ code }} className="underline-offset-2 hover:underline">
          <Article>{article}</Article>
        </Link>
        <p className="text-text-2">{name}</p>
        {vehicle && <VehicleOf vehicle={vehicle} />}
        {refusal && <p className="text-warn">{refusal}</p>}
        {supply && <Supply supply={supply} unit={unit} />}
      </div>
    ),
  },
  {
    id: 'order',
    header: 'Заказ',
    cell: ({ order_id: id, order_number: number }) => <OrderLink id={id}>№ {number}</OrderLink>,
  },
  { id: 'price', header: 'Цена, ₽', numeric: true, cell: ({ price_kop }) => <Money kop={price_kop} sign={false} /> },
  {
    id: 'asked',
    header: 'Верная цена, ₽',
    numeric: true,
    cell: ({ asked_kop }) => <Money kop={asked_kop} sign={false} />,
  },
  { id: 'qty', header: 'В обращении', numeric: true, cell: ({ qty, unit }) => qtyText(qty, unit) },
  { id: 'accepted', header: 'Принято', numeric: true, cell: (line) => qtyText(line.accepted_qty, line.unit) },
  { id: 'received', header: 'Получено', numeric: true, cell: (line) => qtyText(line.received_qty, line.unit) },
  { id: 'settled', header: 'Решено', numeric: true, cell: (line) => qtyText(line.settled_qty, line.unit) },
  {
    id: 'withheld',
    header: 'Удержание',
    numeric: true,
    cell: ({ withheld_percent: percent }) => (percent > 0 ? `${percent}\u00a0%` : null),
  },
  {
    id: 'credited',
    header: 'К возврату, ₽',
    numeric: true,
    cell: ({ credited_kop: kop }) => kop !== 0 && <Money kop={kop} sign={false} className="font-semibold" />,
  },
]

/** Hides columns without data: a new claim has no decision yet. */
function shownOf({ kind, lines, correction }: Claim) {
  const says: Record<string, boolean> = {
    asked: kind === 'price',
    accepted: lines.some((line) => line.accepted_qty !== null),
    received: lines.some((line) => line.received_qty !== null),
    settled: lines.some((line) => line.settled_qty !== null && line.received_qty !== null),
    withheld: lines.some((line) => line.withheld_percent > 0),
    credited: correction !== null,
  }
  return COLUMNS.filter(({ id }) => says[id] ?? true)
}

export const ClaimLines = ({ claim }: { claim: Claim }) => (
  <Panel title="Товары" flush>
    <DataTable label="Строки обращения" columns={shownOf(claim)} rows={claim.lines} rowId={({ id }) => String(id)} />
  </Panel>
)
