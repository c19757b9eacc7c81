export { type FillDemo, shownSetupCode } from './setup/index.ts'
