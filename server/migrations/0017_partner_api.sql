-- Partner API: keys of companies' programs and their use.

create table api_keys (
  id integer generated always as identity primary key,
  contractor_id integer not null references contractors,
  -- Person who made the key and on whose behalf it acts.
  user_id integer not null references users,
  name text not null,
  login text not null unique,
  -- Keyed hash of the MD5 of the secret: the ABCP protocol sends only that.
  secret_hash text not null,
  -- Secret before the last rotation, accepted for some time.
  previous_hash text,
  previous_until timestamptz,
  consignee_id integer references consignees,
  is_point_only boolean not null default false,
  scopes text[] not null check (scopes <@ array['search', 'orders', 'documents', 'webhooks'] and cardinality(scopes) > 0),
  -- Networks from which the key is accepted; empty for any.
  addresses text[] not null default '{}',
  valid_until date,
  calls_per_minute integer not null check (calls_per_minute > 0),
  calls_per_day integer not null check (calls_per_day > 0),
  order_limit_kop bigint check (order_limit_kop > 0),
  revoked_at timestamptz,
  version integer not null default 1,
  actor_id integer not null references users,
  subject_id integer not null references users,
  created_at timestamptz not null,
  constraint api_keys_previous check ((previous_hash is null) = (previous_until is null)),
  constraint api_keys_point check (consignee_id is not null or not is_point_only)
);
create index api_keys_contractor on api_keys (contractor_id, id desc) where revoked_at is null;
create index api_keys_user on api_keys (user_id);
create index api_keys_consignee on api_keys (consignee_id) where consignee_id is not null;
call own_rows('api_keys', 'contractor_id = current_owner()');

-- Calls of a key by day, shared by all servers.
create table api_key_days (
  key_id integer not null references api_keys,
  day date not null,
  calls integer not null default 0,
  refused integer not null default 0,
  searches integer not null default 0,
  -- Last minute with calls, counted since 1970.
  minute integer not null,
  minute_calls integer not null default 0,
  last_at timestamptz not null,
  primary key (key_id, day)
);
create index api_key_days_day on api_key_days (day);
call own_rows('api_key_days',
  'exists (select from api_keys where api_keys.id = api_key_days.key_id and api_keys.contractor_id = current_owner())');

-- Largest limits of any key of a company, set by staff; null for those of the key.
create table api_limits (
  contractor_id integer primary key references contractors,
  calls_per_minute integer check (calls_per_minute > 0),
  calls_per_day integer check (calls_per_day > 0),
  version integer not null default 1,
  actor_id integer not null references users,
  subject_id integer not null references users,
  changed_at timestamptz not null
);
call own_rows('api_limits', 'contractor_id = current_owner()');

-- Baskets of programs of the ABCP protocol.
create table api_key_baskets (
  id integer generated always as identity primary key,
  key_id integer not null references api_keys,
  -- Sealed offer as the program saw it.
  item_key text not null,
  qty numeric(12,3) not null check (qty > 0),
  comment text not null default '',
  unique (key_id, item_key)
);
call own_rows('api_key_baskets',
  'exists (select from api_keys where api_keys.id = api_key_baskets.key_id and api_keys.contractor_id = current_owner())');

-- Name of the key with which a row was written; empty for people.
alter table audit_log add column api_key text not null default '';
alter table orders add column api_key text not null default '';

grant select, insert, update on api_keys to artikul_client;
grant select on api_key_days, api_limits to artikul_client;
grant select, insert, update, delete on api_key_baskets to artikul_client;

-- Addresses of buyers' programs that receive events.
create table webhooks (
  id integer generated always as identity primary key,
  contractor_id integer not null references contractors,
  name text not null,
  url text not null,
  events text[] not null check (cardinality(events) > 0),
  -- Only events of this delivery point; null for all.
  consignee_id integer references consignees,
  -- Encrypted secret that signs the messages.
  secret bytea not null,
  -- Secret before the last rotation, which signs too for some time.
  previous_secret bytea,
  previous_until timestamptz,
  pause text not null default '' check (pause in ('', 'person', 'failures')),
  -- Since when the receiver has not accepted the oldest waiting message.
  failing_since timestamptz,
  -- Failed attempts in a row.
  failures integer not null default 0,
  next_try_at timestamptz not null,
  -- Events up to this position were published before the webhook.
  position bigint not null,
  version integer not null default 1,
  actor_id integer not null references users,
  subject_id integer not null references users,
  created_at timestamptz not null,
  constraint webhooks_previous check ((previous_secret is null) = (previous_until is null))
);
create index webhooks_contractor on webhooks (contractor_id, id desc);
create index webhooks_consignee on webhooks (consignee_id) where consignee_id is not null;
call own_rows('webhooks', 'contractor_id = current_owner()');

-- Messages in the order of their events, with the outcome of the last attempt.
create table webhook_messages (
  id integer generated always as identity primary key,
  webhook_id integer not null references webhooks on delete cascade,
  type text not null,
  label text not null,
  body text not null,
  state text not null default 'waiting' check (state in ('waiting', 'delivered')),
  attempts integer not null default 0,
  last_at timestamptz,
  status integer,
  error text not null default '',
  answer text not null default '',
  took_ms integer,
  created_at timestamptz not null
);
create index webhook_messages_webhook on webhook_messages (webhook_id, id desc);
create index webhook_messages_delivered on webhook_messages (webhook_id, id desc) where state = 'delivered';
create index webhook_messages_waiting on webhook_messages (webhook_id, id) where state = 'waiting';
create index webhook_messages_created on webhook_messages (created_at);
call own_rows('webhook_messages',
  'exists (select from webhooks where webhooks.id = webhook_messages.webhook_id and webhooks.contractor_id = current_owner())');

-- Lines of orders as the receiver knows them: a digest by line.
create table webhook_orders (
  webhook_id integer not null references webhooks on delete cascade,
  order_id integer not null,
  lines jsonb not null,
  changed_at timestamptz not null,
  primary key (webhook_id, order_id)
);
create index webhook_orders_changed on webhook_orders (changed_at);
call own_rows('webhook_orders',
  'exists (select from webhooks where webhooks.id = webhook_orders.webhook_id and webhooks.contractor_id = current_owner())');

-- Events up to this position have become messages: one row.
create table webhook_cursor (
  position bigint not null
);
insert into webhook_cursor values (0);

create function enqueue_webhooks() returns trigger language plpgsql security definer set search_path to 'public', 'pg_temp' as $$
begin
  if exists (select from webhooks where contractor_id in (select contractor_id from inserted)) then
    perform enqueue_job('webhooks');
  end if;
  return null;
end $$;
create trigger events_webhooks after insert on events referencing new table as inserted
  for each statement execute function enqueue_webhooks();

grant select, insert, update, delete on webhooks to artikul_client;
grant select, update on webhook_messages to artikul_client;
