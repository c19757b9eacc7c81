export { crossReferencesModule } from './crosses.routes.ts'
export { purgeExpiredCrossReferenceImports } from './cross-imports.queries.ts'
