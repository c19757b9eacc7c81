-- What each server does by itself, as it has told last; written by the servers alone.
create table background_works (
  server text not null,
  work text not null,
  is_running boolean not null,
  every_ms integer not null,
  ended_at timestamptz,
  took_ms integer not null,
  failures integer not null,
  error text not null,
  seen_at timestamptz not null,
  primary key (server, work)
);
call own_rows('background_works', 'false');

-- What nobody could do: counted on a screen, kept small by their own clean-ups.
create index mails_failed on mails (created_at) where state = 'failed';
create index price_files_failed on price_files (id) where state = 'failed';
