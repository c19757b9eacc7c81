export { blocksModule } from './blocks.routes.ts'
