import { vehicleRoutes, type Vehicle } from '@artikul/contract/companies/vehicles'
import { useApiMutation, useInvalidate } from '../../../lib/api/use-api-mutation.ts'
import { Button } from '../../../ui/button.tsx'
import { toast } from '../../../ui/hints/toast.ts'
import { useConfirm } from '../../../ui/windows/use-confirm.tsx'

interface Props {
  vehicle: Vehicle
  onError: (error: unknown) => void
  /** Called when the vehicle is no longer in the list. */
  onGone: () => void
  onRestored: () => void
}

/** Immediate actions on a vehicle, beside its form. */
export function VehicleActions({ vehicle, onError, onGone, onRestored }: Props) {
  const refresh = useInvalidate('vehicles')
  const { question, ask } = useConfirm()
  const { id, version } = vehicle
  const params = { id }
  const leave = async (summary: string, next: () => void) => {
    toast({ severity: 'success', summary, detail: vehicle.name })
    next()
    await refresh()
  }
  const remove = useApiMutation(vehicleRoutes.remove, {
    onSuccess: ({ archived }) =>
      leave(archived ? 'Машина перенесена в архив: для неё заказывали' : 'Машина удалена', onGone),
    onError,
  })
  const restore = useApiMutation(vehicleRoutes.restore, {
    onSuccess: () => leave('Машина возвращена из архива', onRestored),
    onError,
  })
  const askRemove = async () => {
    const text = 'Если для машины уже заказывали, она уйдёт в архив, и её можно будет вернуть.'
    if (await ask({ title: `Удалить машину: ${vehicle.name}?`, text, dangerous: true }))
      remove.mutate({ params, query: { version } })
  }
  return (
    <>
      {vehicle.is_archived ? (
        <Button busy={restore.isPending} onClick={() => restore.mutate({ params, body: { version } })}>
          Вернуть из архива
        </Button>
      ) : (
        <Button look="danger" busy={remove.isPending} onClick={() => void askRemove()}>
          Удалить машину
        </Button>
      )}
      {question}
    </>
  )
}
