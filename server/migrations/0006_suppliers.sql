-- Supply routes, warehouses, offers, price lists, mailboxes, online suppliers.

create table mailboxes (
  id integer generated always as identity primary key,
  host text not null,
  port integer not null check ((port >= 1) and (port <= 65535)),
  security text not null check (security in ('tls', 'starttls', 'none')),
  login text not null,
  -- Encrypted with the key of mailboxes.
  password bytea not null,
  folder text not null,
  is_on boolean not null,
  version integer not null default 1,
  -- Emails received before are ignored.
  reads_from timestamptz not null,
  -- UIDs are valid within a UIDVALIDITY; null when nothing was read yet.
  uid_validity bigint,
  last_uid bigint not null default 0,
  checked_at timestamptz,
  -- Reason of the last failure, failures in a row, and the email at which the connection broke.
  failure text,
  failures integer not null default 0,
  stuck_uid bigint,
  next_check_at timestamptz not null,
  unique (host, login, folder)
);

create table offers (
  id integer generated always as identity primary key,
  product_id integer not null,
  warehouse_id integer not null,
  purchase_kop bigint not null check (purchase_kop >= 0),
  on_hand numeric(12,3) not null default 0 check (on_hand >= 0),
  reserved numeric(12,3) not null default 0 check (reserved >= 0),
  -- Own stock is exact and never sold below zero; partner stock is what the price list says.
  tracked boolean not null,
  qty_exact boolean not null default true,
  qty_text text not null,
  multiplicity numeric(12,3) not null default 1 check (multiplicity > 0),
  -- Smallest order; 0 for none.
  min_qty numeric(12,3) not null default 0 check (min_qty >= 0),
  term_days integer,
  updated_at timestamptz not null default now(),
  no_return boolean not null default false,
  constraint offers_never_oversold check ((not tracked) or (reserved <= on_hand)),
  unique (product_id, warehouse_id)
) with (fillfactor=90);
create index offers_warehouse on offers (warehouse_id);

-- Supplier's own key of a redeemed offer, used to order it.
create table sealed_offer_tokens (
  offer_id integer primary key references offers on delete cascade,
  brand text not null,
  article text not null,
  handle jsonb not null
);

create table supply_routes (
  id integer generated always as identity primary key,
  name text not null unique,
  kind text not null check (kind in ('own', 'partner', 'online')),
  vat_mode text not null default 'included' check (vat_mode in ('included', 'on_top', 'none')),
  fresh_hours integer not null default 72 check (fresh_hours > 0),
  seller_id integer not null,
  markup_hundredths integer not null default 0 check (markup_hundredths >= 0),
  version integer not null default 1,
  stale_notified_on date,
  sending text not null default 'by_hand' check (sending in ('now', 'cutoff', 'by_hand')),
  min_order_kop integer not null default 0 check (min_order_kop >= 0),
  -- Accepted rise of the purchase price at our cost, hundredths of a per cent.
  tolerance_hundredths integer not null default 0 check ((tolerance_hundredths >= 0) and (tolerance_hundredths <= 10000)),
  -- Address of orders as files; may be empty.
  orders_email text not null default '',
  -- Payment and delivery methods by the supplier's numbers; empty when not required.
  payment_method text not null default '',
  shipment_method text not null default '',
  shipment_address text not null default '',
  -- Layout of the order file.
  orders_layout jsonb not null default '{}'::jsonb,
  -- Share of ordered goods that the supplier says it delivers, per cent; null when it says nothing.
  stated_delivery_percent integer check ((stated_delivery_percent >= 0) and (stated_delivery_percent <= 100)),
  -- Added to the purchase price for each kilogram before any markup; nothing for goods of unknown weight.
  kg_markup_kop integer not null default 0 check (kg_markup_kop >= 0),
  -- Offers with a price beyond these bounds are not shown; null for no bound.
  price_from_kop integer check (price_from_kop > 0),
  price_to_kop integer check (price_to_kop > 0),
  constraint supply_routes_price_bounds check (price_from_kop <= price_to_kop)
);

create table online_suppliers (
  supply_route_id integer primary key references supply_routes,
  adapter text not null,
  url text not null,
  login text not null,
  -- Encrypted with the key of online suppliers.
  secret bytea not null,
  -- What the protocol needs besides: codes of the customer, description of an own API.
  settings jsonb not null default '{}',
  is_on boolean not null,
  -- Lower values come first.
  priority integer not null,
  -- Time limit of a search, milliseconds.
  budget_ms integer not null check ((budget_ms >= 200) and (budget_ms <= 10000)),
  per_second integer not null check ((per_second >= 1) and (per_second <= 100)),
  -- Null for no limit.
  per_day integer check (per_day > 0),
  -- Hours in Moscow when it may be queried; null for always.
  hours_from integer check ((hours_from >= 0) and (hours_from <= 23)),
  hours_to integer check ((hours_to >= 1) and (hours_to <= 24)),
  -- Meaning of the brand list: only these, or all but these.
  brand_rule text not null check (brand_rule in ('except', 'only')),
  -- Whether unreviewed warehouses are offered.
  takes_new_warehouses boolean not null,
  version integer not null default 1,
  constraint online_suppliers_check check ((hours_from is null) = (hours_to is null))
);

create table online_supplier_brand_rules (
  supply_route_id integer references online_suppliers on delete cascade,
  brand_id integer,
  primary key (supply_route_id, brand_id)
);
create index online_supplier_brand_rules_brand on online_supplier_brand_rules (brand_id);

-- Spellings in answers that the catalogue does not know or that mean another brand for this supplier.
create table online_supplier_brands (
  supply_route_id integer references online_suppliers on delete cascade,
  key text,
  spelling text not null,
  -- Null when not mapped.
  brand_id integer,
  seen_at timestamptz not null,
  primary key (supply_route_id, key)
);
create index online_supplier_brands_brand on online_supplier_brands (brand_id);
create index online_supplier_brands_seen on online_supplier_brands (seen_at) where brand_id is null;

-- Outcomes of queries by minute.
create table online_supplier_minutes (
  supply_route_id integer references online_suppliers on delete cascade,
  minute timestamptz,
  asked integer not null,
  answered integer not null,
  failed integer not null,
  timed_out integer not null,
  -- Not queried: the breaker was open or the limit reached.
  refused integer not null,
  offers integer not null,
  dropped integer not null,
  -- Answers by duration, in the steps of the contract.
  by_ms integer[] not null,
  primary key (supply_route_id, minute)
);
create index online_supplier_minutes_minute on online_supplier_minutes (minute);

-- Mapping of the supplier's line statuses to ours; null when not mapped.
create table online_supplier_statuses (
  supply_route_id integer references online_suppliers on delete cascade,
  code text,
  name text not null,
  state text,
  primary key (supply_route_id, code)
);

-- Layouts of a route's files by header.
create table price_list_layouts (
  supply_route_id integer references supply_routes,
  -- SHA-256 of the header's words.
  fingerprint text,
  columns jsonb not null,
  actor_id integer not null,
  subject_id integer not null,
  changed_at timestamptz not null,
  primary key (supply_route_id, fingerprint)
);

-- Brands that a supply route does not take back.
create table supply_route_no_return_brands (
  supply_route_id integer references supply_routes on delete cascade,
  brand_id integer,
  primary key (supply_route_id, brand_id)
);
create index supply_route_no_return_brands_brand on supply_route_no_return_brands (brand_id);

create table unmatched_emails (
  id integer generated always as identity primary key,
  mailbox_id integer not null references mailboxes on delete cascade,
  uid_validity bigint not null,
  uid bigint not null,
  sender text not null,
  subject text not null,
  file_names text[] not null,
  received_at timestamptz not null,
  -- Reason in words.
  reason text not null,
  -- A new rule matches it: it is read once more.
  is_asked_again boolean not null default false,
  unique (mailbox_id, uid_validity, uid)
);
create index unmatched_emails_received on unmatched_emails (received_at desc, id desc);

create table warehouses (
  id integer generated always as identity primary key,
  supply_route_id integer not null references supply_routes,
  name text not null unique,
  -- Name for clients: own warehouses by name, a supplier's by code.
  shown_as text not null,
  time_zone text not null default 'Europe/Moscow',
  cutoff time without time zone not null default '16:00:00'::time without time zone,
  term_days integer not null default 1 check (term_days >= 0),
  -- Days added to the term of orders after the cut-off or on a day without shipping.
  off_hours_days integer not null default 0 check ((off_hours_days >= 0) and (off_hours_days <= 30)),
  guarantee_days integer not null default 1 check (guarantee_days >= 0),
  return_days integer not null default 14 check (return_days >= 0),
  imported_at timestamptz,
  external_id text,
  external_number text,
  version integer not null default 1,
  region text not null default '',
  ships_on smallint[] check ((ships_on <@ array[1::smallint, 2::smallint, 3::smallint, 4::smallint, 5::smallint, 6::smallint, 7::smallint]) and (cardinality(ships_on) > 0))
);

-- Rules that assign emailed files to warehouses; the first match applies.
create table mail_rules (
  id integer generated always as identity primary key,
  place integer not null,
  warehouse_id integer not null references warehouses,
  -- Address, or `@` and a domain.
  sender text not null,
  -- All of these words occur in the subject; empty for any subject.
  subject text not null,
  -- Pattern with `*` and `?`; empty for any file with a price list extension.
  file_mask text not null
);
create unique index mail_rules_place on mail_rules (place);
create index mail_rules_warehouse on mail_rules (warehouse_id);

-- Warehouses created for a supplier's places.
create table online_supplier_warehouses (
  warehouse_id integer primary key references warehouses,
  supply_route_id integer not null references online_suppliers on delete cascade,
  -- Code used when ordering.
  code text not null,
  is_allowed boolean not null,
  -- Days added to the supplier's term.
  term_correction_days integer not null default 0 check ((term_correction_days >= '-30'::integer) and (term_correction_days <= 30)),
  version integer not null default 1,
  unique (supply_route_id, code)
);

create table price_imports (
  id integer generated always as identity primary key,
  -- Null when a command named a missing warehouse.
  warehouse_id integer references warehouses,
  warehouse_name text not null,
  file_name text not null,
  origin text not null check (origin in ('upload', 'command', 'schedule', 'mail', '1c')),
  state text not null check (state in ('draft', 'queued', 'running', 'checked', 'waiting', 'applied', 'declined', 'failed', 'interrupted', 'rolled_back')),
  -- Nothing is written.
  is_check boolean not null default false,
  -- Approved by a person.
  is_approved boolean not null default false,
  default_brand text not null default '',
  -- File name on disk; null when deleted.
  storage uuid,
  has_report boolean not null default false,
  -- Layout and first rows of the file.
  layout jsonb,
  preview jsonb,
  stage text not null default '',
  rows_done integer not null default 0,
  rows_count integer not null default 0,
  accepted_count integer not null default 0,
  refused_count integer not null default 0,
  repeated_count integer not null default 0,
  added_count integer not null default 0,
  changed_count integer not null default 0,
  withdrawn_count integer not null default 0,
  products_count integer not null default 0,
  brands_count integer not null default 0,
  -- Addresses of photos that are downloaded after the import.
  photos_count integer not null default 0,
  -- Effect on the warehouse before it is applied.
  difference jsonb,
  -- Reasons to wait for approval, in words.
  doubts text[] not null default '{}',
  -- Reason of the failure, in words.
  failure text,
  -- Offers with greater ids were added by this import.
  last_offer_id integer,
  -- Time of the previous import of the warehouse.
  imported_before timestamptz,
  -- Null for commands and schedules.
  actor_id integer,
  subject_id integer,
  created_at timestamptz not null,
  started_at timestamptz,
  finished_at timestamptz,
  mail_sender text,
  mail_subject text,
  keeps_missing boolean not null default false
);
create index price_imports_warehouse on price_imports (warehouse_id, id desc);
create index price_imports_state on price_imports (state, id desc);
create index price_imports_working on price_imports (id) where state in ('queued', 'running');
create index price_imports_stored on price_imports (created_at) where storage is not null;
create index price_imports_reported on price_imports (id) where has_report;

-- Imported attachments; each is imported once.
create table mail_files (
  mailbox_id integer references mailboxes on delete cascade,
  uid_validity bigint,
  uid bigint,
  part text,
  import_id integer not null references price_imports,
  taken_at timestamptz not null,
  primary key (mailbox_id, uid_validity, uid, part)
);
create index mail_files_last on mail_files (mailbox_id, taken_at desc);
create index mail_files_import on mail_files (import_id);
create index mail_files_taken on mail_files (taken_at);

-- Offers before the last import of their warehouse changed or withdrew them.
create table price_import_offers (
  import_id integer not null references price_imports on delete cascade,
  offer_id integer not null,
  product_id integer not null,
  purchase_kop bigint not null,
  on_hand numeric(12,3) not null,
  reserved numeric(12,3) not null,
  qty_exact boolean not null,
  qty_text text not null,
  multiplicity numeric(12,3) not null,
  min_qty numeric(12,3) not null,
  term_days integer
);
create index price_import_offers_import on price_import_offers (import_id);

create table price_list_settings (
  warehouse_id integer primary key references warehouses,
  -- Brand of rows without one; empty to refuse them.
  default_brand text not null default '',
  -- Thresholds of approval, percent; null when not checked.
  gone_percent integer default 30 check ((gone_percent >= 1) and (gone_percent <= 100)),
  median_percent integer default 30 check ((median_percent >= 1) and (median_percent <= 1000)),
  jumped_percent integer default 5 check ((jumped_percent >= 1) and (jumped_percent <= 100)),
  -- Address of the file; may be empty.
  url text not null default '',
  -- Hours in Moscow.
  fetch_hours integer[] not null default '{}'::integer[],
  -- Author or licence of the photos that the price lists name.
  photo_licence text not null default '',
  -- Last processed hour, whatever its outcome.
  fetched_at timestamptz,
  -- Person who requested a fetch at once.
  requested_actor_id integer,
  requested_subject_id integer,
  version integer not null default 1
);

-- Looks up each product by its key. A join would trust the statistics, and during a first import those of the empty
-- table compare every offer with every product.
create function refuse_offers_of_nothing() returns trigger language plpgsql as $$
begin
  if exists (select from added where (select id from products where products.id = added.product_id) is null) then
    raise foreign_key_violation using message = 'an offer of no product', table = 'offers', constraint = 'offers_product_id_fkey';
  end if;
  if exists (
    select from (select distinct warehouse_id from added) as met
    where (select id from warehouses where warehouses.id = met.warehouse_id) is null) then
    raise foreign_key_violation using message = 'an offer of no warehouse', table = 'offers', constraint = 'offers_warehouse_id_fkey';
  end if;
  return null;
end $$;

-- Only brand merges move offers; a statement trigger could not tell them from stock updates.
create function refuse_moved_offer_of_nothing() returns trigger language plpgsql as $$
begin
  if not exists (select from products where id = new.product_id) then
    raise foreign_key_violation using message = 'an offer of no product', table = 'offers', constraint = 'offers_product_id_fkey';
  end if;
  if not exists (select from warehouses where id = new.warehouse_id) then
    raise foreign_key_violation using message = 'an offer of no warehouse', table = 'offers', constraint = 'offers_warehouse_id_fkey';
  end if;
  return null;
end $$;

create trigger offers_are_of_goods after insert on offers referencing new table as added
  for each statement execute function refuse_offers_of_nothing();
create trigger moved_offers_are_of_goods after update of product_id, warehouse_id on offers
  for each row when ((old.product_id is distinct from new.product_id) or (old.warehouse_id is distinct from new.warehouse_id)) execute function refuse_moved_offer_of_nothing();

grant select, insert, update on
  offers, sealed_offer_tokens
  to artikul_client;
grant select on
  online_supplier_warehouses, supply_routes, warehouses
  to artikul_client;
grant select (supply_route_id, adapter, url, is_on, priority, budget_ms, per_second, per_day, hours_from, hours_to, brand_rule, takes_new_warehouses, version) on online_suppliers to artikul_client;
