export { answerBy } from './answer-time.ts'
export { requestsModule } from './requests.routes.ts'
