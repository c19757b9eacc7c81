import { vehicleCatalogRoutes } from './catalog/vehicle-catalog.ts'
import { accountRoutes } from './identity/accounts.ts'
import { apiKeyRoutes } from './integrations/api-keys.ts'
import { webhookRoutes } from './integrations/webhooks.ts'
import { auditRoutes } from './platform/audit.ts'
import { authRoutes, passwordRoutes } from './identity/auth.ts'
import { blockRoutes } from './billing/credit-holds.ts'
import { brandRoutes } from './catalog/brands.ts'
import { cancelRequestRoutes } from './ordering/orders/cancel-requests.ts'
import { cartRoutes } from './ordering/cart.ts'
import { cartsRoutes } from './ordering/carts.ts'
import { orderTemplateRoutes } from './ordering/orders/order-templates.ts'
import { callRoutes } from './workspace/calls.ts'
import { catalogRoutes } from './catalog/catalog.ts'
import { claimRoutes } from './fulfilment/claims.ts'
import { consigneeRoutes } from './companies/consignees.ts'
import { vehicleRoutes } from './companies/vehicles.ts'
import { contractorRoutes } from './companies/contractors.ts'
import { contractRoutes } from './companies/contracts.ts'
import { crossReferenceRoutes } from './catalog/cross-references.ts'
import { certificateRoutes } from './catalog/certificates.ts'
import { productContentRoutes } from './catalog/product-content.ts'
import { debtRoutes } from './billing/debts.ts'
import { changeApprovalRoutes } from './ordering/orders/change-approvals.ts'
import { replacementRoutes } from './ordering/orders/replacements.ts'
import { substituteRoutes } from './companies/substitutes.ts'
import { deliveryRoutes } from './pricing/delivery.ts'
import { documentRoutes } from './billing/documents.ts'
import { findRoutes } from './workspace/global-search.ts'
import { goodsReceiptRoutes } from './purchasing/goods-receipts.ts'
import { homeRoutes } from './workspace/home.ts'
import { inventoryGroupRoutes } from './catalog/inventory-groups.ts'
import { emailRecipientRoutes } from './companies/email-recipients.ts'
import { invoiceEmailRoutes } from './billing/invoice-emails.ts'
import { invoiceRoutes } from './billing/invoices.ts'
import { newInvoiceRoutes } from './billing/new-invoice.ts'
import { legalRoutes, supplierRoutes } from './companies/legal.ts'
import { sellerRoutes } from './companies/sellers.ts'
import { mailServerRoutes } from './platform/mail-server.ts'
import { portalSettingsRoutes } from './platform/portal-settings.ts'
import { environmentRoutes } from './workspace/environment.ts'
import { setupRoutes } from './workspace/setup.ts'
import { listRoutes } from './ordering/bulk-orders.ts'
import { mailboxRoutes } from './suppliers/mailboxes.ts'
import { backgroundWorkRoutes } from './workspace/background-jobs.ts'
import { emailRoutes } from './platform/emails.ts'
import { newsRoutes } from './site/news.ts'
import { notificationDeviceRoutes } from './workspace/notification-devices.ts'
import { notificationRoutes } from './workspace/notifications.ts'
import { onlineSupplierRoutes } from './suppliers/online-suppliers.ts'
import { bulkMoveRoutes } from './ordering/orders/bulk-transitions.ts'
import { partLinkRoutes } from './ordering/orders/part-links.ts'
import { orderListRoutes } from './ordering/orders/order-lists.ts'
import { orderViewRoutes } from './ordering/orders/order-views.ts'
import { orderMessageRoutes } from './ordering/order-messages.ts'
import { orderRoutes } from './ordering/orders/orders.ts'
import { pageTextRoutes } from './site/page-texts.ts'
import { paymentRoutes } from './billing/payments.ts'
import { personalDataRoutes } from './identity/personal-data.ts'
import { assistedOrderRoutes } from './ordering/assisted-orders.ts'
import { ownPriceRoutes } from './pricing/own-price.ts'
import { priceConditionRoutes } from './pricing/price-conditions.ts'
import { priceGroupRoutes } from './pricing/price-groups.ts'
import { priceExportRoutes } from './ordering/price-exports.ts'
import { priceListRoutes } from './suppliers/price-lists.ts'
import { profileRoutes } from './identity/profile.ts'
import { vehiclePurchaseRoutes } from './ordering/orders/vehicle-purchases.ts'
import { purchaseRoutes } from './ordering/orders/purchases.ts'
import { registrationRoutes } from './companies/registration.ts'
import { requestRoutes } from './ordering/quote-requests.ts'
import { analyticsRoutes } from './analytics/sales.ts'
import { searchLogRoutes } from './analytics/searches.ts'
import { searchRoutes } from './ordering/search.ts'
import { reconciliationRoutes } from './billing/reconciliation.ts'
import { ledgerEntryRoutes } from './billing/ledger-entries.ts'
import { settlementRoutes } from './billing/settlements.ts'
import { shipmentIntakeRoutes } from './fulfilment/shipment-intake.ts'
import { shipmentRoutes } from './fulfilment/shipments.ts'
import { supplyRouteRoutes } from './suppliers/supply-routes.ts'
import { suggestionRoutes } from './companies/suggestions.ts'
import { oneCRoutes } from './integrations/one-c.ts'
import { oneCOdataRoutes } from './integrations/one-c-odata.ts'
import { supplierFactsRoutes } from './purchasing/supplier-facts.ts'
import { supplierOrderFileRoutes } from './purchasing/supplier-order-files.ts'
import { supplierOrderHistoryRoutes } from './purchasing/supplier-order-history.ts'
import { stockPurchaseRoutes } from './purchasing/stock-purchases.ts'
import { supplierReturnRoutes } from './purchasing/supplier-returns.ts'
import { supplierOrderRoutes } from './purchasing/supplier-orders.ts'
import { userRoutes } from './identity/users.ts'
import { waitingOrderRoutes } from './ordering/orders/held-orders.ts'
import { productAlertRoutes } from './ordering/product-alerts.ts'
import { workQueueRoutes } from './workspace/work-queue.ts'
import type { Route } from './core/route.ts'

/** Every route of the portal by group; the source of the OpenAPI document and of the access test. */
const routes = {
  auth: authRoutes,
  passwords: passwordRoutes,
  users: userRoutes,
  profile: profileRoutes,
  accounts: accountRoutes,
  personalData: personalDataRoutes,
  contractors: contractorRoutes,
  substitutes: substituteRoutes,
  contracts: contractRoutes,
  registration: registrationRoutes,
  suggestions: suggestionRoutes,
  consignees: consigneeRoutes,
  vehicles: vehicleRoutes,
  vehiclePurchases: vehiclePurchaseRoutes,
  delivery: deliveryRoutes,
  supplier: supplierRoutes,
  sellers: sellerRoutes,
  setup: setupRoutes,
  mailServer: mailServerRoutes,
  portalSettings: portalSettingsRoutes,
  environment: environmentRoutes,
  legal: legalRoutes,
  pageTexts: pageTextRoutes,
  news: newsRoutes,
  search: searchRoutes,
  searches: searchLogRoutes,
  analytics: analyticsRoutes,
  globalSearch: findRoutes,
  catalog: catalogRoutes,
  vehicleCatalog: vehicleCatalogRoutes,
  brands: brandRoutes,
  crossReferences: crossReferenceRoutes,
  productContent: productContentRoutes,
  certificates: certificateRoutes,
  inventoryGroups: inventoryGroupRoutes,
  bulkOrders: listRoutes,
  cancelRequests: cancelRequestRoutes,
  cart: cartRoutes,
  home: homeRoutes,
  carts: cartsRoutes,
  orderTemplates: orderTemplateRoutes,
  assistedOrders: assistedOrderRoutes,
  orders: orderRoutes,
  orderMessages: orderMessageRoutes,
  workQueue: workQueueRoutes,
  calls: callRoutes,
  orderHolds: waitingOrderRoutes,
  changeApprovals: changeApprovalRoutes,
  replacements: replacementRoutes,
  statements: settlementRoutes,
  ledgerEntries: ledgerEntryRoutes,
  reconciliation: reconciliationRoutes,
  payments: paymentRoutes,
  creditHolds: blockRoutes,
  debts: debtRoutes,
  shipments: shipmentRoutes,
  shipmentIntake: shipmentIntakeRoutes,
  claims: claimRoutes,
  orderLists: orderListRoutes,
  partLinks: partLinkRoutes,
  bulkTransitions: bulkMoveRoutes,
  orderViews: orderViewRoutes,
  purchases: purchaseRoutes,
  invoices: invoiceRoutes,
  invoiceEmails: invoiceEmailRoutes,
  emailRecipients: emailRecipientRoutes,
  newInvoice: newInvoiceRoutes,
  documents: documentRoutes,
  productAlerts: productAlertRoutes,
  quoteRequests: requestRoutes,
  priceExports: priceExportRoutes,
  priceLists: priceListRoutes,
  mailboxes: mailboxRoutes,
  ownPrices: ownPriceRoutes,
  priceConditions: priceConditionRoutes,
  priceGroups: priceGroupRoutes,
  supplyRoutes: supplyRouteRoutes,
  onlineSuppliers: onlineSupplierRoutes,
  supplierFacts: supplierFactsRoutes,
  supplierOrders: supplierOrderRoutes,
  stockPurchases: stockPurchaseRoutes,
  supplierReturns: supplierReturnRoutes,
  goodsReceipts: goodsReceiptRoutes,
  supplierOrderFiles: supplierOrderFileRoutes,
  supplierOrderHistory: supplierOrderHistoryRoutes,
  oneC: oneCRoutes,
  apiKeys: apiKeyRoutes,
  webhooks: webhookRoutes,
  oneCOdata: oneCOdataRoutes,
  audit: auditRoutes,
  emails: emailRoutes,
  backgroundJobs: backgroundWorkRoutes,
  notifications: notificationRoutes,
  notificationDevices: notificationDeviceRoutes,
}

export const API: Record<string, Record<string, Route>> = routes

/** Routes by name, with the literal types of their paths. */
export type Api = typeof routes
