-- Which refused line an ordered one stands in for: written once, with the line. In the cart it waits beside its goods.
alter table cart_lines add column replaces_line_id integer references order_lines;
create index cart_lines_replaces on cart_lines (replaces_line_id) where replaces_line_id is not null;
alter table order_lines add column replaces_line_id integer references order_lines;
create index order_lines_replaces on order_lines (replaces_line_id) where replaces_line_id is not null;

-- The third answer to a question: the line is given up, and something else is chosen in its place.
alter table line_decisions drop constraint line_decisions_state_check;
alter table line_decisions add constraint line_decisions_state_check
  check (state in ('open', 'agreed', 'declined', 'other', 'kept', 'dropped', 'replaced', 'settled', 'applied'));
create index line_decisions_other on line_decisions (line_id) where state = 'other';

-- How much of a line was refused: by a supplier, by a manager, for want of an answer, or given up for something else. What
-- was only not paid for in time, or goes by a claim, nobody has refused.
create function refused_of_line(line integer) returns numeric stable language sql as $$
  select case when exists (select from claim_supplies where order_line_id = line) then 0 else
    coalesce((select sum(qty) from order_line_parts where line_id = line and state = 'refused_supplier'), 0)
    + coalesce((select sum(qty) from line_moves where line_id = line and to_state = 'removed'
        and not (actor_id is null and from_state in ('awaiting_payment', 'on_hold'))), 0)
    + coalesce((select sum(old_qty) from line_decisions where line_id = line and state = 'other'), 0)
  end
$$;

-- How much of a refused line nothing has been ordered in place of yet.
create function left_to_replace(line integer) returns numeric stable language sql as $$
  select greatest(refused_of_line(line)
    - coalesce((select sum(qty) from order_lines where replaces_line_id = line), 0), 0)
$$;

-- No more is ordered in place of a line than was refused, but for what a pack holds, whoever presses at the same moment.
-- One lock a company: two of its orders that replace several lines each cannot wait for each other.
create function order_lines_replace() returns trigger language plpgsql as $$
declare
  refused numeric;
  replaced numeric;
begin
  perform pg_advisory_xact_lock(7332, new.contractor_id);
  select refused_of_line(line.id), coalesce((
    select sum(qty) from order_lines other where other.replaces_line_id = line.id and other.id <> new.id), 0)
  into refused, replaced
  from order_lines line
  where line.id = new.replaces_line_id and line.contractor_id = new.contractor_id and line.id <> new.id;
  if refused is null or new.qty > ceil((refused - replaced) / new.multiplicity) * new.multiplicity then
    raise exception 'more is replaced than was refused'
      using errcode = 'check_violation', constraint = 'order_lines_replace_refused', table = 'order_lines';
  end if;
  return null;
end $$;
create trigger order_lines_replace after insert on order_lines
  for each row when (new.replaces_line_id is not null) execute function order_lines_replace();

create function order_lines_replace_once() returns trigger language plpgsql as $$
begin
  raise exception 'what a line stands in for does not change' using errcode = 'check_violation';
end $$;
create trigger order_lines_replace_once before update of replaces_line_id on order_lines
  for each row when (old.replaces_line_id is distinct from new.replaces_line_id)
  execute function order_lines_replace_once();

-- A request to a manager may ask what can be had in place of a line.
alter table request_rows add column order_line_id integer references order_lines;
create index request_rows_order_line on request_rows (order_line_id) where order_line_id is not null;
