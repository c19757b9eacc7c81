export { ask, claimsModule, createClaim, decide, forgetOldClaimFiles, keepFile } from './claims/index.ts'
export { documentArchivesModule } from './document-archives/index.ts'
export { cancelShipment, shipmentsModule, shipReady, waveText } from './shipments/index.ts'
