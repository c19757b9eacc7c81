export { createHeads } from './pages/index.ts'
