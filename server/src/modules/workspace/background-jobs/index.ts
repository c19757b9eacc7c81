export { backgroundWorkModule } from './background-work.routes.ts'
