export { backgroundWorkModule } from './background-jobs.routes.ts'
