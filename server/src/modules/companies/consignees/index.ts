export { listConsignees } from './consignees.read.ts'
export { createZoneReader, type ReadZone } from './consignees.zones.ts'
export { consigneesModule } from './consignees.routes.ts'
export {
  lockConsignees,
  ownsConsignee,
  readableOrders,
  selectConsignees,
  selectPoint,
  selectConsigneePoints,
} from './consignees.queries.ts'
