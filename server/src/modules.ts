import type { Module } from './module.ts'
import type { Services } from './services.ts'

export interface MappedModule {
  /** Subject of the module, as in the table of ARCHITECTURE. */
  about: string
  /** Modules whose index.ts it may import; `any` for all others. */
  uses: readonly string[] | 'any'
  /** Tables and views that only this module writes, and that only the modules using it read. */
  tables: readonly string[]
  /** Own tables that every module may read: their columns change only together with all readers. */
  published: readonly string[]
  load: () => Promise<{ module: Module<Services> }>
}

const list = (names: string) =>
  names
    .trim()
    .split(/\s+/)
    .filter((name) => name !== '')

/**
 * Modules of the server with their permitted dependencies and tables. The app loads them; dependency-cruiser, a test of
 * every SQL statement and the table in ARCHITECTURE follow the map.
 */
export const MODULES = {
  identity: {
    about: 'sign-in, sessions, accounts of people',
    uses: [],
    tables: list(`
      impersonations invitation_companies invitations one_time_tokens refresh_tokens sessions
      sign_in_failures user_consignees
    `),
    published: list('user_contractors users'),
    load: () => import('./modules/identity/module.ts'),
  },
  companies: {
    about: 'contractors, consignees, vehicles, registration, own company, credit terms',
    uses: ['identity'],
    tables: list(`
      consents contract_files contractor_accounts legal_publications legal_texts legal_withdrawals
      email_recipients offices page_texts registrations seller_accounts seller_pictures suggestion_cache vat_rates vehicles
    `),
    published: list('consignees contractors contracts sellers'),
    load: () => import('./modules/companies/module.ts'),
  },
  catalog: {
    about: 'products, photos and properties, brands, cross-references, inventory groups, parts by VIN',
    uses: [],
    tables: list(`
      accounted_groups brand_aliases certificates cross_reference_import_rows cross_reference_imports cross_references
      inventory_group_products inventory_group_rules inventory_group_work inventory_groups name_stems name_words name_words_read
      product_code_redirects product_content_imports product_content_refusals product_photo_files product_photo_links
      product_photos product_properties
    `),
    published: list('brands products'),
    load: () => import('./modules/catalog/module.ts'),
  },
  suppliers: {
    about: 'price lists, mailboxes, online suppliers',
    uses: ['catalog'],
    tables: list(`
      mail_files mail_rules mailboxes sealed_offer_tokens online_supplier_brand_rules
      online_supplier_brands online_supplier_minutes online_supplier_statuses online_supplier_warehouses
      online_suppliers price_import_offers price_imports price_list_layouts price_list_settings
      unmatched_emails
    `),
    published: list('offers supply_route_no_return_brands supply_routes warehouses'),
    load: () => import('./modules/suppliers/module.ts'),
  },
  pricing: {
    about: 'prices, price conditions, supply routes, delivery',
    uses: ['catalog', 'companies', 'suppliers'],
    tables: list('column_prices price_change_rows price_changes price_rules price_settings priced_columns'),
    published: list('days_off delivery_runs delivery_zones price_conditions price_groups'),
    load: () => import('./modules/pricing/module.ts'),
  },
  ordering: {
    about: 'search, cart, orders, bulk orders, quote requests, product alerts',
    uses: ['identity', 'companies', 'catalog', 'suppliers', 'pricing'],
    tables: list(`
      cancel_requests carts contract_recheck_queue current_carts change_approval_links change_approvals line_transitions
      bulk_order_layouts bulk_order_rows bulk_orders order_files order_line_links order_messages order_notes unanswered_orders
      order_templates order_views own_codes removed_cart_lines price_exports price_export_schedules quote_request_messages quote_request_photos
      quote_request_rows credit_hold_override_requests product_alerts
    `),
    published: list('cart_lines order_line_allocations order_lines orders quote_request_answers quote_requests'),
    load: () => import('./modules/ordering/module.ts'),
  },
  purchasing: {
    about: 'purchase orders, goods receipts, purchases for stock, returns to suppliers',
    uses: ['companies', 'catalog', 'suppliers', 'ordering', 'fulfilment', 'analytics'],
    tables: list(`
      purchase_proposals purchase_settings stock_rules goods_receipt_lines goods_receipt_parts goods_receipts procurement_queue supplier_cancellations
      supplier_line_events supplier_order_files supplier_order_lines supplier_orders supplier_suspensions
      supplier_return_lines
    `),
    published: list('supplier_returns'),
    load: () => import('./modules/purchasing/module.ts'),
  },
  billing: {
    about: 'invoices, payments, statements, credit holds, reminders',
    uses: ['companies', 'catalog', 'pricing', 'ordering'],
    tables: list(`
      accounted_balances bank_documents document_numbers invoice_drafts invoice_emails payment_allocations payment_reminders
      reconciliation_differences reconciliation_messages reconciliations ledger_entries
      ledger_movements
    `),
    published: list(`
      invoice_orders invoice_payment_orders invoice_payments invoice_shipments invoices payments ledger_credits
      ledger_debts credit_hold_overrides
    `),
    load: () => import('./modules/billing/module.ts'),
  },
  fulfilment: {
    about: 'shipments, claims, document archives',
    uses: ['companies', 'catalog', 'pricing', 'ordering', 'billing'],
    tables: list('claim_files claim_messages'),
    published: list('claim_lines claim_supplies claims correction_lines corrections shipment_lines shipments'),
    load: () => import('./modules/fulfilment/module.ts'),
  },
  site: {
    about: 'news, public pages',
    uses: [],
    tables: list('news news_covers'),
    published: [],
    load: () => import('./modules/site/module.ts'),
  },
  analytics: {
    about: 'searches of buyers, figures of the trade',
    uses: ['companies', 'catalog', 'pricing', 'ordering', 'fulfilment'],
    tables: list(
      'debt_ages demand_days demand_months figures_computed refusal_days sales_days sales_months search_events service_days stock_figures',
    ),
    published: [],
    load: () => import('./modules/analytics/module.ts'),
  },
  integrations: {
    about: 'exchange with the accounting system of the seller, API for programs of buyers',
    uses: ['identity', 'companies', 'catalog', 'suppliers', 'pricing', 'ordering', 'billing', 'fulfilment'],
    tables: list(`
      api_key_baskets api_key_days api_keys api_limits one_c_alarms one_c_connections one_c_documents one_c_file_parts one_c_files one_c_goods
      one_c_maker_values one_c_mappings one_c_new_companies one_c_nodes one_c_objects one_c_orders one_c_pictures one_c_prices one_c_sessions one_c_stock
      webhook_cursor webhook_messages webhook_orders webhooks
    `),
    published: [],
    load: () => import('./modules/integrations/module.ts'),
  },
  workspace: {
    about: 'home, work queue, global search, notification digests, background jobs',
    uses: 'any',
    tables: list(`
      backup_runs notification_digests notification_digest_cursor order_calls recipient_digests
      assignments device_messages messenger_cursor messenger_links notification_devices skipped_setup_steps
    `),
    published: [],
    load: () => import('./modules/workspace/module.ts'),
  },
} satisfies Record<string, MappedModule>

/** Tables that only the platform writes; every module may read them. */
export const PLATFORM_TABLES = list(`
  audit_log background_jobs digest_hours events idempotency_keys email_attachments emails mail_server migrations notification_choices notification_marks
  notification_reads portal_logo portal_settings set_aside_rows
`)
