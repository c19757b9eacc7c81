-- A buyer's own statement of one contract and period, as his file was read, and what it differs in from the supplier's.
create table reconciliations (
  id integer generated always as identity primary key,
  contractor_id integer not null references contractors,
  contract_id integer not null references contracts,
  first_day date not null,
  last_day date not null check (last_day >= first_day),
  file_name text not null,
  content bytea not null,
  layout jsonb not null,
  preview jsonb not null,
  passed jsonb not null,
  rows_count integer not null,
  matched_count integer not null,
  -- What the buyer owed at both ends; his own are null where his file does not say.
  our_opening_kop bigint not null,
  our_closing_kop bigint not null,
  their_opening_kop bigint,
  their_closing_kop bigint,
  -- Who has reconciled last.
  actor_id integer not null references users,
  subject_id integer not null references users,
  created_at timestamptz not null,
  matched_at timestamptz not null,
  version integer not null default 1
);
create index reconciliations_contractor on reconciliations (contractor_id, id desc);
call own_rows('reconciliations', 'contractor_id = current_owner()');

create table reconciliation_differences (
  id integer generated always as identity primary key,
  reconciliation_id integer not null references reconciliations on delete cascade,
  contractor_id integer not null references contractors,
  kind text not null check (kind in ('sum', 'date', 'ours', 'theirs')),
  day date not null,
  ours jsonb,
  theirs jsonb,
  outcome text check (outcome in ('buyer_corrects', 'seller_corrects', 'as_is', 'agreed')),
  closed_by integer references users,
  closed_at timestamptz,
  version integer not null default 1,
  check (ours is not null or theirs is not null),
  check ((outcome is null) = (closed_at is null))
);
create index reconciliation_differences_of on reconciliation_differences (reconciliation_id, day, id);
create index reconciliation_differences_open on reconciliation_differences (reconciliation_id, day, id)
  where outcome is null;
call own_rows('reconciliation_differences', 'contractor_id = current_owner()');

create table reconciliation_messages (
  id integer generated always as identity primary key,
  difference_id integer not null references reconciliation_differences on delete cascade,
  contractor_id integer not null references contractors,
  text text not null,
  from_staff boolean not null,
  actor_id integer not null references users,
  subject_id integer not null references users,
  created_at timestamptz not null
);
create index reconciliation_messages_of on reconciliation_messages (difference_id, id);
call own_rows('reconciliation_messages', 'contractor_id = current_owner()');
