export { emailRecipientsModule } from './letter-recipients.routes.ts'
export { deleteRecipientsAt, purgeExpiredRecipients } from './letter-recipients.queries.ts'
