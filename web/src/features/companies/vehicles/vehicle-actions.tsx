import { vehicleRoutes, type Vehicle } from '@artikul/contract/companies/vehicles'
import { call } from '../../../lib/api/call.ts'
import { useApiMutation, useInvalidate } from '../../../lib/api/use-api-mutation.ts'
import { Button } from '../../../ui/button.tsx'
import { toast, toastUndoable } from '../../../ui/hints/toast.ts'
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
  const remove = useApiMutation(vehicleRoutes.remove, {
    onSuccess: async ({ archived, version: removed }) => {
      toastUndoable({
        summary: archived ? 'Машина перенесена в архив: для неё заказывали' : 'Машина удалена',
        detail: vehicle.name,
        undo: () => call(vehicleRoutes.restore, { params, body: { version: removed } }).finally(refresh),
        undone: 'Машина возвращена в гараж',
      })
      onGone()
      await refresh()
    },
    onError,
  })
  const restore = useApiMutation(vehicleRoutes.restore, {
    onSuccess: async () => {
      toast({ severity: 'success', summary: 'Машина возвращена из архива', detail: vehicle.name })
      onRestored()
      await refresh()
    },
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
