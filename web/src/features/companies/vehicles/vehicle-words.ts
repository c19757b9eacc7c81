import { plateText, VEHICLE_NUMBER_LABELS, type VehicleNumberKind } from '@artikul/contract/companies/vehicle-numbers'
import type { Vehicle } from '@artikul/contract/companies/vehicles'

/** «ГАЗ Газель Next, 2019» */
export const modelText = ({ make, model, year }: Pick<Vehicle, 'make' | 'model' | 'year'>) =>
  [[make, model].filter(Boolean).join(' '), year].filter(Boolean).join(', ')

export const numberText = (kind: VehicleNumberKind, number: string) => (kind === 'plate' ? plateText(number) : number)

const KINDS = ['plate', 'vin', 'frame_number'] as const

/** Numbers of the vehicle with their names, the plate first. */
export const numbersOf = (vehicle: Pick<Vehicle, VehicleNumberKind>) =>
  KINDS.flatMap((kind) => {
    const number = vehicle[kind]
    return number === null ? [] : [{ kind, label: VEHICLE_NUMBER_LABELS[kind], text: numberText(kind, number) }]
  })

/** Fields of a new quote request about the vehicle. */
export function requestPrefill(
  vehicle: Pick<Vehicle, VehicleNumberKind | 'make' | 'model' | 'year'> & { id?: number },
) {
  const vin = vehicle.vin ?? vehicle.frame_number ?? undefined
  const car = [modelText(vehicle), vehicle.plate && `госномер ${plateText(vehicle.plate)}`].filter(Boolean).join(', ')
  return { vin, car: car || undefined, vehicle: vehicle.id }
}
