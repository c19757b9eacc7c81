export { auditModule } from './audit.routes.ts'
export { changesBetween, type ToldField } from './changes.ts'
export { isOfPerson } from './persons.ts'
export { readHistory, recordEvent, type AuditAuthor } from './audit.service.ts'
