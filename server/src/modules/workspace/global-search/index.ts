export { findModule } from './global-search.routes.ts'
