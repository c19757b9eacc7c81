export { documentArchivesModule } from './document-archives.routes.ts'
