-- How a purchase price becomes a client's: groups of goods, price columns, conditions, the lowest price.

-- Groups of goods. What a group does not say itself, its parent says.
create table inventory_groups (
  id integer generated always as identity primary key,
  parent_id integer references inventory_groups,
  name text not null check (name <> ''),
  -- Place among its siblings.
  position integer not null default 0,
  markup_hundredths integer check (markup_hundredths >= 0),
  -- Nothing of the group is sold under its cost with so much over it.
  min_markup_hundredths integer check (min_markup_hundredths >= 0),
  -- «Честный знак»: whether goods must be marked, and from when.
  marking text check (marking in ('none', 'experiment', 'required')),
  marking_from date,
  -- Goods of a hidden group are not offered to clients.
  is_hidden boolean,
  version integer not null default 1,
  actor_id integer references users,
  subject_id integer references users,
  changed_at timestamptz not null default now(),
  unique nulls not distinct (parent_id, name),
  check (parent_id <> id)
);
create index inventory_groups_parent on inventory_groups (parent_id);

alter table products add column group_id integer references inventory_groups;
create index products_group on products (group_id, id) where group_id is not null;

-- A price group is also a column of prices: «Опт 1», «Розница».
alter table price_groups add column rounds_to_ruble boolean not null default false;
alter table price_groups add column version integer not null default 1;
comment on column price_groups.rounds_to_ruble is 'a price of the column is rounded up to a whole ruble';

-- One row: what holds for all goods that no group says otherwise of.
create table price_settings (
  is_only boolean primary key default true check (is_only),
  min_markup_hundredths integer not null default 0 check (min_markup_hundredths >= 0),
  version integer not null default 1
);
insert into price_settings default values;

-- For whom, for what, from how many, since when → which price. Of those that fit the most specific one counts.
create table price_conditions (
  id integer generated always as identity primary key,
  -- For a company, for a price group, else for everybody.
  contractor_id integer references contractors,
  price_group_id integer references price_groups,
  -- What is not named may be any; the purchase price from … to less than …
  product_id integer references products,
  brand_id integer references brands,
  inventory_group_id integer references inventory_groups,
  source_id integer references sources,
  purchase_from_kop bigint check (purchase_from_kop > 0),
  purchase_to_kop bigint check (purchase_to_kop > 0),
  qty_from numeric(12, 3) not null default 0 check (qty_from >= 0),
  -- `markup` in place of the column's; `discount` off the column's price; another `column`; a `fixed` price.
  effect text not null check (effect in ('markup', 'discount', 'fixed', 'column', 'not_sold')),
  percent_hundredths integer check (percent_hundredths >= 0),
  fixed_kop bigint check (fixed_kop > 0),
  column_id integer references price_groups,
  valid_from date not null,
  -- The last day of it.
  valid_to date,
  note text not null default '',
  version integer not null default 1,
  actor_id integer not null references users,
  subject_id integer not null references users,
  created_at timestamptz not null default now(),
  changed_at timestamptz not null default now(),
  check (num_nonnulls(contractor_id, price_group_id) <= 1),
  check (product_id is null or num_nonnulls(brand_id, inventory_group_id) = 0),
  check (purchase_from_kop < purchase_to_kop),
  check (valid_from <= valid_to),
  check ((percent_hundredths is not null) = (effect in ('markup', 'discount'))),
  check (effect <> 'discount' or percent_hundredths < 10000),
  check ((fixed_kop is not null) = (effect = 'fixed')),
  check ((column_id is not null) = (effect = 'column'))
);
create index price_conditions_contractor on price_conditions (contractor_id, id) where contractor_id is not null;
create index price_conditions_price_group on price_conditions (price_group_id, id) where price_group_id is not null;
create index price_conditions_product on price_conditions (product_id) where product_id is not null;
create index price_conditions_brand on price_conditions (brand_id) where brand_id is not null;
create index price_conditions_inventory_group on price_conditions (inventory_group_id)
  where inventory_group_id is not null;
create index price_conditions_source on price_conditions (source_id) where source_id is not null;
create index price_conditions_valid_to on price_conditions (valid_to, id);
call own_rows('price_conditions', 'contractor_id = current_owner()');

-- Servers keep the rules in memory and look here whether they are still true.
create table price_rules (
  is_only boolean primary key default true check (is_only),
  version bigint not null default 1
);
insert into price_rules default values;

create function touch_price_rules() returns trigger language plpgsql as $$
begin
  update price_rules set version = version + 1;
  return null;
end $$;
create trigger price_rules_conditions after insert or update or delete on price_conditions
  for each statement execute function touch_price_rules();
create trigger price_rules_columns after insert or update or delete on price_groups
  for each statement execute function touch_price_rules();
create trigger price_rules_groups after insert or update of parent_id, markup_hundredths, min_markup_hundredths, is_hidden
  or delete on inventory_groups
  for each statement execute function touch_price_rules();
create trigger price_rules_settings after update on price_settings
  for each statement execute function touch_price_rules();
