export { dropClaimed, orderByClaim, releaseClaimed } from './lines/claimed-goods.ts'
export { CLAIM_OF_LINE } from './lines/claimed-goods.queries.ts'
export { changeLine } from './change-approvals/change-approval-terms.ts'
export {
  requestApprovalOfSupplierChanges,
  endUnanswered,
  type SupplierChange,
  openApprovalsOf,
} from './change-approvals/change-approvals.ts'
export { deleteApprovalLinksOf } from './change-approvals/approval-links.queries.ts'
export { deleteViewsOf } from './lists/order-views.queries.ts'
export { emailQuestions, type EmailQuestion } from './change-approvals/approval-links.ts'
export { readOrderLines } from './lines/lines-list.ts'
export { IS_OPEN } from './lines/lines-list.queries.ts'
export { moveLines, putBackInStock, type By, type LineMove } from './lines/line-transitions.ts'
export { lockParts, lockStockOf } from './lines/line-transitions.queries.ts'
export { selectForRepeat, type RepeatableOrder } from './placing/repeat-order.queries.ts'
export { scopeOf, selectLinesMarked, selectOrdersNumbered } from './lists/find-orders.queries.ts'
export { findOrder, setExternalNumber } from './orders.queries.ts'
export { ordersModule } from './orders.routes.ts'
export type { PublishedOrder } from './publish-orders.ts'
export { ordersJobs } from './orders.jobs.ts'
export {
  requerySuppliersOfLines,
  type RequeryBeforePlacing,
  type GoodsToRequery,
} from './placing/requery-before-placing.ts'
export { recordVerbalConfirmation } from './placing/on-behalf.ts'
export { placeOrders, type OrderDeps } from './placing/place-order.ts'
export { placeGoods, requerySuppliersOfGoods, type PlaceGoodsDeps } from './placing/place-goods.ts'
export { previewCart, previewOrders } from './placing/preview-order.ts'
export { answerOverrideRequests, declineOverrideRequest } from './holds/order-holds.queries.ts'
