export { shipReady } from './ship.ts'
export { shipmentsModule } from './shipments.routes.ts'
export { cancelShipment } from './shipments.service.ts'
