export { contentImportJob } from './content-imports.jobs.ts'
export { productContentModule } from './product-content.routes.ts'
export { readProductContent } from './product-properties.ts'
export { photoHashOf, shrinkProductPhoto } from './product-photos.ts'
