-- References between modules, and views and functions over several of them.

alter table impersonations add foreign key (contractor_id) references contractors;
alter table invitation_companies add foreign key (contractor_id) references contractors;
alter table one_time_tokens add foreign key (contractor_id) references contractors;
alter table user_consignees add foreign key (consignee_id) references consignees on delete cascade;
alter table user_contractors add foreign key (contractor_id) references contractors;
alter table users add constraint users_current_contractor foreign key (current_contractor_id) references contractors;
alter table consents add foreign key (user_id) references users;
alter table consignees add foreign key (actor_id) references users;
alter table consignees add foreign key (subject_id) references users;
alter table vehicles add foreign key (actor_id) references users;
alter table vehicles add foreign key (subject_id) references users;
alter table delivery_zones add foreign key (charge_product_id) references products;
alter table seller_pictures add foreign key (actor_id) references users;
alter table seller_pictures add foreign key (subject_id) references users;
alter table consignees add foreign key (zone_id) references delivery_zones on delete set null;
alter table contract_files add foreign key (actor_id) references users;
alter table contractors add foreign key (actor_id) references users;
alter table contractors add foreign key (substitute_id) references users;
alter table contractors add foreign key (manager_id) references users;
alter table contractors add foreign key (price_group_id) references price_groups;
alter table contractors add foreign key (subject_id) references users;
alter table contracts add foreign key (actor_id) references users;
alter table contracts add foreign key (price_group_id) references price_groups;
alter table contracts add foreign key (subject_id) references users;
alter table legal_publications add foreign key (actor_id) references users;
alter table legal_publications add foreign key (subject_id) references users;
alter table legal_withdrawals add foreign key (actor_id) references users;
alter table legal_withdrawals add foreign key (subject_id) references users;
alter table email_recipients add foreign key (actor_id) references users;
alter table email_recipients add foreign key (subject_id) references users;
alter table page_texts add foreign key (actor_id) references users;
alter table page_texts add foreign key (subject_id) references users;
alter table audit_log add foreign key (actor_id) references users;
alter table audit_log add foreign key (contractor_id) references contractors;
alter table audit_log add foreign key (on_behalf_of) references users;
alter table audit_log add foreign key (subject_id) references users;
alter table digest_hours add foreign key (contractor_id) references contractors;
alter table digest_hours add foreign key (user_id) references users;
alter table idempotency_keys add foreign key (user_id) references users;
alter table notification_choices add foreign key (contractor_id) references contractors;
alter table notification_choices add foreign key (user_id) references users;
alter table notification_marks add foreign key (actor_id) references users;
alter table notification_marks add foreign key (contractor_id) references contractors;
alter table notification_marks add foreign key (subject_id) references users;
alter table notification_reads add foreign key (actor_id) references users;
alter table notification_reads add foreign key (subject_id) references users;
alter table cross_reference_imports add foreign key (actor_id) references users;
alter table cross_reference_imports add foreign key (subject_id) references users;
alter table certificates add foreign key (actor_id) references users;
alter table certificates add foreign key (subject_id) references users;
alter table product_photos add foreign key (actor_id) references users;
alter table product_photos add foreign key (subject_id) references users;
alter table product_content_imports add foreign key (actor_id) references users;
alter table product_content_imports add foreign key (subject_id) references users;
alter table inventory_groups add foreign key (actor_id) references users;
alter table inventory_groups add foreign key (subject_id) references users;
alter table online_supplier_brand_rules add foreign key (brand_id) references brands;
alter table online_supplier_brands add foreign key (brand_id) references brands;
alter table price_imports add foreign key (actor_id) references users;
alter table price_imports add foreign key (subject_id) references users;
alter table price_list_layouts add foreign key (actor_id) references users;
alter table price_list_layouts add foreign key (subject_id) references users;
alter table supply_route_no_return_brands add foreign key (brand_id) references brands;
alter table supply_routes add foreign key (seller_id) references sellers;
alter table price_changes add foreign key (actor_id) references users;
alter table price_changes add foreign key (subject_id) references users;
alter table price_conditions add foreign key (actor_id) references users;
alter table price_conditions add foreign key (brand_id) references brands;
alter table price_conditions add foreign key (contractor_id) references contractors;
alter table price_conditions add foreign key (inventory_group_id) references inventory_groups;
alter table price_conditions add foreign key (product_id) references products;
alter table price_conditions add foreign key (supply_route_id) references supply_routes;
alter table price_conditions add foreign key (subject_id) references users;
alter table priced_columns add foreign key (seller_id) references sellers;
alter table column_prices add foreign key (product_id) references products;
alter table cancel_requests add foreign key (actor_id) references users;
alter table cancel_requests add foreign key (contractor_id) references contractors;
alter table cancel_requests add foreign key (ended_actor_id) references users;
alter table cancel_requests add foreign key (ended_subject_id) references users;
alter table cancel_requests add foreign key (subject_id) references users;
alter table cart_lines add foreign key (actor_id) references users;
alter table cart_lines add foreign key (added_by) references users;
alter table cart_lines add foreign key (consignee_id) references consignees;
alter table cart_lines add foreign key (contractor_id) references contractors;
alter table cart_lines add constraint cart_lines_vehicle_of_contractor foreign key (vehicle_id, contractor_id) references vehicles (id, contractor_id) on delete set null (vehicle_id);
alter table cart_lines add foreign key (product_id) references products;
alter table cart_lines add foreign key (subject_id) references users;
alter table cart_lines add foreign key (warehouse_id) references warehouses;
alter table cart_lines add foreign key (written_by) references users;
alter table carts add foreign key (actor_id) references users;
alter table carts add foreign key (contractor_id) references contractors;
alter table carts add foreign key (created_by) references users;
alter table carts add foreign key (sent_by) references users;
alter table carts add foreign key (subject_id) references users;
alter table current_carts add foreign key (actor_id) references users;
alter table current_carts add foreign key (contractor_id) references contractors;
alter table current_carts add foreign key (subject_id) references users;
alter table change_approval_links add foreign key (user_id) references users;
alter table change_approvals add foreign key (actor_id) references users;
alter table change_approvals add foreign key (contractor_id) references contractors;
alter table change_approvals add foreign key (ended_actor_id) references users;
alter table change_approvals add foreign key (ended_subject_id) references users;
alter table change_approvals add foreign key (subject_id) references users;
alter table line_transitions add foreign key (actor_id) references users;
alter table line_transitions add foreign key (subject_id) references users;
alter table bulk_order_layouts add foreign key (actor_id) references users;
alter table bulk_order_layouts add foreign key (contractor_id) references contractors;
alter table bulk_order_layouts add foreign key (subject_id) references users;
alter table bulk_order_rows add foreign key (consignee_id) references consignees;
alter table bulk_order_rows add foreign key (contractor_id) references contractors;
alter table bulk_order_rows add foreign key (first_product_id) references products;
alter table bulk_order_rows add foreign key (first_warehouse_id) references warehouses;
alter table bulk_order_rows add foreign key (product_id) references products;
alter table bulk_order_rows add foreign key (second_product_id) references products;
alter table bulk_order_rows add foreign key (second_warehouse_id) references warehouses;
alter table bulk_orders add foreign key (actor_id) references users;
alter table bulk_orders add foreign key (consignee_id) references consignees;
alter table bulk_orders add foreign key (contractor_id) references contractors;
alter table bulk_orders add foreign key (subject_id) references users;
alter table order_files add foreign key (actor_id) references users;
alter table order_files add foreign key (contractor_id) references contractors;
alter table order_files add foreign key (subject_id) references users;
alter table order_line_allocations add constraint order_line_allocations_shipment_line foreign key (shipment_line_id) references shipment_lines;
alter table order_lines add foreign key (actor_id) references users;
alter table order_lines add foreign key (consignee_id) references consignees;
alter table order_lines add foreign key (contractor_id) references contractors;
alter table order_lines add constraint order_lines_vehicle_of_contractor foreign key (vehicle_id, contractor_id) references vehicles (id, contractor_id);
alter table order_lines add foreign key (product_id) references products;
alter table order_lines add foreign key (subject_id) references users;
alter table order_lines add foreign key (warehouse_id) references warehouses;
alter table order_messages add foreign key (actor_id) references users;
alter table order_messages add foreign key (contractor_id) references contractors;
alter table order_messages add foreign key (subject_id) references users;
alter table order_line_links add foreign key (actor_id) references users;
alter table order_line_links add foreign key (contractor_id) references contractors;
alter table order_line_links add foreign key (subject_id) references users;
alter table order_notes add foreign key (actor_id) references users;
alter table order_notes add foreign key (contractor_id) references contractors;
alter table order_notes add foreign key (subject_id) references users;
alter table unanswered_orders add foreign key (contractor_id) references contractors;
alter table order_templates add foreign key (actor_id) references users;
alter table order_templates add foreign key (contractor_id) references contractors;
alter table order_templates add foreign key (subject_id) references users;
alter table order_views add foreign key (contractor_id) references contractors;
alter table order_views add foreign key (user_id) references users;
alter table orders add foreign key (actor_id) references users;
alter table orders add foreign key (consignee_id) references consignees;
alter table orders add foreign key (contract_id) references contracts;
alter table orders add foreign key (contractor_id) references contractors;
alter table orders add foreign key (seller_id) references sellers;
alter table orders add foreign key (subject_id) references users;
alter table own_codes add foreign key (actor_id) references users;
alter table own_codes add foreign key (contractor_id) references contractors;
alter table own_codes add foreign key (product_id) references products;
alter table own_codes add foreign key (subject_id) references users;
alter table price_exports add foreign key (actor_id) references users;
alter table price_exports add foreign key (consignee_id) references consignees;
alter table price_exports add foreign key (contractor_id) references contractors;
alter table price_exports add foreign key (subject_id) references users;
alter table price_export_schedules add foreign key (actor_id) references users;
alter table price_export_schedules add foreign key (consignee_id) references consignees;
alter table price_export_schedules add foreign key (contractor_id) references contractors;
alter table price_export_schedules add foreign key (subject_id) references users;
alter table quote_request_answers add foreign key (actor_id) references users;
alter table quote_request_answers add foreign key (contractor_id) references contractors;
alter table quote_request_answers add foreign key (product_id) references products;
alter table quote_request_answers add foreign key (subject_id) references users;
alter table quote_request_answers add foreign key (warehouse_id) references warehouses;
alter table quote_request_messages add foreign key (actor_id) references users;
alter table quote_request_messages add foreign key (contractor_id) references contractors;
alter table quote_request_messages add foreign key (subject_id) references users;
alter table quote_request_photos add foreign key (actor_id) references users;
alter table quote_request_photos add foreign key (contractor_id) references contractors;
alter table quote_request_photos add foreign key (subject_id) references users;
alter table quote_request_rows add foreign key (actor_id) references users;
alter table quote_request_rows add foreign key (contractor_id) references contractors;
alter table quote_request_rows add foreign key (product_id) references products;
alter table quote_request_rows add foreign key (subject_id) references users;
alter table quote_requests add foreign key (asker_id) references users;
alter table quote_requests add foreign key (contractor_id) references contractors;
alter table quote_requests add constraint quote_requests_vehicle_of_contractor foreign key (vehicle_id, contractor_id) references vehicles (id, contractor_id) on delete set null (vehicle_id);
alter table quote_requests add foreign key (taken_by) references users;
alter table credit_hold_override_requests add foreign key (actor_id) references users;
alter table credit_hold_override_requests add foreign key (contract_id) references contracts;
alter table credit_hold_override_requests add foreign key (contractor_id) references contractors;
alter table credit_hold_override_requests add foreign key (ended_actor_id) references users;
alter table credit_hold_override_requests add foreign key (ended_subject_id) references users;
alter table credit_hold_override_requests add foreign key (subject_id) references users;
alter table product_alerts add foreign key (actor_id) references users;
alter table product_alerts add foreign key (contractor_id) references contractors;
alter table product_alerts add foreign key (product_id) references products;
alter table product_alerts add foreign key (subject_id) references users;
alter table goods_receipt_parts add foreign key (order_line_id) references order_lines;
alter table goods_receipts add foreign key (actor_id) references users;
alter table goods_receipts add foreign key (canceller_id) references users;
alter table goods_receipts add foreign key (poster_id) references users;
alter table goods_receipts add foreign key (supply_route_id) references supply_routes;
alter table goods_receipts add foreign key (surplus_warehouse_id) references warehouses;
alter table procurement_queue add foreign key (line_id) references order_lines on delete cascade;
alter table supplier_line_events add foreign key (actor_id) references users;
alter table supplier_order_files add foreign key (actor_id) references users;
alter table supplier_order_lines add foreign key (order_line_id) references order_lines;
alter table supplier_return_lines add foreign key (claim_line_id) references claim_lines;
alter table supplier_returns add foreign key (actor_id) references users;
alter table supplier_returns add foreign key (claim_id) references claims;
alter table supplier_returns add foreign key (subject_id) references users;
alter table supplier_returns add foreign key (supply_route_id) references supply_routes;
alter table stock_rules add foreign key (actor_id) references users;
alter table stock_rules add foreign key (product_id) references products;
alter table stock_rules add foreign key (subject_id) references users;
alter table stock_rules add foreign key (warehouse_id) references warehouses;
alter table supplier_order_lines add foreign key (product_id) references products;
alter table supplier_order_lines add foreign key (stock_warehouse_id) references warehouses;
alter table supplier_order_lines add foreign key (supply_route_id) references supply_routes;
alter table supplier_orders add foreign key (actor_id) references users;
alter table supplier_orders add foreign key (supply_route_id) references supply_routes;
alter table supplier_suspensions add foreign key (supply_route_id) references supply_routes on delete cascade;
alter table bank_documents add foreign key (actor_id) references users;
alter table bank_documents add foreign key (seller_id) references sellers;
alter table bank_documents add foreign key (subject_id) references users;
alter table document_numbers add foreign key (seller_id) references sellers;
alter table invoice_drafts add foreign key (actor_id) references users;
alter table invoice_drafts add foreign key (contractor_id) references contractors;
alter table invoice_drafts add foreign key (subject_id) references users;
alter table invoice_emails add foreign key (actor_id) references users;
alter table invoice_emails add foreign key (contractor_id) references contractors;
alter table invoice_emails add foreign key (mail_id) references emails on delete set null;
alter table invoice_emails add foreign key (subject_id) references users;
alter table invoice_orders add foreign key (contractor_id) references contractors;
alter table invoice_orders add foreign key (order_id) references orders;
alter table invoice_shipments add foreign key (contractor_id) references contractors;
alter table invoice_shipments add foreign key (shipment_id) references shipments;
alter table invoices add foreign key (actor_id) references users;
alter table invoices add foreign key (contract_id) references contracts;
alter table invoices add foreign key (contractor_id) references contractors;
alter table invoices add foreign key (order_id) references orders;
alter table invoices add foreign key (seller_id) references sellers;
alter table invoices add foreign key (subject_id) references users;
alter table payment_allocations add foreign key (contractor_id) references contractors;
alter table payment_reminders add foreign key (contractor_id) references contractors;
alter table payments add foreign key (actor_id) references users;
alter table payments add foreign key (contract_id) references contracts;
alter table payments add foreign key (contractor_id) references contractors;
alter table payments add foreign key (seller_id) references sellers;
alter table payments add foreign key (subject_id) references users;
alter table reconciliation_differences add foreign key (closed_by) references users;
alter table reconciliation_differences add foreign key (contractor_id) references contractors;
alter table reconciliation_messages add foreign key (actor_id) references users;
alter table reconciliation_messages add foreign key (contractor_id) references contractors;
alter table reconciliation_messages add foreign key (subject_id) references users;
alter table reconciliations add foreign key (actor_id) references users;
alter table reconciliations add foreign key (contract_id) references contracts;
alter table reconciliations add foreign key (contractor_id) references contractors;
alter table reconciliations add foreign key (subject_id) references users;
alter table ledger_entries add foreign key (actor_id) references users;
alter table ledger_entries add foreign key (canceller_id) references users;
alter table ledger_entries add foreign key (contract_id) references contracts;
alter table ledger_entries add foreign key (contractor_id) references contractors;
alter table ledger_entries add foreign key (seller_id) references sellers;
alter table ledger_entries add foreign key (subject_id) references users;
alter table credit_hold_overrides add foreign key (actor_id) references users;
alter table credit_hold_overrides add foreign key (contract_id) references contracts;
alter table credit_hold_overrides add foreign key (contractor_id) references contractors;
alter table credit_hold_overrides add foreign key (lifted_actor_id) references users;
alter table credit_hold_overrides add foreign key (lifted_subject_id) references users;
alter table credit_hold_overrides add foreign key (subject_id) references users;
alter table claim_files add foreign key (actor_id) references users;
alter table claim_files add foreign key (contractor_id) references contractors;
alter table claim_files add foreign key (subject_id) references users;
alter table claim_lines add foreign key (contractor_id) references contractors;
alter table claim_messages add foreign key (actor_id) references users;
alter table claim_messages add foreign key (contractor_id) references contractors;
alter table claim_messages add foreign key (subject_id) references users;
alter table claim_supplies add foreign key (contractor_id) references contractors;
alter table claim_supplies add foreign key (order_line_id) references order_lines;
alter table claims add foreign key (actor_id) references users;
alter table claims add foreign key (asker_id) references users;
alter table claims add foreign key (consignee_id) references consignees;
alter table claims add foreign key (contract_id) references contracts;
alter table claims add foreign key (contractor_id) references contractors;
alter table claims add foreign key (seller_id) references sellers;
alter table claims add foreign key (subject_id) references users;
alter table claims add foreign key (taken_by) references users;
alter table correction_lines add foreign key (contractor_id) references contractors;
alter table corrections add foreign key (actor_id) references users;
alter table corrections add foreign key (contract_id) references contracts;
alter table corrections add foreign key (contractor_id) references contractors;
alter table corrections add foreign key (seller_id) references sellers;
alter table corrections add foreign key (subject_id) references users;
alter table shipment_lines add foreign key (order_line_id) references order_lines;
alter table shipments add foreign key (actor_id) references users;
alter table shipments add foreign key (canceller_id) references users;
alter table shipments add foreign key (consignee_id) references consignees;
alter table shipments add foreign key (contract_id) references contracts;
alter table shipments add foreign key (contractor_id) references contractors;
alter table shipments add foreign key (received_for_id) references users;
alter table shipments add foreign key (receiver_id) references users;
alter table shipments add foreign key (seller_id) references sellers;
alter table shipments add foreign key (subject_id) references users;
alter table news add foreign key (actor_id) references users;
alter table news add foreign key (subject_id) references users;
alter table news_covers add foreign key (actor_id) references users;
alter table news_covers add foreign key (subject_id) references users;
alter table notification_digests add foreign key (event_id) references events on delete cascade;
alter table notification_digests add foreign key (user_id) references users;
alter table notification_devices add foreign key (user_id) references users;
alter table messenger_links add foreign key (user_id) references users;
alter table device_messages add foreign key (event_id) references events on delete cascade;
alter table device_messages add foreign key (contractor_id) references contractors;
alter table order_calls add foreign key (actor_id) references users;
alter table order_calls add foreign key (contractor_id) references contractors;
alter table order_calls add foreign key (line_id) references order_lines;
alter table order_calls add foreign key (order_id) references orders;
alter table order_calls add foreign key (subject_id) references users;
alter table recipient_digests add foreign key (event_id) references events on delete cascade;
alter table recipient_digests add foreign key (recipient_id) references email_recipients on delete cascade;
alter table assignments add foreign key (actor_id) references users;

-- «Довоз» was billed by the first shipment: the second one is no movement.
create view ledger_movements with (security_invoker = on) as
  select 'shipment' as kind, 0 as place, id, contractor_id, contract_id, number, shipped_on as day,
    total_kop as debit_kop, 0::bigint as credit_kop
  from shipments where cancelled_at is null and total_kop > 0
  union all
  select 'correction', 1, id, contractor_id, contract_id, number, made_on, 0::bigint, sum_kop from corrections
  union all
  select case when undoes_id is null then 'payment' else 'payment_undo' end, 2, id, contractor_id, contract_id, number,
    paid_on, 0::bigint, sum_kop
  from payments
  union all
  select kind, 3, id, contractor_id, contract_id, number, day, debit_kop, credit_kop
  from ledger_entries where cancelled_at is null;

-- Payments that name each invoice.
create view invoice_payments with (security_invoker = on) as
  select allocation.invoice_id, sum(allocation.sum_kop)::bigint as paid_kop
  from payment_allocations allocation
  where not exists (select from payments undone where undone.undoes_id = allocation.payment_id)
  group by allocation.invoice_id;

-- Payment orders that name each invoice.
create view invoice_payment_orders with (security_invoker = on) as
  select allocation.invoice_id, payments.number, payments.paid_on
  from payment_allocations allocation
  join payments on payments.id = allocation.payment_id
  where not exists (select from payments undone where undone.undoes_id = payments.id);

-- Debts of buyers by due day. Entries have negative ids, because they are no shipments.
create view ledger_debts with (security_invoker = on) as
  select id, contract_id, contractor_id, number, shipped_on, due_on, total_kop from shipments where cancelled_at is null
  union all
  select -id, contract_id, contractor_id, number, day, due_on, debit_kop from ledger_entries
  where cancelled_at is null and debit_kop > 0;

-- Payments and entries that close debts.
create view ledger_credits with (security_invoker = on) as
  select contract_id, contractor_id, paid_on, sum_kop from payments
  union all
  select contract_id, contractor_id, day, credit_kop from ledger_entries where cancelled_at is null and credit_kop > 0;

-- Refused quantity of a line: by a supplier, by a manager, by an expired approval, or given up for a replacement.
-- Unpaid lines and goods of claims are not refused.
create function refused_of_line(line integer) returns numeric language sql stable as $$
  select case when exists (select from claim_supplies where order_line_id = line) then 0 else
    coalesce((select sum(qty) from order_line_allocations where line_id = line and state = 'refused_supplier'), 0)
    + coalesce((select sum(qty) from line_transitions where line_id = line and to_state = 'removed'
        and not (actor_id is null and from_state in ('awaiting_payment', 'on_hold'))), 0)
    + coalesce((select sum(old_qty) from change_approvals where line_id = line and state = 'other'), 0)
  end
$$;

-- Active quantity of all replacements of a line along the chain; cancelled and refused parts do not count.
create function stands_in_for(line integer, besides integer) returns numeric language sql stable as $$
  with recursive instead as (
    select id, qty from order_lines where replaces_line_id = line and id is distinct from besides
    union all
    select next.id, next.qty from instead join order_lines next on next.replaces_line_id = instead.id
    where next.id is distinct from besides
  )
  select coalesce(sum(instead.qty - coalesce((
    select sum(part.qty) from order_line_allocations part
    where part.line_id = instead.id and part.state in ('cancelled_client', 'refused_supplier', 'removed')), 0)), 0)
  from instead
$$;

-- Quantity that may replace a line, without the line `besides` being written: what was refused, limited by what is
-- still wanted above it in the chain. Negative when a pack exceeded it.
create function may_stand_in_for(line integer, besides integer) returns numeric language sql stable as $$
  with recursive above as (
    select id, replaces_line_id from order_lines where id = line
    union all
    select older.id, older.replaces_line_id from above join order_lines older on older.id = above.replaces_line_id
  )
  select min(refused_of_line(id) - stands_in_for(id, besides)) from above
$$;

create function touch_price_rules() returns trigger language plpgsql as $$
begin
  update price_rules set version = version + 1;
  return null;
end $$;

create function enqueue_procurement() returns trigger language plpgsql as $$
begin
  insert into procurement_queue (line_id) values (coalesce(new.line_id, old.line_id));
  return null;
end $$;

-- Waits for writers of offers, whose uncommitted rows would be invisible.
create function refuse_goods_with_offers() returns trigger language plpgsql as $$
declare
  column_name constant text := tg_argv[0];
  is_used boolean;
begin
  lock table offers in share mode;
  execute format('select exists (select from gone join offers on offers.%I = gone.id)', column_name) into is_used;
  if is_used then
    raise foreign_key_violation using message = format('%s still offered', tg_table_name), table = 'offers',
      constraint = format('offers_%s_fkey', column_name);
  end if;
  return null;
end $$;

create function refuse_emptied_goods() returns trigger language plpgsql as $$
begin
  if exists (select from offers) then
    raise foreign_key_violation using message = format('%s still offered', tg_table_name), table = 'offers';
  end if;
  return null;
end $$;

create function enqueue_contract_recheck(changed integer) returns void language plpgsql security definer set search_path to 'public', 'pg_temp' as $$
begin
  if exists (select from orders where contract_id = changed and reserved_until is not null) then
    insert into contract_recheck_queue (contract_id) values (changed);
    perform enqueue_job('releases');
  end if;
end $$;

create function note_contract() returns trigger language plpgsql as $$
begin
  perform enqueue_contract_recheck(new.contract_id);
  return null;
end $$;

create function note_own_contract() returns trigger language plpgsql as $$
begin
  perform enqueue_contract_recheck(new.id);
  return null;
end $$;

create function note_contracts_of() returns trigger language plpgsql as $$
begin
  perform enqueue_contract_recheck(id) from contracts where contractor_id = new.id;
  return null;
end $$;

-- Refused quantity that nothing replaces yet.
create function left_to_replace(line integer) returns numeric language sql stable as $$
  select greatest(may_stand_in_for(line, null), 0)
$$;

-- No more replaces a line than was refused, except for pack sizes, even with concurrent orders. One lock per company
-- avoids deadlocks between orders that replace several lines.
create function order_lines_replace() returns trigger language plpgsql as $$
declare
  wanted numeric;
begin
  perform pg_advisory_xact_lock(7332, new.contractor_id);
  select may_stand_in_for(line.id, new.id) into wanted
  from order_lines line
  where line.id = new.replaces_line_id and line.contractor_id = new.contractor_id and line.id <> new.id;
  if wanted is null or new.qty > ceil(wanted / new.multiplicity) * new.multiplicity then
    raise exception 'more is replaced than was refused'
      using errcode = 'check_violation', constraint = 'order_lines_replace_refused', table = 'order_lines';
  end if;
  return null;
end $$;

create function order_lines_replace_once() returns trigger language plpgsql as $$
begin
  raise exception 'what a line stands in for does not change' using errcode = 'check_violation';
end $$;

create trigger contractors_look after update of stopped_reason on contractors
  for each row when (new.stopped_reason is distinct from old.stopped_reason) execute function note_contracts_of();
create trigger contracts_look after update of prepayment_percent, limit_kop, disputes_block on contracts
  for each row execute function note_own_contract();
create trigger price_rules_groups after insert or delete or update of parent_id, markup_hundredths, min_markup_hundredths, is_hidden on inventory_groups
  for each statement execute function touch_price_rules();
create trigger products_without_offers after delete on products referencing old table as gone
  for each statement execute function refuse_goods_with_offers('product_id');
create trigger emptied_products_without_offers after truncate on products
  for each statement execute function refuse_emptied_goods();
create trigger warehouses_without_offers after delete on warehouses referencing old table as gone
  for each statement execute function refuse_goods_with_offers('warehouse_id');
create trigger emptied_warehouses_without_offers after truncate on warehouses
  for each statement execute function refuse_emptied_goods();
create trigger price_rules_columns after insert or delete or update on price_groups
  for each statement execute function touch_price_rules();
create trigger price_rules_conditions after insert or delete or update on price_conditions
  for each statement execute function touch_price_rules();
create trigger price_rules_settings after update on price_settings
  for each statement execute function touch_price_rules();
create trigger orders_look after update of status, total_kop on orders
  for each row when (new.total_kop < old.total_kop) execute function note_contract();
create trigger order_line_allocations_come_into_work after insert or update on order_line_allocations
  for each row when (new.state = 'in_work') execute function enqueue_procurement();
create trigger order_line_allocations_leave_work after delete on order_line_allocations
  for each row when (old.state = 'in_work') execute function enqueue_procurement();
-- Cancelled goods are processed like goods that entered procurement.
create trigger order_line_allocations_are_cancelled after insert or update on order_line_allocations
  for each row when (new.state in ('cancelled_client', 'removed')) execute function enqueue_procurement();
create trigger order_lines_replace after insert on order_lines
  for each row when (new.replaces_line_id is not null) execute function order_lines_replace();
create trigger order_lines_replace_once before update of replaces_line_id on order_lines
  for each row when (old.replaces_line_id is distinct from new.replaces_line_id) execute function order_lines_replace_once();
create trigger payments_look after insert on payments for each row execute function note_contract();
create trigger credit_hold_overrides_look after insert on credit_hold_overrides
  for each row execute function note_contract();
create trigger shipments_look after update of cancelled_at, due_on on shipments
  for each row execute function note_contract();
create trigger claims_look after update of disputed_kop on claims for each row execute function note_contract();
create trigger corrections_look after insert on corrections for each row execute function note_contract();

grant select on invoice_payments to artikul_client;
grant select on invoice_payment_orders to artikul_client;
grant select on ledger_credits to artikul_client;
grant select on ledger_debts to artikul_client;
grant select on ledger_movements to artikul_client;
