-- Domain events, notifications, emails, idempotency, audit log, background jobs.

-- Positions of events, assigned at commit.
create sequence event_position;

create table audit_log (
  id bigint generated always as identity primary key,
  event text not null,
  actor_id integer,
  subject_id integer,
  address text not null default '',
  request_id text not null default '',
  created_at timestamptz not null default now(),
  contractor_id integer,
  object text not null default '',
  changes jsonb not null default '[]'::jsonb,
  on_behalf_of integer
);
create index audit_log_created on audit_log (created_at desc);
create index audit_log_event on audit_log (event, id desc);
create index audit_log_actor on audit_log (actor_id, id desc);
create index audit_log_subject on audit_log (subject_id, id desc);
create index audit_log_contractor on audit_log (contractor_id, id desc);
create index audit_log_on_behalf on audit_log (on_behalf_of, id desc) where on_behalf_of is not null;

-- Hours of the digest in Moscow.
create table digest_hours (
  id integer generated always as identity primary key,
  user_id integer not null,
  contractor_id integer,
  hours integer[] not null,
  unique nulls not distinct (user_id, contractor_id)
);
call own_rows('digest_hours', 'contractor_id = current_owner()');

create table events (
  id bigint generated always as identity primary key,
  -- Position in commit order, assigned at the commit, so that a reader of a position has missed nothing before it.
  position bigint,
  xid xid8 not null default pg_current_xact_id(),
  -- Null for events of staff only.
  contractor_id integer,
  consignee_id integer,
  kind text not null,
  -- Subject type: order, shipment, request, …
  about text not null,
  about_id integer not null,
  -- Number of the subject as people read it.
  label text not null default '',
  counts jsonb not null default '{}'::jsonb,
  -- Only this person of the company is notified.
  person_id integer,
  notifies_client boolean not null,
  notifies_staff boolean not null,
  actor_id integer,
  subject_id integer,
  created_at timestamptz not null,
  constraint events_position_key unique ("position"),
  unique (xid, about, about_id)
);
create index events_client on events (contractor_id, "position" desc) where notifies_client;
create index events_staff on events (about, "position" desc) where notifies_staff;
create index events_quiet on events (created_at) where (not notifies_client) and (not notifies_staff);
create index events_told on events (created_at) where notifies_client or notifies_staff;
call own_rows('events', 'contractor_id = current_owner()');

create table idempotency_keys (
  user_id integer,
  key text,
  request_hash text not null,
  status integer not null,
  reply text not null,
  created_at timestamptz not null default now(),
  primary key (user_id, key)
);
create index idempotency_keys_created on idempotency_keys (created_at);

create table emails (
  id integer generated always as identity primary key,
  created_at timestamptz not null default now(),
  recipient text not null,
  subject text not null,
  body text not null,
  -- Contains a secret link: the body is cleared when the email was sent or the link expired.
  is_secret boolean not null default false,
  state text not null default 'waiting' check (state in ('waiting', 'sent', 'failed', 'kept')),
  message_id text not null unique,
  attempts integer not null default 0,
  next_try_at timestamptz not null default now(),
  sent_at timestamptz,
  last_error text not null default '',
  html text not null default ''
);
create index emails_waiting on emails (next_try_at) where state = 'waiting';
create index emails_kept on emails (created_at) where state = 'kept' and body <> '';
create index emails_secret on emails (created_at) where is_secret and (body <> '');
create index emails_created on emails (created_at);
create index emails_text on emails using gin ((((recipient || ' ') || subject)) gin_trgm_ops);
-- Failed emails, counted on a screen and kept few by retention jobs.
create index emails_failed on emails (created_at) where state = 'failed';

-- Mail server set on screen; the environment takes precedence.
create table mail_server (
  id integer primary key default 1 check (id = 1),
  host text not null,
  port integer not null check (port between 1 and 65535),
  -- TLS from the first byte (465) instead of STARTTLS.
  is_tls boolean not null,
  login text not null,
  -- Encrypted with a key of the server.
  password bytea,
  sender text not null,
  version integer not null,
  actor_id integer not null,
  subject_id integer not null,
  changed_at timestamptz not null
);
call own_rows('mail_server', 'false');

-- Name, colour and public pages set on screen; without a row the environment and the design apply.
create table portal_settings (
  id integer primary key default 1 check (id = 1),
  -- Null for PRODUCT_NAME of the environment.
  name text check (length(name) between 1 and 60),
  -- Null for the colour of the design.
  color text check (color ~ '^#[0-9a-f]{6}$'),
  hidden_pages text[] not null,
  version integer not null,
  actor_id integer not null,
  subject_id integer not null,
  changed_at timestamptz not null
);
call own_rows('portal_settings', 'false');

-- Logo in the header, which everybody sees.
create table portal_logo (
  id integer primary key default 1 check (id = 1),
  hash text not null,
  -- PNG.
  bytes bytea not null,
  actor_id integer not null,
  subject_id integer not null,
  added_at timestamptz not null
);
call own_rows('portal_logo', 'false');

-- Last round of each background job and totals of all rounds.
create table background_jobs (
  name text primary key,
  every_ms integer not null,
  ended_at timestamptz,
  succeeded_at timestamptz,
  took_ms integer not null default 0,
  -- Consecutive failed rounds, with the error of the last one.
  failures integer not null default 0,
  error text not null default '',
  done_count integer not null default 0,
  failed_count integer not null default 0,
  total_ms bigint not null default 0
);
call own_rows('background_jobs', 'false');

create table email_attachments (
  id integer generated always as identity primary key,
  mail_id integer not null references emails on delete cascade,
  name text not null,
  content bytea not null
);
create index email_attachments_mail on email_attachments (mail_id);

-- Chosen topics of each person, on screen and by email.
create table notification_choices (
  id integer generated always as identity primary key,
  user_id integer not null,
  -- Null for staff.
  contractor_id integer,
  topic text not null,
  on_screen boolean not null,
  -- Null when not chosen.
  mail text check (mail in ('none', 'at_once', 'digest')),
  unique nulls not distinct (user_id, contractor_id, topic)
);
call own_rows('notification_choices', 'contractor_id = current_owner()');

-- Read position of the bell. A manager impersonating a client has a position of their own.
create table notification_marks (
  id integer generated always as identity primary key,
  actor_id integer not null,
  subject_id integer not null,
  -- Null for the bell of staff.
  contractor_id integer,
  position bigint not null,
  unique nulls not distinct (actor_id, subject_id, contractor_id)
);
call own_rows('notification_marks', 'contractor_id = current_owner()');

-- Events read one by one above the position.
create table notification_reads (
  event_id bigint references events on delete cascade,
  actor_id integer,
  subject_id integer,
  primary key (event_id, actor_id, subject_id)
);

-- Rows that a job could not process and skipped; a person has to look.
create table set_aside_rows (
  work text,
  row_id integer,
  error text not null,
  set_aside_at timestamptz not null default now(),
  primary key (work, row_id)
);

call own_rows('notification_reads', 'exists (select from events where events.id = notification_reads.event_id)');
alter table set_aside_rows enable row level security;
create policy client on set_aside_rows for all to artikul_client using (false);
create policy staff on set_aside_rows for all to artikul_staff using (true);
create policy work on set_aside_rows for all to artikul_app using (true);

-- Adds a round of a background job to the queue of graphile-worker, now (once per transaction) or at a later moment.
-- Every role may: a change of a client is processed by jobs.
create function enqueue_job(job text, at timestamptz default null) returns void language plpgsql security definer set search_path to 'public', 'pg_temp' as $$
declare
  setting constant text := 'artikul_jobs.' || job;
begin
  if at is null and current_setting(setting, true) = 'enqueued' then
    return;
  end if;
  perform graphile_worker.add_job(job, queue_name => job, run_at => at, max_attempts => 5);
  if at is null then
    perform set_config(setting, 'enqueued', true);
  end if;
end $$;

-- Trigger function: runs the named job when rows were inserted.
create function enqueue_job_of_rows() returns trigger language plpgsql as $$
begin
  if exists (select from inserted) then
    perform enqueue_job(tg_argv[0]);
  end if;
  return null;
end $$;

-- The servers run the queue as staff. A version of graphile-worker with new tables needs a migration like this one.
do $$
declare
  name text;
begin
  grant usage on schema graphile_worker to artikul_staff;
  grant select, insert, update, delete on all tables in schema graphile_worker to artikul_staff;
  for name in select tablename from pg_tables where schemaname = 'graphile_worker' and rowsecurity loop
    execute format('create policy staff on graphile_worker.%I to artikul_staff using (true)', name);
  end loop;
end $$;

create function number_event() returns trigger language plpgsql security definer set search_path to 'public', 'pg_temp' as $$
begin
  -- The first row of the transaction has numbered the others.
  if exists (select from events where id = new.id and position is not null) then
    return null;
  end if;
  -- Held until the commit is visible, so that positions and commits have one order.
  perform pg_advisory_xact_lock(7321014);
  update events set position = numbered.position
  from (
    select id, nextval('event_position') as position
    from (select id from events where xid = pg_current_xact_id() and position is null order by id) as own
  ) as numbered
  where events.id = numbered.id;
  perform pg_notify('events', '');
  return null;
end $$;

create trigger audit_log_append_only before delete or update on audit_log for each row execute function refuse_change();
create constraint trigger events_numbered after insert on events deferrable initially deferred
  for each row execute function number_event();

grant select, insert, update on
  digest_hours, events, notification_choices, notification_marks, notification_reads
  to artikul_client;
grant select, insert on
  audit_log, idempotency_keys
  to artikul_client;
grant insert on
  email_attachments, emails
  to artikul_client;
revoke insert, select, update, delete on
  migrations
  from artikul_staff;
revoke insert, select, update, delete on
  migrations
  from artikul_app;
revoke update, delete on
  audit_log
  from artikul_staff;
revoke update, delete on
  audit_log
  from artikul_app;
grant select (id, state) on emails to artikul_client;
