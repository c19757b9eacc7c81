export { pageTextsModule } from './page-texts.routes.ts'
export { carryConsents } from './supplier.queries.ts'
export { readConsents, recordConsents, requireCurrentTexts, type GivenConsent } from './consents.ts'
export { supplierModule } from './supplier.routes.ts'
