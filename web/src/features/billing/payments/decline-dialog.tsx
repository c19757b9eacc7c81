import type { UnblockRequest } from '@artikul/contract/billing/blocks'
import { ReasonDialog } from '../../../ui/windows/reason-dialog.tsx'
import { useDecline } from './blocks.api.ts'

/** A refusal to unblock, with the reason that the buyer reads. */
export function DeclineDialog({ request, onClose }: { request: UnblockRequest; onClose: () => void }) {
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
