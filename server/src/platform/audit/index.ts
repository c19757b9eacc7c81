export { auditModule } from './audit.routes.ts'
export { changesBetween, type AuditedField } from './changes.ts'
export { isOfPerson } from './persons.ts'
export { readAuditHistory, recordEvent, withKey, type AuditAuthor } from './audit.ts'
