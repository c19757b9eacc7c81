export { consigneesModule } from './consignees.routes.ts'
export { memberOf, pointsOf, readerOf, seesPrices, seesSettlements } from './consignees.reader.ts'
export type { Member, Reader } from './consignees.reader.ts'
export { ownsConsignee, readableOrders, selectConsignees } from './consignees.queries.ts'
