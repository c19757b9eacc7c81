-- Orders that wait for money or for a word about the debt. `pays_whole`: paid in full whatever the contract says, by the
-- buyer's own wish or a manager's. `reserve_told_at`: the buyer has been told that his goods are not held much longer.
alter table orders
  add column pays_whole boolean not null default false,
  add column reserve_told_at timestamptz;
-- Nobody loses his goods by the update itself.
update orders set reserved_until = greatest(reserved_until, now() + interval '3 days') where reserved_until is not null;
update orders set reserved_until = now() + interval '3 days'
where status = 'on_hold' and hold_reason <> '' and reserved_until is null;
create index orders_reserved on orders (contract_id, id) where reserved_until is not null;
create index orders_reserve_ends on orders (reserved_until) where reserved_until is not null;

-- Contracts of which something has changed that their waiting orders wait for. Rows are only added and taken away, so
-- that nobody waits for anybody.
create table contract_looks (
  id bigint generated always as identity primary key,
  contract_id integer not null
);
call own_rows('contract_looks', 'false');

create function look_at_contract(changed integer) returns void
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if exists (select from orders where contract_id = changed and reserved_until is not null) then
    insert into contract_looks (contract_id) values (changed);
    perform pg_notify('waiting_orders', '');
  end if;
end $$;

create function note_contract() returns trigger language plpgsql as $$
begin
  perform look_at_contract(new.contract_id);
  return null;
end $$;
create trigger payments_look after insert on payments for each row execute function note_contract();
create trigger corrections_look after insert on corrections for each row execute function note_contract();
create trigger shipments_look after update of cancelled_at, due_on on shipments for each row execute function note_contract();
create trigger claims_look after update of disputed_kop on claims for each row execute function note_contract();
create trigger orders_look after update of status, total_kop on orders for each row
  when (new.total_kop < old.total_kop) execute function note_contract();

create function note_own_contract() returns trigger language plpgsql as $$
begin
  perform look_at_contract(new.id);
  return null;
end $$;
create trigger contracts_look after update of prepayment_percent, limit_kop, disputes_block on contracts
  for each row execute function note_own_contract();

create function note_contracts_of() returns trigger language plpgsql as $$
begin
  perform look_at_contract(id) from contracts where contractor_id = new.id;
  return null;
end $$;
create trigger contractors_look after update of stopped_reason on contractors for each row
  when (new.stopped_reason is distinct from old.stopped_reason) execute function note_contracts_of();
