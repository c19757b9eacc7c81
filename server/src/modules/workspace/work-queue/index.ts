export { purgeExpiredAssignments } from './takes.ts'
export { workQueueModule } from './work-queue.routes.ts'
export { deleteTakesOf } from './takes.queries.ts'
