export { requestClaimDetails, createClaim, decide, storeClaimFile } from './claims/index.ts'
export {
  cancelShipment,
  deliveryRunText,
  element,
  leaf,
  LENGTHS,
  maybe,
  partyElement,
  rateText,
  requisiteValues,
  roubles,
  setUpdNumber,
  withdrawUpdNumber,
  type ShipmentDeps,
  shipReady,
  taxes,
  unit,
} from './shipments/index.ts'
