-- Texts of pages for everybody that staff write on screen: each change is one more version, none is ever changed.
create table page_texts (
  page text not null check (page in ('about', 'rospart')),
  version integer not null check (version > 0),
  body text not null check (body <> ''),
  actor_id integer not null references users,
  subject_id integer not null references users,
  created_at timestamptz not null,
  primary key (page, version)
);
create trigger page_texts_append_only before update or delete on page_texts
  for each row execute function refuse_change();
