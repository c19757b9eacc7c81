import type { OverrideRequest } from '@artikul/contract/billing/credit-holds'
import { ReasonDialog } from '../../../ui/windows/reason-dialog.tsx'
import { useDecline } from './credit-holds.api.ts'

/** Declines an unblock request with a reason shown to the buyer. */
export function DeclineDialog({ request, onClose }: { request: OverrideRequest; onClose: () => void }) {
  const decline = useDecline()
  return (
    <ReasonDialog
      title={`Отказать по заказу № ${request.order_number}`}
      description="Заказ останется приостановленным до конца резерва."
      hint="Её увидит покупатель"
      submit="Отказать"
      dangerous
      send={(reason) => decline.mutateAsync({ id: request.id, reason })}
      done={`Заказ № ${request.order_number}: в разблокировке отказано`}
      onClose={onClose}
    />
  )
}
