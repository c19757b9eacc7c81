export { listConsignees } from './consignees.read.ts'
export { createZoneReader, type ReadZone } from './consignees.zones.ts'
export { consigneesModule } from './consignees.routes.ts'
export { memberOf, pointsOf, readerOf, seesPrices, seesSettlements } from './consignees.reader.ts'
export type { Member, Reader } from './consignees.reader.ts'
export {
  holdPoints,
  ownsConsignee,
  readableOrders,
  selectConsignees,
  selectPoint,
  selectPoints,
} from './consignees.queries.ts'
