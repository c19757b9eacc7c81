export { crossReferencesModule } from './cross-references.routes.ts'
export { purgeExpiredCrossReferenceImports } from './cross-reference-imports.queries.ts'
