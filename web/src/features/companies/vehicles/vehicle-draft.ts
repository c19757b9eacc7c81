import { recogniseVehicleNumber } from '@artikul/contract/companies/vehicle-numbers'
import { VehicleFields, type Vehicle, type VehiclePatch } from '@artikul/contract/companies/vehicles'
import type { z } from 'zod'
import { refusalsOf } from '../../../lib/api/form-errors.ts'

/** Form state of a vehicle: texts as typed. */
export interface VehicleDraft {
  name: string
  vin: string
  frame_number: string
  plate: string
  make: string
  model: string
  year: string
  notes: string
  consignee_id: number | null
}

const EMPTY_VEHICLE: VehicleDraft = {
  name: '',
  vin: '',
  frame_number: '',
  plate: '',
  make: '',
  model: '',
  year: '',
  notes: '',
  consignee_id: null,
}

/** Draft of a new vehicle; a typed number goes to its own field. */
export function newVehicleDraft(typed: string | undefined): VehicleDraft {
  const known = typed === undefined ? null : recogniseVehicleNumber(typed)
  return known ? { ...EMPTY_VEHICLE, [known.kind]: known.number } : EMPTY_VEHICLE
}

export const vehicleDraftOf = (vehicle: Vehicle): VehicleDraft => ({
  name: vehicle.name,
  vin: vehicle.vin ?? '',
  frame_number: vehicle.frame_number ?? '',
  plate: vehicle.plate ?? '',
  make: vehicle.make,
  model: vehicle.model,
  year: vehicle.year?.toString() ?? '',
  notes: vehicle.notes,
  consignee_id: vehicle.consignee?.id ?? null,
})

/** Request body before the contract trims and folds it. */
export type VehicleBody = z.input<typeof VehicleFields>

export const vehicleBody = ({ year, ...draft }: VehicleDraft): VehicleBody => ({
  ...draft,
  vin: draft.vin.trim() || null,
  frame_number: draft.frame_number.trim() || null,
  plate: draft.plate.trim() || null,
  year: year.trim() === '' ? null : Number(year),
})

/** Returns only the changed fields, so that another user's changes to the rest survive. */
export function vehiclePatch(vehicle: Vehicle, draft: VehicleDraft): z.input<typeof VehiclePatch> {
  const was = vehicleBody(vehicleDraftOf(vehicle))
  const changed = Object.entries(vehicleBody(draft)).filter(
    ([field, value]) => value !== was[field as keyof VehicleBody],
  )
  // The fields keep their types; only unchanged ones are left out.
  return { ...(Object.fromEntries(changed) as Partial<VehicleBody>), version: vehicle.version }
}

/** Returns errors that can be found before sending. */
export const vehicleRefusals = (draft: VehicleDraft) => refusalsOf(VehicleFields, vehicleBody(draft))
