export { forgetOldTakes } from './takes.ts'
export { workQueueModule } from './work-queue.routes.ts'
