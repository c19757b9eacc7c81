-- Work queue, notification digests, backups.

-- Successful backups and trial restores, written by deploy/backup; the age of the last one is a metric.
create table backup_runs (
  id integer generated always as identity primary key,
  kind text not null check (kind in ('backup', 'restore')),
  finished_at timestamptz not null default now()
);
create index backup_runs_kind on backup_runs (kind, finished_at desc);

create table notification_digests (
  id bigint generated always as identity primary key,
  event_id bigint not null,
  user_id integer not null,
  contractor_id integer,
  about text not null,
  about_id integer not null,
  is_digest boolean not null,
  due_at timestamptz not null,
  sent_at timestamptz,
  unique (event_id, user_id)
);
create index notification_digests_due on notification_digests (due_at) where sent_at is null;
create index notification_digests_of on notification_digests (user_id, about, about_id, sent_at desc);
call own_rows('notification_digests', 'false');

-- Position up to which digests are planned: one row, locked by the planning server.
create table notification_digest_cursor (
  position bigint not null
);

-- Browsers and messenger accounts that get what waits for a person's answer.
create table notification_devices (
  id integer generated always as identity primary key,
  user_id integer not null,
  channel text not null check (channel in ('web_push', 'max')),
  -- Address of the push service, or number of the account in MAX.
  address text not null,
  p256dh text,
  auth text,
  name text not null,
  created_at timestamptz not null,
  unique (channel, address),
  check ((channel = 'web_push') = (p256dh is not null and auth is not null))
);
create index notification_devices_user on notification_devices (user_id);
call own_rows('notification_devices', 'false');

-- Messages that wait for delivery; without an event, a trial one.
create table device_messages (
  id bigint generated always as identity primary key,
  device_id integer not null references notification_devices on delete cascade,
  event_id bigint,
  contractor_id integer,
  attempts integer not null default 0,
  next_try_at timestamptz not null,
  created_at timestamptz not null,
  unique (device_id, event_id)
);
create index device_messages_next_try on device_messages (next_try_at);
create index device_messages_event on device_messages (event_id);
call own_rows('device_messages', 'false');

-- One-time links that connect a messenger account, as hashes.
create table messenger_links (
  token_hash bytea primary key,
  user_id integer not null,
  expires_at timestamptz not null
);
create index messenger_links_user on messenger_links (user_id);
create index messenger_links_expires on messenger_links (expires_at);
call own_rows('messenger_links', 'false');

-- Position in the updates of the messenger: one row.
create table messenger_cursor (
  marker bigint
);

-- Calls of clients about an order or a line.
create table order_calls (
  id integer generated always as identity primary key,
  order_id integer not null,
  line_id integer,
  contractor_id integer not null,
  reason text not null check (reason in ('where', 'when', 'date', 'cancel', 'payment', 'other')),
  actor_id integer not null,
  subject_id integer not null,
  created_at timestamptz not null
);
create index order_calls_order on order_calls (order_id, id desc);
create index order_calls_created on order_calls (created_at) include (reason);
call own_rows('order_calls', 'false');

-- Planned emails to recipients without an account.
create table recipient_digests (
  id bigint generated always as identity primary key,
  event_id bigint not null,
  recipient_id integer not null,
  about text not null,
  about_id integer not null,
  is_digest boolean not null,
  due_at timestamptz not null,
  sent_at timestamptz,
  unique (event_id, recipient_id)
);
create index recipient_digests_due on recipient_digests (due_at) where sent_at is null;
create index recipient_digests_of on recipient_digests (recipient_id, about, about_id, sent_at desc);
call own_rows('recipient_digests', 'false');

-- Assignees of tasks of the work queue.
create table assignments (
  kind text check (kind in ('unanswered', 'cancel', 'message', 'confirm', 'unblock', 'late', 'supplier')),
  about_id integer,
  actor_id integer not null,
  taken_at timestamptz not null,
  primary key (kind, about_id)
);
create index assignments_actor on assignments (actor_id, kind);
create index assignments_taken on assignments (taken_at);
call own_rows('assignments', 'false');

-- Steps of the setup that staff decided not to take.
create table skipped_setup_steps (
  step text primary key,
  actor_id integer not null,
  subject_id integer not null,
  skipped_at timestamptz not null
);
call own_rows('skipped_setup_steps', 'false');

create trigger order_calls_append_only before delete or update on order_calls
  for each row execute function refuse_change();

insert into notification_digest_cursor values (0);
insert into messenger_cursor values (null);

grant select on
  order_calls
  to artikul_client;
revoke insert, select, update, delete on
  backup_runs
  from artikul_app;
revoke insert, update, delete on
  backup_runs
  from artikul_staff;
