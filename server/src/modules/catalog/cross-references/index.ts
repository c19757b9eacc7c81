export { crossesModule } from './crosses.routes.ts'
export { forgetOldImports } from './cross-imports.queries.ts'
