export { contractorsModule } from './contractors.routes.ts'
export { lockContracts, selectContractor, selectContracts, selectManagerContact } from './contractors.queries.ts'
