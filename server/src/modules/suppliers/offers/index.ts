export { lockOffers, mergeBrandsOfSources, mergeOffers } from './merged-goods.queries.ts'
export { changeStock, reserveOffers, shelve, type Shelved, takeOff } from './stock.queries.ts'
