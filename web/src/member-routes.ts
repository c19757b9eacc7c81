import { adminRoute } from './routes/admin.ts'
import { accountsRoute } from './routes/accounts.ts'
import { cartRoute } from './routes/cart.ts'
import { catalogRoute } from './routes/catalog.ts'
import { claimRoute } from './routes/claim.ts'
import { reconciliationRoute } from './routes/reconciliation.ts'
import { claimsRoute } from './routes/claims.ts'
import { changePasswordRoute } from './routes/change-password.ts'
import { consigneesRoute } from './routes/consignees.ts'
import { financesRoute } from './routes/finances.ts'
import { contractorRoute } from './routes/contractor.ts'
import { contractorsRoute } from './routes/contractors.ts'
import { listsRoute } from './routes/lists.ts'
import { newClaimRoute } from './routes/new-claim.ts'
import { invoiceRoute } from './routes/invoice.ts'
import { newOrderRoute } from './routes/new-order.ts'
import { newInvoiceRoute } from './routes/new-invoice.ts'
import { newRequestRoute } from './routes/new-request.ts'
import { offerToClientRoute } from './routes/offer-to-client.ts'
import { onlineSuppliersRoute } from './routes/online-suppliers.ts'
import { orderInvoiceRoute } from './routes/order-invoice.ts'
import { orderRoute } from './routes/order.ts'
import { ordersRoute } from './routes/orders.ts'
import { priceListRoute } from './routes/price-list.ts'
import { productRoute } from './routes/product.ts'
import { profileRoute } from './routes/profile.ts'
import { goodsReceiptRoute } from './routes/goods-receipt.ts'
import { goodsReceiptsRoute } from './routes/goods-receipts.ts'
import { readyShipmentsRoute } from './routes/ready-shipments.ts'
import { requestRoute } from './routes/request.ts'
import { requestsRoute } from './routes/requests.ts'
import { settlementsRoute } from './routes/settlements.ts'
import { shipmentRoute } from './routes/shipment.ts'
import { priceConditionsRoute } from './routes/price-conditions.ts'
import { watchesRoute } from './routes/watches.ts'

/** The pages of those who are signed in. */
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
  goodsReceiptRoute,
  shipmentRoute,
  consigneesRoute,
  watchesRoute,
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
  onlineSuppliersRoute,
] as const
