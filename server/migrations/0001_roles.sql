-- Extensions, roles and what every table needs.

create extension if not exists citext;
create extension if not exists pg_trgm;
create extension if not exists btree_gin;

-- Roles of the application. Plain connections act as `artikul_app`, for which tables of companies are empty; a request of
-- a client acts as `artikul_client` and sees the rows of one company; staff and jobs act as `artikul_staff`. The portal
-- signs in as `artikul_web`, which is no superuser, owns nothing and has rights only as one of the three; an installation
-- gives it a password. Roles belong to the whole cluster, so they may exist already.
do $$
declare
  name text;
begin
  perform pg_advisory_xact_lock(7321003);
  if not exists (select from pg_roles where rolname = 'artikul_web') then
    create role artikul_web login noinherit;
  end if;
  foreach name in array array['artikul_app', 'artikul_client', 'artikul_staff'] loop
    if not exists (select from pg_roles where rolname = name) then
      execute format('create role %I nologin', name);
    end if;
    -- PostgreSQL 15 has no privilege to set a role apart from membership.
    if not pg_has_role(current_user, name, case when current_setting('server_version_num')::integer < 160000 then 'member' else 'set' end) then
      execute format('grant %I to %I', name, current_user);
    end if;
    if not pg_has_role('artikul_web', name, 'member') then
      execute format('grant %I to artikul_web', name);
    end if;
    execute format('grant usage on schema public to %I', name);
    execute format('alter default privileges in schema public grant usage on sequences to %I', name);
  end loop;
end $$;

-- Staff and jobs may read and write every new table. A client's request gets its rights table by table: a new table is
-- closed to it until its migration grants it.
alter default privileges in schema public grant select, insert, update, delete on tables to artikul_app, artikul_staff;

-- The company of the request; null when there is none, and no row is equal to it.
create function current_owner() returns integer language sql stable as
$$ select nullif(current_setting('artikul.owner', true), '')::integer $$;

-- Row-level security of a table with rows of companies: staff see all rows, a client those that meet the condition.
create procedure own_rows(owned text, condition text) language plpgsql as $$
begin
  execute format('alter table %I enable row level security', owned);
  execute format('create policy staff on %I to artikul_staff using (true)', owned);
  execute format('create policy client on %I to artikul_client using (%s)', owned, condition);
end $$;

-- Trigger function of append-only tables.
create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '% is append-only', tg_table_name using errcode = '42501';
end $$;
