export { environmentModule } from './environment.routes.ts'
