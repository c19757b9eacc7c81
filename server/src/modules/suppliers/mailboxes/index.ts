export { mailboxKeys } from './mailbox-access.ts'
export { purgeExpiredEmails } from './mailboxes.forget.ts'
export { mailboxesModule } from './mailboxes.routes.ts'
export { resealPasswords } from './mailboxes.service.ts'
