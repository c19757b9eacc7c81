-- News.

-- Pictures of news without metadata. Unused ones are purged after a day.
create table news_covers (
  id integer generated always as identity primary key,
  type text not null check (type in ('image/jpeg', 'image/png', 'image/webp')),
  bytes bytea not null,
  width integer not null check (width > 0),
  height integer not null check (height > 0),
  actor_id integer not null,
  subject_id integer not null,
  created_at timestamptz not null
);
create index news_covers_created on news_covers (created_at);

create table news (
  id integer generated always as identity primary key,
  title text not null check (title <> ''),
  lead text not null,
  body text not null,
  cover_id integer unique references news_covers,
  is_pinned boolean not null default false,
  -- Null for a draft; a future time for scheduled news.
  published_at timestamptz,
  version integer not null default 1 check (version > 0),
  actor_id integer not null,
  subject_id integer not null,
  created_at timestamptz not null,
  changed_at timestamptz not null,
  constraint news_whole check (published_at is null or ((lead <> '') and (body <> '')))
);
create index news_published on news (is_pinned desc, published_at desc, id desc) where published_at is not null;
-- Feeds are ordered by time; drafts have none and come first.
create index news_moments on news (published_at desc, id desc);
