-- «Замена» and «довоз»: what a claim may end in besides money, and the lines by which goods leave once more.
alter table claims
  drop constraint claims_outcome_check,
  add constraint claims_outcome_check
    check (outcome in ('money', 'offset', 'exchange', 'resupply', 'take_back', 'fix')),
  -- What was granted in the place of what was asked for; null: that, or nothing yet.
  add column granted_outcome text
    check (granted_outcome in ('money', 'offset', 'exchange', 'resupply', 'take_back', 'fix'));

create table claim_supplies (
  -- The line of the new order; the one that was shipped before is the claim line's.
  order_line_id integer primary key references order_lines,
  -- Supplied once.
  claim_line_id integer not null unique references claim_lines,
  contractor_id integer not null references contractors,
  -- `resupply`: its goods were billed with the first shipment, so it costs nothing.
  outcome text not null check (outcome in ('exchange', 'resupply')),
  -- The line of a shipment whose money these goods are: what comes back of them is credited there.
  billed_line_id integer references shipment_lines,
  check ((outcome = 'resupply') = (billed_line_id is not null))
);
call own_rows('claim_supplies', 'contractor_id = current_owner()');
create trigger claim_supplies_append_only before update or delete on claim_supplies
  for each row execute function refuse_change();

do $$
declare
  name text;
begin
  foreach name in array array['artikul_app', 'artikul_client', 'artikul_staff'] loop
    execute format('revoke update, delete, truncate on claim_supplies from %I', name);
  end loop;
end $$;

-- Whatever the code does: no more leaves by a claim than was accepted, and what is billed already costs nothing.
create function refuse_oversupply() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
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
create constraint trigger claims_supply_what_is_accepted after insert on claim_supplies
  deferrable initially deferred for each row execute function refuse_oversupply();
