-- What a client or staff have cancelled of what its supplier has already, and what he says to it.

create table supplier_cancellations (
  -- Of the line at the supplier: one wish a line, which grows when more is cancelled.
  line_id integer primary key references supplier_order_lines on delete cascade,
  qty numeric(12, 3) not null check (qty > 0),
  -- As much of it the supplier does not bring.
  cancelled_qty numeric(12, 3) not null default 0 check (cancelled_qty >= 0 and cancelled_qty <= qty),
  state text not null check (state in ('due', 'sending', 'asked', 'cancelled', 'refused', 'by_hand', 'kept')),
  -- Why it stands as it does, in words for staff.
  reason text not null default '',
  -- The supplier's state of the line when he was asked: another one is his answer.
  status_before text not null default '',
  attempts integer not null default 0,
  -- When it is asked, looked for or given up next; null: not by itself.
  next_at timestamptz,
  created_at timestamptz not null,
  changed_at timestamptz not null
);
create index supplier_cancellations_next on supplier_cancellations (next_at) where next_at is not null;
create index supplier_cancellations_for_people on supplier_cancellations (line_id) where state in ('refused', 'by_hand');
call own_rows('supplier_cancellations', 'false');

-- `cancelled`: the client does not want it any more, and the supplier does not bring it.
alter table supplier_order_lines drop constraint supplier_order_lines_state_check;
alter table supplier_order_lines add constraint supplier_order_lines_state_check
  check (state in ('waiting', 'held', 'sending', 'ordered', 'confirmed', 'refused', 'cancelled'));
create or replace function check_supplier_lines() returns trigger language plpgsql as $$
declare
  ordered numeric;
  asked numeric;
begin
  select qty into ordered from order_lines where id = new.order_line_id;
  select coalesce(sum(coalesce(confirmed_qty, qty)) filter (where state not in ('refused', 'cancelled')), 0) into asked
    from supplier_order_lines where order_line_id = new.order_line_id;
  if asked > ordered then
    raise exception 'order line %: % is asked of suppliers for %', new.order_line_id, asked, ordered
      using errcode = '23514', constraint = 'supplier_lines_not_over';
  end if;
  return null;
end $$;

-- What nobody wants any more is looked at as what has come into work is.
create trigger order_line_parts_are_cancelled after insert or update on order_line_parts
  for each row when (new.state in ('cancelled_client', 'removed')) execute function note_line_to_collect();
insert into lines_to_collect (line_id)
  select distinct own.order_line_id from supplier_order_lines own
  join order_line_parts part on part.line_id = own.order_line_id and part.state in ('cancelled_client', 'removed')
  where own.state in ('sending', 'ordered', 'confirmed');

-- What a supplier has said of a line, or was told of it, as it came.
create table supplier_line_events (
  id bigint generated always as identity primary key,
  line_id integer not null references supplier_order_lines on delete cascade,
  -- Whoever has taken the supplier's word; null: the portal by itself.
  actor_id integer references users,
  text text not null,
  created_at timestamptz not null
);
create index supplier_line_events_line on supplier_line_events (line_id, id);
call own_rows('supplier_line_events', 'false');
