-- Shipments: by which run they left, what the buyer has said of them, and what was taken back the same day.
alter table shipments
  -- «Рейс 10:00» or the carrier; empty: the buyer collects it himself.
  add column wave text not null default '',
  -- The last day on which the buyer may say that something is wrong; after it the shipment is accepted by itself.
  add column accept_until date,
  add column received_at timestamptz,
  -- Whoever has accepted it, and for whom; null: the portal by itself.
  add column receiver_id integer references users,
  add column received_for_id integer references users,
  add column cancelled_at timestamptz,
  add column canceller_id integer references users,
  add column cancel_reason text not null default '',
  -- Why it has left although its contract was held.
  add column despite_reason text not null default '',
  add check ((receiver_id is null) = (received_for_id is null)),
  add check ((cancelled_at is null) = (canceller_id is null)),
  add check (cancelled_at is null or received_on is null);
update shipments set accept_until = shipped_on + 5, received_at = received_on + time '12:00' at time zone 'Europe/Moscow';
alter table shipments alter column accept_until set not null;

alter table shipment_lines add column position integer, add column price_kop bigint;
update shipment_lines set position = placed.position, price_kop = placed.price_kop from (
  select own.id, row_number() over (partition by own.shipment_id order by own.id) as position, line.price_kop
  from shipment_lines own join order_lines line on line.id = own.order_line_id
) placed where placed.id = shipment_lines.id;
alter table shipment_lines
  alter column position set not null,
  alter column price_kop set not null,
  add unique (shipment_id, position),
  add unique (shipment_id, order_line_id);
drop index shipment_lines_shipment;

-- A seller's numbers begin anew with the year.
alter table shipments drop constraint shipments_seller_id_number_key;
create unique index shipments_number on shipments (seller_id, number, (extract(year from shipped_on)));
-- The number is looked up from its tail.
create index shipments_number_tail on shipments (reverse(number) text_pattern_ops);
create index shipments_shipped on shipments (shipped_on desc, id desc);
create index shipments_consignee on shipments (consignee_id, shipped_on desc);
-- What nobody has accepted yet.
create index shipments_waiting on shipments (accept_until, id) where received_on is null and cancelled_at is null;

-- What lies here and may leave; and the orders of which something is still to come or to leave.
create index order_line_parts_here on order_line_parts (line_id)
  where state in ('reserved', 'arrived', 'picking', 'ready') and shipment_line_id is null;
create index orders_living on orders (contract_id, consignee_id) where status not in ('shipped', 'done', 'cancelled');

create function keep_made_shipment() returns trigger language plpgsql as $$
begin
  if (new.number, new.seller_id, new.contract_id, new.contractor_id, new.consignee_id, new.shipped_on, new.wave,
      new.accept_until, new.total_kop, new.vat_kop, new.actor_id, new.subject_id)
     is distinct from
     (old.number, old.seller_id, old.contract_id, old.contractor_id, old.consignee_id, old.shipped_on, old.wave,
      old.accept_until, old.total_kop, old.vat_kop, old.actor_id, old.subject_id) then
    raise exception 'a shipment never changes' using errcode = '42501';
  end if;
  return new;
end $$;
create trigger shipments_keep_made before update on shipments for each row execute function keep_made_shipment();
create trigger shipment_lines_keep_made before update or delete on shipment_lines
  for each row execute function refuse_change();
