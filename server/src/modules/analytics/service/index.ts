export { readService } from './service.ts'
export { computeService } from './service.queries.ts'
