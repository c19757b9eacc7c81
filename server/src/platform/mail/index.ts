export { selectCompanyName, selectMemberAddress, selectStaffAddress } from './addresses.queries.ts'
export { createMailer, type Letter, type Mailer } from './mailer.ts'
export { mailsModule } from './mails.routes.ts'
export { emptyMailsTo, emptySecretMails, forgetOldMails } from './mails.queries.ts'
