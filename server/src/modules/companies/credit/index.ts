export { availableLimitKop, creditRefusal, FORGIVEN_KOP, leavingRefusal } from './credit.ts'
export {
  INVOICE_AWAITED,
  INVOICE_OPEN,
  namedOfOrder,
  payableShipments,
  selectContractBalances,
  WAITS_FOR_RETURN,
  type ContractBalance,
} from './finances.queries.ts'
export { readVatRates, vatLabel, type VatOn } from './vat.ts'
