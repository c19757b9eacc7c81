-- What has happened to orders, shipments, requests: what open pages are told at once, and people in the bell.
-- Rows live for weeks and are written inside of every move of an order. They have no foreign keys: checks would lock
-- the rows of companies and people, in an order of their own.
create sequence happening_position;

create table happenings (
  id bigint generated always as identity primary key,
  -- The order of commits; given at the commit itself, so that nobody who has read up to it has missed anything.
  position bigint unique,
  xid xid8 not null default pg_current_xact_id(),
  -- Null: of the staff alone.
  contractor_id integer,
  consignee_id integer,
  kind text not null,
  -- What it is about: an order, a shipment, a request.
  about text not null,
  about_id integer not null,
  -- Its number, as people read it.
  label text not null default '',
  counts jsonb not null default '{}',
  -- Of a company: only this person is told.
  person_id integer,
  tells_client boolean not null,
  tells_staff boolean not null,
  actor_id integer,
  subject_id integer,
  created_at timestamptz not null,
  -- Several moves of one order within a transaction are one.
  unique (xid, about, about_id)
);
create index happenings_client on happenings (contractor_id, position desc) where tells_client;
create index happenings_staff on happenings (about, position desc) where tells_staff;
create index happenings_quiet on happenings (created_at) where not tells_client and not tells_staff;
create index happenings_told on happenings (created_at) where tells_client or tells_staff;
call own_rows('happenings', 'contractor_id = current_owner()');

create function number_happening() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  -- The first of the transaction's rows has numbered the others.
  if exists (select from happenings where id = new.id and position is not null) then
    return null;
  end if;
  -- Held until the commit is seen by all: numbers and commits follow each other in one order.
  perform pg_advisory_xact_lock(7321014);
  update happenings set position = numbered.position
  from (
    select id, nextval('happening_position') as position
    from (select id from happenings where xid = pg_current_xact_id() and position is null order by id) as own
  ) as numbered
  where happenings.id = numbered.id;
  perform pg_notify('happenings', '');
  return null;
end $$;
create constraint trigger happenings_numbered after insert on happenings
  deferrable initially deferred for each row execute function number_happening();

-- Up to where the bell is read. A manager in a client's name has marks of his own: the client's stay as they are.
create table notification_marks (
  id integer generated always as identity primary key,
  actor_id integer not null references users,
  subject_id integer not null references users,
  -- Null: the bell of staff.
  contractor_id integer references contractors,
  position bigint not null,
  unique nulls not distinct (actor_id, subject_id, contractor_id)
);
call own_rows('notification_marks', 'contractor_id = current_owner()');

-- What was read above the mark, one by one.
create table notification_reads (
  happening_id bigint not null references happenings on delete cascade,
  actor_id integer not null references users,
  subject_id integer not null references users,
  primary key (happening_id, actor_id, subject_id)
);
call own_rows('notification_reads', 'exists (select from happenings where happenings.id = happening_id)');
