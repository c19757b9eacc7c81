-- A contract whose overdue debt or limit does not hold its orders until a day, by the word of a person.
create table unblockings (
  id integer generated always as identity primary key,
  contract_id integer not null references contracts,
  contractor_id integer not null references contractors,
  -- The last day.
  until date not null,
  reason text not null check (reason <> ''),
  actor_id integer not null references users,
  subject_id integer not null references users,
  created_at timestamptz not null,
  lifted_at timestamptz,
  lifted_actor_id integer references users,
  lifted_subject_id integer references users,
  check ((lifted_at is null) = (lifted_actor_id is null)),
  check ((lifted_at is null) = (lifted_subject_id is null))
);
create index unblockings_standing on unblockings (contract_id, until) where lifted_at is null;
call own_rows('unblockings', 'contractor_id = current_owner()');
create trigger unblockings_look after insert on unblockings for each row execute function note_contract();

-- What the buyer of a held order asks of us, until somebody answers or the order goes on.
create table unblock_requests (
  id integer generated always as identity primary key,
  order_id integer not null references orders,
  contract_id integer not null references contracts,
  contractor_id integer not null references contractors,
  message text not null default '',
  actor_id integer not null references users,
  subject_id integer not null references users,
  created_at timestamptz not null,
  ended_at timestamptz,
  answer text check (answer in ('unblocked', 'declined')),
  -- Of a refusal, in words that the buyer reads.
  decline_reason text not null default '',
  ended_actor_id integer references users,
  ended_subject_id integer references users,
  check ((ended_at is null) = (answer is null)),
  check ((decline_reason <> '') = (answer is not distinct from 'declined'))
);
create unique index unblock_requests_open on unblock_requests (order_id) where ended_at is null;
create index unblock_requests_order on unblock_requests (order_id, id);
create index unblock_requests_contract on unblock_requests (contract_id) where ended_at is null;
call own_rows('unblock_requests', 'contractor_id = current_owner()');
