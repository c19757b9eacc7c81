export { createHeads } from './heads.ts'
export { publicPagesModule } from './public-pages.routes.ts'
