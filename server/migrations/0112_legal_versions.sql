-- Versions of the offer and of consents: what is published stays as it is; what is not in force yet may be withdrawn.
alter table legal_texts
  add column in_force_from date,
  add column note text not null default '',
  add check (body <> '');
update legal_texts set in_force_from = (published_at at time zone 'Europe/Moscow')::date;
alter table legal_texts alter column in_force_from set not null;
create trigger legal_texts_append_only before update or delete on legal_texts
  for each row execute function refuse_change();

-- By whom; the first texts came with the portal. Apart from the texts, which outlive whatever empties the people.
create table legal_publications (
  legal_text_id integer primary key references legal_texts,
  actor_id integer not null references users,
  subject_id integer not null references users
);
create trigger legal_publications_append_only before update or delete on legal_publications
  for each row execute function refuse_change();

create table legal_withdrawals (
  legal_text_id integer primary key references legal_texts,
  actor_id integer not null references users,
  subject_id integer not null references users,
  created_at timestamptz not null
);
create trigger legal_withdrawals_append_only before update or delete on legal_withdrawals
  for each row execute function refuse_change();

-- How many companies and people have agreed to a version.
create index consents_text_companies on consents (kind, version, contractor_id);
create index consents_text_people on consents (kind, version, user_id);
