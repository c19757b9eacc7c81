export { listConsignees } from './consignees.read.ts'
export { createZoneReader, type ReadZone } from './consignees.zones.ts'
export { consigneesModule } from './consignees.routes.ts'
export {
  holdPoints,
  ownsConsignee,
  readableOrders,
  selectConsignees,
  selectPoint,
  selectPoints,
} from './consignees.queries.ts'
