export { blocksModule } from './credit-holds.routes.ts'
