export { mailboxKeys, resealPasswords } from './mailboxes/index.ts'
export {
  createOnlineSuppliers,
  createReferences,
  createTaking,
  type KnownOffer,
  learnMeanings,
  type ManyAnswer,
  NotSent,
  type OnlineOrdering,
  type OnlineSuppliers,
  type OrderedLine,
  type References,
  type Refusal,
  resealSecrets,
  type SupplierReply,
  SupplierFailed,
  supplierKeys,
  type SupplierOrder,
  type RedeemOffer,
} from './online-suppliers/index.ts'
export { describeLayout, type ImportProgress, type ImportResult, NoSeller } from './price-list-import/index.ts'
export {
  createListStore,
  importByCommand,
  type ListStore,
  queueOneCList,
  UnansweredQuestions,
  type CommandRequest,
} from './price-lists/index.ts'
export { changeStock, reserveOffers, shelve, type Shelved, withdrawStock } from './offers/index.ts'
export {
  freshness,
  lockRouteTerms,
  selectOrderLayout,
  updateOrderLayout,
  updateOrderTerms,
} from './supply-routes/index.ts'
