-- When a company's deputy stands in for its manager: days of Moscow, both included. Empty: always, since then, until then.
alter table contractors
  add column deputy_from date,
  add column deputy_to date,
  add check (deputy_from <= deputy_to),
  add check (deputy_id is not null or (deputy_from is null and deputy_to is null));
create index contractors_deputy on contractors (deputy_id) where deputy_id is not null;
