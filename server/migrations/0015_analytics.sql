-- Searches of buyers. Repeated within a day they are one: the primary key counts companies, not impatience. Nothing
-- tells which employee searched.
create table search_events (
  day date not null,
  contractor_id integer not null,
  channel text not null check (channel in ('search', 'list')),
  -- Article key, or words of a name in lower case.
  wish text not null,
  -- As typed, for people.
  typed text not null,
  searched_at timestamptz not null,
  -- Product with the searched article; empty when several or none were found.
  product_id integer,
  is_found boolean not null,
  offers_count integer not null,
  has_own_stock boolean not null,
  best_date date,
  best_price_kop bigint,
  -- The company ordered the product within three days.
  is_ordered boolean not null default false,
  -- Company that compares prices without buying; decided at the end of the day.
  is_scanner boolean not null default false,
  primary key (day, contractor_id, channel, wish)
) partition by range (day);
-- Last searches of a company.
create index search_events_company on search_events (contractor_id, searched_at desc);
call own_rows('search_events', 'contractor_id = current_owner()');

-- Creates the partition of the month with the day. Requests have no right to create tables.
create function ensure_search_partition(wanted date) returns void language plpgsql security definer set search_path = public as $$
declare
  month date := date_trunc('month', wanted);
  name text := 'search_events_' || to_char(month, 'YYYY_MM');
begin
  if to_regclass(name) is not null then return; end if;
  perform pg_advisory_xact_lock(7321016);
  if to_regclass(name) is not null then return; end if;
  execute format('create table %I partition of search_events for values from (%L) to (%L)', name, month,
    (month + interval '1 month')::date);
end $$;

-- Drops the partitions of months that ended before the day, and returns their number.
create function drop_search_partitions(before date) returns integer language plpgsql security definer set search_path = public as $$
declare
  partition record;
  dropped integer := 0;
begin
  for partition in
    select child.relname from pg_inherits join pg_class child on child.oid = inhrelid
    where inhparent = 'search_events'::regclass
      and to_date(right(child.relname, 7), 'YYYY_MM') + interval '1 month' <= before
  loop
    execute format('drop table %I', partition.relname);
    dropped := dropped + 1;
  end loop;
  return dropped;
end $$;
revoke all on function ensure_search_partition(date), drop_search_partitions(date) from public;
grant execute on function ensure_search_partition(date), drop_search_partitions(date) to artikul_staff, artikul_app;
grant select on search_events to artikul_client;

-- Shipped goods less corrections by day and dimension; orders placed on the day. Recomputed by a job.
create table sales_days (
  dimension text not null check (dimension in ('total', 'brand', 'group', 'manager', 'buyer')),
  day date not null,
  -- Brand, inventory group, user or contractor; 0 for the total and for none.
  key_id integer not null,
  -- With VAT.
  revenue_kop bigint not null,
  -- Without VAT.
  net_kop bigint not null,
  -- Purchase without deductible VAT.
  cost_kop bigint not null,
  lines_count integer not null,
  orders_count integer not null,
  ordered_kop bigint not null,
  primary key (dimension, day, key_id)
);
call own_rows('sales_days', 'false');
-- Last order of a buyer.
create index sales_days_ordered on sales_days (key_id, day desc) where dimension = 'buyer' and orders_count > 0;

-- Sums of `sales_days` by month, so that a long period reads few rows.
create table sales_months (
  dimension text not null,
  -- First day of the month.
  month date not null,
  key_id integer not null,
  revenue_kop bigint not null,
  net_kop bigint not null,
  cost_kop bigint not null,
  primary key (dimension, month, key_id)
);
call own_rows('sales_months', 'false');

-- Demand that was not met, by day: the wishes of most companies.
create table demand_days (
  kind text not null check (kind in ('not_found', 'out_of_stock', 'too_dear', 'too_late', 'not_ordered', 'refused')),
  day date not null,
  wish text not null,
  typed text not null,
  product_id integer,
  companies_count integer not null,
  primary key (kind, day, wish)
);
call own_rows('demand_days', 'false');

-- `demand_days` by month: the wishes of most companies, so that a long period reads few rows.
create table demand_months (
  kind text not null,
  -- First day of the month.
  month date not null,
  wish text not null,
  typed text not null,
  product_id integer,
  companies_count integer not null,
  last_on date not null,
  primary key (kind, month, wish)
);
call own_rows('demand_months', 'false');

-- Outcome of the lines ordered on a day, by supply route.
create table service_days (
  day date not null,
  supply_route_id integer not null,
  -- Without lines that the client cancelled.
  lines_count integer not null,
  shipped_count integer not null,
  -- Shipped lines whose day of shipping is known, and those of them that kept the first promise.
  dated_count integer not null,
  on_time_count integer not null,
  refused_count integer not null,
  refused_kop bigint not null,
  primary key (day, supply_route_id)
);
call own_rows('service_days', 'false');

-- Refusals of suppliers on a day, by reason.
create table refusal_days (
  day date not null,
  reason text not null,
  lines_count integer not null,
  refused_kop bigint not null,
  primary key (day, reason)
);
call own_rows('refusal_days', 'false');
create index line_transitions_refused on line_transitions (created_at) where to_state = 'refused_supplier';

-- Debts of buyers by age, as of the morning of the last computed day.
create table debt_ages (
  contractor_id integer primary key,
  not_due_kop bigint not null,
  -- Overdue by days.
  to_7_kop bigint not null,
  to_30_kop bigint not null,
  to_60_kop bigint not null,
  to_90_kop bigint not null,
  over_90_kop bigint not null,
  total_kop bigint generated always as (not_due_kop + to_7_kop + to_30_kop + to_60_kop + to_90_kop + over_90_kop) stored,
  oldest_due_on date not null
);
create index debt_ages_total on debt_ages (total_kop desc);
call own_rows('debt_ages', 'false');

-- Products in own warehouses with their sales of a year, as of the last computed day.
create table stock_figures (
  product_id integer primary key,
  on_hand numeric(14,3) not null,
  -- At purchase prices.
  value_kop bigint not null,
  sold_qty numeric(14,3) not null,
  -- Shipped from own warehouses, with VAT.
  revenue_kop bigint not null,
  -- Purchase of what was sold.
  cost_kop bigint not null,
  -- Class by share of revenue, and by evenness of monthly sales.
  abc text not null check (abc in ('A', 'B', 'C')),
  xyz text not null check (xyz in ('X', 'Y', 'Z')),
  -- Days that the stock lasts at the year's average sales; null without sales.
  cover_days integer,
  last_sold_on date
);
create index stock_figures_class on stock_figures (abc, xyz, value_kop desc);
create index stock_figures_dead on stock_figures (last_sold_on, value_kop desc) where on_hand > 0;
call own_rows('stock_figures', 'false');

-- Last day for which all figures were computed.
create table figures_computed (
  id integer primary key default 1 check (id = 1),
  day date not null,
  computed_at timestamptz not null,
  -- Monday of the last weekly letter.
  letter_on date
);
call own_rows('figures_computed', 'false');
