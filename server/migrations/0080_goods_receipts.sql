-- «Приёмка»: goods come from a supplier with his УПД, are counted, and go to the orders that wait for them.

alter table supplier_order_lines add column received_qty numeric(12, 3) not null default 0
  check (received_qty >= 0 and received_qty <= qty);
-- What is still to come from a supplier.
create index supplier_order_lines_expected on supplier_order_lines (source_id, id)
  where state in ('ordered', 'confirmed') and received_qty < coalesce(confirmed_qty, qty);

create table goods_receipts (
  id integer generated always as identity primary key,
  source_id integer not null references sources,
  -- Of the supplier's УПД.
  number text not null,
  made_on date not null,
  state text not null default 'draft' check (state in ('draft', 'posted', 'cancelled')),
  version integer not null default 1,
  -- Whether what was missing is waited for still, or its supplier does not bring it.
  shortage text check (shortage in ('expected', 'refused')),
  -- Where goods lie that no order waits for; null: set aside.
  surplus_warehouse_id integer references warehouses,
  cancel_reason text not null default '',
  actor_id integer not null references users,
  created_at timestamptz not null,
  poster_id integer references users,
  posted_at timestamptz,
  canceller_id integer references users,
  cancelled_at timestamptz,
  check ((poster_id is null) = (posted_at is null)),
  check ((canceller_id is null) = (cancelled_at is null)),
  check (state <> 'draft' or posted_at is null and cancelled_at is null),
  check (state <> 'posted' or posted_at is not null and cancelled_at is null),
  check (state <> 'cancelled' or cancelled_at is not null)
);
-- A supplier's numbers begin anew with the year.
create unique index goods_receipts_number on goods_receipts (source_id, number, (extract(year from made_on)))
  where state <> 'cancelled';
create index goods_receipts_number_tail on goods_receipts (reverse(number) text_pattern_ops);
create index goods_receipts_state on goods_receipts (state, id desc);
create index goods_receipts_source on goods_receipts (source_id, id desc);
call own_rows('goods_receipts', 'false');

create table goods_receipt_lines (
  id integer generated always as identity primary key,
  receipt_id integer not null references goods_receipts on delete cascade,
  position integer not null,
  -- As the supplier spells them.
  brand text not null,
  article text not null,
  name text not null default '',
  -- By the УПД; 0: it is not named there.
  qty numeric(12, 3) not null check (qty >= 0),
  price_kop bigint check (price_kop >= 0),
  -- null: nobody has counted it.
  counted_qty numeric(12, 3) check (counted_qty >= 0),
  -- What of it no order waited for, and whether that lies on our own shelf; known once it is posted.
  surplus_qty numeric(12, 3) not null default 0 check (surplus_qty >= 0),
  is_stocked boolean not null default false,
  unique (receipt_id, position)
);
call own_rows('goods_receipt_lines', 'false');

-- Whose the goods of a posted receipt are: what was moved, so that it can be moved back.
create table goods_receipt_parts (
  receipt_line_id integer not null references goods_receipt_lines on delete cascade,
  supplier_line_id integer not null references supplier_order_lines,
  order_line_id integer not null references order_lines,
  from_state text not null,
  qty numeric(12, 3) not null check (qty > 0),
  primary key (receipt_line_id, supplier_line_id, from_state)
);
create index goods_receipt_parts_supplier_line on goods_receipt_parts (supplier_line_id);
call own_rows('goods_receipt_parts', 'false');
