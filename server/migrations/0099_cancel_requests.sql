-- What a client asks to take off where it is being got for him already, until a manager answers (domain/06 §6.2).
create table cancel_requests (
  id integer generated always as identity primary key,
  line_id integer not null references order_lines,
  order_id integer not null references orders,
  contractor_id integer not null references contractors,
  qty numeric(12, 3) not null check (qty > 0),
  message text not null check (message <> ''),
  actor_id integer not null references users,
  subject_id integer not null references users,
  created_at timestamptz not null,
  ended_at timestamptz,
  answer text check (answer in ('agreed', 'declined', 'withdrawn')),
  -- Of a refusal, in words that the client reads.
  decline_reason text not null default '',
  ended_actor_id integer references users,
  ended_subject_id integer references users,
  check ((ended_at is null) = (answer is null)),
  check ((decline_reason <> '') = (answer is not distinct from 'declined'))
);
create unique index cancel_requests_open on cancel_requests (line_id) where ended_at is null;
create index cancel_requests_line on cancel_requests (line_id, id);
create index cancel_requests_waiting on cancel_requests (created_at) where ended_at is null;
call own_rows('cancel_requests', 'contractor_id = current_owner()');

alter table work_takes
  drop constraint work_takes_kind_check,
  add constraint work_takes_kind_check
    check (kind in ('unanswered', 'cancel', 'message', 'confirm', 'unblock', 'late', 'supplier'));
