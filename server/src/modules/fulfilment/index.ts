export { ask, createClaim, decide, keepFile } from './claims/index.ts'
export { cancelShipment, shipReady, waveText } from './shipments/index.ts'
