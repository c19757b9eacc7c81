export { forgetOldAnswers } from './online-suppliers.forget.ts'
export { createOnlineSuppliers, onlineSuppliersModule } from './online-suppliers.routes.ts'
export { resealSecrets } from './online-suppliers.service.ts'
export { supplierKeys } from './supplier-access.ts'
