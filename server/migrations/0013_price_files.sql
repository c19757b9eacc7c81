-- «Скачать прайс»: files of a company's own prices, built in the background, and who is sent one every day.

create table price_files (
  id integer generated always as identity primary key,
  contractor_id integer not null references contractors,
  format text not null check (format in ('xlsx', 'csv')),
  -- Empty: every brand; else in ascending order.
  brand_ids integer[] not null default '{}',
  in_stock boolean not null,
  -- Whose delivery dates; null: the company has no usual point.
  consignee_id integer references consignees,
  -- Ordered by a schedule, not by a press.
  is_daily boolean not null default false,
  -- Whose it is: the letter goes to him.
  subject_id integer not null references users,
  actor_id integer not null references users,
  created_at timestamptz not null,
  state text not null default 'queued' check (state in ('queued', 'running', 'ready', 'failed')),
  -- Of what lies on the disk; every attempt writes a file of its own.
  storage uuid,
  attempts integer not null default 0,
  -- Who builds it says so before this moment; later anybody takes it over.
  lease_until timestamptz,
  rows_count integer not null default 0,
  bytes bigint,
  failure text check (failure in ('no_space', 'no_access', 'gave_up', 'fault')),
  finished_at timestamptz,
  keep_until timestamptz,
  check ((state = 'running') = (lease_until is not null)),
  check ((state = 'failed') = (failure is not null)),
  check (state <> 'ready' or (bytes is not null and storage is not null)),
  check ((state in ('ready', 'failed')) = (keep_until is not null))
);
create index price_files_mine on price_files (contractor_id, id desc);
-- A company waits with one file and has one more built, whatever its people press and however many servers there are.
create unique index price_files_queued on price_files (contractor_id) where state = 'queued';
create unique index price_files_running on price_files (contractor_id) where state = 'running';
create index price_files_waiting on price_files (id) where state in ('queued', 'running');
create index price_files_old on price_files (keep_until) where keep_until is not null;
create index price_files_storage on price_files (storage);
call own_rows('price_files', 'contractor_id = current_owner()');

create table price_schedules (
  id integer generated always as identity primary key,
  contractor_id integer not null references contractors,
  format text not null check (format in ('xlsx', 'csv')),
  brand_ids integer[] not null default '{}',
  in_stock boolean not null,
  consignee_id integer references consignees,
  -- In Moscow.
  hour integer not null check (hour between 0 and 23),
  is_on boolean not null,
  next_at timestamptz not null,
  subject_id integer not null references users,
  actor_id integer not null references users,
  created_at timestamptz not null,
  unique (contractor_id, subject_id)
);
create index price_schedules_due on price_schedules (next_at) where is_on;
call own_rows('price_schedules', 'contractor_id = current_owner()');

-- Brands by what one begins to type, whatever the collation of the database.
create index brands_key_beginnings on brands (key text_pattern_ops);
create index brand_aliases_key_beginnings on brand_aliases (key text_pattern_ops);
