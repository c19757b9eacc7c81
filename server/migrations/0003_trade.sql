-- Carts, orders, documents. Every business row says who wrote it (actor) and for whom (subject).
create table carts (
  id integer generated always as identity primary key,
  contractor_id integer not null references contractors,
  name text not null default 'Корзина',
  is_default boolean not null default true,
  created_at timestamptz not null default now()
);
create unique index carts_default on carts (contractor_id) where is_default;

create table cart_lines (
  id integer generated always as identity primary key,
  cart_id integer not null references carts,
  contractor_id integer not null references contractors,
  product_id integer not null references products,
  -- Goods of a warehouse, not an offer's id: a price list may withdraw the offer and bring it back.
  warehouse_id integer not null references warehouses,
  qty numeric(12, 3) not null check (qty > 0),
  price_kop bigint not null,
  consignee_id integer references consignees,
  client_ref text not null default '',
  comment text not null default '',
  replacement_policy text not null default 'allowed' check (replacement_policy in ('allowed', 'only_this')),
  return_days integer not null default 0,
  no_return boolean not null generated always as (return_days = 0) stored,
  expected_date date not null,
  guaranteed_date date not null,
  selected boolean not null default true,
  actor_id integer not null references users,
  subject_id integer not null references users,
  created_at timestamptz not null default now()
);
create index cart_lines_cart on cart_lines (cart_id, id);

-- Order numbers may have gaps, so that placing orders never waits in line; documents may not.
create sequence order_number;
create table document_numbers (
  seller_id integer not null references sellers,
  kind text not null,
  year integer not null,
  last integer not null,
  primary key (seller_id, kind, year)
);

create table orders (
  id integer generated always as identity primary key,
  number text not null unique,
  seller_id integer not null references sellers,
  contract_id integer not null references contracts,
  contractor_id integer not null references contractors,
  consignee_id integer not null references consignees,
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
  actor_id integer not null references users,
  subject_id integer not null references users,
  created_at timestamptz not null default now()
);
create index orders_contractor on orders (contractor_id, created_at desc, id desc);
create index orders_created on orders (created_at desc, id desc);
create index orders_status on orders (status, created_at desc);
-- «000123» and «123» both find 26-000123: the number is looked up from its tail.
create index orders_number_tail on orders (reverse(number) text_pattern_ops);
create index orders_client_number on orders using gin (client_number gin_trgm_ops) where client_number <> '';

create table order_lines (
  id integer generated always as identity primary key,
  order_id integer not null references orders,
  contractor_id integer not null references contractors,
  position integer not null,
  product_id integer not null references products,
  warehouse_id integer not null references warehouses,
  brand text not null,
  article text not null,
  article_key text not null,
  name text not null,
  unit text not null,
  qty numeric(12, 3) not null check (qty > 0),
  multiplicity numeric(12, 3) not null,
  price_kop bigint not null,
  purchase_kop bigint not null,
  sum_kop bigint not null,
  vat_rate text not null,
  vat_kop bigint not null,
  consignee_id integer not null references consignees,
  client_ref text not null default '',
  comment text not null default '',
  replacement_policy text not null check (replacement_policy in ('allowed', 'only_this')),
  return_days integer not null,
  no_return boolean not null generated always as (return_days = 0) stored,
  expected_date date not null,
  guaranteed_date date not null,
  actor_id integer not null references users,
  subject_id integer not null references users,
  unique (order_id, position)
);
create index order_lines_article on order_lines (contractor_id, article_key);
create index order_lines_client_ref on order_lines using gin (client_ref gin_trgm_ops) where client_ref <> '';

create table order_line_parts (
  id integer generated always as identity primary key,
  line_id integer not null references order_lines,
  state text not null,
  qty numeric(12, 3) not null check (qty > 0),
  shipment_line_id integer,
  unique nulls not distinct (line_id, state, shipment_line_id)
);

create table line_moves (
  id bigint generated always as identity primary key,
  line_id integer not null references order_lines,
  from_state text,
  to_state text not null,
  qty numeric(12, 3) not null check (qty > 0),
  reason text not null default '',
  actor_id integer not null references users,
  subject_id integer not null references users,
  created_at timestamptz not null default now()
);
create index line_moves_line on line_moves (line_id, id);

-- Σ parts = ordered, at the end of every transaction.
create function check_line_parts() returns trigger language plpgsql as $$
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
  select qty into ordered from order_lines where id = line;
  if not found then return null; end if;
  select coalesce(sum(qty), 0) into split from order_line_parts where line_id = line;
  if split <> ordered then
    raise exception 'order line %: parts % do not add up to %', line, split, ordered using errcode = '23514';
  end if;
  return null;
end $$;
create constraint trigger order_line_parts_add_up after insert or update or delete on order_line_parts
  deferrable initially deferred for each row execute function check_line_parts();
create constraint trigger order_lines_have_parts after insert or update of qty on order_lines
  deferrable initially deferred for each row execute function check_line_parts();

create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '% is append-only', tg_table_name using errcode = '42501';
end $$;
create trigger line_moves_append_only before update or delete on line_moves
  for each row execute function refuse_change();

create table invoices (
  id integer generated always as identity primary key,
  number text not null,
  seller_id integer not null references sellers,
  contract_id integer not null references contracts,
  contractor_id integer not null references contractors,
  order_id integer references orders,
  issued_at timestamptz not null default now(),
  pay_until date not null,
  total_kop bigint not null,
  vat_kop bigint not null,
  status text not null default 'unpaid' check (status in ('unpaid', 'partly_paid', 'paid', 'replaced', 'cancelled')),
  -- The invoice as printed: requisites, lines, words, QR. Never recomputed.
  snapshot jsonb not null,
  replaced_by_id integer references invoices,
  external_id text,
  external_number text,
  actor_id integer not null references users,
  subject_id integer not null references users,
  unique (seller_id, number)
);
create index invoices_order on invoices (order_id);
create index invoices_contractor on invoices (contractor_id, issued_at desc);

create function keep_issued_invoice() returns trigger language plpgsql as $$
begin
  if (new.number, new.seller_id, new.contract_id, new.contractor_id, new.order_id, new.issued_at, new.pay_until,
      new.total_kop, new.vat_kop, new.snapshot)
     is distinct from
     (old.number, old.seller_id, old.contract_id, old.contractor_id, old.order_id, old.issued_at, old.pay_until,
      old.total_kop, old.vat_kop, old.snapshot) then
    raise exception 'an issued invoice never changes' using errcode = '42501';
  end if;
  return new;
end $$;
create trigger invoices_keep_issued before update on invoices for each row execute function keep_issued_invoice();

create table shipments (
  id integer generated always as identity primary key,
  number text not null,
  seller_id integer not null references sellers,
  contract_id integer not null references contracts,
  contractor_id integer not null references contractors,
  consignee_id integer not null references consignees,
  shipped_on date not null,
  received_on date,
  due_on date not null,
  total_kop bigint not null,
  vat_kop bigint not null,
  external_id text,
  external_number text,
  actor_id integer not null references users,
  subject_id integer not null references users,
  created_at timestamptz not null default now(),
  unique (seller_id, number)
);
create index shipments_contract on shipments (contract_id, due_on);
create index shipments_contractor on shipments (contractor_id, shipped_on desc);

create table shipment_lines (
  id integer generated always as identity primary key,
  shipment_id integer not null references shipments,
  order_line_id integer not null references order_lines,
  qty numeric(12, 3) not null check (qty > 0),
  sum_kop bigint not null,
  vat_rate text not null,
  vat_kop bigint not null
);
create index shipment_lines_shipment on shipment_lines (shipment_id);
create index shipment_lines_order_line on shipment_lines (order_line_id);
alter table order_line_parts
  add constraint order_line_parts_shipment_line foreign key (shipment_line_id) references shipment_lines;

create table payments (
  id integer generated always as identity primary key,
  number text not null,
  seller_id integer not null references sellers,
  contract_id integer not null references contracts,
  contractor_id integer not null references contractors,
  invoice_id integer references invoices,
  paid_on date not null,
  sum_kop bigint not null check (sum_kop > 0),
  purpose text not null default '',
  external_id text,
  external_number text,
  actor_id integer not null references users,
  subject_id integer not null references users,
  created_at timestamptz not null default now()
);
create index payments_contract on payments (contract_id, paid_on);
create index payments_contractor on payments (contractor_id, paid_on desc);

create table claims (
  id integer generated always as identity primary key,
  number text not null unique,
  kind text not null,
  status text not null,
  seller_id integer not null references sellers,
  contract_id integer not null references contracts,
  contractor_id integer not null references contractors,
  answer_until date,
  external_id text,
  external_number text,
  actor_id integer not null references users,
  subject_id integer not null references users,
  created_at timestamptz not null default now()
);
create index claims_contractor on claims (contractor_id, created_at desc);

create table claim_lines (
  id integer generated always as identity primary key,
  claim_id integer not null references claims,
  shipment_line_id integer not null references shipment_lines,
  qty numeric(12, 3) not null check (qty > 0),
  reason text not null default ''
);
create index claim_lines_claim on claim_lines (claim_id);
create index claim_lines_shipment_line on claim_lines (shipment_line_id);

create table audit_log (
  id bigint generated always as identity primary key,
  event text not null,
  actor_id integer references users,
  subject_id integer references users,
  details jsonb not null default '{}',
  address text not null default '',
  request_id text not null default '',
  created_at timestamptz not null default now()
);
create index audit_log_created on audit_log (created_at desc);
create trigger audit_log_append_only before update or delete on audit_log
  for each row execute function refuse_change();
