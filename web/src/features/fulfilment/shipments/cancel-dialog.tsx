import { shipmentRoutes, type Shipment } from '@artikul/contract/fulfilment/shipments'
import { ReasonDialog } from '../../../ui/windows/reason-dialog.tsx'
import { useApiMutation, useInvalidate } from '../../../lib/api/use-api-mutation.ts'
import { SHIPMENT_KEYS } from './shipments.api.ts'

/** Cancels the shipment with a reason that the buyer sees too. */
export default function CancelDialog({ shipment, onClose }: { shipment: Shipment; onClose: () => void }) {
  const cancel = useApiMutation(shipmentRoutes.cancel, { onSuccess: useInvalidate(...SHIPMENT_KEYS) })
  return (
    <ReasonDialog
      title={`Отменить отгрузку № ${shipment.number}`}
      description="Номер останется за ней, товар вернётся на склад и в заказы."
      hint="Её увидит и покупатель"
      submit="Отменить отгрузку"
      dangerous
      send={(reason) => cancel.mutateAsync({ params: { id: shipment.id }, body: { reason } })}
      done={`Отгрузка № ${shipment.number} отменена`}
      onClose={onClose}
    />
  )
}
