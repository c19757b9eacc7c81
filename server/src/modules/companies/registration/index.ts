export { deleteRegistrationsAt } from './registration.queries.ts'
export { registrationModule } from './registration.routes.ts'
