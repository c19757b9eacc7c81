import type { Shipment } from '@artikul/contract/fulfilment/shipments'
import { ReasonDialog } from '../../../ui/windows/reason-dialog.tsx'
import { useCancelShipment } from './shipments.api.ts'

/** Cancels the shipment with a reason that the buyer sees too. */
export default function CancelDialog({ shipment, onClose }: { shipment: Shipment; onClose: () => void }) {
  const cancel = useCancelShipment(shipment)
  return (
    <ReasonDialog
      title={`Отменить отгрузку № ${shipment.number}`}
      description="Номер останется за ней, товар вернётся на склад и в заказы."
      hint="Её увидит и покупатель"
      submit="Отменить отгрузку"
      dangerous
      send={(reason) => cancel.mutateAsync({ reason })}
      done={`Отгрузка № ${shipment.number} отменена`}
      onClose={onClose}
    />
  )
}
