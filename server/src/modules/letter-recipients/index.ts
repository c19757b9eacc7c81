export { letterRecipientsModule } from './letter-recipients.routes.ts'
export { forgetOldRecipients } from './letter-recipients.queries.ts'
