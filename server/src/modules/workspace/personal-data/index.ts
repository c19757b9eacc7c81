export { personalDataModule } from './personal-data.routes.ts'
