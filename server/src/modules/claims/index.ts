export { forgetOldClaimFiles } from './claims.files.ts'
export { claimsModule } from './claims.routes.ts'
