-- Orders to suppliers: what of the clients' orders is not on our own shelves is ordered from whoever has it.

-- When orders leave to a source, and where to; for whoever is asked at once as for whoever sends price lists.
alter table sources
  add column sending text not null default 'by_hand' check (sending in ('now', 'cutoff', 'by_hand')),
  add column min_order_kop integer not null default 0 check (min_order_kop >= 0),
  -- By how much dearer it may become at our cost, hundredths of a per cent.
  add column tolerance_hundredths integer not null default 0 check (tolerance_hundredths between 0 and 10000),
  -- Where orders go as a file; empty: there is nobody to send a file to.
  add column orders_email text not null default '',
  -- How it is paid and brought, as the supplier numbers his ways; empty: he does not ask.
  add column payment_method text not null default '',
  add column shipment_method text not null default '',
  add column shipment_address text not null default '',
  -- How the file of an order is laid out.
  add column orders_layout jsonb not null default '{}';
update sources set sending = online.sending, min_order_kop = online.min_order_kop,
    tolerance_hundredths = online.tolerance_hundredths
  from online_suppliers online where online.source_id = sources.id;
alter table online_suppliers drop column sending, drop column min_order_kop, drop column tolerance_hundredths;

-- What an offer that was taken from a supplier's answer is ordered by, in his words.
create table online_offer_handles (
  offer_id integer primary key references offers on delete cascade,
  brand text not null,
  article text not null,
  handle jsonb not null
);

-- Sources that nothing is sent to for a while: they refuse all that we order for a reason of our account.
create table supplier_stops (
  source_id integer primary key references sources on delete cascade,
  reason text not null,
  stopped_at timestamptz not null,
  -- When it is tried again by itself.
  retry_at timestamptz not null
);

create sequence supplier_order_number;

create table supplier_orders (
  id integer generated always as identity primary key,
  source_id integer not null references sources,
  -- Ours; the supplier repeats it, so that an order whose answer was lost can be found again.
  number text not null unique,
  channel text not null check (channel in ('api', 'file', 'hand')),
  state text not null check (state in ('due', 'sending', 'unknown', 'sent', 'done', 'refused', 'stopped')),
  -- Why it stands as it does, in words for staff.
  reason text not null default '',
  attempts integer not null default 0,
  -- What was sent may still arrive until then: nothing is sent again before it.
  lease_until timestamptz,
  -- When it is sent, looked for or asked of next; null: nobody will by himself.
  next_at timestamptz,
  sent_at timestamptz,
  asked_at timestamptz,
  version integer not null default 1,
  actor_id integer references users,
  created_at timestamptz not null
);
-- The number is looked up from its tail.
create index supplier_orders_number_tail on supplier_orders (reverse(number) text_pattern_ops);
create index supplier_orders_next on supplier_orders (next_at) where next_at is not null;
create index supplier_orders_source on supplier_orders (source_id, id desc);
create index supplier_orders_state on supplier_orders (state, id desc);
call own_rows('supplier_orders', 'false');

create table supplier_order_lines (
  id integer generated always as identity primary key,
  order_line_id integer not null references order_lines,
  source_id integer not null references sources,
  -- null: it waits for its turn.
  supplier_order_id integer references supplier_orders,
  state text not null check (state in ('waiting', 'held', 'sending', 'ordered', 'confirmed', 'refused')),
  qty numeric(12, 3) not null check (qty > 0),
  -- What it costs as the client's order was placed.
  purchase_kop bigint not null,
  -- As the supplier spells them.
  brand text not null,
  article text not null,
  handle jsonb not null default '{}',
  confirmed_qty numeric(12, 3) check (confirmed_qty >= 0 and confirmed_qty <= qty),
  confirmed_kop bigint check (confirmed_kop >= 0),
  promised_on date,
  new_article text not null default '',
  -- The supplier's own numbers and words.
  supplier_number text not null default '',
  position_id text not null default '',
  status_code text not null default '',
  status_name text not null default '',
  reason text not null default '',
  -- Why the client's line could not follow the supplier's last word; empty: it has.
  not_applied text not null default '',
  -- The state of the part of the client's line that stands for this one.
  line_state text not null default 'in_work',
  version integer not null default 1,
  created_at timestamptz not null,
  changed_at timestamptz not null,
  check (state in ('waiting', 'held') or supplier_order_id is not null)
);
-- What is in work of a client's line is asked for once at a time.
create unique index supplier_order_lines_once on supplier_order_lines (order_line_id)
  where state in ('waiting', 'held', 'sending');
create index supplier_order_lines_order_line on supplier_order_lines (order_line_id);
create index supplier_order_lines_order on supplier_order_lines (supplier_order_id, id);
create index supplier_order_lines_waiting on supplier_order_lines (source_id, id)
  where supplier_order_id is null and state in ('waiting', 'held');
create index supplier_order_lines_not_applied on supplier_order_lines (supplier_order_id) where not_applied <> '';
call own_rows('supplier_order_lines', 'false');

-- No more is ordered for a client's line than he has ordered, at the end of every transaction.
create function check_supplier_lines() returns trigger language plpgsql as $$
declare
  ordered numeric;
  asked numeric;
begin
  select qty into ordered from order_lines where id = new.order_line_id;
  select coalesce(sum(coalesce(confirmed_qty, qty)) filter (where state <> 'refused'), 0) into asked
    from supplier_order_lines where order_line_id = new.order_line_id;
  if asked > ordered then
    raise exception 'order line %: % is asked of suppliers for %', new.order_line_id, asked, ordered
      using errcode = '23514', constraint = 'supplier_lines_not_over';
  end if;
  return null;
end $$;
create constraint trigger supplier_lines_not_over after insert or update of qty, state, confirmed_qty
  on supplier_order_lines deferrable initially deferred for each row execute function check_supplier_lines();

-- Client's lines of which something has come into work or left it since suppliers' lines were last put right.
create table lines_to_collect (
  id bigint generated always as identity primary key,
  line_id integer not null references order_lines on delete cascade
);
insert into lines_to_collect (line_id)
  select part.line_id from order_line_parts part
  join order_lines line on line.id = part.line_id
  join warehouses on warehouses.id = line.warehouse_id
  join sources on sources.id = warehouses.source_id
  where part.state = 'in_work' and sources.kind <> 'own';

create function note_line_to_collect() returns trigger language plpgsql as $$
begin
  insert into lines_to_collect (line_id) values (coalesce(new.line_id, old.line_id));
  return null;
end $$;
create trigger order_line_parts_come_into_work after insert or update on order_line_parts
  for each row when (new.state = 'in_work') execute function note_line_to_collect();
create trigger order_line_parts_leave_work after delete on order_line_parts
  for each row when (old.state = 'in_work') execute function note_line_to_collect();
