-- Who may what: accounts, links by mail, second factor, impersonation, the journal, and row-level security.

alter table users
  alter column password_hash drop not null,
  add column version integer not null default 1,
  add column pending_email citext,
  add column rights text[] not null default '{}' check (rights <@ array['accountant', 'prices', 'min_margin']),
  -- Sealed with a key of the server: a stolen database gives no codes.
  add column totp_secret bytea,
  add column totp_enabled_at timestamptz,
  -- A code works once: only a later time step than the last one passes.
  add column totp_last_step bigint not null default 0;
comment on column users.password_hash is 'null: invited, no password set yet';
create index users_name on users using gin ((full_name || ' ' || login::text || ' ' || email::text) gin_trgm_ops);

-- What an employee may in one company; null sums: no limit.
alter table user_contractors
  add column sees_prices boolean not null default true,
  add column sees_settlements boolean not null default true,
  add column may_place boolean not null default true,
  add column order_limit_kop bigint check (order_limit_kop > 0),
  add column month_limit_kop bigint check (month_limit_kop > 0),
  add column all_consignees boolean not null default true;

create table user_consignees (
  user_id integer not null,
  contractor_id integer not null,
  consignee_id integer not null references consignees on delete cascade,
  primary key (user_id, contractor_id, consignee_id),
  foreign key (user_id, contractor_id) references user_contractors on delete cascade
);
create index user_consignees_consignee on user_consignees (consignee_id);

alter table sessions add column seen_at timestamptz not null default now();

-- A manager's work in a client's name; it ends with the manager's own session. It has a company of its own, so that
-- the client's choice stays as he left it.
create table impersonations (
  id integer generated always as identity primary key,
  session_id integer not null references sessions,
  manager_id integer not null references users,
  subject_id integer not null references users,
  contractor_id integer references contractors,
  started_at timestamptz not null,
  ended_at timestamptz
);
create unique index impersonations_running on impersonations (session_id) where ended_at is null;

-- Links of letters: a secret lies here only as its SHA-256 and works once.
create table link_tokens (
  token_hash bytea primary key,
  purpose text not null check (purpose in ('reset', 'invite', 'email', 'join')),
  user_id integer not null references users,
  email citext,
  contractor_id integer references contractors,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  used_at timestamptz
);
create index link_tokens_user on link_tokens (user_id, created_at);

create table mails (
  id integer generated always as identity primary key,
  created_at timestamptz not null default now(),
  recipient text not null,
  subject text not null,
  body text not null,
  -- Holds a secret link: the body is emptied when the letter has left or the link has died.
  is_secret boolean not null default false,
  state text not null default 'waiting' check (state in ('waiting', 'sent', 'failed', 'kept')),
  message_id text not null unique,
  attempts integer not null default 0,
  next_try_at timestamptz not null default now(),
  sent_at timestamptz,
  last_error text not null default ''
);
create index mails_waiting on mails (next_try_at) where state = 'waiting';
create index mails_secret on mails (created_at) where is_secret and body <> '';

alter table audit_log
  add column contractor_id integer references contractors,
  add column object text not null default '',
  add column changes jsonb not null default '[]',
  drop column details;
create index audit_log_event on audit_log (event, id desc);
create index audit_log_actor on audit_log (actor_id, id desc);
create index audit_log_subject on audit_log (subject_id, id desc);
create index audit_log_contractor on audit_log (contractor_id, id desc);

-- «Со слов клиента»: who told the manager, and whether the client has said since that he did not.
alter table orders
  add column told_by text not null default '',
  add column told_phone text not null default '',
  add column disputed_at timestamptz;
create index orders_subject_month on orders (subject_id, contractor_id, created_at);

-- Three roles of the application. Plain connections act as `artikul_app`, for which tables of companies are empty;
-- a request of a client acts as `artikul_client` and sees the rows of one company; staff and jobs act as
-- `artikul_staff`. Roles belong to the whole cluster, so they may be there already.
do $$
declare
  name text;
begin
  perform pg_advisory_xact_lock(7321003);
  foreach name in array array['artikul_app', 'artikul_client', 'artikul_staff'] loop
    if not exists (select from pg_roles where rolname = name) then
      execute format('create role %I nologin', name);
    end if;
    -- PostgreSQL 15 knows no privilege to set a role apart from being its member.
    if not pg_has_role(current_user, name, case when current_setting('server_version_num')::integer < 160000 then 'member' else 'set' end) then
      execute format('grant %I to %I', name, current_user);
    end if;
    execute format('grant usage on schema public to %I', name);
    execute format('grant select, insert, update, delete on all tables in schema public to %I', name);
    execute format('grant usage on all sequences in schema public to %I', name);
    execute format('alter default privileges in schema public grant select, insert, update, delete on tables to %I', name);
    execute format('alter default privileges in schema public grant usage on sequences to %I', name);
    execute format('revoke update, delete, truncate on audit_log, line_moves from %I', name);
    execute format('revoke all on migrations from %I', name);
  end loop;
end $$;

/* The company of the request; none: null, and no row is equal to it. */
create function current_owner() returns integer language sql stable as
$$ select nullif(current_setting('artikul.owner', true), '')::integer $$;

-- A row of a company is seen by staff, and by whoever acts for that company.
create procedure own_rows(owned text, condition text) language plpgsql as $$
begin
  execute format('alter table %I enable row level security', owned);
  execute format('create policy staff on %I to artikul_staff using (true)', owned);
  execute format('create policy client on %I to artikul_client using (%s)', owned, condition);
end $$;

call own_rows('consignees', 'contractor_id = current_owner()');
call own_rows('contracts', 'contractor_id = current_owner()');
call own_rows('carts', 'contractor_id = current_owner()');
call own_rows('cart_lines', 'contractor_id = current_owner()');
call own_rows('orders', 'contractor_id = current_owner()');
call own_rows('order_lines', 'contractor_id = current_owner()');
call own_rows('order_line_parts', 'exists (select from order_lines where order_lines.id = line_id)');
call own_rows('line_moves', 'exists (select from order_lines where order_lines.id = line_id)');
call own_rows('invoices', 'contractor_id = current_owner()');
call own_rows('shipments', 'contractor_id = current_owner()');
call own_rows('shipment_lines', 'exists (select from shipments where shipments.id = shipment_id)');
call own_rows('payments', 'contractor_id = current_owner()');
call own_rows('claims', 'contractor_id = current_owner()');
call own_rows('claim_lines', 'exists (select from claims where claims.id = claim_id)');
