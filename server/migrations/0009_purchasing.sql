-- Orders to suppliers, goods receipts.

create sequence supplier_order_number;

-- «ут-5» and «УТ- 5» are one УПД.
create function upd_number_key(number text) returns text language sql immutable parallel safe strict return lower(regexp_replace(number, '\s', '', 'g'));

create table goods_receipts (
  id integer generated always as identity primary key,
  supply_route_id integer not null,
  -- Number of the supplier's УПД.
  number text not null,
  made_on date not null,
  state text not null default 'draft' check (state in ('draft', 'posted', 'cancelled')),
  version integer not null default 1,
  -- Whether missing goods are still expected or will not be delivered.
  shortage text check (shortage in ('expected', 'refused')),
  -- Destination of surplus goods; null when set aside.
  surplus_warehouse_id integer,
  cancel_reason text not null default '',
  actor_id integer not null,
  created_at timestamptz not null,
  poster_id integer,
  posted_at timestamptz,
  canceller_id integer,
  cancelled_at timestamptz,
  constraint goods_receipts_check check ((poster_id is null) = (posted_at is null)),
  constraint goods_receipts_check1 check ((canceller_id is null) = (cancelled_at is null)),
  constraint goods_receipts_check2 check ((state <> 'draft') or (posted_at is null and cancelled_at is null)),
  constraint goods_receipts_check3 check ((state <> 'posted') or (posted_at is not null and cancelled_at is null)),
  constraint goods_receipts_check4 check ((state <> 'cancelled') or cancelled_at is not null)
);
create index goods_receipts_number_tail on goods_receipts (reverse(number) text_pattern_ops);
create index goods_receipts_state on goods_receipts (state, id desc);
create index goods_receipts_source on goods_receipts (supply_route_id, id desc);
-- A supplier's numbers restart every year.
create unique index goods_receipts_number on goods_receipts (supply_route_id, upd_number_key(number), EXTRACT(year from made_on)) where state <> 'cancelled';
call own_rows('goods_receipts', 'false');

create table goods_receipt_lines (
  id integer generated always as identity primary key,
  receipt_id integer not null references goods_receipts on delete cascade,
  position integer not null,
  -- As spelled by the supplier.
  brand text not null,
  article text not null,
  name text not null default '',
  -- Quantity in the УПД; 0 when not named there.
  qty numeric(12,3) not null check (qty >= 0),
  price_kop bigint check (price_kop >= 0),
  -- Null when not counted.
  counted_qty numeric(12,3) check (counted_qty >= 0),
  -- Surplus quantity and whether it was put into own stock; set when posted.
  surplus_qty numeric(12,3) not null default 0 check (surplus_qty >= 0),
  is_stocked boolean not null default false,
  constraint goods_receipt_lines_receipt_id_position_key unique (receipt_id, "position")
);
call own_rows('goods_receipt_lines', 'false');

-- Order lines with goods that entered or left procurement since the last run.
create table procurement_queue (
  id bigint generated always as identity primary key,
  line_id integer not null
);

create table supplier_orders (
  id integer generated always as identity primary key,
  supply_route_id integer not null,
  -- Our number, repeated by the supplier, so that an order with a lost reply can be found.
  number text not null unique,
  channel text not null check (channel in ('api', 'file', 'hand')),
  state text not null check (state in ('draft', 'due', 'sending', 'unknown', 'sent', 'done', 'refused', 'stopped')),
  -- Reason of the state, for staff.
  reason text not null default '',
  attempts integer not null default 0,
  -- A sent order may still arrive until then: nothing is sent again before.
  lease_until timestamptz,
  -- Next automatic attempt; null when a person is needed.
  next_at timestamptz,
  sent_at timestamptz,
  asked_at timestamptz,
  version integer not null default 1,
  actor_id integer,
  created_at timestamptz not null
);
-- Searched by the end of the number.
create index supplier_orders_number_tail on supplier_orders (reverse(number) text_pattern_ops);
create index supplier_orders_next on supplier_orders (next_at) where next_at is not null;
create index supplier_orders_source on supplier_orders (supply_route_id, id desc);
create index supplier_orders_state on supplier_orders (state, id desc);
call own_rows('supplier_orders', 'false');

-- Applied files of suppliers: the same file changes nothing again.
create table supplier_order_files (
  supplier_order_id integer references supplier_orders on delete cascade,
  -- SHA-256 of the file, in hexadecimal.
  digest text,
  name text not null,
  actor_id integer not null,
  applied_at timestamptz not null,
  primary key (supplier_order_id, digest)
);
call own_rows('supplier_order_files', 'false');

create table supplier_order_lines (
  id integer generated always as identity primary key,
  -- Null for goods bought for own stock.
  order_line_id integer,
  -- Own warehouse and product of goods bought for stock; null for a client's line.
  stock_warehouse_id integer,
  product_id integer,
  supply_route_id integer not null,
  -- Null while queued.
  supplier_order_id integer references supplier_orders,
  state text not null check (state in ('waiting', 'held', 'sending', 'ordered', 'confirmed', 'refused', 'cancelled')),
  qty numeric(12,3) not null check (qty > 0),
  -- Purchase price when the client's order was placed.
  purchase_kop bigint not null,
  -- As spelled by the supplier.
  brand text not null,
  article text not null,
  handle jsonb not null default '{}'::jsonb,
  confirmed_qty numeric(12,3),
  confirmed_kop bigint check (confirmed_kop >= 0),
  promised_on date,
  new_article text not null default '',
  -- Numbers and texts of the supplier.
  supplier_number text not null default '',
  position_id text not null default '',
  status_code text not null default '',
  status_name text not null default '',
  reason text not null default '',
  -- Why the client's line could not follow the supplier's answer; empty when it did.
  not_applied text not null default '',
  -- State of the client's part ordered by this line.
  line_state text not null default 'in_work',
  version integer not null default 1,
  created_at timestamptz not null,
  changed_at timestamptz not null,
  received_qty numeric(12,3) not null default 0,
  constraint supplier_order_lines_check check ((confirmed_qty >= 0) and (confirmed_qty <= qty)),
  constraint supplier_order_lines_check1 check ((state in ('waiting', 'held')) or supplier_order_id is not null),
  constraint supplier_order_lines_check2 check ((received_qty >= 0) and (received_qty <= qty)),
  constraint supplier_order_lines_check3 check (num_nonnulls(stock_warehouse_id, product_id) = case when order_line_id is null then 2 else 0 end)
);
-- A part of a client's line is ordered once at a time.
create unique index supplier_order_lines_once on supplier_order_lines (order_line_id) where state in ('waiting', 'held', 'sending');
create index supplier_order_lines_order_line on supplier_order_lines (order_line_id);
-- Goods coming to own stock.
create index supplier_order_lines_stock on supplier_order_lines (product_id, stock_warehouse_id) where stock_warehouse_id is not null and state not in ('refused', 'cancelled');
create index supplier_order_lines_order on supplier_order_lines (supplier_order_id, id);
create index supplier_order_lines_waiting on supplier_order_lines (supply_route_id, id) where supplier_order_id is null and (state in ('waiting', 'held'));
create index supplier_order_lines_not_applied on supplier_order_lines (supplier_order_id) where not_applied <> '';
-- Goods still expected from a supplier.
create index supplier_order_lines_expected on supplier_order_lines (supply_route_id, id) where (state in ('ordered', 'confirmed')) and (received_qty < coalesce(confirmed_qty, qty));
call own_rows('supplier_order_lines', 'false');

-- Transitions made by a posted receipt, used to undo it.
create table goods_receipt_parts (
  receipt_line_id integer references goods_receipt_lines on delete cascade,
  supplier_line_id integer references supplier_order_lines,
  -- Null for goods that entered own stock.
  order_line_id integer,
  from_state text,
  qty numeric(12,3) not null check (qty > 0),
  primary key (receipt_line_id, supplier_line_id, from_state)
);
create index goods_receipt_parts_supplier_line on goods_receipt_parts (supplier_line_id);
call own_rows('goods_receipt_parts', 'false');

create table supplier_cancellations (
  -- One cancellation per supplier line, which grows with further cancellations.
  line_id integer primary key references supplier_order_lines on delete cascade,
  qty numeric(12,3) not null check (qty > 0),
  -- Quantity that the supplier has cancelled.
  cancelled_qty numeric(12,3) not null default 0,
  state text not null check (state in ('due', 'sending', 'asked', 'cancelled', 'refused', 'by_hand', 'kept')),
  -- Reason of the state, for staff.
  reason text not null default '',
  -- Supplier's status of the line at the request: another one is the answer.
  status_before text not null default '',
  attempts integer not null default 0,
  -- Next automatic attempt; null when a person is needed.
  next_at timestamptz,
  created_at timestamptz not null,
  changed_at timestamptz not null,
  constraint supplier_cancellations_check check ((cancelled_qty >= 0) and (cancelled_qty <= qty))
);
create index supplier_cancellations_next on supplier_cancellations (next_at) where next_at is not null;
create index supplier_cancellations_for_people on supplier_cancellations (line_id) where state in ('refused', 'by_hand');
call own_rows('supplier_cancellations', 'false');

-- Messages from and to a supplier about a line.
create table supplier_line_events (
  id bigint generated always as identity primary key,
  line_id integer not null references supplier_order_lines on delete cascade,
  -- Person who recorded the answer; null for the portal.
  actor_id integer,
  text text not null,
  created_at timestamptz not null
);
create index supplier_line_events_line on supplier_line_events (line_id, id);
call own_rows('supplier_line_events', 'false');

-- Purchases for own stock, one row: how the proposals are computed and when that was done last.
create table purchase_settings (
  id integer primary key default 1 check (id = 1),
  -- Days of demand that are evaluated.
  demand_days integer not null default 90 check (demand_days between 14 and 365),
  -- Share of cycles without a shortage that the safety stock is to reach.
  service_percent integer not null default 95 check (service_percent in (80, 90, 95, 98, 99)),
  -- Days of demand between the reorder point and the maximum.
  cover_days integer not null default 14 check (cover_days between 1 and 180),
  -- Days with demand below which goods are not kept in stock unless a rule says so.
  min_demand_days integer not null default 3 check (min_demand_days between 1 and 60),
  -- Own warehouse that answers for the demand met by suppliers or not at all; null for the first one. No foreign key:
  -- a truncate of warehouses would empty this table.
  warehouse_id integer,
  version integer not null default 1,
  -- Null when a new computation was requested.
  computed_at timestamptz
);
insert into purchase_settings default values;
call own_rows('purchase_settings', 'false');

-- «Мин. / макс.» set by a manager, which take precedence over the computed ones.
create table stock_rules (
  product_id integer,
  warehouse_id integer,
  min_qty numeric(12,3) not null check (min_qty >= 0),
  max_qty numeric(12,3) not null check (max_qty >= min_qty),
  actor_id integer not null,
  subject_id integer not null,
  changed_at timestamptz not null,
  primary key (product_id, warehouse_id)
);
call own_rows('stock_rules', 'false');

-- Stock rules of products with demand or with a rule, and what they propose to buy. Recomputed by a job.
create table purchase_proposals (
  product_id integer,
  -- Own warehouse.
  warehouse_id integer,
  brand_id integer not null,
  -- Average demand of a day and its standard deviation; searches without an offer are part of it.
  daily_demand numeric(14,5) not null,
  daily_sigma numeric(14,5) not null,
  unmet_qty numeric(12,3) not null,
  demand_days integer not null,
  lead_days integer,
  safety_qty numeric(12,3) not null,
  min_qty numeric(12,3) not null,
  max_qty numeric(12,3) not null,
  is_fixed boolean not null,
  free_qty numeric(12,3) not null,
  -- In drafts and orders to suppliers, not received yet.
  ordered_qty numeric(12,3) not null,
  -- Cheapest offer of a supplier; null for none.
  offer_id integer,
  supply_route_id integer,
  purchase_kop bigint,
  multiplicity numeric(12,3),
  offer_min_qty numeric(12,3),
  -- Missing to the maximum, and the part of it to buy.
  needed_qty numeric(12,3) not null,
  proposed_qty numeric(12,3) not null,
  sum_kop bigint not null,
  primary key (product_id, warehouse_id)
);
-- Pages of proposals, the largest sums first: of all, of a supplier, of a warehouse, of a brand.
create index purchase_proposals_sum on purchase_proposals (sum_kop desc, product_id, warehouse_id) where proposed_qty > 0;
create index purchase_proposals_source on purchase_proposals (supply_route_id, sum_kop desc, product_id, warehouse_id) where proposed_qty > 0;
create index purchase_proposals_warehouse on purchase_proposals (warehouse_id, sum_kop desc, product_id) where proposed_qty > 0;
create index purchase_proposals_brand on purchase_proposals (brand_id, sum_kop desc, product_id, warehouse_id) where proposed_qty > 0;
create index purchase_proposals_any on purchase_proposals (needed_qty desc, product_id, warehouse_id);
call own_rows('purchase_proposals', 'false');

-- Suppliers to whom nothing is sent for a while, because they refuse every order for a reason of our account.
create table supplier_suspensions (
  supply_route_id integer primary key,
  reason text not null,
  stopped_at timestamptz not null,
  -- Next automatic attempt.
  retry_at timestamptz not null
);

-- No more is ordered from suppliers than the client ordered, checked at the end of every transaction.
create function check_supplier_lines() returns trigger language plpgsql as $$
declare
  ordered numeric;
  asked numeric;
begin
  select qty into ordered from order_lines where id = new.order_line_id;
  select coalesce(sum(coalesce(confirmed_qty, qty)) filter (where state not in ('refused', 'cancelled')), 0) into asked
    from supplier_order_lines where order_line_id = new.order_line_id;
  if asked > ordered then
    raise exception 'order line %: % is asked of suppliers for %', new.order_line_id, asked, ordered
      using errcode = '23514', constraint = 'supplier_lines_not_over';
  end if;
  return null;
end $$;

create constraint trigger supplier_lines_not_over after insert or update of qty, state, confirmed_qty on supplier_order_lines deferrable initially deferred
  for each row execute function check_supplier_lines();

create sequence supplier_return_number;

-- Returns of a client's claim to the supplier of its goods. The client never learns of them.
create table supplier_returns (
  id integer generated always as identity primary key,
  number text not null unique,
  claim_id integer not null,
  supply_route_id integer not null,
  state text not null default 'draft' check (state in ('draft', 'sent', 'accepted', 'refused', 'goods_sent', 'credited', 'replaced')),
  text text not null default '',
  -- Supplier's words and document.
  answer text not null default '',
  document_number text not null default '',
  -- Sum credited by the supplier.
  credited_kop bigint check (credited_kop >= 0),
  sent_at timestamptz,
  answered_at timestamptz,
  ended_at timestamptz,
  version integer not null default 1,
  actor_id integer not null,
  subject_id integer not null,
  created_at timestamptz not null,
  unique (claim_id, supply_route_id),
  constraint supplier_returns_check check ((state = 'credited') = (credited_kop is not null)),
  constraint supplier_returns_check1 check ((state = 'draft') = (sent_at is null)),
  constraint supplier_returns_check2 check ((state in ('draft', 'sent')) = (answered_at is null)),
  constraint supplier_returns_check3 check ((state in ('refused', 'credited', 'replaced')) = (ended_at is not null))
);
create index supplier_returns_state on supplier_returns (state, id desc);
create index supplier_returns_source on supplier_returns (supply_route_id, id desc);
-- Searched by the end of the number.
create index supplier_returns_number_tail on supplier_returns (reverse(number) text_pattern_ops);
call own_rows('supplier_returns', 'false');

create table supplier_return_lines (
  id integer generated always as identity primary key,
  return_id integer not null references supplier_returns on delete cascade,
  claim_line_id integer not null,
  qty numeric(12,3) not null check (qty > 0),
  -- What the supplier was paid for a unit.
  purchase_kop bigint not null check (purchase_kop >= 0),
  -- Null until the supplier answers.
  accepted_qty numeric(12,3),
  unique (return_id, claim_line_id),
  constraint supplier_return_lines_check check ((accepted_qty >= 0) and (accepted_qty <= qty))
);
create index supplier_return_lines_claim_line on supplier_return_lines (claim_line_id);
call own_rows('supplier_return_lines', 'false');

create trigger procurement_queued after insert on procurement_queue referencing new table as inserted
  for each statement execute function enqueue_job_of_rows('supplier_lines');

grant select, insert on
  procurement_queue
  to artikul_client;
