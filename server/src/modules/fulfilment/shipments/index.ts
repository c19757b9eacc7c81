export {
  element,
  leaf,
  LENGTHS,
  maybe,
  partyElement,
  rateText,
  requisiteValues,
  roubles,
  taxes,
  unit,
} from './commerceml.ts'
export { drawPackingList, drawUpdCopy, intakeFiles } from './shipment-documents.ts'
export { setUpdNumber, withdrawUpdNumber } from './ship.queries.ts'
export { shipReady, type ShipmentDeps } from './ship.ts'
export { shipmentsModule } from './shipments.routes.ts'
export { acceptDue, acceptShipment, cancelShipment } from './shipments.ts'
export { deliveryRunText } from './plan-shipments.ts'
