-- Suppliers that are asked at once for what they have: a source of kind `online` each.

create table online_suppliers (
  source_id integer primary key references sources,
  dialect text not null,
  url text not null,
  login text not null,
  -- Sealed with the key of online suppliers.
  secret bytea not null,
  is_on boolean not null,
  -- The smaller, the earlier among equals.
  priority integer not null,
  -- How long a search waits for its answer.
  budget_ms integer not null check (budget_ms between 200 and 10000),
  per_second integer not null check (per_second between 1 and 100),
  -- null: as many as one likes.
  per_day integer check (per_day > 0),
  -- Hours of the day in Moscow when it may be asked; null: always.
  hours_from integer check (hours_from between 0 and 23),
  hours_to integer check (hours_to between 1 and 24),
  -- What its list of brands means: only these, or all but these.
  brand_rule text not null check (brand_rule in ('except', 'only')),
  -- May warehouses that nobody has looked at be offered.
  takes_new_warehouses boolean not null,
  -- When orders leave to it.
  sending text not null check (sending in ('now', 'cutoff', 'by_hand')),
  min_order_kop integer not null check (min_order_kop >= 0),
  -- By how much dearer it may become at our cost, hundredths of a per cent.
  tolerance_hundredths integer not null check (tolerance_hundredths between 0 and 10000),
  version integer not null default 1,
  check ((hours_from is null) = (hours_to is null))
);

create table online_supplier_brand_rules (
  source_id integer not null references online_suppliers on delete cascade,
  brand_id integer not null references brands,
  primary key (source_id, brand_id)
);
create index online_supplier_brand_rules_brand on online_supplier_brand_rules (brand_id);

-- Spellings that answers have and the catalogue does not know, or that mean another brand with this supplier.
create table online_supplier_brands (
  source_id integer not null references online_suppliers on delete cascade,
  key text not null,
  spelling text not null,
  -- null: nobody has said yet.
  brand_id integer references brands,
  seen_at timestamptz not null,
  primary key (source_id, key)
);
create index online_supplier_brands_brand on online_supplier_brands (brand_id);
create index online_supplier_brands_seen on online_supplier_brands (seen_at) where brand_id is null;

-- Which warehouse of ours stands for a place that the supplier sends from.
create table online_supplier_warehouses (
  warehouse_id integer primary key references warehouses,
  source_id integer not null references online_suppliers on delete cascade,
  -- As the supplier calls it when something is ordered.
  code text not null,
  is_allowed boolean not null,
  -- Added to the days that the supplier promises.
  term_correction_days integer not null default 0 check (term_correction_days between -30 and 30),
  version integer not null default 1,
  unique (source_id, code)
);

-- The supplier's states of an order's line, and ours that they mean; null: nobody has said yet.
create table online_supplier_statuses (
  source_id integer not null references online_suppliers on delete cascade,
  code text not null,
  name text not null,
  state text,
  primary key (source_id, code)
);

-- How each supplier has answered, by the minute.
create table online_supplier_minutes (
  source_id integer not null references online_suppliers on delete cascade,
  minute timestamptz not null,
  asked integer not null,
  answered integer not null,
  failed integer not null,
  timed_out integer not null,
  -- Not asked at all: it rests, or was asked as often as it may be.
  refused integer not null,
  offers integer not null,
  dropped integer not null,
  -- Answers by how long they took, in the steps of the contract.
  by_ms integer[] not null,
  primary key (source_id, minute)
);
create index online_supplier_minutes_minute on online_supplier_minutes (minute);
