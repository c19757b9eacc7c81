-- A client has rung about an order, or a line of it.
create table order_calls (
  id integer generated always as identity primary key,
  order_id integer not null references orders,
  line_id integer references order_lines,
  contractor_id integer not null references contractors,
  reason text not null check (reason in ('where', 'when', 'date', 'cancel', 'payment', 'other')),
  actor_id integer not null references users,
  subject_id integer not null references users,
  created_at timestamptz not null
);
create index order_calls_order on order_calls (order_id, id desc);
create index order_calls_created on order_calls (created_at) include (reason);
call own_rows('order_calls', 'false');
create trigger order_calls_append_only before update or delete on order_calls
  for each row execute function refuse_change();
