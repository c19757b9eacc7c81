export { sendNotifications } from './digests.ts'
export { deletePlannedEmails } from './digests.queries.ts'
