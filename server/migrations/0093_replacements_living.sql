-- What stands in for a refused line only counts as long as it lives: what of it was cancelled or refused stands in for
-- nothing. What stands in for a replacement stands in for the refused line too, however long the chain.
create function stands_in_for(line integer, besides integer) returns numeric stable language sql as $$
  with recursive instead as (
    select id, qty from order_lines where replaces_line_id = line and id is distinct from besides
    union all
    select next.id, next.qty from instead join order_lines next on next.replaces_line_id = instead.id
    where next.id is distinct from besides
  )
  select coalesce(sum(instead.qty - coalesce((
    select sum(part.qty) from order_line_parts part
    where part.line_id = instead.id and part.state in ('cancelled_client', 'refused_supplier', 'removed')), 0)), 0)
  from instead
$$;

-- How much may be ordered in place of a line, `besides` a line that is being written: what was refused of it, and no more
-- than is still wanted in place of the line that it stands in for itself. Below zero: a pack held more.
create function may_stand_in_for(line integer, besides integer) returns numeric stable language sql as $$
  with recursive above as (
    select id, replaces_line_id from order_lines where id = line
    union all
    select older.id, older.replaces_line_id from above join order_lines older on older.id = above.replaces_line_id
  )
  select min(refused_of_line(id) - stands_in_for(id, besides)) from above
$$;

create or replace function left_to_replace(line integer) returns numeric stable language sql as $$
  select greatest(may_stand_in_for(line, null), 0)
$$;

create or replace function order_lines_replace() returns trigger language plpgsql as $$
declare
  wanted numeric;
begin
  perform pg_advisory_xact_lock(7332, new.contractor_id);
  select may_stand_in_for(line.id, new.id) into wanted
  from order_lines line
  where line.id = new.replaces_line_id and line.contractor_id = new.contractor_id and line.id <> new.id;
  if wanted is null or new.qty > ceil(wanted / new.multiplicity) * new.multiplicity then
    raise exception 'more is replaced than was refused'
      using errcode = 'check_violation', constraint = 'order_lines_replace_refused', table = 'order_lines';
  end if;
  return null;
end $$;
