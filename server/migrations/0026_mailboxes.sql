-- Mailboxes that suppliers send price lists to: where reading has come, which letters are taken, which did not suit.

create table mailboxes (
  id integer generated always as identity primary key,
  host text not null,
  port integer not null check (port between 1 and 65535),
  security text not null check (security in ('tls', 'starttls', 'none')),
  login text not null,
  -- Sealed with the key of mailboxes.
  password bytea not null,
  folder text not null,
  is_on boolean not null,
  version integer not null default 1,
  -- Letters received before are left alone.
  reads_from timestamptz not null,
  -- Numbers of letters count within a validity; null: nothing was read yet.
  uid_validity bigint,
  last_uid bigint not null default 0,
  looked_at timestamptz,
  -- Why it was not read, in words, and how many times in a row; the letter at which it broke off.
  failure text,
  failures integer not null default 0,
  stuck_uid bigint,
  next_look_at timestamptz not null,
  unique (host, login, folder)
);

-- Which letters price lists are taken from; the first rule that fits counts.
create table mail_rules (
  id integer generated always as identity primary key,
  place integer not null,
  warehouse_id integer not null references warehouses,
  -- An address, or `@` and a domain.
  sender text not null,
  -- All of these words stand in the subject; empty: any subject.
  subject text not null,
  -- A name with `*` for any signs and `?` for one; empty: any file that is a price list by its extension.
  file_mask text not null
);
create unique index mail_rules_place on mail_rules (place);
create index mail_rules_warehouse on mail_rules (warehouse_id);

-- An attached file that was taken: never twice.
create table mail_files (
  mailbox_id integer not null references mailboxes on delete cascade,
  uid_validity bigint not null,
  uid bigint not null,
  part text not null,
  import_id integer not null references price_imports,
  taken_at timestamptz not null,
  primary key (mailbox_id, uid_validity, uid, part)
);
create index mail_files_last on mail_files (mailbox_id, taken_at desc);
create index mail_files_import on mail_files (import_id);
create index mail_files_taken on mail_files (taken_at);

create table unmatched_letters (
  id integer generated always as identity primary key,
  mailbox_id integer not null references mailboxes on delete cascade,
  uid_validity bigint not null,
  uid bigint not null,
  sender text not null,
  subject text not null,
  file_names text[] not null,
  received_at timestamptz not null,
  -- In words.
  reason text not null,
  -- Somebody has made a rule for it: it is read once more.
  is_asked_again boolean not null default false,
  unique (mailbox_id, uid_validity, uid)
);
create index unmatched_letters_received on unmatched_letters (received_at desc, id desc);

alter table price_imports drop constraint price_imports_origin_check;
alter table price_imports add constraint price_imports_origin_check
  check (origin in ('upload', 'command', 'schedule', 'mail'));
-- Of an import that came by mail: who sent the letter, and what about.
alter table price_imports add column mail_sender text;
alter table price_imports add column mail_subject text;
