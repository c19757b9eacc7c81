export { workQueueModule } from './work-queue.routes.ts'
export { deleteTakesOf } from './assignments.queries.ts'
