export { supplierOrderFilesModule } from './files.routes.ts'
export { supplierOrdersModule } from './supplier-orders.routes.ts'
