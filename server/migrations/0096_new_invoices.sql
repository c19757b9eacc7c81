-- Payment invoices that are not of one order: an advance, several orders at once, what has left and is not paid, goods by a
-- list.
alter table invoices
  add column kind text not null default 'order'
    check (kind in ('order', 'advance', 'orders', 'shipments', 'goods')),
  -- What it was made of, as it was asked for: a new one in its place begins with it.
  add column asked jsonb,
  add constraint invoices_order_of_kind check ((kind = 'order') = (order_id is not null));

create or replace function keep_issued_invoice() returns trigger language plpgsql as $$
begin
  if (new.number, new.seller_id, new.contract_id, new.contractor_id, new.order_id, new.issued_at, new.pay_until,
      new.total_kop, new.vat_kop, new.snapshot, new.kind, new.asked)
     is distinct from
     (old.number, old.seller_id, old.contract_id, old.contractor_id, old.order_id, old.issued_at, old.pay_until,
      old.total_kop, old.vat_kop, old.snapshot, old.kind, old.asked) then
    raise exception 'an issued invoice never changes' using errcode = '42501';
  end if;
  return new;
end $$;

-- What of each order an invoice of several asks for. Money pays them in this order.
create table invoice_orders (
  id integer generated always as identity primary key,
  invoice_id integer not null references invoices,
  order_id integer not null references orders,
  contractor_id integer not null references contractors,
  sum_kop bigint not null check (sum_kop > 0),
  -- Asked for the orders before it.
  before_kop bigint not null check (before_kop >= 0),
  -- The sum of the order when the invoice was issued.
  order_total_kop bigint not null,
  unique (invoice_id, order_id)
);
create index invoice_orders_order on invoice_orders (order_id);
call own_rows('invoice_orders', 'contractor_id = current_owner()');
create trigger invoice_orders_append_only before update or delete on invoice_orders
  for each row execute function refuse_change();

-- What of each shipment an invoice asks for.
create table invoice_shipments (
  id integer generated always as identity primary key,
  invoice_id integer not null references invoices,
  shipment_id integer not null references shipments,
  contractor_id integer not null references contractors,
  sum_kop bigint not null check (sum_kop > 0),
  unique (invoice_id, shipment_id)
);
create index invoice_shipments_shipment on invoice_shipments (shipment_id);
call own_rows('invoice_shipments', 'contractor_id = current_owner()');
create trigger invoice_shipments_append_only before update or delete on invoice_shipments
  for each row execute function refuse_change();

-- What a person has begun and not issued; his own, thirty days from its last change.
create table invoice_drafts (
  id integer generated always as identity primary key,
  contractor_id integer not null references contractors,
  fields jsonb not null check (jsonb_typeof(fields) = 'object'),
  version integer not null default 1,
  actor_id integer not null references users,
  subject_id integer not null references users,
  changed_at timestamptz not null
);
create index invoice_drafts_own on invoice_drafts (subject_id, changed_at desc, id desc);
create index invoice_drafts_changed on invoice_drafts (changed_at);
call own_rows('invoice_drafts', 'contractor_id = current_owner()');
