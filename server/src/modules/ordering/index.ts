export { phoneDraftsModule } from './assisted-orders/index.ts'
export { createMatcher, forgetOldLists, listsModule } from './bulk-orders/index.ts'
export { cartModule, deleteChosenCartsOf, putIntoCart } from './cart/index.ts'
export { forgetOldOrderFiles, orderTalkModule } from './order-messages/index.ts'
export {
  askOfSuppliers,
  type By,
  changeLine,
  CLAIM_OF_LINE,
  deleteDecisionLinksOf,
  deleteViewsOf,
  dropClaimed,
  endUnanswered,
  findOrder,
  forgetOldDecisionLinks,
  holdParts,
  holdStockOf,
  IS_OPEN,
  letterQuestions,
  type LineMove,
  moveLines,
  orderByClaim,
  type OrderDeps,
  ordersModule,
  ordersWork,
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
export { deleteSchedulesOf, forgetOldFiles, priceFilesModule } from './price-exports/index.ts'
export { deleteWatchesOf, tellOfArrivals, watchesModule } from './product-alerts/index.ts'
export { answerBy, requestsModule } from './quote-requests/index.ts'
export { onlineSearchModule, productModule, searchModule, suggest } from './search/index.ts'
