export {
  consigneesModule,
  createZoneReader,
  holdPoints,
  ownsConsignee,
  readableOrders,
  type ReadZone,
  selectConsignees,
  selectPoint,
  selectPoints,
} from './consignees/index.ts'
export {
  contractInForce,
  contractorsModule,
  lockContracts,
  readStandings,
  readTolerance,
  releaseCompaniesOf,
  selectContractor,
  selectContracts,
  selectManagerContact,
  tellOfEndings,
  toleranceOf,
} from './contractors/index.ts'
export {
  creditRefusal,
  FORGIVEN_KOP,
  INVOICE_AWAITED,
  INVOICE_OPEN,
  leavingRefusal,
  namedOfOrder,
  payableShipments,
  readVatRates,
  selectStandings,
  type Standing,
  vatLabel,
  type VatOn,
  WAITS_FOR_RETURN,
} from './credit/index.ts'
export { forgetOldSuggestions, suggestionsModule } from './directory/index.ts'
export { deleteRecipientsAt, forgetOldRecipients, letterRecipientsModule } from './letter-recipients/index.ts'
export { isOfferAccepted, legalModule, pageTextsModule, supplierModule } from './own-company/index.ts'
export { deleteOldRegistrations, deleteRegistrationsAt, registrationModule } from './registration/index.ts'
