-- What a client's request may do is granted table by table: a new table is closed to it until its migration grants it.
-- Rows are limited to one company by the policies besides.
revoke all on all tables in schema public from artikul_client;
alter default privileges in schema public revoke all on tables from artikul_client;

grant select, insert, update, delete on
  cart_lines, claim_files, invoice_drafts, list_rows, lists, order_line_parts, order_templates, order_views,
  price_files, reconciliation_differences, reconciliations, user_contractors, watches
  to artikul_client;

grant select, insert, update on
  cancel_requests, carts, claim_lines, claims, consignees, contract_looks, current_carts, digest_hours,
  document_numbers, happenings, idempotency_keys, invitations, invoices, letter_recipients, link_tokens,
  list_layouts, notification_choices, notification_marks, notification_reads, offers, online_offer_handles,
  order_files, order_lines, order_notes, orders, own_codes, price_schedules, products, requests,
  suggestion_cache, users
  to artikul_client;

grant select, insert, delete on
  contractor_accounts, invitation_companies, order_talk_waits, sign_in_failures, user_consignees
  to artikul_client;

grant select, insert on
  audit_log, claim_messages, consents, invoice_mails, invoice_orders, invoice_shipments, line_moves,
  lines_to_collect, order_messages, reconciliation_messages, request_messages, request_photos, request_rows,
  unblock_requests
  to artikul_client;

grant select, update on
  contractors, impersonations, line_decisions, sessions, shipments
  to artikul_client;

grant select on
  brand_aliases, brands, claim_supplies, contract_files, contracts, correction_lines, corrections, days_off,
  delivery_waves, delivery_zones, inventory_groups, invoice_payments, legal_publications, legal_texts,
  legal_withdrawals, online_supplier_warehouses, order_calls, payment_allocations, payments, price_groups,
  product_code_redirects, request_answers, seller_accounts, sellers, settlement_credits, settlement_debts,
  settlement_entries, settlement_movements, shipment_lines, sources, unblockings, vat_rates, warehouses
  to artikul_client;

-- Letters are written, never read; secrets of suppliers are not read.
grant insert on mails, mail_attachments to artikul_client;
grant select (id, state) on mails to artikul_client;
grant select (source_id, is_on, priority, brand_rule, budget_ms, dialect, hours_from, hours_to, per_day, per_second,
    takes_new_warehouses, url, version)
  on online_suppliers to artikul_client;

-- Locking a row takes the right to change a column of it.
grant update (id) on contracts, request_answers to artikul_client;
