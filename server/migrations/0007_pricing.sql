-- Price groups, price conditions, delivery.

-- Days off by decree: imported as data, never computed.
create table days_off (
  day date primary key
);

-- Delivery zones of the supplier's cars.
create table delivery_zones (
  id integer generated always as identity primary key,
  name text not null unique,
  note text not null default '',
  version integer not null default 1,
  -- Price of a day's delivery to a point, with VAT; it is an order line of the service product.
  charge_kop bigint not null default 0 check (charge_kop >= 0),
  charge_product_id integer,
  -- Sum of a day's orders from which delivery is free; null when it is always charged.
  free_from_kop bigint check (free_from_kop > 0),
  -- Sum of a day's orders below which nothing is delivered.
  minimum_kop bigint not null default 0 check (minimum_kop >= 0),
  constraint delivery_zones_charge check (charge_kop = 0 or charge_product_id is not null)
);

create table delivery_runs (
  id integer generated always as identity primary key,
  zone_id integer not null references delivery_zones on delete cascade,
  name text not null,
  -- ISO: Monday is 1.
  weekdays smallint[] not null check ((weekdays <@ array[1::smallint, 2::smallint, 3::smallint, 4::smallint, 5::smallint, 6::smallint, 7::smallint]) and (cardinality(weekdays) > 0)),
  leaves_at time without time zone not null,
  order_before time without time zone not null,
  constraint delivery_runs_check check (order_before <= leaves_at),
  unique (zone_id, name)
);

-- Recorded changes of price conditions that can be undone.
create table price_changes (
  id integer generated always as identity primary key,
  kind text not null check (kind in ('created', 'changed', 'ended', 'imported', 'undone')),
  -- Subject of a change of one condition; empty for many.
  text text not null default '',
  count integer not null,
  -- Change that reverted this one.
  undone_by integer references price_changes,
  actor_id integer not null,
  subject_id integer not null,
  at timestamptz not null default now()
);

create table price_change_rows (
  change_id integer references price_changes,
  condition_id integer,
  before jsonb,
  after jsonb,
  primary key (change_id, condition_id)
);

create table price_groups (
  id integer generated always as identity primary key,
  name text not null unique,
  markup_hundredths integer not null default 0 check (markup_hundredths >= 0),
  rounds_to_ruble boolean not null default false,
  version integer not null default 1
);
comment on column price_groups.markup_hundredths is 'markup in hundredths of a per cent: 18.5 % is 1850';
comment on column price_groups.rounds_to_ruble is 'a price of the column is rounded up to a whole ruble';

-- Price conditions; the most specific one that matches applies.
create table price_conditions (
  id integer generated always as identity primary key,
  -- For a company, a price group, or everybody.
  contractor_id integer,
  price_group_id integer references price_groups,
  -- Unset targets match anything; the purchase price from … to less than ….
  product_id integer,
  brand_id integer,
  inventory_group_id integer,
  supply_route_id integer,
  purchase_from_kop bigint check (purchase_from_kop > 0),
  purchase_to_kop bigint check (purchase_to_kop > 0),
  qty_from numeric(12,3) not null default 0 check (qty_from >= 0),
  -- `markup` replaces that of the column; `discount` is off the column's price; another `column`; a `fixed` price.
  effect text not null check (effect in ('markup', 'discount', 'fixed', 'column', 'not_sold')),
  percent_hundredths integer check (percent_hundredths >= 0),
  fixed_kop bigint check (fixed_kop > 0),
  column_id integer references price_groups,
  valid_from date not null,
  -- Last day.
  valid_to date,
  note text not null default '',
  version integer not null default 1,
  actor_id integer not null,
  subject_id integer not null,
  created_at timestamptz not null default now(),
  changed_at timestamptz not null default now(),
  target text generated always as ((((((((((((((((coalesce(contractor_id, 0) || ' ') || coalesce(price_group_id, 0)) || ' ') || coalesce(product_id, 0)) || ' ') || coalesce(brand_id, 0)) || ' ') || coalesce(inventory_group_id, 0)) || ' ') || coalesce(supply_route_id, 0)) || ' ') || coalesce(purchase_from_kop, 0::bigint)) || ' ') || coalesce(purchase_to_kop, 0::bigint)) || ' ') || (trim_scale(qty_from))::text) stored not null,
  constraint price_conditions_check check (num_nonnulls(contractor_id, price_group_id) <= 1),
  constraint price_conditions_check1 check (product_id is null or (num_nonnulls(brand_id, inventory_group_id) = 0)),
  constraint price_conditions_check2 check (purchase_from_kop < purchase_to_kop),
  constraint price_conditions_check3 check (valid_from <= valid_to),
  constraint price_conditions_check4 check ((percent_hundredths is not null) = (effect in ('markup', 'discount'))),
  constraint price_conditions_check5 check ((effect <> 'discount') or (percent_hundredths < 10000)),
  constraint price_conditions_check6 check ((fixed_kop is not null) = (effect = 'fixed')),
  constraint price_conditions_check7 check ((column_id is not null) = (effect = 'column'))
);
create index price_conditions_contractor on price_conditions (contractor_id, id) where contractor_id is not null;
create index price_conditions_price_group on price_conditions (price_group_id, id) where price_group_id is not null;
create index price_conditions_product on price_conditions (product_id) where product_id is not null;
create index price_conditions_brand on price_conditions (brand_id) where brand_id is not null;
create index price_conditions_inventory_group on price_conditions (inventory_group_id) where inventory_group_id is not null;
create index price_conditions_source on price_conditions (supply_route_id) where supply_route_id is not null;
create index price_conditions_valid_to on price_conditions (valid_to, id);
create index price_conditions_target on price_conditions (target, valid_from);
create index price_conditions_note on price_conditions using gin (note gin_trgm_ops) where note <> '';
call own_rows('price_conditions', 'contractor_id = current_owner()');

-- Own prices of a seller's goods in a column: they replace the purchase price with its markups for goods of own stock.
-- Servers keep them in memory and read what is newer than the version that they know.
create table priced_columns (
  seller_id integer,
  price_group_id integer references price_groups,
  version bigint not null default 0,
  -- Prices that are not removed.
  prices_count integer not null default 0,
  primary key (seller_id, price_group_id)
);

create table column_prices (
  seller_id integer,
  price_group_id integer,
  product_id integer,
  -- Null once it is removed.
  price_kop bigint check (price_kop > 0),
  version bigint not null,
  primary key (seller_id, price_group_id, product_id),
  foreign key (seller_id, price_group_id) references priced_columns
);
create index column_prices_version on column_prices (seller_id, price_group_id, version);
create index column_prices_product on column_prices (product_id);

-- Change counter: servers keep the rules in memory and compare it.
create table price_rules (
  is_only boolean default true primary key check (is_only),
  version bigint not null default 1
);

-- Settings for goods whose group sets nothing; one row.
create table price_settings (
  is_only boolean default true primary key check (is_only),
  min_markup_hundredths integer not null default 0 check (min_markup_hundredths >= 0),
  version integer not null default 1
);

insert into days_off (day)
  select day::date from generate_series('2026-01-01'::date, '2026-12-31'::date, '1 day') as day
  where extract(isodow from day) in (6, 7)
     or day::date <= '2026-01-11'
     or day::date between '2026-02-21' and '2026-02-23'
     or day::date between '2026-03-07' and '2026-03-09'
     or day::date between '2026-05-01' and '2026-05-03'
     or day::date between '2026-05-09' and '2026-05-11'
     or day::date between '2026-06-12' and '2026-06-14'
     or day::date in ('2026-11-04', '2026-12-31');

insert into price_rules default values;

insert into price_settings default values;

grant select on
  days_off, delivery_runs, delivery_zones, price_groups
  to artikul_client;
