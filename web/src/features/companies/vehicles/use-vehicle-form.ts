import { vehicleRoutes, type Vehicle } from '@artikul/contract/companies/vehicles'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '../../../lib/api/call.ts'
import { invalidate } from '../../../lib/api/use-api-mutation.ts'
import { useForm } from '../../../lib/browser/use-form.ts'
import { toast } from '../../../ui/hints/toast.ts'
import {
  newVehicleDraft,
  vehicleBody,
  vehicleDraftOf,
  vehiclePatch,
  vehicleRefusals,
  type VehicleDraft,
} from './vehicle-draft.ts'

type TextName = Exclude<keyof VehicleDraft, 'consignee_id'>

/** Form state of a vehicle. */
export function useVehicleForm(
  vehicle: Vehicle | null,
  { number, onSaved }: { number?: string | undefined; onSaved: (id: number) => void },
) {
  const queryClient = useQueryClient()
  const form = useForm<VehicleDraft>({
    values: vehicle ? vehicleDraftOf(vehicle) : newVehicleDraft(number),
    refetch: () => queryClient.refetchQueries({ queryKey: ['vehicles'], type: 'active' }),
    paths: { plate: ['plate', 'vin'], frame_number: ['frame_number', 'vin'] },
  })
  const { draft } = form
  const save = useMutation({
    mutationFn: async () => {
      if (!vehicle) return (await call(vehicleRoutes.create, { body: vehicleBody(draft) })).id
      await call(vehicleRoutes.update, { params: { id: vehicle.id }, body: vehiclePatch(vehicle, draft) })
      return vehicle.id
    },
    onSuccess: async (id) => {
      const summary = vehicle ? 'Машина сохранена' : 'Машина добавлена в гараж'
      toast({ severity: 'success', summary, detail: draft.name })
      await invalidate(queryClient, ['vehicles'])
      onSaved(id)
    },
    onError: (error) => form.refuse(error),
  })
  return {
    ...form,
    busy: save.isPending,
    changed: vehicle ? Object.keys(vehiclePatch(vehicle, draft)).length > 1 : number !== undefined || form.isDirty,
    field: (name: TextName) => ({ ...form.field(name), autoComplete: 'off' }),
    submit: () => {
      if (form.passes(vehicleRefusals(draft))) save.mutate()
    },
  }
}
