export { sendWeeklyLetter } from './weekly-letter.ts'
