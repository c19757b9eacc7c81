export { selectCompanyName, selectMemberAddress, selectStaffAddress } from './addresses.queries.ts'
export { createMailer, type Email, type Mailer } from './mailer.ts'
export { emailsModule } from './emails.routes.ts'
export { clearEmailsTo } from './emails.queries.ts'
