-- What each person is told of, where and by letter; letters that wait for their hour.
create table notification_choices (
  id integer generated always as identity primary key,
  user_id integer not null references users,
  -- Null: of the staff.
  contractor_id integer references contractors,
  topic text not null,
  on_screen boolean not null,
  -- Null: letters of this topic are not chosen.
  mail text check (mail in ('none', 'at_once', 'digest')),
  unique nulls not distinct (user_id, contractor_id, topic)
);
call own_rows('notification_choices', 'contractor_id = current_owner()');

-- At what hours of Moscow the digest leaves.
create table digest_hours (
  id integer generated always as identity primary key,
  user_id integer not null references users,
  contractor_id integer references contractors,
  hours integer[] not null,
  unique nulls not distinct (user_id, contractor_id)
);
call own_rows('digest_hours', 'contractor_id = current_owner()');

create table notification_letters (
  id bigint generated always as identity primary key,
  happening_id bigint not null references happenings on delete cascade,
  user_id integer not null references users,
  contractor_id integer,
  about text not null,
  about_id integer not null,
  is_digest boolean not null,
  due_at timestamptz not null,
  sent_at timestamptz,
  unique (happening_id, user_id)
);
create index notification_letters_due on notification_letters (due_at) where sent_at is null;
create index notification_letters_of on notification_letters (user_id, about, about_id, sent_at desc);
call own_rows('notification_letters', 'false');

-- Up to where letters are planned: one row, held by whoever plans them.
create table notification_letters_upto (position bigint not null);
insert into notification_letters_upto values (0);

alter table mails add column html text not null default '';
