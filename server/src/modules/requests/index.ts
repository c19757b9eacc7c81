export { requestsModule } from './requests.routes.ts'
