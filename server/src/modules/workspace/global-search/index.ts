export { findModule } from './find.routes.ts'
