export { createMailer, type Letter, type Mailer } from './mailer.ts'
export { mailsModule } from './mails.routes.ts'
export { emptySecretMails } from './mails.queries.ts'
