import { analyticsRoute } from '../routes/analytics/analytics.ts'
import { adminRoute } from '../routes/workspace/admin.ts'
import { settingsRoute } from '../routes/workspace/settings.ts'
import { helpRoute } from '../routes/workspace/help.ts'
import { accountsRoute } from '../routes/identity/accounts.ts'
import { cartRoute } from '../routes/ordering/cart.ts'
import { catalogRoute } from '../routes/ordering/catalog.ts'
import { claimRoute } from '../routes/fulfilment/claim.ts'
import { reconciliationRoute } from '../routes/billing/reconciliation.ts'
import { claimsRoute } from '../routes/fulfilment/claims.ts'
import { changePasswordRoute } from '../routes/identity/change-password.ts'
import { consigneesRoute } from '../routes/companies/consignees.ts'
import { garageRoute } from '../routes/companies/garage.ts'
import { vehicleCatalogRoute } from '../routes/catalog/vehicle-catalog.ts'
import { vehicleRoute } from '../routes/companies/vehicle.ts'
import { financesRoute } from '../routes/billing/finances.ts'
import { contractorRoute } from '../routes/companies/contractor.ts'
import { contractorsRoute } from '../routes/companies/contractors.ts'
import { listsRoute } from '../routes/ordering/bulk-orders.ts'
import { newClaimRoute } from '../routes/fulfilment/new-claim.ts'
import { invoiceRoute } from '../routes/billing/invoice.ts'
import { newOrderRoute } from '../routes/ordering/new-order.ts'
import { newInvoiceRoute } from '../routes/billing/new-invoice.ts'
import { newRequestRoute } from '../routes/ordering/new-request.ts'
import { offerToClientRoute } from '../routes/ordering/offer-to-client.ts'
import { onlineSuppliersRoute } from '../routes/suppliers/online-suppliers.ts'
import { orderInvoiceRoute } from '../routes/billing/order-invoice.ts'
import { orderRoute } from '../routes/ordering/order.ts'
import { ordersRoute } from '../routes/ordering/orders.ts'
import { priceListRoute } from '../routes/suppliers/price-list.ts'
import { productRoute } from '../routes/catalog/product.ts'
import { profileRoute } from '../routes/identity/profile.ts'
import { goodsReceiptRoute } from '../routes/purchasing/goods-receipt.ts'
import { purchaseProposalsRoute } from '../routes/purchasing/purchase-proposals.ts'
import { supplierReturnRoute } from '../routes/purchasing/supplier-return.ts'
import { supplierReturnsRoute } from '../routes/purchasing/supplier-returns.ts'
import { goodsReceiptsRoute } from '../routes/purchasing/goods-receipts.ts'
import { readyShipmentsRoute } from '../routes/fulfilment/ready-shipments.ts'
import { requestRoute } from '../routes/ordering/request.ts'
import { requestsRoute } from '../routes/ordering/requests.ts'
import { settlementsRoute } from '../routes/billing/payments-desk.ts'
import { shipmentRoute } from '../routes/fulfilment/shipment.ts'
import { priceConditionsRoute } from '../routes/pricing/price-conditions.ts'
import { productAlertsRoute } from '../routes/ordering/product-alerts.ts'

/** Pages for signed-in users. */
export const MEMBER_ROUTES = [
  financesRoute,
  settlementsRoute,
  changePasswordRoute,
  profileRoute,
  catalogRoute,
  productRoute,
  offerToClientRoute,
  listsRoute,
  cartRoute,
  ordersRoute,
  orderRoute,
  orderInvoiceRoute,
  newInvoiceRoute,
  newOrderRoute,
  invoiceRoute,
  readyShipmentsRoute,
  goodsReceiptsRoute,
  purchaseProposalsRoute,
  supplierReturnsRoute,
  supplierReturnRoute,
  goodsReceiptRoute,
  shipmentRoute,
  consigneesRoute,
  garageRoute,
  vehicleRoute,
  vehicleCatalogRoute,
  productAlertsRoute,
  priceConditionsRoute,
  requestsRoute,
  newRequestRoute,
  requestRoute,
  claimsRoute,
  newClaimRoute,
  claimRoute,
  reconciliationRoute,
  priceListRoute,
  contractorsRoute,
  contractorRoute,
  accountsRoute,
  adminRoute,
  analyticsRoute,
  settingsRoute,
  helpRoute,
  onlineSuppliersRoute,
] as const
