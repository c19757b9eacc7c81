export {
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
  lockContracts,
  readStandings,
  readTolerance,
  selectContractor,
  selectContracts,
  selectManagerContact,
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
export { isOfferAccepted } from './own-company/index.ts'
