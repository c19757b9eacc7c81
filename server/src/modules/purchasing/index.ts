export {
  applyAnswerFile,
  checkAnswerFile,
  collect,
  pollDue,
  sendDue,
  sendFiles,
  sendNow,
} from './purchase-orders/index.ts'
