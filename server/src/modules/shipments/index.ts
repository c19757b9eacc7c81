export { drawPackingList, intakeFiles } from './shipments.papers.ts'
export { shipReady } from './ship.ts'
export { shipmentsModule } from './shipments.routes.ts'
export { acceptShipment, cancelShipment } from './shipments.service.ts'
