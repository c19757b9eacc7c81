-- What moves settlements beside shipments, corrections and payments: what stood before the portal, offsets, money given
-- back. Never changed; taken back with a reason.
create table settlement_entries (
  id integer generated always as identity primary key,
  kind text not null check (kind in ('opening', 'offset', 'refund')),
  number text not null,
  seller_id integer not null references sellers,
  contract_id integer not null references contracts,
  contractor_id integer not null references contractors,
  day date not null,
  -- Of what the buyer has come to owe.
  due_on date,
  debit_kop bigint not null default 0 check (debit_kop >= 0),
  credit_kop bigint not null default 0 check (credit_kop >= 0),
  note text not null default '',
  cancelled_at timestamptz,
  canceller_id integer references users,
  cancel_reason text not null default '',
  external_id text,
  actor_id integer not null references users,
  subject_id integer not null references users,
  created_at timestamptz not null,
  check ((debit_kop = 0) <> (credit_kop = 0)),
  check ((debit_kop > 0) = (due_on is not null)),
  check (kind <> 'refund' or debit_kop > 0),
  check ((cancelled_at is null) = (canceller_id is null))
);
create unique index settlement_entries_number on settlement_entries (contract_id, kind, lower(number)) where cancelled_at is null;
create index settlement_entries_contract on settlement_entries (contract_id, day);
create index settlement_entries_contractor on settlement_entries (contractor_id, day desc);
call own_rows('settlement_entries', 'contractor_id = current_owner()');

create function refuse_entry_change() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' or old.cancelled_at is not null
    or (to_jsonb(new) - array['cancelled_at', 'canceller_id', 'cancel_reason', 'external_id'])
      <> (to_jsonb(old) - array['cancelled_at', 'canceller_id', 'cancel_reason', 'external_id']) then
    raise exception 'an entry of settlements never changes';
  end if;
  return new;
end $$;
create trigger settlement_entries_append_only before update or delete on settlement_entries
  for each row execute function refuse_entry_change();

-- What the buyer owes, by due day. The id of an entry is negative: it is no shipment.
create view settlement_debts with (security_invoker = on) as
  select id, contract_id, contractor_id, number, shipped_on, due_on, total_kop from shipments where cancelled_at is null
  union all
  select -id, contract_id, contractor_id, number, day, due_on, debit_kop from settlement_entries
  where cancelled_at is null and debit_kop > 0;

-- What closes it.
create view settlement_credits with (security_invoker = on) as
  select contract_id, contractor_id, paid_on, sum_kop from payments
  union all
  select contract_id, contractor_id, day, credit_kop from settlement_entries where cancelled_at is null and credit_kop > 0;

create or replace view settlement_movements with (security_invoker = on) as
  select 'shipment' as kind, 0 as place, id, contractor_id, contract_id, number, shipped_on as day,
    total_kop as debit_kop, 0::bigint as credit_kop
  from shipments where cancelled_at is null and total_kop > 0
  union all
  select 'correction', 1, id, contractor_id, contract_id, number, made_on, 0::bigint, sum_kop from corrections
  union all
  select case when undoes_id is null then 'payment' else 'payment_undo' end, 2, id, contractor_id, contract_id, number,
    paid_on, 0::bigint, sum_kop
  from payments
  union all
  select kind, 3, id, contractor_id, contract_id, number, day, debit_kop, credit_kop
  from settlement_entries where cancelled_at is null;
