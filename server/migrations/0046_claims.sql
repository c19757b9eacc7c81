-- «Обращения»: returns and complaints about lines of a shipment, the talk about them, and the corrections they end in.
-- Nothing was ever written into the tables of before.
drop table claim_lines, claims;

-- Sums under dispute do not count against the limit and are not overdue, unless the contract says so.
alter table contracts add column disputes_block boolean not null default false;

create sequence claim_number;

create table claims (
  id integer generated always as identity primary key,
  number text not null unique,
  kind text not null
    check (kind in ('unfit', 'wrong', 'shortage', 'surplus', 'damage', 'defect', 'warranty', 'price')),
  outcome text not null check (outcome in ('money', 'offset', 'take_back', 'fix')),
  state text not null default 'submitted' check (state in
    ('submitted', 'in_review', 'question', 'approved', 'received', 'inspection', 'closed', 'declined', 'withdrawn')),
  seller_id integer not null references sellers,
  contract_id integer not null references contracts,
  contractor_id integer not null references contractors,
  consignee_id integer not null references consignees,
  shipment_id integer not null references shipments,
  text text not null default '',
  -- What it is about in money; nothing once it has ended.
  disputed_kop bigint not null default 0 check (disputed_kop >= 0),
  asker_id integer not null references users,
  -- The warranty manager who handles it; null: nobody has taken it yet.
  taken_by integer references users,
  answer_by date not null,
  hand_over_until date,
  hand_over_to text not null default '',
  decided_at timestamptz,
  ended_at timestamptz,
  version integer not null default 1,
  external_id text,
  external_number text,
  actor_id integer not null references users,
  subject_id integer not null references users,
  created_at timestamptz not null,
  check ((ended_at is null) = (state not in ('closed', 'declined', 'withdrawn'))),
  check (ended_at is null or disputed_kop = 0)
);
create index claims_company on claims (contractor_id, id desc);
create index claims_company_state on claims (contractor_id, state, id desc);
create index claims_state on claims (state, id desc);
create index claims_to_do on claims (answer_by, id) where state in ('submitted', 'in_review', 'received', 'inspection');
create index claims_taken on claims (taken_by, id desc) where taken_by is not null;
create index claims_shipment on claims (shipment_id);
create index claims_disputed on claims (contract_id) where disputed_kop > 0;
create index claims_number_tail on claims (reverse(number) text_pattern_ops);
call own_rows('claims', 'contractor_id = current_owner()');

create table claim_lines (
  id integer generated always as identity primary key,
  claim_id integer not null references claims,
  contractor_id integer not null references contractors,
  position integer not null,
  shipment_line_id integer not null references shipment_lines,
  article_key text not null,
  qty numeric(12, 3) not null check (qty > 0),
  -- The price that the client holds to be right.
  asked_kop bigint check (asked_kop >= 0),
  -- Promised when it was made.
  withheld_percent integer not null default 0 check (withheld_percent between 0 and 100),
  accepted_qty numeric(12, 3) check (accepted_qty >= 0 and accepted_qty <= qty),
  received_qty numeric(12, 3) check (received_qty >= 0 and received_qty <= accepted_qty),
  settled_qty numeric(12, 3) check (settled_qty >= 0 and settled_qty <= coalesce(received_qty, accepted_qty)),
  -- So many pieces of the shipment's line no other claim may name.
  held_qty numeric(12, 3) not null check (held_qty >= 0 and held_qty <= qty),
  -- It went back to our own shelf.
  to_stock boolean not null default false,
  refusal text not null default '',
  credited_kop bigint not null default 0 check (credited_kop >= 0),
  unique (claim_id, position),
  unique (claim_id, shipment_line_id)
);
create index claim_lines_shipment_line on claim_lines (shipment_line_id) include (held_qty);
create index claim_lines_article on claim_lines (article_key, claim_id);
call own_rows('claim_lines', 'contractor_id = current_owner()');

create table claim_messages (
  id integer generated always as identity primary key,
  claim_id integer not null references claims,
  contractor_id integer not null references contractors,
  kind text not null check (kind in ('created', 'message', 'taken', 'asked', 'decided', 'received', 'inspected',
    'forgone', 'settled', 'withdrawn')),
  text text not null default '',
  from_staff boolean not null,
  actor_id integer not null references users,
  subject_id integer not null references users,
  created_at timestamptz not null
);
create index claim_messages_claim on claim_messages (claim_id, id);
call own_rows('claim_messages', 'contractor_id = current_owner()');

create table claim_files (
  id integer generated always as identity primary key,
  contractor_id integer not null references contractors,
  -- Null: uploaded for a claim that has not been made yet.
  claim_id integer references claims,
  -- Null: the message is not written yet.
  message_id integer references claim_messages,
  name text not null,
  type text not null check (type in ('image/jpeg', 'image/png', 'image/webp', 'application/pdf')),
  bytes bytea not null,
  actor_id integer not null references users,
  subject_id integer not null references users,
  created_at timestamptz not null,
  check (message_id is null or claim_id is not null)
);
create index claim_files_claim on claim_files (claim_id, id) where claim_id is not null;
create index claim_files_waiting on claim_files (actor_id, created_at) where message_id is null;
call own_rows('claim_files', 'contractor_id = current_owner()');

-- By which the company owes less than it was shipped for.
create table corrections (
  id integer generated always as identity primary key,
  number text not null,
  seller_id integer not null references sellers,
  contract_id integer not null references contracts,
  contractor_id integer not null references contractors,
  shipment_id integer not null references shipments,
  claim_id integer not null unique references claims,
  made_on date not null,
  sum_kop bigint not null check (sum_kop > 0),
  vat_kop bigint not null check (vat_kop >= 0),
  external_id text,
  external_number text,
  actor_id integer not null references users,
  subject_id integer not null references users,
  created_at timestamptz not null
);
create unique index corrections_number on corrections (seller_id, number, (extract(year from made_on)));
create index corrections_contract on corrections (contract_id, shipment_id);
call own_rows('corrections', 'contractor_id = current_owner()');

create table correction_lines (
  id integer generated always as identity primary key,
  correction_id integer not null references corrections,
  contractor_id integer not null references contractors,
  shipment_line_id integer not null references shipment_lines,
  -- Pieces that came back or never came; null: the price of what is left was wrong.
  qty numeric(12, 3) check (qty > 0),
  -- Of a piece from now on; null: the price stays.
  price_kop bigint check (price_kop >= 0),
  withheld_kop bigint not null default 0 check (withheld_kop >= 0),
  sum_kop bigint not null check (sum_kop >= 0),
  vat_rate text not null,
  vat_kop bigint not null,
  check ((qty is null) <> (price_kop is null))
);
create index correction_lines_correction on correction_lines (correction_id);
create index correction_lines_shipment_line on correction_lines (shipment_line_id);
call own_rows('correction_lines', 'contractor_id = current_owner()');

create trigger corrections_append_only before update or delete on corrections
  for each row execute function refuse_change();
create trigger correction_lines_append_only before update or delete on correction_lines
  for each row execute function refuse_change();

do $$
declare
  name text;
begin
  foreach name in array array['artikul_app', 'artikul_client', 'artikul_staff'] loop
    execute format('revoke update, delete, truncate on claim_messages, corrections, correction_lines from %I', name);
  end loop;
end $$;

-- Whatever the code does: no more of a line is claimed than was shipped.
create function refuse_overclaimed() returns trigger language plpgsql as $$
begin
  if (select sum(held_qty) from claim_lines where shipment_line_id = new.shipment_line_id)
     > (select qty from shipment_lines where id = new.shipment_line_id) then
    raise check_violation using message = 'more is claimed than was shipped', table = 'claim_lines',
      constraint = 'claims_never_exceed';
  end if;
  return null;
end $$;
create constraint trigger claims_never_exceed after insert or update of held_qty on claim_lines
  deferrable initially deferred for each row execute function refuse_overclaimed();
