export { sendNotifications } from './letters.ts'
export { deletePlannedEmails } from './letters.queries.ts'
