import { recogniseVehicleNumber, type VehicleNumber } from '@artikul/contract/companies/vehicle-numbers'
import { createContext, use, type ComponentType } from 'react'
import { useHasRole } from '../../../lib/session/current-session.ts'

interface Props {
  number: VehicleNumber
  /** True when the text also found goods. */
  hasGoods: boolean
}

/** Vehicle of a searched number. It belongs to another feature, so the route provides it. */
export type VehicleOfNumber = ComponentType<Props>

export const VehicleOfNumberContext = createContext<VehicleOfNumber | null>(null)

export interface VehicleSearch {
  number: VehicleNumber
  Vehicle: VehicleOfNumber
}

/** Returns `null` for texts that are no number of a vehicle, and for people without a garage. */
export function useVehicleSearch(q: string): VehicleSearch | null {
  const Vehicle = use(VehicleOfNumberContext)
  const isClient = useHasRole('ContractorAdmin', 'ContractorUser')
  const number = isClient ? recogniseVehicleNumber(q) : null
  return Vehicle && number && { number, Vehicle }
}
