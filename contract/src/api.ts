import { accountRoutes } from './accounts.ts'
import { auditRoutes } from './audit.ts'
import { authRoutes, passwordRoutes } from './auth.ts'
import { blockRoutes } from './blocks.ts'
import { brandRoutes } from './brands.ts'
import { cancelRequestRoutes } from './cancel-requests.ts'
import { cartRoutes } from './cart.ts'
import { cartsRoutes } from './carts.ts'
import { orderTemplateRoutes } from './order-templates.ts'
import { callRoutes } from './calls.ts'
import { catalogRoutes } from './catalog.ts'
import { claimRoutes } from './claims.ts'
import { consigneeRoutes } from './consignees.ts'
import { contractorRoutes } from './contractors.ts'
import { contractRoutes } from './contracts.ts'
import { crossRoutes } from './crosses.ts'
import { debtRoutes } from './debts.ts'
import { decisionRoutes } from './decisions.ts'
import { replacementRoutes } from './replacements.ts'
import { deputyRoutes } from './deputies.ts'
import { deliveryRoutes } from './delivery.ts'
import { documentRoutes } from './documents.ts'
import { findRoutes } from './find.ts'
import { goodsReceiptRoutes } from './goods-receipts.ts'
import { homeRoutes } from './home.ts'
import { inventoryGroupRoutes } from './inventory-groups.ts'
import { letterRecipientRoutes } from './letter-recipients.ts'
import { invoiceMailRoutes } from './invoice-mails.ts'
import { invoiceRoutes } from './invoices.ts'
import { newInvoiceRoutes } from './new-invoice.ts'
import { legalRoutes, supplierRoutes } from './legal.ts'
import { listRoutes } from './lists.ts'
import { mailboxRoutes } from './mailboxes.ts'
import { backgroundWorkRoutes } from './background-work.ts'
import { mailRoutes } from './mails.ts'
import { newsRoutes } from './news.ts'
import { notificationRoutes } from './notifications.ts'
import { onlineSupplierRoutes } from './online-suppliers.ts'
import { bulkMoveRoutes } from './bulk-moves.ts'
import { orderListRoutes } from './order-lists.ts'
import { orderViewRoutes } from './order-views.ts'
import { orderTalkRoutes } from './order-talk.ts'
import { orderRoutes } from './orders.ts'
import { pageTextRoutes } from './page-texts.ts'
import { paymentRoutes } from './payments.ts'
import { personalDataRoutes } from './personal-data.ts'
import { phoneDraftRoutes } from './phone-drafts.ts'
import { priceConditionRoutes } from './price-conditions.ts'
import { priceGroupRoutes } from './price-groups.ts'
import { priceFileRoutes } from './price-files.ts'
import { priceListRoutes } from './price-lists.ts'
import { profileRoutes } from './profile.ts'
import { purchaseRoutes } from './purchases.ts'
import { registrationRoutes } from './registration.ts'
import { requestRoutes } from './requests.ts'
import { searchRoutes } from './search.ts'
import { reconciliationRoutes } from './reconciliation.ts'
import { settlementEntryRoutes } from './settlement-entries.ts'
import { settlementRoutes } from './settlements.ts'
import { shipmentIntakeRoutes } from './shipment-intake.ts'
import { shipmentRoutes } from './shipments.ts'
import { sourceRoutes } from './sources.ts'
import { suggestionRoutes } from './suggestions.ts'
import { supplierFactsRoutes } from './supplier-facts.ts'
import { supplierOrderFileRoutes } from './supplier-order-files.ts'
import { supplierOrderHistoryRoutes } from './supplier-order-history.ts'
import { supplierOrderRoutes } from './supplier-orders.ts'
import { userRoutes } from './users.ts'
import { waitingOrderRoutes } from './waiting-orders.ts'
import { watchRoutes } from './watches.ts'
import { workQueueRoutes } from './work-queue.ts'
import type { Route } from './route.ts'

/** Every route of the portal by group: what the OpenAPI document and the access test walk. */
export const API: Record<string, Record<string, Route>> = {
  auth: authRoutes,
  passwords: passwordRoutes,
  users: userRoutes,
  profile: profileRoutes,
  accounts: accountRoutes,
  personalData: personalDataRoutes,
  contractors: contractorRoutes,
  deputies: deputyRoutes,
  contracts: contractRoutes,
  registration: registrationRoutes,
  suggestions: suggestionRoutes,
  consignees: consigneeRoutes,
  delivery: deliveryRoutes,
  supplier: supplierRoutes,
  legal: legalRoutes,
  pageTexts: pageTextRoutes,
  news: newsRoutes,
  search: searchRoutes,
  find: findRoutes,
  catalog: catalogRoutes,
  brands: brandRoutes,
  crosses: crossRoutes,
  inventoryGroups: inventoryGroupRoutes,
  lists: listRoutes,
  cancelRequests: cancelRequestRoutes,
  cart: cartRoutes,
  home: homeRoutes,
  carts: cartsRoutes,
  orderTemplates: orderTemplateRoutes,
  phoneDrafts: phoneDraftRoutes,
  orders: orderRoutes,
  orderTalk: orderTalkRoutes,
  workQueue: workQueueRoutes,
  calls: callRoutes,
  waitingOrders: waitingOrderRoutes,
  decisions: decisionRoutes,
  replacements: replacementRoutes,
  settlements: settlementRoutes,
  settlementEntries: settlementEntryRoutes,
  reconciliation: reconciliationRoutes,
  payments: paymentRoutes,
  blocks: blockRoutes,
  debts: debtRoutes,
  shipments: shipmentRoutes,
  shipmentIntake: shipmentIntakeRoutes,
  claims: claimRoutes,
  orderLists: orderListRoutes,
  bulkMoves: bulkMoveRoutes,
  orderViews: orderViewRoutes,
  purchases: purchaseRoutes,
  invoices: invoiceRoutes,
  invoiceMails: invoiceMailRoutes,
  letterRecipients: letterRecipientRoutes,
  newInvoice: newInvoiceRoutes,
  documents: documentRoutes,
  watches: watchRoutes,
  requests: requestRoutes,
  priceFiles: priceFileRoutes,
  priceLists: priceListRoutes,
  mailboxes: mailboxRoutes,
  priceConditions: priceConditionRoutes,
  priceGroups: priceGroupRoutes,
  sources: sourceRoutes,
  onlineSuppliers: onlineSupplierRoutes,
  supplierFacts: supplierFactsRoutes,
  supplierOrders: supplierOrderRoutes,
  goodsReceipts: goodsReceiptRoutes,
  supplierOrderFiles: supplierOrderFileRoutes,
  supplierOrderHistory: supplierOrderHistoryRoutes,
  audit: auditRoutes,
  mails: mailRoutes,
  backgroundWork: backgroundWorkRoutes,
  notifications: notificationRoutes,
}
