-- Who buys, who sells, who signs in.
create extension if not exists citext;
create extension if not exists pg_trgm;
create extension if not exists btree_gin;

create table sellers (
  id integer generated always as identity primary key,
  name text not null,
  full_name text not null,
  inn text not null unique,
  kpp text,
  ogrn text not null,
  address text not null,
  phone text not null default '',
  tax_regime text not null check (tax_regime in ('osno', 'usn', 'usn_5', 'usn_7')),
  director_title text not null default 'Руководитель',
  director text not null,
  accountant text not null default '',
  invoice_prefix text not null,
  invoice_notice text not null default '',
  books text not null default '1c' check (books in ('1c', 'portal')),
  external_id text
);

create table seller_accounts (
  id integer generated always as identity primary key,
  seller_id integer not null references sellers,
  bank_name text not null,
  bic text not null,
  correspondent_account text not null,
  account text not null,
  is_default boolean not null default false
);
create index seller_accounts_seller on seller_accounts (seller_id);

-- Standard VAT rates by date (НК РФ ст. 164): the rate follows the day of shipment.
create table vat_rates (
  rate text not null check (rate in ('22', '20', '10', '7', '5', '0', 'none')),
  tax_regime text not null,
  valid_from date not null,
  valid_to date,
  primary key (tax_regime, valid_from)
);
insert into vat_rates (rate, tax_regime, valid_from, valid_to) values
  ('20', 'osno', '2019-01-01', '2025-12-31'),
  ('22', 'osno', '2026-01-01', null),
  ('none', 'usn', '2019-01-01', null),
  ('5', 'usn_5', '2025-01-01', null),
  ('7', 'usn_7', '2025-01-01', null);

-- Days off by decree: imported as data, never computed.
create table days_off (day date primary key);
insert into days_off (day)
  select day::date from generate_series('2026-01-01'::date, '2026-12-31'::date, '1 day') as day
  where extract(isodow from day) in (6, 7)
     or day::date <= '2026-01-11'
     or day::date between '2026-02-21' and '2026-02-23'
     or day::date between '2026-03-07' and '2026-03-09'
     or day::date between '2026-05-01' and '2026-05-03'
     or day::date between '2026-05-09' and '2026-05-11'
     or day::date between '2026-06-12' and '2026-06-14'
     or day::date in ('2026-11-04', '2026-12-31');

create table price_groups (
  id integer generated always as identity primary key,
  name text not null unique,
  markup_hundredths integer not null default 0 check (markup_hundredths >= 0)
);
comment on column price_groups.markup_hundredths is 'markup in hundredths of a per cent: 18.5 % is 1850';

create table users (
  id integer generated always as identity primary key,
  login citext not null unique,
  email citext not null unique,
  full_name text not null,
  phone text,
  password_hash text not null,
  roles text[] not null check (
    roles <@ array['ARTIKUL_ORDER_MANAGER', 'ARTIKUL_WARRANTY_MANAGER', 'CONTRACTOR_ADMIN', 'CONTRACTOR_USER']
    and cardinality(roles) > 0
  ),
  is_active boolean not null default true,
  current_contractor_id integer,
  last_seen_at timestamptz,
  created_at timestamptz not null default now()
);

create table contractors (
  id integer generated always as identity primary key,
  name text not null,
  full_name text not null,
  inn text not null,
  kpp text,
  ogrn text,
  address text not null,
  phone text not null default '',
  email text not null default '',
  status text not null default 'pending' check (status in ('pending', 'active', 'declined')),
  stopped_reason text,
  price_group_id integer references price_groups,
  manager_id integer references users,
  external_id text,
  external_number text,
  version integer not null default 1,
  actor_id integer references users,
  subject_id integer references users,
  created_at timestamptz not null default now(),
  unique nulls not distinct (inn, kpp)
);
alter table users add constraint users_current_contractor foreign key (current_contractor_id) references contractors;

create table user_contractors (
  user_id integer not null references users,
  contractor_id integer not null references contractors,
  primary key (user_id, contractor_id)
);
create index user_contractors_contractor on user_contractors (contractor_id);

create table contracts (
  id integer generated always as identity primary key,
  seller_id integer not null references sellers,
  contractor_id integer not null references contractors,
  number text not null,
  signed_on date not null,
  valid_to date,
  prepayment_percent integer not null default 100 check (prepayment_percent between 0 and 100),
  deferment_days integer not null default 0 check (deferment_days >= 0),
  deferment_from text not null default 'shipment' check (deferment_from in ('shipment', 'receipt')),
  deferment_calendar text not null default 'calendar' check (deferment_calendar in ('calendar', 'banking')),
  limit_kop bigint not null default 0 check (limit_kop >= 0),
  price_group_id integer references price_groups,
  edo_operator text,
  edo_id text,
  invoice_notice text,
  is_default boolean not null default false,
  external_id text,
  external_number text,
  version integer not null default 1,
  actor_id integer references users,
  subject_id integer references users,
  created_at timestamptz not null default now(),
  unique (seller_id, contractor_id, number)
);
create index contracts_contractor on contracts (contractor_id);

create table consignees (
  id integer generated always as identity primary key,
  contractor_id integer not null references contractors,
  name text not null,
  code text,
  legal_name text,
  inn text,
  kpp text,
  address text not null,
  longitude double precision,
  latitude double precision,
  contact text not null default '',
  phone text not null default '',
  is_default boolean not null default false,
  archived_at timestamptz,
  external_id text,
  external_number text,
  version integer not null default 1,
  actor_id integer references users,
  subject_id integer references users,
  created_at timestamptz not null default now()
);
create index consignees_contractor on consignees (contractor_id) where archived_at is null;
create unique index consignees_default on consignees (contractor_id) where is_default and archived_at is null;

-- A session is a family of rotated refresh tokens; a token lies here only as its SHA-256.
create table sessions (
  id integer generated always as identity primary key,
  user_id integer not null references users,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  ended_at timestamptz,
  end_reason text,
  user_agent text not null default '',
  address text not null default ''
);
create index sessions_user on sessions (user_id) where ended_at is null;

create table refresh_tokens (
  token_hash bytea primary key,
  session_id integer not null references sessions,
  issued_at timestamptz not null default now(),
  rotated_at timestamptz
);
create index refresh_tokens_session on refresh_tokens (session_id);

-- Failed sign-ins by address, and by address and account together: too many are refused for a while, and never lock
-- the account's owner out elsewhere.
create table sign_in_failures (
  id bigint generated always as identity primary key,
  subject text not null,
  failed_at timestamptz not null default now()
);
create index sign_in_failures_subject on sign_in_failures (subject, failed_at);

create table idempotency_keys (
  user_id integer not null references users,
  key text not null,
  request_hash text not null,
  status integer,
  reply text,
  created_at timestamptz not null default now(),
  primary key (user_id, key)
);
create index idempotency_keys_created on idempotency_keys (created_at);
