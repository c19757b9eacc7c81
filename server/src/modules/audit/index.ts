export { auditModule } from './audit.routes.ts'
export { readHistory, recordEvent, type AuditAuthor } from './audit.service.ts'
