export { mergeWatches } from './merged-goods.queries.ts'
export { watchesModule } from './watches.routes.ts'
export { tellOfArrivals } from './watches.tell.ts'
export { deleteWatchesOf } from './watches.queries.ts'
