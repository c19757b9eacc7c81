-- Several carts of one company, by name. The one of before is «Основная»: it is always there and is not taken away.
alter table carts
  alter column name set default 'Основная',
  -- Null: nobody has named it yet, the portal has made it.
  add column actor_id integer references users,
  add column subject_id integer references users,
  add column archived_at timestamptz,
  add constraint carts_main_stays check (not is_default or archived_at is null);
update carts set name = 'Основная';
create unique index carts_name on carts (contractor_id, lower(name)) where archived_at is null;

-- Who put the line in, while actor_id and subject_id name who wrote it last; null: the same one.
alter table cart_lines
  add column added_by integer references users,
  -- Grows with every change, so that nobody writes over what he has not seen.
  add column version integer not null default 1;

-- Which cart a person works with. A manager in a client's name has a choice of his own: the client's stays as it is.
create table current_carts (
  id integer generated always as identity primary key,
  actor_id integer not null references users,
  subject_id integer not null references users,
  contractor_id integer not null references contractors,
  cart_id integer not null references carts,
  unique (actor_id, subject_id, contractor_id)
);
call own_rows('current_carts', 'contractor_id = current_owner()');

-- The cart that the person works with: his own choice; for a manager who has chosen none, the client's; else the main
-- one. Null: the company has none yet.
create function current_cart(company integer, actor integer, subject integer) returns integer
language sql stable as $$
  select coalesce(
    (select cart_id from current_carts chosen join carts on carts.id = chosen.cart_id and carts.archived_at is null
     where chosen.contractor_id = company and chosen.subject_id = subject and chosen.actor_id in (actor, subject)
     order by chosen.actor_id = actor desc limit 1),
    (select id from carts where contractor_id = company and is_default))
$$;

-- Open pages of colleagues learn of every change of a cart, whoever has made it: adding, placing, a list, an import that
-- makes two products one. Where a company has one person there is nobody to tell.
create function tell_of_cart(company integer, cart integer) returns void
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if exists (select from user_contractors where contractor_id = company offset 1) then
    insert into happenings (contractor_id, kind, about, about_id, tells_client, tells_staff, created_at)
    values (company, 'cart.changed', 'cart', cart, false, false, now())
    on conflict (xid, about, about_id) do nothing;
  end if;
end $$;

create function cart_lines_tell() returns trigger language plpgsql as $$
begin
  perform tell_of_cart(contractor_id, cart_id) from (select distinct contractor_id, cart_id from touched) as carts;
  return null;
end $$;
create trigger cart_lines_added after insert on cart_lines
  referencing new table as touched for each statement execute function cart_lines_tell();
create trigger cart_lines_removed after delete on cart_lines
  referencing old table as touched for each statement execute function cart_lines_tell();

create function cart_lines_tell_both() returns trigger language plpgsql as $$
begin
  perform tell_of_cart(contractor_id, cart_id) from (
    select contractor_id, cart_id from was union select contractor_id, cart_id from touched
  ) as carts;
  return null;
end $$;
create trigger cart_lines_changed after update on cart_lines
  referencing old table as was new table as touched for each statement execute function cart_lines_tell_both();

create function cart_tells() returns trigger language plpgsql as $$
begin
  perform tell_of_cart(new.contractor_id, new.id);
  return null;
end $$;
create trigger carts_told after insert or update of name, archived_at on carts
  for each row execute function cart_tells();
