-- «Черновик по телефону»: a cart that a manager fills for a company. The company's people do not see it until it is sent
-- to them; from then on it is one of their carts.
alter table carts
  -- The manager whose draft it is; null: the company's own cart.
  add column draft_by integer references users,
  add column is_draft boolean not null generated always as (draft_by is not null) stored,
  -- When the draft was worked on last.
  add column drafted_at timestamptz,
  -- Who sent it to the company, when, and what he wrote.
  add column sent_by integer references users,
  add column sent_at timestamptz,
  add column message text not null default '',
  add constraint carts_draft_beside_main check (draft_by is null or not is_default),
  add constraint carts_whose unique (id, is_draft);
-- A company does not meet the names of drafts.
drop index carts_name;
create unique index carts_name on carts (contractor_id, lower(name)) where archived_at is null and draft_by is null;
create index carts_drafts on carts (drafted_at desc, id desc) where draft_by is not null and archived_at is null;

alter table cart_lines
  -- Of a draft: follows its cart by the key.
  add column is_draft boolean not null default false,
  -- A price of its own that a manager has promised for this line, through its last day, and why.
  add column special_kop bigint check (special_kop > 0),
  add column special_until date,
  add column special_reason text not null default '',
  -- For so many; null while it is a draft: for as many as there are.
  add column special_qty numeric(12, 3) check (special_qty > 0),
  add constraint cart_lines_special check (
    (special_kop is null) = (special_until is null) and (special_kop is not null or special_qty is null)),
  drop constraint cart_lines_cart_id_fkey,
  add constraint cart_lines_cart foreign key (cart_id, is_draft) references carts (id, is_draft) on update cascade;

alter policy client on carts using (contractor_id = current_owner() and draft_by is null);
alter policy client on cart_lines using (contractor_id = current_owner() and not is_draft);

-- Of a draft nobody of the company is told.
create or replace function tell_of_cart(company integer, cart integer) returns void
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if exists (select from user_contractors where contractor_id = company offset 1)
    and exists (select from carts where id = cart and draft_by is null) then
    insert into happenings (contractor_id, kind, about, about_id, tells_client, tells_staff, created_at)
    values (company, 'cart.changed', 'cart', cart, false, false, now())
    on conflict (xid, about, about_id) do nothing;
  end if;
end $$;
