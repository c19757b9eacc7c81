export { contractorsModule } from './contractors.routes.ts'
export { lockContracts, selectContractor, selectContracts } from './contractors.queries.ts'
