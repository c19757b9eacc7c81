export { consigneesModule } from './consignees.routes.ts'
export { selectConsignees, selectOwnConsigneeIds } from './consignees.queries.ts'
