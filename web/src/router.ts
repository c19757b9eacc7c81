import { MISSING_PAGE } from '@artikul/contract/page-head'
import { createRouter } from '@tanstack/react-router'
import { session } from './lib/current-session.ts'
import { applyHead } from './lib/head.ts'
import { headOfRoute, titledFor } from './lib/page-meta.ts'
import { parseSearch, stringifySearch } from './lib/search-params.ts'
import { rolesOf } from './lib/session.ts'
import { FailedPage, PendingPage } from './ui/page-states.tsx'
import { shownPage } from './lib/shown-page.ts'
import { aboutRoute, editAboutRoute, editRospartRoute, rospartRoute } from './routes/text-pages.ts'
import { adminRoute } from './routes/admin.ts'
import { apiRoute } from './routes/api.ts'
import { accountsRoute } from './routes/accounts.ts'
import { cartRoute } from './routes/cart.ts'
import { catalogRoute } from './routes/catalog.ts'
import { claimRoute } from './routes/claim.ts'
import { reconciliationRoute } from './routes/reconciliation.ts'
import { claimsRoute } from './routes/claims.ts'
import { changePasswordRoute } from './routes/change-password.ts'
import { consigneesRoute } from './routes/consignees.ts'
import { contactsRoute } from './routes/contacts.ts'
import { decisionRoute } from './routes/decision.ts'
import { financesRoute } from './routes/finances.ts'
import { homeRoute } from './routes/home.ts'
import { contractorRoute } from './routes/contractor.ts'
import { contractorsRoute } from './routes/contractors.ts'
import { createKitRoute } from './routes/kit.ts'
import { lettersRoute } from './routes/letters.ts'
import { listsRoute } from './routes/lists.ts'
import { loginRoute } from './routes/login.ts'
import { newClaimRoute } from './routes/new-claim.ts'
import { editNewsRoute, newNewsRoute, newsDetailRoute, newsRoute } from './routes/news.ts'
import { invoiceRoute } from './routes/invoice.ts'
import { newOrderRoute } from './routes/new-order.ts'
import { newInvoiceRoute } from './routes/new-invoice.ts'
import { newRequestRoute } from './routes/new-request.ts'
import { notFoundRoute } from './routes/not-found.ts'
import { offerRoute } from './routes/offer.ts'
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
import { registrationRoute } from './routes/registration.ts'
import { requestRoute } from './routes/request.ts'
import { requestsRoute } from './routes/requests.ts'
import { resetPasswordRoute } from './routes/reset-password.ts'
import { resetRequestPasswordRoute } from './routes/reset-request-password.ts'
import { rootRoute } from './routes/root.ts'
import { settlementsRoute } from './routes/settlements.ts'
import { shipmentRoute } from './routes/shipment.ts'
import { priceConditionsRoute } from './routes/price-conditions.ts'
import { watchesRoute } from './routes/watches.ts'

const WITH_KIT = import.meta.env.DEV || import.meta.env.VITE_KIT === '1'

const routeTree = rootRoute.addChildren([
  homeRoute,
  loginRoute,
  registrationRoute,
  offerRoute,
  contactsRoute,
  newsRoute,
  newsDetailRoute,
  newNewsRoute,
  editNewsRoute,
  aboutRoute,
  editAboutRoute,
  rospartRoute,
  editRospartRoute,
  financesRoute,
  settlementsRoute,
  resetPasswordRoute,
  resetRequestPasswordRoute,
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
  decisionRoute,
  lettersRoute,
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
  apiRoute,
  notFoundRoute,
  ...(WITH_KIT ? [createKitRoute()] : []),
])

export const router = createRouter({
  routeTree,
  parseSearch,
  stringifySearch,
  scrollRestoration: true,
  defaultPreload: 'intent',
  defaultPendingMs: 300,
  defaultPendingComponent: PendingPage,
  defaultErrorComponent: FailedPage,
})

router.subscribe('onResolved', () => {
  const page = router.state.matches.at(-1)?.staticData.page
  const { pathname } = router.state.location
  applyHead(page ? headOfRoute(titledFor(page, rolesOf(session.getState().user)), pathname) : MISSING_PAGE)
  // Whoever follows a link by keyboard begins at the new page, not at the top of the document.
  if (document.activeElement === document.body) document.getElementById('main')?.focus({ preventScroll: true })
  shownPage.set(page ? { name: page.name, roles: page.roles, href: router.state.location.href } : null)
})

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
}
