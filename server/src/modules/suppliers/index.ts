export { mailboxKeys, resealPasswords } from './mailboxes/index.ts'
export {
  createOnlineSuppliers,
  createReferences,
  createTaking,
  type KnownOffer,
  learnMeanings,
  type ManyAnswer,
  NotAsked,
  type OnlineOrdering,
  type OnlineSuppliers,
  type OrderedLine,
  type References,
  type Refusal,
  resealSecrets,
  type SupplierAnswer,
  SupplierFailed,
  supplierKeys,
  type SupplierOrder,
  type TakeOffer,
} from './online-suppliers/index.ts'
export {
  describeLayout,
  type ImportProgress,
  type ImportRequest,
  type ImportResult,
  NoSeller,
} from './price-list-import/index.ts'
export { importByCommand } from './price-lists/index.ts'
export { changeStock, reserveOffers, shelve, type Shelved, takeOff } from './offers/index.ts'
export { freshness, lockSource, selectOrderLayout, updateOrderLayout, updateOrderTerms } from './supply-routes/index.ts'
