export { oneCKeys, resealOneCPasswords } from './connections.ts'
export { oneCReadingJob, type OdataDeps } from './odata.jobs.ts'
export { odataModule } from './odata.routes.ts'
