export { setupModule, type FillDemo } from './setup.routes.ts'
export { shownSetupCode } from './setup-code.ts'
