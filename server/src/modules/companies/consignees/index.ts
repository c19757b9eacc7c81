export { listConsignees } from './read-consignees.ts'
export { createZoneReader, type ReadZone } from './zones-of-consignees.ts'
export { consigneesModule } from './consignees.routes.ts'
export {
  lockConsignees,
  ownsConsignee,
  readableOrders,
  selectConsignees,
  selectPoint,
  selectConsigneePoints,
} from './consignees.queries.ts'
