-- What a client and his manager write about an order, the files under it, and what each side notes for itself.
create table order_messages (
  id integer generated always as identity primary key,
  order_id integer not null references orders,
  contractor_id integer not null references contractors,
  text text not null,
  from_staff boolean not null,
  actor_id integer not null references users,
  subject_id integer not null references users,
  created_at timestamptz not null
);
create index order_messages_order on order_messages (order_id, id);
call own_rows('order_messages', 'contractor_id = current_owner()');

create table order_files (
  id integer generated always as identity primary key,
  order_id integer not null references orders,
  contractor_id integer not null references contractors,
  -- Null: the message is not written yet.
  message_id integer references order_messages,
  name text not null,
  type text not null check (type in ('image/jpeg', 'image/png', 'image/webp', 'application/pdf')),
  bytes bytea not null,
  actor_id integer not null references users,
  subject_id integer not null references users,
  created_at timestamptz not null
);
create index order_files_order on order_files (order_id, id);
create index order_files_message on order_files (message_id);
create index order_files_waiting on order_files (created_at) where message_id is null;
call own_rows('order_files', 'contractor_id = current_owner()');

create table order_notes (
  order_id integer not null references orders,
  side text not null check (side in ('client', 'staff')),
  contractor_id integer not null references contractors,
  text text not null,
  version integer not null default 1,
  actor_id integer not null references users,
  subject_id integer not null references users,
  written_at timestamptz not null,
  primary key (order_id, side)
);
-- A company sees no word that the supplier's people keep about its orders.
call own_rows('order_notes', $$contractor_id = current_owner() and side = 'client'$$);
