export { emailRecipientsModule } from './email-recipients.routes.ts'
export { deleteRecipientsAt, purgeExpiredRecipients } from './email-recipients.queries.ts'
