import type { Vehicle } from '@artikul/contract/companies/vehicles'

/** Builds a vehicle with a VIN and a plate. */
export const buildVehicle = (fields: Partial<Vehicle> = {}): Vehicle => ({
  id: 4,
  name: 'Газель 2',
  vin: 'XTA210990Y2766389',
  frame_number: null,
  plate: 'А123ВС77',
  make: 'ГАЗ',
  model: 'Газель Next',
  year: 2019,
  notes: '',
  consignee: null,
  is_archived: false,
  version: 3,
  ...fields,
})
