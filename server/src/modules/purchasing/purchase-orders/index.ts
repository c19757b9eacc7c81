export { applyAnswers } from './answers.ts'
export { applyAnswerFile, checkAnswerFile } from './answer-file.ts'
export { collect } from './collect.ts'
export { supplierOrderFilesModule } from './files.routes.ts'
export { pollDue } from './poll.ts'
export { sendFiles } from './send-files.ts'
export {
  addReceived,
  AWAITED,
  lockAwaited,
  selectAwaited,
  selectAwaitedCounts,
  selectAwaitedPage,
  type AwaitedRow,
} from './receiving.queries.ts'
export { sendDue } from './send.ts'
export { supplierOrdersModule } from './supplier-orders.routes.ts'
export { sendNow } from './supplier-orders.service.ts'
export { tellOfOrders } from './tell.ts'
