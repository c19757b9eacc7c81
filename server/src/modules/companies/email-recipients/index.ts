export { emailRecipientsModule } from './email-recipients.routes.ts'
export { deleteRecipientsAt } from './email-recipients.queries.ts'
