export { createMatcher } from './bulk-orders/index.ts'
export { putIntoCart } from './cart/index.ts'
export {
  answerUnblockRequests,
  askOfSuppliers,
  type By,
  changeLine,
  declineUnblockRequest,
  CLAIM_OF_LINE,
  dropClaimed,
  endUnanswered,
  findOrder,
  holdParts,
  holdStockOf,
  IS_OPEN,
  letterQuestions,
  type LineMove,
  moveLines,
  orderByClaim,
  type OrderDeps,
  placeOrders,
  previewOrders,
  putBackInStock,
  readLines,
  releaseClaimed,
  scopeOf,
  selectLinesMarked,
  selectOrdersNumbered,
  type SupplierChange,
} from './orders/index.ts'
export { answerBy } from './quote-requests/index.ts'
export { suggest } from './search/index.ts'
