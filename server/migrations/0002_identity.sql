-- Accounts, sign-in, sessions, invitations.

-- Failed sign-ins by address, and by address with account: too many are refused for a while without locking the owner
-- out elsewhere.
create table sign_in_failures (
  id bigint generated always as identity primary key,
  subject text not null,
  failed_at timestamptz not null default now()
);
create index sign_in_failures_subject on sign_in_failures (subject, failed_at);

create table users (
  id integer generated always as identity primary key,
  login citext not null unique,
  email citext not null unique,
  full_name text not null,
  phone text,
  password_hash text,
  roles text[] not null check ((roles <@ array['ARTIKUL_ORDER_MANAGER', 'ARTIKUL_WARRANTY_MANAGER', 'CONTRACTOR_ADMIN', 'CONTRACTOR_USER']) and (cardinality(roles) > 0)),
  is_active boolean not null default true,
  current_contractor_id integer,
  last_seen_at timestamptz,
  created_at timestamptz not null default now(),
  version integer not null default 1,
  pending_email citext,
  rights text[] not null default '{}' check (rights <@ array['accountant', 'prices', 'min_margin', 'executive', 'administrator']),
  -- Encrypted with a key of the server: a stolen database yields no codes.
  totp_secret bytea,
  totp_enabled_at timestamptz,
  -- A code works once: only a later time step than the last one is accepted.
  totp_last_step bigint not null default 0,
  toured_at timestamptz,
  erased_at timestamptz,
  constraint users_erased_blocked check (erased_at is null or (not is_active))
);
comment on column users.password_hash is 'null: invited, no password set yet';
create index users_name on users using gin ((((((full_name || ' ') || login::text) || ' ') || email::text)) gin_trgm_ops);
create index users_ru_name on users (full_name collate "ru-x-icu", id);
create index users_phone on users (phone) where phone is not null;
create index users_phone_tail on users (reverse(phone) text_pattern_ops) where phone is not null;

-- Invitations of people who already have an account. Until they answer, the admin sees the typed name and email like a
-- new account: hence ids from the same sequence and the same columns.
create table invitations (
  id integer default nextval('users_id_seq') primary key,
  user_id integer not null references users,
  full_name text not null,
  email citext not null,
  phone text,
  roles text[] not null check ((roles <@ array['CONTRACTOR_ADMIN', 'CONTRACTOR_USER']) and (cardinality(roles) > 0)),
  is_active boolean not null default true,
  version integer not null default 1,
  sent_at timestamptz[] not null default '{}',
  created_at timestamptz not null default now()
);
create index invitations_user on invitations (user_id);

-- Limits of the person in a company after joining.
create table invitation_companies (
  invitation_id integer references invitations on delete cascade,
  contractor_id integer,
  membership jsonb not null,
  primary key (invitation_id, contractor_id)
);
create index invitation_companies_contractor on invitation_companies (contractor_id);

-- Links of emails: only the SHA-256 of the secret is stored, and it works once.
create table one_time_tokens (
  token_hash bytea primary key,
  purpose text not null check (purpose in ('reset', 'invite', 'email', 'join')),
  user_id integer not null references users,
  email citext,
  contractor_id integer,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  used_at timestamptz,
  membership jsonb
);
create index one_time_tokens_user on one_time_tokens (user_id, created_at);

-- A session is a family of rotated refresh tokens; only the SHA-256 of a token is stored.
create table sessions (
  id integer generated always as identity primary key,
  user_id integer not null references users,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  ended_at timestamptz,
  end_reason text,
  user_agent text not null default '',
  address text not null default '',
  seen_at timestamptz not null default now(),
  confirmed_at timestamptz
);
create index sessions_user on sessions (user_id) where ended_at is null;
create index sessions_ended on sessions (ended_at) where ended_at is not null;
create index sessions_expires on sessions (expires_at);

-- Impersonation of a client by a manager; ends with the manager's session. Its current company is separate, so that the
-- client's choice stays.
create table impersonations (
  id integer generated always as identity primary key,
  session_id integer not null references sessions on delete cascade,
  manager_id integer not null references users,
  subject_id integer not null references users,
  contractor_id integer,
  started_at timestamptz not null,
  ended_at timestamptz
);
create unique index impersonations_running on impersonations (session_id) where ended_at is null;

create table refresh_tokens (
  token_hash bytea primary key,
  session_id integer not null references sessions on delete cascade,
  issued_at timestamptz not null default now(),
  rotated_at timestamptz
);
create index refresh_tokens_session on refresh_tokens (session_id);
-- Read and purged by the hourly job.
create index refresh_tokens_rotated on refresh_tokens (rotated_at) where rotated_at is not null;

create table user_contractors (
  user_id integer references users,
  contractor_id integer,
  sees_prices boolean not null default true,
  sees_settlements boolean not null default true,
  may_place boolean not null default true,
  order_limit_kop bigint check (order_limit_kop > 0),
  month_limit_kop bigint check (month_limit_kop > 0),
  all_consignees boolean not null default true,
  primary key (user_id, contractor_id)
);
create index user_contractors_contractor on user_contractors (contractor_id);

create table user_consignees (
  user_id integer,
  contractor_id integer,
  consignee_id integer,
  primary key (user_id, contractor_id, consignee_id),
  foreign key (user_id, contractor_id) references user_contractors on delete cascade
);
create index user_consignees_consignee on user_consignees (consignee_id);

grant select, insert, update, delete on
  user_contractors
  to artikul_client;
grant select, insert, delete on
  invitation_companies, sign_in_failures, user_consignees
  to artikul_client;
grant select, insert, update on
  invitations, one_time_tokens, users
  to artikul_client;
grant select, update on
  impersonations, sessions
  to artikul_client;
