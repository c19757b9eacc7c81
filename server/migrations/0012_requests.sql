-- «Запрос менеджеру»: what a client could not choose himself, and what a manager offers in answer.

create sequence request_number;

create table requests (
  id integer generated always as identity primary key,
  number text not null unique,
  contractor_id integer not null references contractors,
  state text not null default 'waiting' check (state in ('waiting', 'in_work', 'answered', 'closed')),
  text text not null default '',
  -- VIN or frame number.
  vin text not null default '',
  car text not null default '',
  -- Who asks and is told of the answer; who did what with the request stands in its messages.
  asker_id integer not null references users,
  -- The manager who answers; null: nobody has taken it yet.
  taken_by integer references users,
  -- By when an answer was promised.
  answer_by timestamptz not null,
  answered_at timestamptz,
  created_at timestamptz not null
);
create index requests_company on requests (contractor_id, id desc);
create index requests_taken on requests (taken_by, id desc) where taken_by is not null;
create index requests_unanswered on requests (answer_by, id) where state in ('waiting', 'in_work');
create index requests_number_tail on requests (reverse(number) text_pattern_ops);
create index requests_words on requests using gin ((text || ' ' || vin || ' ' || car) gin_trgm_ops);
call own_rows('requests', 'contractor_id = current_owner()');

-- What is asked for, as it was typed.
create table request_rows (
  id integer generated always as identity primary key,
  request_id integer not null references requests,
  contractor_id integer not null references contractors,
  position integer not null,
  product_id integer references products,
  brand text not null,
  article text not null,
  article_key text not null,
  name text not null,
  qty numeric(12, 3) not null check (qty > 0),
  client_ref text not null default '',
  -- Why it cannot be had, in the manager's words.
  refusal text not null default '',
  actor_id integer not null references users,
  subject_id integer not null references users,
  unique (request_id, position)
);
create index request_rows_article on request_rows (article_key, request_id) where article_key <> '';
call own_rows('request_rows', 'contractor_id = current_owner()');

-- What is offered: goods of a warehouse, as a cart line keeps them.
create table request_answers (
  id integer generated always as identity primary key,
  request_id integer not null references requests,
  contractor_id integer not null references contractors,
  -- The row that it answers; null: the request as a whole.
  row_id integer references request_rows,
  product_id integer not null references products,
  warehouse_id integer not null references warehouses,
  qty numeric(12, 3) not null check (qty > 0),
  -- A price of its own, through its last day; null: the ordinary one.
  special_kop bigint check (special_kop > 0),
  valid_until date,
  comment text not null default '',
  actor_id integer not null references users,
  subject_id integer not null references users,
  created_at timestamptz not null,
  withdrawn_at timestamptz,
  check ((special_kop is null) = (valid_until is null))
);
create index request_answers_request on request_answers (request_id, id);
call own_rows('request_answers', 'contractor_id = current_owner()');

-- What people write to each other, and what was done with the request.
create table request_messages (
  id integer generated always as identity primary key,
  request_id integer not null references requests,
  contractor_id integer not null references contractors,
  kind text not null check (kind in ('created', 'message', 'taken', 'answered', 'closed')),
  text text not null default '',
  from_staff boolean not null,
  actor_id integer not null references users,
  subject_id integer not null references users,
  created_at timestamptz not null
);
create index request_messages_request on request_messages (request_id, id);
call own_rows('request_messages', 'contractor_id = current_owner()');

create table request_photos (
  id integer generated always as identity primary key,
  request_id integer not null references requests,
  contractor_id integer not null references contractors,
  type text not null check (type in ('image/jpeg', 'image/png', 'image/webp')),
  bytes bytea not null,
  actor_id integer not null references users,
  subject_id integer not null references users,
  created_at timestamptz not null
);
create index request_photos_request on request_photos (request_id, id);
call own_rows('request_photos', 'contractor_id = current_owner()');

-- Goods that go into the cart from an answer keep its price; what was ordered at that price is counted against it.
alter table cart_lines add column answer_id integer references request_answers;
alter table order_lines add column answer_id integer references request_answers;
create index cart_lines_answer on cart_lines (answer_id) where answer_id is not null;
create index order_lines_answer on order_lines (answer_id) where answer_id is not null;

do $$
declare
  name text;
begin
  foreach name in array array['artikul_app', 'artikul_client', 'artikul_staff'] loop
    execute format('revoke update, delete, truncate on request_messages from %I', name);
  end loop;
end $$;
