-- Addresses without an account that letters about a company's affairs go to, once their owners have agreed.
create table letter_recipients (
  id integer generated always as identity primary key,
  contractor_id integer not null references contractors,
  email text not null check (email <> ''),
  topics text[] not null check (cardinality(topics) > 0),
  mail text not null check (mail in ('at_once', 'digest')),
  -- Null: of the whole company.
  consignee_id integer references consignees,
  sees_prices boolean not null,
  -- Stands in every letter to the address, so it must be known; it only lets letters come or stops them.
  secret text not null unique,
  version integer not null default 1,
  asked_at timestamptz not null,
  confirmed_at timestamptz,
  stopped_at timestamptz,
  removed_at timestamptz,
  actor_id integer not null references users,
  subject_id integer not null references users
);
create unique index letter_recipients_once on letter_recipients (contractor_id, email, consignee_id)
  nulls not distinct where removed_at is null;
create index letter_recipients_asked on letter_recipients (contractor_id, asked_at);
create index letter_recipients_address on letter_recipients (email, asked_at);
create index letter_recipients_point on letter_recipients (consignee_id);
create index letter_recipients_removed on letter_recipients (removed_at) where removed_at is not null;
call own_rows('letter_recipients', 'contractor_id = current_owner()');

-- Letters to them that wait for their hour, and when the last about a thing left.
create table recipient_letters (
  id bigint generated always as identity primary key,
  happening_id bigint not null references happenings on delete cascade,
  recipient_id integer not null references letter_recipients on delete cascade,
  about text not null,
  about_id integer not null,
  is_digest boolean not null,
  due_at timestamptz not null,
  sent_at timestamptz,
  unique (happening_id, recipient_id)
);
create index recipient_letters_due on recipient_letters (due_at) where sent_at is null;
create index recipient_letters_of on recipient_letters (recipient_id, about, about_id, sent_at desc);
call own_rows('recipient_letters', 'false');
