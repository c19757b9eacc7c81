-- Who wrote a cart line last: actor_id and subject_id name him, and this says when, if he changed what was there.
alter table cart_lines add column changed_at timestamptz;

-- In whose name a manager acted; subject_id is whom the act was about, which may be a third person.
alter table audit_log add column on_behalf_of integer references users;
create index audit_log_on_behalf on audit_log (on_behalf_of, id desc) where on_behalf_of is not null;

-- Somebody who has an account already is asked whether he joins. Until he answers, the admin sees under the name and the
-- e-mail that he typed what he would see of a new account: hence ids of the same sequence, and the same columns.
create table invitations (
  id integer primary key default nextval('users_id_seq'),
  user_id integer not null references users,
  full_name text not null,
  email citext not null,
  phone text,
  roles text[] not null check (roles <@ array['CONTRACTOR_ADMIN', 'CONTRACTOR_USER'] and cardinality(roles) > 0),
  is_active boolean not null default true,
  version integer not null default 1,
  sent_at timestamptz[] not null default '{}',
  created_at timestamptz not null default now()
);
create index invitations_user on invitations (user_id);

-- What the person may in a company once he joins it.
create table invitation_companies (
  invitation_id integer not null references invitations on delete cascade,
  contractor_id integer not null references contractors,
  membership jsonb not null,
  primary key (invitation_id, contractor_id)
);
create index invitation_companies_contractor on invitation_companies (contractor_id);
