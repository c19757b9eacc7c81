export { applyAnswers } from './answers/answers.ts'
export { applyAnswerFile, checkAnswerFile } from './answers/answer-file.ts'
export { collect } from './sending/collect.ts'
export { supplierOrderFilesModule } from './answers/files.routes.ts'
export { pollDue } from './sending/poll.ts'
export { sendFiles } from './sending/send-files.ts'
export {
  addReceived,
  AWAITED,
  lockAwaited,
  selectAwaited,
  selectAwaitedCounts,
  selectAwaitedPage,
  type AwaitedRow,
} from './receiving.queries.ts'
export { sendDue } from './sending/send.ts'
export { supplierOrderJobs } from './supplier-orders.jobs.ts'
export { supplierOrdersModule } from './supplier-orders.routes.ts'
export { textForClient } from './supplier-texts.ts'
export { sendNow } from './supplier-orders.ts'
export { insertDraft, selectChannel } from './sending/form.queries.ts'
export { markLinesSent } from './sending/wanted.ts'
export { publishSupplierOrders } from './publish-supplier-orders.ts'
