import type { OrderPlan, OrderPreview } from '@artikul/contract/ordering/orders/orders'
import { counted } from '@artikul/contract/core/plural'
import { DeliveryOfPlan } from './delivery-of-plan.tsx'
import { separationText } from './split-reasons.ts'
import { contractText, day } from '../../../../lib/text/format.ts'
import { Checkbox } from '../../../../ui/fields/checkbox.tsx'
import { Money } from '../../../../ui/text/money.tsx'

interface Props {
  plans: readonly OrderPlan[]
  lines: OrderPreview['lines']
  /** Cart lines whose orders are shipped whole. */
  shipComplete: ReadonlySet<number>
  onShipComplete: (lineIds: readonly number[], whole: boolean) => void
  disabled: boolean
  onPickup: (consigneeId: number, isPickup: boolean) => void
}

/** Orders that the selection splits into, each with its immediate outcome. */
export function OrderPlans({ plans, lines, shipComplete, onShipComplete, disabled, onPickup }: Props) {
  const isDivisible = ({ cart_line_ids: ids }: OrderPlan) =>
    ids.length > 1 || lines.some(({ cart_line_id: id, qty }) => ids.includes(id) && qty > 1)
  return (
    <ol className="divide-y divide-hairline rounded-lg border border-hairline text-sm">
      {plans.map((plan, index) => (
        <li key={`${plan.contract_id} ${plan.consignee_id} ${plan.expected_date} ${index}`} className="px-4 py-2.5">
          <div className="flex items-baseline justify-between gap-3">
            <p className="font-semibold">
              {index + 1}. {plan.consignee}
            </p>
            <Money kop={plan.total_kop} className="font-semibold" />
          </div>
          <p className="flex flex-wrap justify-between gap-x-3 text-text-2">
            <span>
              {plan.seller}, {contractText(plan.contract)}, {plan.payment_terms}
              {plan.available_kop !== null && (
                <>
                  , доступно по лимиту <Money kop={plan.available_kop} />
                </>
              )}
            </span>
            <Vat plan={plan} />
          </p>
          <p className="text-text-2">
            {counted(plan.lines_count, 'строка', 'строки', 'строк')}, ожидаем {day(plan.expected_date)}.{' '}
            <span className="text-text">{plan.outcome}</span>
          </p>
          {index > 0 && <p className="text-text-2">{separationText(plans, index)}</p>}
          {plan.no_return_count > 0 && (
            <p className="text-warn">
              Без возврата: {counted(plan.no_return_count, 'строка', 'строки', 'строк')}
              {plan.no_return_sum_kop !== null && (
                <>
                  {' на '}
                  <Money kop={plan.no_return_sum_kop} />
                </>
              )}
            </p>
          )}
          <DeliveryOfPlan plans={plans} index={index} disabled={disabled} onPickup={onPickup} />
          {isDivisible(plan) && (
            <Checkbox
              className="mt-1 w-fit"
              label={
                <>Отгружать только целиком{plans.length > 1 && <span className="sr-only">, заказ {index + 1}</span>}</>
              }
              checked={plan.cart_line_ids.every((id) => shipComplete.has(id))}
              onCheckedChange={(whole) => onShipComplete(plan.cart_line_ids, whole)}
            />
          )}
        </li>
      ))}
    </ol>
  )
}

function Vat({ plan: { vat_kop, vat_label } }: { plan: OrderPlan }) {
  if (!vat_label.endsWith('%')) return <span>{vat_label}</span>
  return (
    <span>
      в том числе НДС {vat_label}
      {vat_kop !== null && (
        <>
          : <Money kop={vat_kop} />
        </>
      )}
    </span>
  )
}
