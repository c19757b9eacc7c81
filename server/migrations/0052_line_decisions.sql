-- What a client is asked about a line of his order when its terms become worse: the old beside the new, until when, and
-- what is done without an answer. Of each line one question at most is open.
create table line_decisions (
  id integer generated always as identity primary key,
  line_id integer not null references order_lines,
  order_id integer not null references orders,
  contractor_id integer not null references contractors,
  old_price_kop bigint not null,
  new_price_kop bigint not null,
  old_expected_date date not null,
  new_expected_date date not null,
  old_guaranteed_date date not null,
  new_guaranteed_date date not null,
  old_brand text not null,
  new_brand text not null,
  old_article text not null,
  new_article text not null,
  -- Of what is asked about; fewer are brought.
  old_qty numeric(12, 3) not null check (old_qty > 0),
  new_qty numeric(12, 3) not null check (new_qty > 0),
  -- Where the parts asked about go back to: [{"state": …, "qty": …}].
  origins jsonb not null,
  -- In words that the client reads.
  reason text not null default '',
  by_supplier boolean not null,
  without_answer text not null check (without_answer in ('keep', 'drop')),
  state text not null default 'open'
    check (state in ('open', 'agreed', 'declined', 'kept', 'dropped', 'replaced', 'settled', 'applied')),
  -- Null: the portal, by what a supplier has said.
  actor_id integer references users,
  subject_id integer references users,
  created_at timestamptz not null,
  due_at timestamptz not null,
  ended_at timestamptz,
  ended_actor_id integer references users,
  ended_subject_id integer references users,
  -- A manager has seen that nobody answered.
  closed_at timestamptz,
  check (new_qty <= old_qty),
  check ((state = 'open') = (ended_at is null)),
  check ((actor_id is null) = (subject_id is null))
);
create unique index line_decisions_open on line_decisions (line_id) where state = 'open';
create index line_decisions_due on line_decisions (due_at) where state = 'open';
create index line_decisions_of_company on line_decisions (contractor_id, due_at) where state = 'open';
create index line_decisions_unanswered on line_decisions (ended_at desc)
  where state in ('kept', 'dropped') and closed_at is null;
create index line_decisions_order on line_decisions (order_id, id);
call own_rows('line_decisions', 'contractor_id = current_owner()');

-- Links of letters that answer without signing in: each is one person's, and works while the question is open.
create table decision_links (
  token_hash bytea primary key,
  decision_id integer not null references line_decisions on delete cascade,
  user_id integer not null references users,
  created_at timestamptz not null
);
create index decision_links_decision on decision_links (decision_id);
create index decision_links_created on decision_links (created_at);
call own_rows('decision_links', 'false');
