-- Shipments, claims, corrections.

create sequence claim_number;

create table shipments (
  id integer generated always as identity primary key,
  number text not null,
  seller_id integer not null,
  contract_id integer not null,
  contractor_id integer not null,
  consignee_id integer not null,
  shipped_on date not null,
  received_on date,
  due_on date not null,
  total_kop bigint not null,
  vat_kop bigint not null,
  external_id text,
  external_number text,
  actor_id integer not null,
  subject_id integer not null,
  created_at timestamptz not null default now(),
  -- «Рейс 10:00» or the carrier; empty for pick-up.
  delivery_run text not null default '',
  -- Last day for objections; afterwards the shipment is accepted automatically.
  accept_until date not null,
  received_at timestamptz,
  -- Person who accepted it, and on whose behalf; null for the portal.
  receiver_id integer,
  received_for_id integer,
  cancelled_at timestamptz,
  canceller_id integer,
  cancel_reason text not null default '',
  -- Reason for shipping despite a hold.
  despite_reason text not null default '',
  constraint shipments_check check ((receiver_id is null) = (received_for_id is null)),
  constraint shipments_check1 check ((cancelled_at is null) = (canceller_id is null)),
  constraint shipments_check2 check (cancelled_at is null or received_on is null)
);
create index shipments_contract on shipments (contract_id, due_on);
-- The accounting system replaces a document under its number.
create unique index shipments_number on shipments (seller_id, number, EXTRACT(year from shipped_on)) where cancelled_at is null;
create index shipments_shipped on shipments (shipped_on desc, id desc);
create index shipments_consignee on shipments (consignee_id, shipped_on desc);
-- Shipments that wait for acceptance.
create index shipments_waiting on shipments (accept_until, id) where received_on is null and cancelled_at is null;
create index shipments_day on shipments (contractor_id, shipped_on desc, id desc);
-- Searched by the end of the number.
create index shipments_number_tail on shipments (reverse(number) text_pattern_ops) include (number, id);
create index shipments_upd_tail on shipments (reverse(external_number) text_pattern_ops) include (external_number, id) where external_number is not null;
create index shipments_numbers on shipments (contractor_id, id desc) include (number, external_number, consignee_id);
call own_rows('shipments', 'contractor_id = current_owner()');

create table claims (
  id integer generated always as identity primary key,
  number text not null unique,
  kind text not null check (kind in ('unfit', 'wrong', 'shortage', 'surplus', 'damage', 'defect', 'warranty', 'price')),
  outcome text not null check (outcome in ('money', 'offset', 'exchange', 'resupply', 'take_back', 'fix')),
  state text not null default 'submitted' check (state in ('submitted', 'in_review', 'question', 'approved', 'received', 'inspection', 'closed', 'declined', 'withdrawn')),
  seller_id integer not null,
  contract_id integer not null,
  contractor_id integer not null,
  consignee_id integer not null,
  shipment_id integer not null references shipments,
  text text not null default '',
  -- Disputed sum; 0 once the claim has ended.
  disputed_kop bigint not null default 0 check (disputed_kop >= 0),
  asker_id integer not null,
  -- Assigned warranty manager; null when nobody took it.
  taken_by integer,
  answer_by date not null,
  hand_over_until date,
  hand_over_to text not null default '',
  decided_at timestamptz,
  ended_at timestamptz,
  version integer not null default 1,
  external_id text,
  external_number text,
  actor_id integer not null,
  subject_id integer not null,
  created_at timestamptz not null,
  -- Outcome granted instead of the requested one; null when the same or undecided.
  granted_outcome text check (granted_outcome in ('money', 'offset', 'exchange', 'resupply', 'take_back', 'fix')),
  constraint claims_check check ((ended_at is null) = (state <> all (array['closed', 'declined', 'withdrawn']))),
  constraint claims_check1 check (ended_at is null or (disputed_kop = 0))
);
create index claims_company on claims (contractor_id, id desc);
create index claims_company_state on claims (contractor_id, state, id desc);
create index claims_state on claims (state, id desc);
create index claims_to_do on claims (answer_by, id) where state in ('submitted', 'in_review', 'received', 'inspection');
create index claims_taken on claims (taken_by, id desc) where taken_by is not null;
create index claims_shipment on claims (shipment_id);
create index claims_disputed on claims (contract_id) where disputed_kop > 0;
create index claims_number_tail on claims (reverse(number) text_pattern_ops);
-- Rare kinds are found without reading all claims.
create index claims_kind on claims (kind, id desc);
create index claims_day on claims (contractor_id, (((created_at AT TIME ZONE 'Europe/Moscow'))::date) desc, id desc);
call own_rows('claims', 'contractor_id = current_owner()');

create table claim_messages (
  id integer generated always as identity primary key,
  claim_id integer not null references claims,
  contractor_id integer not null,
  kind text not null check (kind in ('created', 'message', 'taken', 'asked', 'decided', 'received', 'inspected', 'forgone', 'settled', 'withdrawn')),
  text text not null default '',
  from_staff boolean not null,
  actor_id integer not null,
  subject_id integer not null,
  created_at timestamptz not null
);
create index claim_messages_claim on claim_messages (claim_id, id);
call own_rows('claim_messages', 'contractor_id = current_owner()');

create table claim_files (
  id integer generated always as identity primary key,
  contractor_id integer not null,
  -- Null until the claim is created.
  claim_id integer references claims,
  -- Null until the message is sent.
  message_id integer references claim_messages,
  name text not null,
  type text not null check (type in ('image/jpeg', 'image/png', 'image/webp', 'application/pdf')),
  bytes bytea not null,
  actor_id integer not null,
  subject_id integer not null,
  created_at timestamptz not null,
  constraint claim_files_check check (message_id is null or claim_id is not null)
);
create index claim_files_claim on claim_files (claim_id, id) where claim_id is not null;
create index claim_files_waiting on claim_files (actor_id, created_at) where message_id is null;
create index claim_files_company_day on claim_files (contractor_id, created_at);
call own_rows('claim_files', 'contractor_id = current_owner()');

-- Corrections that reduce what a company owes for a shipment.
create table corrections (
  id integer generated always as identity primary key,
  number text not null,
  seller_id integer not null,
  contract_id integer not null,
  contractor_id integer not null,
  shipment_id integer not null references shipments,
  claim_id integer not null unique references claims,
  made_on date not null,
  sum_kop bigint not null check (sum_kop > 0),
  vat_kop bigint not null check (vat_kop >= 0),
  external_id text,
  external_number text,
  actor_id integer not null,
  subject_id integer not null,
  created_at timestamptz not null
);
create unique index corrections_number on corrections (seller_id, number, EXTRACT(year from made_on));
create index corrections_contract on corrections (contract_id, shipment_id);
create index corrections_day on corrections (contractor_id, made_on desc, id desc);
create index corrections_number_tail on corrections (reverse(number) text_pattern_ops);
call own_rows('corrections', 'contractor_id = current_owner()');

create table shipment_lines (
  id integer generated always as identity primary key,
  shipment_id integer not null references shipments,
  order_line_id integer not null,
  qty numeric(12,3) not null check (qty > 0),
  sum_kop bigint not null,
  vat_rate text not null,
  vat_kop bigint not null,
  position integer not null,
  price_kop bigint not null,
  constraint shipment_lines_shipment_id_position_key unique (shipment_id, "position"),
  unique (shipment_id, order_line_id)
);
create index shipment_lines_order_line on shipment_lines (order_line_id);

create table claim_lines (
  id integer generated always as identity primary key,
  claim_id integer not null references claims,
  contractor_id integer not null,
  position integer not null,
  shipment_line_id integer not null references shipment_lines,
  article_key text not null,
  qty numeric(12,3) not null check (qty > 0),
  -- Price claimed by the client.
  asked_kop bigint check (asked_kop >= 0),
  -- Promised when the claim was created.
  withheld_percent integer not null default 0 check ((withheld_percent >= 0) and (withheld_percent <= 100)),
  accepted_qty numeric(12,3),
  received_qty numeric(12,3),
  settled_qty numeric(12,3),
  -- Pieces of the shipment line that no other claim may name.
  held_qty numeric(12,3) not null,
  -- Put back into own stock.
  to_stock boolean not null default false,
  refusal text not null default '',
  credited_kop bigint not null default 0 check (credited_kop >= 0),
  constraint claim_lines_check check ((accepted_qty >= 0) and (accepted_qty <= qty)),
  constraint claim_lines_check1 check ((received_qty >= 0) and (received_qty <= accepted_qty)),
  constraint claim_lines_check2 check ((settled_qty >= 0) and (settled_qty <= coalesce(received_qty, accepted_qty))),
  constraint claim_lines_check3 check ((held_qty >= 0) and (held_qty <= qty)),
  constraint claim_lines_claim_id_position_key unique (claim_id, "position"),
  unique (claim_id, shipment_line_id)
);
create index claim_lines_shipment_line on claim_lines (shipment_line_id) include (held_qty);
create index claim_lines_article on claim_lines (article_key, claim_id);
call own_rows('claim_lines', 'contractor_id = current_owner()');

create table claim_supplies (
  -- Line of the new order.
  order_line_id integer primary key,
  -- Supplied once.
  claim_line_id integer not null unique references claim_lines,
  contractor_id integer not null,
  -- `resupply`: billed with the first shipment, so it costs nothing.
  outcome text not null check (outcome in ('exchange', 'resupply')),
  -- Shipment line that billed these goods: returns are credited there.
  billed_line_id integer references shipment_lines,
  constraint claim_supplies_check check ((outcome = 'resupply') = (billed_line_id is not null))
);
call own_rows('claim_supplies', 'contractor_id = current_owner()');

create table correction_lines (
  id integer generated always as identity primary key,
  correction_id integer not null references corrections,
  contractor_id integer not null,
  shipment_line_id integer not null references shipment_lines,
  -- Returned or missing pieces; null for a wrong price.
  qty numeric(12,3) check (qty > 0),
  -- New unit price; null when unchanged.
  price_kop bigint check (price_kop >= 0),
  withheld_kop bigint not null default 0 check (withheld_kop >= 0),
  sum_kop bigint not null check (sum_kop >= 0),
  vat_rate text not null,
  vat_kop bigint not null,
  constraint correction_lines_check check ((qty is null) <> (price_kop is null))
);
create index correction_lines_correction on correction_lines (correction_id);
create index correction_lines_shipment_line on correction_lines (shipment_line_id);
call own_rows('correction_lines', 'contractor_id = current_owner()');

call own_rows('shipment_lines', 'exists (select from shipments where shipments.id = shipment_lines.shipment_id)');

create function keep_made_shipment() returns trigger language plpgsql as $$
begin
  if (new.number, new.seller_id, new.contract_id, new.contractor_id, new.consignee_id, new.shipped_on, new.delivery_run,
      new.accept_until, new.total_kop, new.vat_kop, new.actor_id, new.subject_id)
     is distinct from
     (old.number, old.seller_id, old.contract_id, old.contractor_id, old.consignee_id, old.shipped_on, old.delivery_run,
      old.accept_until, old.total_kop, old.vat_kop, old.actor_id, old.subject_id) then
    raise exception 'a shipment never changes' using errcode = '42501';
  end if;
  return new;
end $$;

-- No more of a line is claimed than was shipped.
create function refuse_overclaimed() returns trigger language plpgsql as $$
begin
  if (select sum(held_qty) from claim_lines where shipment_line_id = new.shipment_line_id)
     > (select qty from shipment_lines where id = new.shipment_line_id) then
    raise check_violation using message = 'more is claimed than was shipped', table = 'claim_lines',
      constraint = 'claims_never_exceed';
  end if;
  return null;
end $$;

-- No more is supplied by a claim than was accepted, and billed goods cost nothing.
create function refuse_oversupply() returns trigger language plpgsql security definer set search_path to 'public', 'pg_temp' as $$
begin
  if not exists (
    select from order_lines line join claim_lines own on own.id = new.claim_line_id
    where line.id = new.order_line_id and line.qty <= coalesce(own.accepted_qty, 0)
      and line.contractor_id = new.contractor_id and own.contractor_id = new.contractor_id
      and (new.outcome = 'exchange' or line.price_kop = 0)) then
    raise check_violation using message = 'more leaves by a claim than was accepted', table = 'claim_supplies',
      constraint = 'claims_supply_what_is_accepted';
  end if;
  return null;
end $$;

create trigger shipments_keep_made before update on shipments for each row execute function keep_made_shipment();
create trigger corrections_append_only before delete or update on corrections
  for each row execute function refuse_change();
create trigger shipment_lines_keep_made before delete or update on shipment_lines
  for each row execute function refuse_change();
create constraint trigger claims_never_exceed after insert or update of held_qty on claim_lines deferrable initially deferred
  for each row execute function refuse_overclaimed();
create trigger claim_supplies_append_only before delete or update on claim_supplies
  for each row execute function refuse_change();
create constraint trigger claims_supply_what_is_accepted after insert on claim_supplies deferrable initially deferred
  for each row execute function refuse_oversupply();
create trigger correction_lines_append_only before delete or update on correction_lines
  for each row execute function refuse_change();

grant select, insert, update, delete on
  claim_files
  to artikul_client;
grant select, insert, update on
  claim_lines, claims
  to artikul_client;
grant select, insert on
  claim_messages
  to artikul_client;
grant select, update on
  shipments
  to artikul_client;
grant select on
  claim_supplies, correction_lines, corrections, shipment_lines
  to artikul_client;
revoke update, delete on
  claim_messages, claim_supplies, correction_lines, corrections
  from artikul_staff;
revoke update, delete on
  claim_messages, claim_supplies, correction_lines, corrections
  from artikul_app;
