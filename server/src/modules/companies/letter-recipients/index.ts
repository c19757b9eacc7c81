export { letterRecipientsModule } from './letter-recipients.routes.ts'
export { deleteRecipientsAt, forgetOldRecipients } from './letter-recipients.queries.ts'
