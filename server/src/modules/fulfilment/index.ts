export { requestClaimDetails, createClaim, decide, storeClaimFile } from './claims/index.ts'
export { cancelShipment, shipReady, deliveryRunText } from './shipments/index.ts'
