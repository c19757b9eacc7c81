export { phoneDraftsModule } from './phone-drafts.routes.ts'
