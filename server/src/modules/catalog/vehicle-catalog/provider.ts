import type { CatalogGroup, CatalogUnit, CatalogVehicle, UnitDiagram } from '@artikul/contract/catalog/vehicle-catalog'
import type { VehicleNumber } from '@artikul/contract/companies/vehicle-numbers'

/** Vehicle chosen in the provider's catalogue. */
export type VehicleRef = Pick<CatalogVehicle, 'catalog' | 'vehicle_id' | 'ssd'>

export interface UnitRef {
  catalog: string
  unit_id: string
  ssd: string
}

/** Why a provider did not answer: its quota is used up, it does not work, or its answer is unreadable. */
export type FailureReason = 'quota' | 'down'

export class VehicleCatalogFailed extends Error {
  readonly reason: FailureReason
  constructor(reason: FailureReason, message: string) {
    super(message)
    this.reason = reason
  }
}

/**
 * Provider that decodes numbers of vehicles and knows their parts. An unknown vehicle is an empty list; every method
 * throws `VehicleCatalogFailed`.
 */
export interface VehicleCatalogProvider {
  findVehicles: (number: VehicleNumber) => Promise<CatalogVehicle[]>
  listGroups: (vehicle: VehicleRef) => Promise<CatalogGroup[]>
  /** The state of the group goes in place of that of the vehicle. */
  listUnits: (vehicle: VehicleRef, groupId: string) => Promise<CatalogUnit[]>
  readUnit: (unit: UnitRef) => Promise<UnitDiagram>
  /** Returns a picture by its path in a unit. */
  readImage: (path: string) => Promise<{ bytes: Buffer; type: string }>
}
