export { answerBy } from './answer-time.ts'
export { requestsModule } from './quote-requests.routes.ts'
