-- Carts, orders, bulk orders, quote requests, change approvals, price exports.

-- Order numbers may have gaps, so that placing never queues; document numbers may not.
create sequence order_number;

create sequence request_number;

-- Every business row names its author (actor) and on whose behalf (subject).
create table carts (
  id integer generated always as identity primary key,
  contractor_id integer not null,
  name text not null default 'Основная',
  is_default boolean not null default true,
  created_at timestamptz not null default now(),
  -- Null for the cart created by the portal.
  actor_id integer,
  subject_id integer,
  archived_at timestamptz,
  -- Manager of an assisted order; null for the company's own carts.
  created_by integer,
  is_draft boolean generated always as (created_by is not null) stored not null,
  -- Last change of the assisted order.
  drafted_at timestamptz,
  -- Sending to the company: author, time and message.
  sent_by integer,
  sent_at timestamptz,
  message text not null default '',
  constraint carts_main_stays check ((not is_default) or archived_at is null),
  constraint carts_whose unique (id, is_draft),
  constraint carts_draft_beside_main check (created_by is null or (not is_default))
);
create unique index carts_default on carts (contractor_id) where is_default;
create unique index carts_name on carts (contractor_id, lower(name)) where archived_at is null and created_by is null;
create index carts_drafts on carts (drafted_at desc, id desc) where created_by is not null and archived_at is null;
call own_rows('carts', '(contractor_id = current_owner()) and created_by is null');

-- Contracts whose waiting orders must be checked. Rows are only added and deleted, so that writers do not wait for each
-- other.
create table contract_recheck_queue (
  id bigint generated always as identity primary key,
  contract_id integer not null
);
call own_rows('contract_recheck_queue', 'false');

-- Current cart of a person. A manager impersonating a client has a choice of their own.
create table current_carts (
  id integer generated always as identity primary key,
  actor_id integer not null,
  subject_id integer not null,
  contractor_id integer not null,
  cart_id integer not null references carts,
  unique (actor_id, subject_id, contractor_id)
);
call own_rows('current_carts', 'contractor_id = current_owner()');

-- Layouts of a company's files by header.
create table bulk_order_layouts (
  contractor_id integer,
  -- SHA-256 of the header.
  fingerprint text,
  columns jsonb not null,
  actor_id integer not null,
  subject_id integer not null,
  changed_at timestamptz not null,
  primary key (contractor_id, fingerprint)
);
call own_rows('bulk_order_layouts', 'contractor_id = current_owner()');

create table bulk_orders (
  id integer generated always as identity primary key,
  -- Null for staff, who have no company.
  contractor_id integer,
  subject_id integer not null,
  actor_id integer not null,
  name text not null,
  -- Uploaded file or pasted text, parsed again when columns are corrected and returned with the answer.
  content bytea not null,
  is_pasted boolean not null,
  -- Destination of rows that name no point.
  consignee_id integer,
  layout jsonb not null,
  preview jsonb not null,
  skipped jsonb not null,
  rows_count integer not null,
  done_count integer not null default 0,
  -- Raised when the file is parsed again: earlier results are void.
  version integer not null default 1,
  created_at timestamptz not null,
  -- Last processing time: an interrupted list is taken over by another server.
  processed_at timestamptz not null,
  constraint bulk_orders_check check ((done_count >= 0) and (done_count <= rows_count))
);
create index bulk_orders_mine on bulk_orders (subject_id, contractor_id, created_at desc, id desc);
create index bulk_orders_contractor on bulk_orders (contractor_id);
create index bulk_orders_consignee on bulk_orders (consignee_id) where consignee_id is not null;
create index bulk_orders_old on bulk_orders (created_at);
call own_rows('bulk_orders', 'contractor_id = current_owner()');

create table bulk_order_rows (
  bulk_order_id integer references bulk_orders on delete cascade,
  position integer not null check ("position" > 0),
  contractor_id integer,
  row_number integer not null,
  -- As written.
  article text not null,
  brand text not null,
  name text not null,
  qty_text text not null,
  own_code text not null,
  -- Problem of the row, in words; null when it can be looked up.
  fault text,
  -- Remark about the row, in words: an unknown delivery point.
  remark text,
  qty numeric(12,3) check (qty > 0),
  ceiling_kop bigint check (ceiling_kop > 0),
  consignee_id integer,
  client_ref text not null,
  state text check (state in ('found', 'read', 'own_code', 'replacement', 'several', 'check', 'no_offers', 'not_found', 'faulty')),
  -- Why it matched another text than the typed one.
  match_reason text,
  product_id integer,
  -- Choice: goods of one warehouse or of two.
  first_product_id integer,
  first_warehouse_id integer,
  first_qty numeric(12,3) check (first_qty > 0),
  second_product_id integer,
  second_warehouse_id integer,
  second_qty numeric(12,3) check (second_qty > 0),
  selected boolean not null default false,
  in_cart boolean not null default false,
  constraint bulk_order_rows_check check (((first_product_id is null) = (first_qty is null)) and ((first_warehouse_id is null) = (first_qty is null))),
  constraint bulk_order_rows_check1 check (((second_product_id is null) = (second_qty is null)) and ((second_warehouse_id is null) = (second_qty is null))),
  constraint bulk_order_rows_check2 check (second_qty is null or first_qty is not null),
  primary key (bulk_order_id, "position")
);
create index bulk_order_rows_consignee on bulk_order_rows (consignee_id) where consignee_id is not null;
create index bulk_order_rows_product on bulk_order_rows (product_id) where product_id is not null;
create index bulk_order_rows_first_product on bulk_order_rows (first_product_id) where first_product_id is not null;
create index bulk_order_rows_second_product on bulk_order_rows (second_product_id) where second_product_id is not null;
call own_rows('bulk_order_rows', 'contractor_id = current_owner()');

-- «Шаблоны заказов». Lines are stored as written, without prices, and looked up each time.
create table order_templates (
  id integer generated always as identity primary key,
  contractor_id integer not null,
  name text not null,
  lines jsonb not null check (jsonb_typeof(lines) = 'array'),
  lines_count integer not null check (lines_count > 0),
  actor_id integer not null,
  subject_id integer not null,
  created_at timestamptz not null,
  -- Deleted by its last author: hidden, and purged when the deletion can no longer be undone.
  deleted_at timestamptz
);
create unique index order_templates_name on order_templates (contractor_id, lower(name)) where deleted_at is null;
call own_rows('order_templates', 'contractor_id = current_owner()');

-- Saved filters of the order lists.
create table order_views (
  id integer generated always as identity primary key,
  user_id integer not null,
  -- Null for staff.
  contractor_id integer,
  name text not null,
  filter jsonb not null,
  created_at timestamptz not null
);
create unique index order_views_names on order_views (user_id, contractor_id, lower(name)) nulls not distinct;
call own_rows('order_views', 'contractor_id = current_owner()');

create table orders (
  id integer generated always as identity primary key,
  number text not null unique,
  seller_id integer not null,
  contract_id integer not null,
  contractor_id integer not null,
  consignee_id integer not null,
  client_number text not null default '',
  comment text not null default '',
  status text not null,
  hold_reason text not null default '',
  expected_date date not null,
  lines_count integer not null,
  total_kop bigint not null,
  vat_kop bigint not null,
  reserved_until timestamptz,
  external_id text,
  external_number text,
  version integer not null default 1,
  actor_id integer not null,
  subject_id integer not null,
  created_at timestamptz not null default now(),
  confirmed_by text not null default '',
  confirmed_phone text not null default '',
  disputed_at timestamptz,
  pays_whole boolean not null default false,
  reserve_notified_at timestamptz,
  ship_complete boolean not null default false,
  -- The buyer collects the goods; false when they are delivered to the point.
  is_pickup boolean not null default false
);
create index orders_contractor on orders (contractor_id, created_at desc, id desc);
create index orders_created on orders (created_at desc, id desc);
create index orders_subject_month on orders (subject_id, contractor_id, created_at);
create index orders_client_number on orders (lower(client_number) text_pattern_ops) where client_number <> '';
create index orders_texts on orders (contractor_id, id) include (number, client_number, consignee_id);
create index orders_company_status on orders (contractor_id, status, created_at desc, id desc) include (consignee_id);
create index orders_company_total on orders (contractor_id, total_kop desc, id desc);
create index orders_total on orders (total_kop desc, id desc);
create index orders_status_total on orders (status, total_kop desc, id desc);
create index orders_status on orders (status, created_at desc, id desc);
create index orders_consignee on orders (consignee_id, created_at desc, id desc);
create index orders_living on orders (contract_id, consignee_id) where status <> all (array['shipped', 'done', 'cancelled']);
create index orders_reserved on orders (contract_id, id) where reserved_until is not null;
create index orders_reserve_ends on orders (reserved_until) where reserved_until is not null;
-- «000123» and «123» both find 26-000123 by the end of the number.
create index orders_number_tail on orders (reverse(number) text_pattern_ops) include (number, id, contractor_id, consignee_id);
call own_rows('orders', 'contractor_id = current_owner()');

-- Messages about an order.
create table order_messages (
  id integer generated always as identity primary key,
  order_id integer not null references orders,
  contractor_id integer not null,
  text text not null,
  from_staff boolean not null,
  actor_id integer not null,
  subject_id integer not null,
  created_at timestamptz not null
);
create index order_messages_order on order_messages (order_id, id);
call own_rows('order_messages', 'contractor_id = current_owner()');

create table order_files (
  id integer generated always as identity primary key,
  order_id integer not null references orders,
  contractor_id integer not null,
  -- Null until the message is sent.
  message_id integer references order_messages,
  name text not null,
  type text not null check (type in ('image/jpeg', 'image/png', 'image/webp', 'application/pdf')),
  bytes bytea not null,
  actor_id integer not null,
  subject_id integer not null,
  created_at timestamptz not null
);
create index order_files_order on order_files (order_id, id);
create index order_files_message on order_files (message_id);
create index order_files_waiting on order_files (created_at) where message_id is null;
-- Daily volume of a company is checked before the next file.
create index order_files_company_day on order_files (contractor_id, created_at);
call own_rows('order_files', 'contractor_id = current_owner()');

create table order_notes (
  order_id integer references orders,
  side text check (side in ('client', 'staff')),
  contractor_id integer not null,
  text text not null,
  version integer not null default 1,
  actor_id integer not null,
  subject_id integer not null,
  written_at timestamptz not null,
  primary key (order_id, side)
);
call own_rows('order_notes', '(contractor_id = current_owner()) and (side = ''client'')');

-- Orders whose last message is from the client and unanswered.
create table unanswered_orders (
  order_id integer primary key references orders,
  contractor_id integer not null,
  since timestamptz not null
);
create index unanswered_orders_since on unanswered_orders (since);
call own_rows('unanswered_orders', 'contractor_id = current_owner()');

-- Buyer's own product codes, stored when a row with one goes to the cart.
create table own_codes (
  contractor_id integer,
  code_key text,
  product_id integer not null,
  actor_id integer not null,
  subject_id integer not null,
  updated_at timestamptz not null,
  primary key (contractor_id, code_key)
);
create index own_codes_product on own_codes (product_id);
call own_rows('own_codes', 'contractor_id = current_owner()');

create table price_exports (
  id integer generated always as identity primary key,
  contractor_id integer not null,
  format text not null check (format in ('xlsx', 'csv')),
  -- Empty for every brand; ascending otherwise.
  brand_ids integer[] not null default '{}'::integer[],
  in_stock boolean not null,
  -- Delivery point of the dates; null without a usual point.
  consignee_id integer,
  -- Created by a schedule.
  is_daily boolean not null default false,
  -- Owner, who gets the email.
  subject_id integer not null,
  actor_id integer not null,
  created_at timestamptz not null,
  state text not null default 'queued' check (state in ('queued', 'running', 'ready', 'failed')),
  -- File on disk; every attempt writes a new one.
  storage uuid,
  attempts integer not null default 0,
  -- The builder renews it; after this time another server takes over.
  lease_until timestamptz,
  rows_count integer not null default 0,
  bytes bigint,
  failure text check (failure in ('no_space', 'no_access', 'gave_up', 'fault')),
  finished_at timestamptz,
  keep_until timestamptz,
  group_ids integer[] not null default '{}'::integer[],
  constraint price_exports_check check ((state = 'running') = (lease_until is not null)),
  constraint price_exports_check1 check ((state = 'failed') = (failure is not null)),
  constraint price_exports_check2 check ((state <> 'ready') or (bytes is not null and storage is not null)),
  constraint price_exports_check3 check ((state in ('ready', 'failed')) = (keep_until is not null))
);
create index price_exports_mine on price_exports (contractor_id, id desc);
-- A company has at most one queued and one running export.
create unique index price_exports_queued on price_exports (contractor_id) where state = 'queued';
create unique index price_exports_running on price_exports (contractor_id) where state = 'running';
create index price_exports_waiting on price_exports (id) where state in ('queued', 'running');
create index price_exports_old on price_exports (keep_until) where keep_until is not null;
create index price_exports_storage on price_exports (storage);
create index price_exports_failed on price_exports (id) where state = 'failed';
call own_rows('price_exports', 'contractor_id = current_owner()');

create table price_export_schedules (
  id integer generated always as identity primary key,
  contractor_id integer not null,
  format text not null check (format in ('xlsx', 'csv')),
  brand_ids integer[] not null default '{}'::integer[],
  in_stock boolean not null,
  consignee_id integer,
  -- Hour in Moscow.
  hour integer not null check ((hour >= 0) and (hour <= 23)),
  is_on boolean not null,
  next_at timestamptz not null,
  subject_id integer not null,
  actor_id integer not null,
  created_at timestamptz not null,
  group_ids integer[] not null default '{}'::integer[],
  unique (contractor_id, subject_id)
);
create index price_export_schedules_due on price_export_schedules (next_at) where is_on;
call own_rows('price_export_schedules', 'contractor_id = current_owner()');

create table quote_requests (
  id integer generated always as identity primary key,
  number text not null unique,
  contractor_id integer not null,
  state text not null default 'waiting' check (state in ('waiting', 'in_work', 'answered', 'closed')),
  text text not null default '',
  -- VIN or frame number.
  vin text not null default '',
  car text not null default '',
  -- Vehicle of the company that the goods are for.
  vehicle_id integer,
  -- Asker, who is notified of the answer.
  asker_id integer not null,
  -- Assigned manager; null when nobody took it.
  taken_by integer,
  -- Promised time of the answer.
  answer_by timestamptz not null,
  answered_at timestamptz,
  created_at timestamptz not null
);
create index quote_requests_company on quote_requests (contractor_id, id desc);
create index quote_requests_vehicle on quote_requests (vehicle_id) where vehicle_id is not null;
create index quote_requests_taken on quote_requests (taken_by, id desc) where taken_by is not null;
create index quote_requests_unanswered on quote_requests (answer_by, id) where state in ('waiting', 'in_work');
create index quote_requests_number_tail on quote_requests (reverse(number) text_pattern_ops);
create index quote_requests_words on quote_requests using gin ((((((text || ' ') || vin) || ' ') || car)) gin_trgm_ops);
call own_rows('quote_requests', 'contractor_id = current_owner()');

-- Messages and acts of a request.
create table quote_request_messages (
  id integer generated always as identity primary key,
  request_id integer not null references quote_requests,
  contractor_id integer not null,
  kind text not null check (kind in ('created', 'message', 'taken', 'answered', 'closed')),
  text text not null default '',
  from_staff boolean not null,
  actor_id integer not null,
  subject_id integer not null,
  created_at timestamptz not null
);
create index quote_request_messages_request on quote_request_messages (request_id, id);
call own_rows('quote_request_messages', 'contractor_id = current_owner()');

create table quote_request_photos (
  id integer generated always as identity primary key,
  request_id integer not null references quote_requests,
  contractor_id integer not null,
  type text not null check (type in ('image/jpeg', 'image/png', 'image/webp')),
  bytes bytea not null,
  actor_id integer not null,
  subject_id integer not null,
  created_at timestamptz not null
);
create index quote_request_photos_request on quote_request_photos (request_id, id);
call own_rows('quote_request_photos', 'contractor_id = current_owner()');

-- Requests of buyers to release held orders, open until answered or released.
create table credit_hold_override_requests (
  id integer generated always as identity primary key,
  order_id integer not null references orders,
  contract_id integer not null,
  contractor_id integer not null,
  message text not null default '',
  actor_id integer not null,
  subject_id integer not null,
  created_at timestamptz not null,
  ended_at timestamptz,
  answer text check (answer in ('unblocked', 'declined')),
  -- Reason of the refusal, shown to the buyer.
  decline_reason text not null default '',
  ended_actor_id integer,
  ended_subject_id integer,
  constraint credit_hold_override_requests_check check ((ended_at is null) = (answer is null)),
  constraint credit_hold_override_requests_check1 check ((decline_reason <> '') = (not (answer is distinct from 'declined')))
);
create unique index credit_hold_override_requests_open on credit_hold_override_requests (order_id) where ended_at is null;
create index credit_hold_override_requests_order on credit_hold_override_requests (order_id, id);
create index credit_hold_override_requests_contract on credit_hold_override_requests (contract_id) where ended_at is null;
call own_rows('credit_hold_override_requests', 'contractor_id = current_owner()');

create table product_alerts (
  id integer generated always as identity primary key,
  contractor_id integer not null,
  product_id integer not null,
  kind text not null check (kind in ('stock', 'price')),
  -- In the product's unit, over all warehouses; null for any.
  qty numeric(12,3) check (qty > 0),
  price_kop bigint check (price_kop > 0),
  -- Owner, who gets the email.
  subject_id integer not null,
  actor_id integer not null,
  created_at timestamptz not null,
  -- Time of the notification; null while waiting.
  notified_at timestamptz,
  constraint product_alerts_check check ((kind = 'price') = (price_kop is not null)),
  constraint product_alerts_check1 check ((kind = 'stock') or qty is null),
  unique (contractor_id, subject_id, product_id, kind)
);
create index product_alerts_mine on product_alerts (contractor_id, subject_id, created_at desc, id desc);
create index product_alerts_waiting on product_alerts (contractor_id, subject_id, product_id) where notified_at is null;
create index product_alerts_product on product_alerts (product_id);
call own_rows('product_alerts', 'contractor_id = current_owner()');

-- Requests of clients to cancel goods that are already being procured.
create table cancel_requests (
  id integer generated always as identity primary key,
  line_id integer not null,
  order_id integer not null references orders,
  contractor_id integer not null,
  qty numeric(12,3) not null check (qty > 0),
  message text not null check (message <> ''),
  actor_id integer not null,
  subject_id integer not null,
  created_at timestamptz not null,
  ended_at timestamptz,
  answer text check (answer in ('agreed', 'declined', 'withdrawn')),
  -- Reason of the refusal, shown to the client.
  decline_reason text not null default '',
  ended_actor_id integer,
  ended_subject_id integer,
  constraint cancel_requests_check check ((ended_at is null) = (answer is null)),
  constraint cancel_requests_check1 check ((decline_reason <> '') = (not (answer is distinct from 'declined')))
);
create unique index cancel_requests_open on cancel_requests (line_id) where ended_at is null;
create index cancel_requests_line on cancel_requests (line_id, id);
create index cancel_requests_waiting on cancel_requests (created_at) where ended_at is null;
call own_rows('cancel_requests', 'contractor_id = current_owner()');

create table cart_lines (
  id integer generated always as identity primary key,
  cart_id integer not null,
  contractor_id integer not null,
  product_id integer not null,
  -- Warehouse instead of the offer: a price list may withdraw an offer and restore it.
  warehouse_id integer not null,
  qty numeric(12,3) not null check (qty > 0),
  price_kop bigint not null,
  consignee_id integer,
  client_ref text not null default '',
  -- Vehicle of the company that the goods are for.
  vehicle_id integer,
  comment text not null default '',
  replacement_policy text not null default 'allowed' check (replacement_policy in ('allowed', 'only_this')),
  return_days integer not null default 0,
  no_return boolean generated always as (return_days = 0) stored not null,
  expected_date date not null,
  guaranteed_date date not null,
  selected boolean not null default true,
  actor_id integer not null,
  subject_id integer not null,
  created_at timestamptz not null default now(),
  changed_at timestamptz,
  answer_id integer,
  added_by integer,
  -- Raised by every change, so that nobody overwrites unseen changes.
  version integer not null default 1,
  written_by integer,
  written_at timestamptz,
  -- Version from which all changes are by one person: that person's own changes do not conflict.
  written_since integer,
  replaces_line_id integer,
  -- Follows the cart through the foreign key.
  is_draft boolean not null default false,
  -- Price promised for this line by a manager, with its last day and reason.
  special_kop bigint check (special_kop > 0),
  special_until date,
  special_reason text not null default '',
  -- Promised quantity; null in an assisted order, for the whole line.
  special_qty numeric(12,3) check (special_qty > 0),
  constraint cart_lines_special check (((special_kop is null) = (special_until is null)) and (special_kop is not null or special_qty is null)),
  constraint cart_lines_cart foreign key (cart_id, is_draft) references carts (id, is_draft) on update cascade
);
create index cart_lines_cart on cart_lines (cart_id, id);
create index cart_lines_answer on cart_lines (answer_id) where answer_id is not null;
create index cart_lines_product on cart_lines (product_id);
create index cart_lines_vehicle on cart_lines (vehicle_id) where vehicle_id is not null;
create index cart_lines_replaces on cart_lines (replaces_line_id) where replaces_line_id is not null;
call own_rows('cart_lines', '(contractor_id = current_owner()) and (not is_draft)');

-- Lines removed from carts, for the undoing of the removal.
create table removed_cart_lines (
  -- Id of the line.
  id integer not null,
  contractor_id integer not null,
  -- Cart from which it was removed.
  cart_id integer not null,
  line jsonb not null,
  -- Line of «Основная» into which it was merged when its cart was deleted.
  merged_into integer,
  -- Version that this line, or the line itself, got by the deletion of its cart; null for a line removed alone.
  moved_version integer,
  actor_id integer not null,
  subject_id integer not null,
  removed_at timestamptz not null,
  -- A line may be removed again after its cart was deleted.
  primary key (cart_id, id)
);
call own_rows('removed_cart_lines', 'contractor_id = current_owner()');

-- Links of emails that answer a change approval without signing in, one per person, valid while it is open.
create table change_approval_links (
  token_hash bytea primary key,
  change_approval_id integer not null,
  user_id integer not null,
  created_at timestamptz not null
);
create index change_approval_links_decision on change_approval_links (change_approval_id);
create index change_approval_links_created on change_approval_links (created_at);
call own_rows('change_approval_links', 'false');

-- Approvals of worse terms of a line: old and new terms, deadline and default. At most one per line is open.
create table change_approvals (
  id integer generated always as identity primary key,
  line_id integer not null,
  order_id integer not null references orders,
  contractor_id integer not null,
  old_price_kop bigint not null,
  new_price_kop bigint not null,
  old_expected_date date not null,
  new_expected_date date not null,
  old_guaranteed_date date not null,
  new_guaranteed_date date not null,
  old_brand text not null,
  new_brand text not null,
  old_article text not null,
  new_article text not null,
  -- Affected quantity; fewer will be delivered.
  old_qty numeric(12,3) not null check (old_qty > 0),
  new_qty numeric(12,3) not null check (new_qty > 0),
  -- States to return to: [{"state": …, "qty": …}].
  origins jsonb not null,
  -- Reason shown to the client.
  reason text not null default '',
  by_supplier boolean not null,
  on_timeout text not null check (on_timeout in ('keep', 'drop')),
  state text not null default 'open' check (state in ('open', 'agreed', 'declined', 'other', 'kept', 'dropped', 'replaced', 'settled', 'applied')),
  -- Null for the portal after a supplier's answer.
  actor_id integer,
  subject_id integer,
  created_at timestamptz not null,
  due_at timestamptz not null,
  ended_at timestamptz,
  ended_actor_id integer,
  ended_subject_id integer,
  -- A manager has acknowledged the missing answer.
  closed_at timestamptz,
  constraint change_approvals_check check (new_qty <= old_qty),
  constraint change_approvals_check1 check ((state = 'open') = (ended_at is null)),
  constraint change_approvals_check2 check ((actor_id is null) = (subject_id is null))
);
create unique index change_approvals_open on change_approvals (line_id) where state = 'open';
create index change_approvals_due on change_approvals (due_at) where state = 'open';
create index change_approvals_of_company on change_approvals (contractor_id, due_at) where state = 'open';
create index change_approvals_unanswered on change_approvals (ended_at desc) where (state in ('kept', 'dropped')) and closed_at is null;
create index change_approvals_order on change_approvals (order_id, id);
create index change_approvals_other on change_approvals (line_id) where state = 'other';
call own_rows('change_approvals', 'contractor_id = current_owner()');

create table line_transitions (
  id bigint generated always as identity primary key,
  line_id integer not null,
  from_state text,
  to_state text not null,
  qty numeric(12,3) not null check (qty > 0),
  reason text not null default '',
  actor_id integer,
  subject_id integer,
  created_at timestamptz not null default now(),
  by_supplier boolean not null default false,
  constraint line_transitions_check check ((actor_id is null) = (subject_id is null)),
  constraint line_transitions_check1 check ((not by_supplier) or actor_id is null)
);
create index line_transitions_line on line_transitions (line_id, id);

create table order_line_allocations (
  id integer generated always as identity primary key,
  line_id integer not null,
  state text not null,
  qty numeric(12,3) not null check (qty > 0),
  shipment_line_id integer,
  contractor_id integer not null,
  consignee_id integer not null,
  ordered_at timestamptz not null,
  expected_date date not null,
  constraint order_line_allocations_place unique nulls not distinct (line_id, state, shipment_line_id) include (contractor_id, consignee_id, ordered_at, expected_date)
);
create index order_line_allocations_company on order_line_allocations (contractor_id, state, ordered_at desc, line_id) include (consignee_id);
-- `OPEN_STATES`: goods that have not left for the buyer.
create index order_line_allocations_company_expected on order_line_allocations (contractor_id, state, expected_date, line_id) include (ordered_at, consignee_id) where state in ('new', 'awaiting_payment', 'on_hold', 'needs_confirm', 'reserved', 'in_work', 'ordered_supplier', 'confirmed_supplier', 'in_transit', 'delayed', 'arrived', 'picking', 'ready');
create index order_line_allocations_expected on order_line_allocations (state, expected_date, line_id) include (ordered_at) where state in ('new', 'awaiting_payment', 'on_hold', 'needs_confirm', 'reserved', 'in_work', 'ordered_supplier', 'confirmed_supplier', 'in_transit', 'delayed', 'arrived', 'picking', 'ready');
-- Goods that lie here and may leave, and orders with goods still expected.
create index order_line_allocations_here on order_line_allocations (line_id) where (state in ('reserved', 'arrived', 'picking', 'ready')) and shipment_line_id is null;
create index order_line_allocations_state on order_line_allocations (state, ordered_at desc, line_id) include (expected_date);
call own_rows('order_line_allocations', 'contractor_id = current_owner()');

-- Links «Где деталь» to lines, one per line; only the hash of the secret is stored.
create table order_line_links (
  line_id integer primary key,
  contractor_id integer not null,
  token_hash bytea not null unique,
  actor_id integer not null,
  subject_id integer not null,
  created_at timestamptz not null,
  revoked_at timestamptz
);
create index order_line_links_created on order_line_links (created_at);
call own_rows('order_line_links', 'contractor_id = current_owner()');

create table order_lines (
  id integer generated always as identity primary key,
  order_id integer not null references orders,
  contractor_id integer not null,
  position integer not null,
  product_id integer not null,
  warehouse_id integer not null,
  brand text not null,
  article text not null,
  article_key text not null,
  name text not null,
  unit text not null,
  qty numeric(12,3) not null check (qty > 0),
  multiplicity numeric(12,3) not null,
  price_kop bigint not null,
  purchase_kop bigint not null,
  sum_kop bigint not null,
  vat_rate text not null,
  vat_kop bigint not null,
  consignee_id integer not null,
  client_ref text not null default '',
  -- Vehicle of the company that the goods were bought for.
  vehicle_id integer,
  comment text not null default '',
  replacement_policy text not null check (replacement_policy in ('allowed', 'only_this')),
  return_days integer not null,
  no_return boolean generated always as (return_days = 0) stored not null,
  expected_date date not null,
  guaranteed_date date not null,
  actor_id integer not null,
  subject_id integer not null,
  answer_id integer,
  floor_kop bigint,
  accepted_rise_kop bigint not null default 0 check (accepted_rise_kop >= 0),
  accepted_delay_days integer not null default 0 check (accepted_delay_days >= 0),
  replaces_line_id integer references order_lines,
  is_promised boolean not null default false,
  -- Delivery charge of the order: a service, shipped with its first goods and dropped with the last of them.
  is_delivery boolean not null default false
);
create index order_lines_delivery on order_lines (order_id) where is_delivery;
create index order_lines_answer on order_lines (answer_id) where answer_id is not null;
create index order_lines_under_floor on order_lines (id desc) where price_kop < floor_kop;
create index order_lines_marks on order_lines (contractor_id, id) include (client_ref, consignee_id, order_id) where client_ref <> '';
create index order_lines_article on order_lines (contractor_id, article_key, id desc) include (order_id, consignee_id);
-- «С этим берут»: last orders of a product by any buyer.
create index order_lines_product on order_lines (product_id, id desc) include (order_id);
create index order_lines_client_ref on order_lines (lower(client_ref) text_pattern_ops) include (id, order_id) where client_ref <> '';
create index order_lines_vehicle on order_lines (vehicle_id, id desc) where vehicle_id is not null;
create index order_lines_replaces on order_lines (replaces_line_id) where replaces_line_id is not null;
-- Lines of many orders are read from the index alone: without the company the planner reads all lines of the company.
create unique index order_lines_order on order_lines (order_id, "position") include (id, contractor_id, consignee_id);
call own_rows('order_lines', 'contractor_id = current_owner()');

-- Requested row as typed.
create table quote_request_rows (
  id integer generated always as identity primary key,
  request_id integer not null references quote_requests,
  contractor_id integer not null,
  position integer not null,
  product_id integer,
  brand text not null,
  article text not null,
  article_key text not null,
  name text not null,
  qty numeric(12,3) not null check (qty > 0),
  client_ref text not null default '',
  -- Reason why it is unavailable, by the manager.
  refusal text not null default '',
  actor_id integer not null,
  subject_id integer not null,
  order_line_id integer references order_lines,
  constraint quote_request_rows_request_id_position_key unique (request_id, "position")
);
create index quote_request_rows_article on quote_request_rows (article_key, request_id) where article_key <> '';
create index quote_request_rows_product on quote_request_rows (product_id) where product_id is not null;
create index quote_request_rows_order_line on quote_request_rows (order_line_id) where order_line_id is not null;
call own_rows('quote_request_rows', 'contractor_id = current_owner()');

-- Offered goods of a warehouse.
create table quote_request_answers (
  id integer generated always as identity primary key,
  request_id integer not null references quote_requests,
  contractor_id integer not null,
  -- Answered row; null for the request as a whole.
  row_id integer references quote_request_rows,
  product_id integer not null,
  warehouse_id integer not null,
  qty numeric(12,3) not null check (qty > 0),
  -- Promised price until its last day; null for the ordinary price.
  special_kop bigint check (special_kop > 0),
  valid_until date,
  comment text not null default '',
  actor_id integer not null,
  subject_id integer not null,
  created_at timestamptz not null,
  withdrawn_at timestamptz,
  constraint quote_request_answers_check check ((special_kop is null) = (valid_until is null))
);
create index quote_request_answers_request on quote_request_answers (request_id, id);
create index quote_request_answers_product on quote_request_answers (product_id);
call own_rows('quote_request_answers', 'contractor_id = current_owner()');

alter table cancel_requests add constraint cancel_requests_line_id_fkey foreign key (line_id) references order_lines;
alter table cart_lines add constraint cart_lines_answer_id_fkey foreign key (answer_id) references quote_request_answers;
alter table cart_lines add constraint cart_lines_replaces_line_id_fkey foreign key (replaces_line_id) references order_lines;
alter table order_line_links add constraint order_line_links_line_id_fkey foreign key (line_id) references order_lines on delete cascade;
alter table change_approval_links add constraint change_approval_links_decision_id_fkey foreign key (change_approval_id) references change_approvals on delete cascade;
alter table change_approvals add constraint change_approvals_line_id_fkey foreign key (line_id) references order_lines;
alter table line_transitions add constraint line_transitions_line_id_fkey foreign key (line_id) references order_lines;
alter table order_line_allocations add constraint order_line_allocations_line_id_fkey foreign key (line_id) references order_lines;
alter table order_lines add constraint order_lines_answer_id_fkey foreign key (answer_id) references quote_request_answers;

call own_rows('line_transitions', 'exists (select from order_lines where order_lines.id = line_transitions.line_id)');

-- Allocations add up to the ordered quantity at the end of every transaction.
create function check_line_parts() returns trigger language plpgsql security definer set search_path to 'public', 'pg_temp' as $$
declare
  line integer;
  ordered numeric;
  split numeric;
begin
  if tg_table_name = 'order_lines' then
    line := new.id;
  else
    line := coalesce(new.line_id, old.line_id);
  end if;
  select qty, (select coalesce(sum(part.qty), 0) from order_line_allocations part where part.line_id = line)
    into ordered, split
    from order_lines where id = line;
  if split <> ordered then
    raise exception 'order line %: parts % do not add up to %', line, split, ordered using errcode = '23514';
  end if;
  return null;
end $$;

create function place_line_part() returns trigger language plpgsql as $$
begin
  select line.contractor_id, line.consignee_id, orders.created_at, line.expected_date
    into new.contractor_id, new.consignee_id, new.ordered_at, new.expected_date
    from order_lines line join orders on orders.id = line.order_id where line.id = new.line_id;
  return new;
end $$;

create function move_places_of_parts() returns trigger language plpgsql as $$
begin
  if tg_table_name = 'orders' then
    update order_line_allocations part set ordered_at = new.created_at
      from order_lines line where line.order_id = new.id and part.line_id = line.id;
  else
    update order_line_allocations set consignee_id = new.consignee_id, expected_date = new.expected_date
      where line_id = new.id;
  end if;
  return null;
end $$;

-- Current cart of a person: the own choice, for a manager otherwise the client's, otherwise the main one. Null when the
-- company has none.
create function current_cart(company integer, actor integer, subject integer) returns integer language sql stable as $$
  select coalesce(
    (select cart_id from current_carts chosen join carts on carts.id = chosen.cart_id and carts.archived_at is null
     where chosen.contractor_id = company and chosen.subject_id = subject and chosen.actor_id in (actor, subject)
     order by chosen.actor_id = actor desc limit 1),
    (select id from carts where contractor_id = company and is_default))
$$;

-- Assisted orders publish nothing to the company.
create function publish_cart_change(company integer, cart integer) returns void language plpgsql security definer set search_path to 'public', 'pg_temp' as $$
begin
  if exists (select from user_contractors where contractor_id = company offset 1)
    and exists (select from carts where id = cart and created_by is null) then
    insert into events (contractor_id, kind, about, about_id, notifies_client, notifies_staff, created_at)
    values (company, 'cart.changed', 'cart', cart, false, false, now())
    on conflict (xid, about, about_id) do nothing;
  end if;
end $$;

create function publish_cart_line_change() returns trigger language plpgsql as $$
begin
  perform publish_cart_change(contractor_id, cart_id) from (select distinct contractor_id, cart_id from touched) as carts;
  return null;
end $$;

create function publish_moved_cart_line() returns trigger language plpgsql as $$
begin
  perform publish_cart_change(contractor_id, cart_id) from (
    select contractor_id, cart_id from was union select contractor_id, cart_id from touched
  ) as carts;
  return null;
end $$;

create function publish_cart() returns trigger language plpgsql as $$
begin
  perform publish_cart_change(new.contractor_id, new.id);
  return null;
end $$;

create function track_unanswered_order() returns trigger language plpgsql as $$
begin
  if new.from_staff then
    delete from unanswered_orders where order_id = new.order_id;
  else
    insert into unanswered_orders (order_id, contractor_id, since)
    values (new.order_id, new.contractor_id, new.created_at) on conflict do nothing;
  end if;
  return null;
end $$;

create trigger carts_told after insert or update of name, archived_at on carts
  for each row execute function publish_cart();
create trigger orders_move_parts after update of created_at on orders
  for each row when (new.created_at is distinct from old.created_at) execute function move_places_of_parts();
create trigger order_messages_wait after insert on order_messages
  for each row execute function track_unanswered_order();
create trigger cart_lines_added after insert on cart_lines referencing new table as touched
  for each statement execute function publish_cart_line_change();
create trigger cart_lines_removed after delete on cart_lines referencing old table as touched
  for each statement execute function publish_cart_line_change();
create trigger cart_lines_changed after update on cart_lines referencing old table as was new table as touched
  for each statement execute function publish_moved_cart_line();
create trigger line_transitions_append_only before delete or update on line_transitions
  for each row execute function refuse_change();
create constraint trigger order_line_allocations_add_up after insert or delete or update on order_line_allocations deferrable initially deferred
  for each row execute function check_line_parts();
create trigger order_line_allocations_have_places before insert or update of line_id on order_line_allocations
  for each row execute function place_line_part();
create constraint trigger order_lines_have_parts after insert or update of qty on order_lines deferrable initially deferred
  for each row execute function check_line_parts();
create trigger order_lines_move_parts after update of consignee_id, expected_date on order_lines
  for each row when ((new.consignee_id is distinct from old.consignee_id) or (new.expected_date is distinct from old.expected_date)) execute function move_places_of_parts();

grant select, insert, update, delete on
  cart_lines, removed_cart_lines, bulk_order_rows, bulk_orders, order_line_allocations, order_templates, order_views, price_exports, product_alerts
  to artikul_client;
grant select, insert, delete on
  unanswered_orders
  to artikul_client;
grant select, insert, update on
  cancel_requests, carts, contract_recheck_queue, current_carts, bulk_order_layouts, order_files, order_line_links, order_lines, order_notes,
  orders, own_codes, price_export_schedules, quote_requests
  to artikul_client;
grant select, insert on
  line_transitions, order_messages, quote_request_messages, quote_request_photos, quote_request_rows, credit_hold_override_requests
  to artikul_client;
grant select, update on
  change_approvals
  to artikul_client;
grant select on
  quote_request_answers
  to artikul_client;
revoke update, delete on
  line_transitions, quote_request_messages
  from artikul_staff;
revoke update, delete on
  line_transitions, quote_request_messages
  from artikul_app;
grant update (id) on quote_request_answers to artikul_client;
