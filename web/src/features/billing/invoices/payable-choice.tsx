import { MAX_INVOICE_ORDERS, MAX_INVOICE_SHIPMENTS } from '@artikul/contract/billing/invoice-basis'
import {
  newInvoiceRoutes,
  type InvoiceableOrder,
  type InvoiceableShipment,
} from '@artikul/contract/billing/new-invoice'
import { MAX_INVOICEABLE } from '@artikul/contract/billing/new-invoice'
import { IconCircleCheck } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { roubles, shortDay } from '../../../lib/text/format.ts'
import { Checkbox } from '../../../ui/fields/checkbox.tsx'
import { EmptyState } from '../../../ui/states/empty-state.tsx'
import { FormError } from '../../../ui/fields/form.tsx'
import { QueryFallback } from '../../../ui/states/not-loaded.tsx'
import { query } from '../../../lib/api/query.ts'

interface Choice {
  id: number
  label: ReactNode
  left_kop: number
  /** Invoice that already includes the document. */
  invoice: { id: number; number: string } | null
}

const orderChoice = (order: InvoiceableOrder, insteadOf: number | null): Choice => ({
  id: order.id,
  left_kop: order.left_kop,
  invoice: order.taken_by?.id === insteadOf ? null : order.taken_by,
  label: (
    <>
      Заказ № {order.number} от {shortDay(order.day)}
      <span className="block text-text-2">
        {order.consignee}
        {order.left_kop < order.total_kop && `, всего ${roubles(order.total_kop)}`}
        {order.invoice && `, взамен счёта № ${order.invoice.number}`}
      </span>
    </>
  ),
})

const shipmentChoice = (one: InvoiceableShipment, insteadOf: number | null): Choice => ({
  id: one.id,
  left_kop: one.left_kop,
  invoice: one.taken_by?.id === insteadOf ? null : one.taken_by,
  label: (
    <>
      {one.upd_number === null ? `Отгрузка № ${one.number}` : `УПД № ${one.upd_number}`} от {shortDay(one.day)}
      <span className="block text-text-2">
        оплатить до {shortDay(one.due_on)}
        {one.left_kop < one.total_kop && `, всего ${roubles(one.total_kop)}`}
      </span>
    </>
  ),
})

interface Props {
  of: 'orders' | 'shipments'
  contractId: number | null
  /** Invoice to be replaced: its documents may be chosen again. */
  insteadOf: number | null
  chosen: readonly number[]
  onChange: (ids: number[]) => void
  errors: Record<string, string>
}

const MOST = { orders: MAX_INVOICE_ORDERS, shipments: MAX_INVOICE_SHIPMENTS }
const NOTHING = {
  orders: ['Неоплаченных заказов нет', 'Здесь стоят заказы этого договора, которые ещё не отгружены и не оплачены.'],
  shipments: ['Долгов нет', 'Все отгрузки этого договора оплачены или спорны.'],
} as const

/** Unpaid documents of the contract to choose from. */
export function PayableChoice({ of, contractId, insteadOf, chosen, onChange, errors }: Props) {
  const { data, error, refetch } = useQuery(
    query(newInvoiceRoutes.payable, { query: { contract_id: contractId ?? 0 } }, { enabled: contractId !== null }),
  )
  if (contractId === null) return <p className="text-sm text-text-2">Сначала выберите договор.</p>
  if (!data) return <QueryFallback error={error} onRetry={refetch} rows={4} />
  const choices =
    of === 'orders'
      ? data.orders.map((one) => orderChoice(one, insteadOf))
      : data.shipments.map((one) => shipmentChoice(one, insteadOf))
  const unavailable = chosen.filter((id) => !choices.some((one) => one.id === id))
  if (choices.length === 0)
    return <EmptyState icon={<IconCircleCheck size={32} stroke={1.5} />} title={NOTHING[of][0]} text={NOTHING[of][1]} />
  const free = choices.filter((one) => one.invoice === null).slice(0, MOST[of])
  const isAll = free.length > 0 && free.every(({ id }) => chosen.includes(id))
  const listed = errors[`ask.${of === 'orders' ? 'order_ids' : 'shipment_ids'}`]
  return (
    <>
      {listed && <FormError text={listed} />}
      {unavailable.length > 0 && (
        <FormError text="Часть выбранного уже оплачена или отгружена: сохранённый выбор будет исправлен, отметьте нужное снова." />
      )}
      <fieldset className="min-w-0">
        <legend className="sr-only">{of === 'orders' ? 'Заказы' : 'Отгрузки'}</legend>
        <Checkbox
          label={`Выбрать все: ${free.length}`}
          checked={isAll}
          indeterminate={!isAll && chosen.length > 0}
          onCheckedChange={(checked) => onChange(checked ? free.map(({ id }) => id) : [])}
          className="mb-1"
        />
        <ul className="flex max-h-96 flex-col divide-y divide-hairline overflow-y-auto rounded-md border border-hairline">
          {choices.map((one) => (
            <Row
              key={one.id}
              choice={one}
              isChosen={chosen.includes(one.id)}
              error={errors[`ask.${of === 'orders' ? 'order_ids' : 'shipment_ids'}.${chosen.indexOf(one.id)}`]}
              onChange={(checked) =>
                onChange(
                  checked
                    ? [...chosen.filter((id) => !unavailable.includes(id)), one.id]
                    : chosen.filter((id) => id !== one.id && !unavailable.includes(id)),
                )
              }
            />
          ))}
        </ul>
      </fieldset>
      {data.has_more && <p className="text-sm text-text-2">Показаны первые {MAX_INVOICEABLE}, начиная со старых.</p>}
    </>
  )
}

interface RowProps {
  choice: Choice
  isChosen: boolean
  error: string | undefined
  onChange: (checked: boolean) => void
}

function Row({ choice: { label, left_kop: left, invoice }, isChosen, error, onChange }: RowProps) {
  return (
    <li className="flex items-center justify-between gap-x-4 px-3 py-1.5">
      <div className="min-w-0">
        <Checkbox label={label} checked={isChosen} disabled={invoice !== null} onCheckedChange={onChange} />
        {invoice && (
          <p className="pl-6 text-sm text-text-2">
            Уже в{' '}
            <Link to="/invoice/$id" params={{ id: String(invoice.id) }} className="quiet-link">
              счёте № {invoice.number}
            </Link>
          </p>
        )}
        {error && <p className="text-xs text-accent">{error}</p>}
      </div>
      <span className="text-sm font-semibold whitespace-nowrap tabular-nums">{roubles(left)}</span>
    </li>
  )
}
