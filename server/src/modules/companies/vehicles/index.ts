export { readVehicle } from './vehicles.ts'
export { vehiclesModule } from './vehicles.routes.ts'
