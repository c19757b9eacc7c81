export { createApplication } from './decide-applications.ts'
export { contractorsModule } from './contractors.routes.ts'
export {
  readTolerance,
  selectContractor,
  selectContractorWithManager,
  selectManagerContact,
  toleranceOf,
} from './contractors.queries.ts'
export { releaseCompaniesOf } from './substitutes.queries.ts'
export { acceptContract, acceptPriceColumn, acceptTerms, type AccountedTerms } from './accounted-contracts.ts'
export { contractInForce, contractsInForce } from './active-contract.ts'
export { lockContracts, selectCompanyContracts, selectContractsWith } from './contracts.queries.ts'
export { readContractBalances, notifyOfEndingContracts } from './read-contracts.ts'
