export { crossReferencesModule } from './cross-references.routes.ts'
export { purgeRefusedRows } from './cross-reference-imports.queries.ts'
