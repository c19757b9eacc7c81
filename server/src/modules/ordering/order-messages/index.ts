export { forgetOldOrderFiles } from './talk.ts'
export { orderTalkModule } from './talk.routes.ts'
