export { lockOffers, mergeBrandsOfRoutes, mergeOffers } from './merged-goods.queries.ts'
export { changeStock, reserveOffers, shelve, type Shelved, withdrawStock } from './stock.queries.ts'
