export { forgetOldCovers, newsModule } from './news/index.ts'
export { createHeads, publicPagesModule } from './pages/index.ts'
