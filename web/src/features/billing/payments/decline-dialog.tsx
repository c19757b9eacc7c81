import { type OverrideRequest, blockRoutes } from '@artikul/contract/billing/credit-holds'
import { ReasonDialog } from '../../../ui/windows/reason-dialog.tsx'
import { useApiMutation } from '../../../lib/api/use-api-mutation.ts'
import { CREDIT_HOLD_KEYS } from './payments.api.ts'

/** Declines an unblock request with a reason shown to the buyer. */
export function DeclineDialog({ request, onClose }: { request: OverrideRequest; onClose: () => void }) {
  const decline = useApiMutation(blockRoutes.decline, { invalidates: CREDIT_HOLD_KEYS })
  return (
    <ReasonDialog
      title={`Отказать по заказу № ${request.order_number}`}
      description="Заказ останется приостановленным до конца резерва."
      hint="Её увидит покупатель"
      submit="Отказать"
      dangerous
      send={(reason) => decline.mutateAsync({ params: { id: request.id }, body: { reason } })}
      done={`Заказ № ${request.order_number}: в разблокировке отказано`}
      onClose={onClose}
    />
  )
}
