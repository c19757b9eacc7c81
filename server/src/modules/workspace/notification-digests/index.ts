export { sendNotifications } from './letters.ts'
export { deleteLettersOf } from './letters.queries.ts'
