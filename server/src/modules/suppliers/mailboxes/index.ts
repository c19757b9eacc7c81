export { mailboxKeys } from './mailbox-access.ts'
export { purgeExpiredUnmatchedEmails } from './purge-emails.ts'
export { mailboxesModule } from './mailboxes.routes.ts'
export { resealPasswords } from './mailboxes.ts'
