export { selectCompanyName, selectMemberAddress, selectStaffAddress } from './addresses.queries.ts'
export { createMailer, type Email, type Mailer } from './mailer.ts'
export { emailsModule } from './mails.routes.ts'
export { clearEmailsTo, clearSecretEmails, purgeExpiredEmails } from './mails.queries.ts'
