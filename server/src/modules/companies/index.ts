export {
  createZoneReader,
  lockConsignees,
  ownsConsignee,
  readableOrders,
  type ReadZone,
  selectConsignees,
  selectPoint,
  selectConsigneePoints,
} from './consignees/index.ts'
export {
  acceptContract,
  acceptPriceColumn,
  acceptTerms,
  type AccountedTerms,
  contractInForce,
  contractsInForce,
  lockContracts,
  readContractBalances,
  readTolerance,
  selectContractor,
  selectCompanyContracts,
  selectContractsWith,
  selectManagerContact,
  toleranceOf,
} from './contractors/index.ts'
export {
  availableLimitKop,
  creditRefusal,
  FORGIVEN_KOP,
  INVOICE_AWAITED,
  INVOICE_OPEN,
  leavingRefusal,
  namedOfOrder,
  payableShipments,
  readVatRates,
  selectContractBalances,
  type ContractBalance,
  vatLabel,
  type VatOn,
  WAITS_FOR_RETURN,
} from './credit/index.ts'
export { readVehicle } from './vehicles/index.ts'
export { isPublicOfferAccepted, noteExchange, selectPicturesAt } from './own-company/index.ts'
