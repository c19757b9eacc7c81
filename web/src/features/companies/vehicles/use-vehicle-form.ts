import { vehicleRoutes, type Vehicle } from '@artikul/contract/companies/vehicles'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { ApiError } from '../../../lib/api/api-error.ts'
import { call } from '../../../lib/api/call.ts'
import { formErrors, NO_ERRORS } from '../../../lib/api/form-errors.ts'
import { invalidate } from '../../../lib/api/use-api-mutation.ts'
import { toast } from '../../../ui/hints/toast.ts'
import {
  newVehicleDraft,
  VEHICLE_FIELDS,
  vehicleBody,
  vehicleDraftOf,
  vehiclePatch,
  vehicleRefusals,
  type VehicleDraft,
} from './vehicle-draft.ts'

type TextName = Exclude<keyof VehicleDraft, 'consignee_id'>

/** Form state of a vehicle as changes over the stored values, so that fresh data never overwrites typed text. */
export function useVehicleForm(
  vehicle: Vehicle | null,
  { number, onSaved }: { number?: string | undefined; onSaved: (id: number) => void },
) {
  const queryClient = useQueryClient()
  const [typed, setTyped] = useState<Partial<VehicleDraft>>({})
  const [errors, setErrors] = useState(NO_ERRORS)
  const [stale, setStale] = useState(false)
  const draft: VehicleDraft = { ...(vehicle ? vehicleDraftOf(vehicle) : newVehicleDraft(number)), ...typed }
  const change = (fields: Partial<VehicleDraft>) => setTyped((all) => ({ ...all, ...fields }))
  const refuse = (error: unknown) => {
    setStale(error instanceof ApiError && error.code === 'stale')
    setErrors(formErrors(error, VEHICLE_FIELDS))
  }
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
    onError: refuse,
  })
  return {
    draft,
    errors,
    stale,
    busy: save.isPending,
    changed: vehicle
      ? Object.keys(vehiclePatch(vehicle, draft)).length > 1
      : number !== undefined || Object.keys(typed).length > 0,
    change,
    field: (name: TextName) => ({
      value: draft[name],
      onValueChange: (value: string) => change({ [name]: value }),
      error: errors.fields[name],
      autoComplete: 'off',
    }),
    refuse,
    refresh: async () => {
      await queryClient.refetchQueries({ queryKey: ['vehicles'], type: 'active' })
      setErrors(NO_ERRORS)
      setStale(false)
    },
    submit: () => {
      const fields = vehicleRefusals(draft)
      setErrors({ fields, form: null })
      setStale(false)
      if (Object.keys(fields).length === 0) save.mutate()
    },
  }
}
