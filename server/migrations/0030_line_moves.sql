-- What the portal moves has no person for its author: it says whether a supplier has said so.
alter table line_moves
  alter column actor_id drop not null,
  alter column subject_id drop not null,
  add column by_supplier boolean not null default false,
  add check ((actor_id is null) = (subject_id is null)),
  add check (not by_supplier or actor_id is null);
