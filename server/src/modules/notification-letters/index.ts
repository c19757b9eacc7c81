export { sendNotifications } from './letters.ts'
