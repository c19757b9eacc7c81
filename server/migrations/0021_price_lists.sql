-- The staff's desk of price lists: how a warehouse's files come and when they look wrong, and what each of them did.

create table price_list_settings (
  warehouse_id integer primary key references warehouses,
  -- Of rows that name no producer; empty: they are refused.
  default_brand text not null default '',
  -- An import beyond any of these waits for a person, percent; null: not looked at.
  gone_percent integer default 30 check (gone_percent between 1 and 100),
  median_percent integer default 30 check (median_percent between 1 and 1000),
  jumped_percent integer default 5 check (jumped_percent between 1 and 100),
  -- Where the file is fetched from; empty: nowhere.
  url text not null default '',
  -- Hours of the day in Moscow.
  fetch_hours integer[] not null default '{}',
  -- The hour that was last fetched, whatever came of it.
  fetched_at timestamptz,
  version integer not null default 1
);

-- How a source's files with the same header are to be read.
create table price_list_layouts (
  source_id integer not null references sources,
  -- SHA-256 of the header's words.
  fingerprint text not null,
  columns jsonb not null,
  actor_id integer not null references users,
  subject_id integer not null references users,
  changed_at timestamptz not null,
  primary key (source_id, fingerprint)
);

create table price_imports (
  id integer generated always as identity primary key,
  -- null: a command has named a warehouse that is not there yet.
  warehouse_id integer references warehouses,
  warehouse_name text not null,
  file_name text not null,
  origin text not null check (origin in ('upload', 'command', 'schedule')),
  state text not null check (state in (
    'draft', 'queued', 'running', 'checked', 'waiting', 'applied', 'declined', 'failed', 'interrupted', 'rolled_back'
  )),
  -- Nothing is written, whatever is found.
  is_check boolean not null default false,
  -- A person has seen what it does and wants it.
  is_approved boolean not null default false,
  default_brand text not null default '',
  -- Name on the disk; null: the file is there no more.
  storage uuid,
  has_report boolean not null default false,
  -- How the file is read, and its first rows.
  layout jsonb,
  preview jsonb,
  stage text not null default '',
  rows_done integer not null default 0,
  rows_count integer not null default 0,
  accepted_count integer not null default 0,
  refused_count integer not null default 0,
  repeated_count integer not null default 0,
  added_count integer not null default 0,
  changed_count integer not null default 0,
  withdrawn_count integer not null default 0,
  products_count integer not null default 0,
  brands_count integer not null default 0,
  -- What it does to the warehouse, before it is done.
  difference jsonb,
  -- Why it waits, in words.
  doubts text[] not null default '{}',
  -- Why it failed, in words.
  failure text,
  -- Offers of the warehouse with greater ids were added by it.
  last_offer_id integer,
  -- When the warehouse was imported before.
  imported_before timestamptz,
  -- null: a command or a schedule.
  actor_id integer references users,
  subject_id integer references users,
  created_at timestamptz not null,
  started_at timestamptz,
  finished_at timestamptz
);
create index price_imports_warehouse on price_imports (warehouse_id, id desc);
create index price_imports_state on price_imports (state, id desc);
create index price_imports_working on price_imports (id) where state in ('queued', 'running');
create index price_imports_stored on price_imports (created_at) where storage is not null;
create index price_imports_reported on price_imports (id) where has_report;

-- Offers as they were before the last import of their warehouse changed or withdrew them.
create table price_import_offers (
  import_id integer not null references price_imports on delete cascade,
  offer_id integer not null,
  product_id integer not null,
  purchase_kop bigint not null,
  on_hand numeric(12, 3) not null,
  reserved numeric(12, 3) not null,
  qty_exact boolean not null,
  qty_text text not null,
  multiplicity numeric(12, 3) not null,
  term_days integer
);
create index price_import_offers_import on price_import_offers (import_id);
