export { createMatcher, type ListWish } from './bulk-orders/index.ts'
export { putIntoCart } from './cart/index.ts'
export {
  answerOverrideRequests,
  requestApprovalOfSupplierChanges,
  type By,
  changeLine,
  declineOverrideRequest,
  CLAIM_OF_LINE,
  dropClaimed,
  endUnanswered,
  findOrder,
  lockParts,
  lockStockOf,
  IS_OPEN,
  emailQuestions,
  type LineMove,
  moveLines,
  orderByClaim,
  type OrderDeps,
  placeOrders,
  previewOrders,
  putBackInStock,
  readOrderLines,
  releaseClaimed,
  scopeOf,
  selectLinesMarked,
  selectOrdersNumbered,
  setExternalNumber,
  type SupplierChange,
} from './orders/index.ts'
export { answerBy } from './quote-requests/index.ts'
export { suggestWords } from './search/index.ts'
