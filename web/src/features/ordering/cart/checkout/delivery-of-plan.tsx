import type { OrderPlan } from '@artikul/contract/ordering/orders/orders'
import { Checkbox } from '../../../../ui/fields/checkbox.tsx'
import { Money } from '../../../../ui/text/money.tsx'

interface Props {
  plans: readonly OrderPlan[]
  index: number
  disabled: boolean
  onPickup: (consigneeId: number, isPickup: boolean) => void
}

/** Price of the order's delivery and the choice to collect it, which applies to all orders of the point. */
export function DeliveryOfPlan({ plans, index, disabled, onPickup }: Props) {
  const plan = plans[index]
  if (!plan?.delivery) return null
  const { is_pickup: isPickup, refusal } = plan.delivery
  return (
    <>
      {refusal !== '' ? <p className="text-warn">{refusal}.</p> : !isPickup && <Price plans={plans} plan={plan} />}
      <Checkbox
        className="mt-1 w-fit"
        label={
          <>
            Самовывоз
            <span className="sr-only">, {plan.consignee}</span>
          </>
        }
        checked={isPickup}
        disabled={disabled}
        onCheckedChange={(checked) => onPickup(plan.consignee_id, checked)}
      />
    </>
  )
}

function Price({ plans, plan }: { plans: readonly OrderPlan[]; plan: OrderPlan }) {
  const { charge_kop: charge, missing_kop: missing, free_from_kop: freeFrom } = plan.delivery ?? {}
  if (charge === null || charge === undefined) return null
  if (charge === 0) {
    const paid = plans.findIndex(
      (one) =>
        one.consignee_id === plan.consignee_id && one.contract_id === plan.contract_id && one.delivery?.charge_kop,
    )
    return <p className="text-text-2">{paid === -1 ? 'Доставка бесплатно' : `Доставка вместе с заказом ${paid + 1}`}</p>
  }
  return (
    <p className="text-text-2">
      Доставка <Money kop={charge} className="text-text" />, один раз за день
      {typeof freeFrom === 'number' && typeof missing === 'number' && (
        <>
          ; бесплатно от <Money kop={freeFrom} />, не хватает <Money kop={missing} />
        </>
      )}
    </p>
  )
}
