export { creditHoldsModule } from './credit-holds.routes.ts'
