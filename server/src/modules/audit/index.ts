export { auditModule } from './audit.routes.ts'
export { recordEvent, type AuditAuthor } from './audit.service.ts'
