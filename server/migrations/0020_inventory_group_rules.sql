-- Which goods belong to a group: listed ones first, then by rules, the first that fits.
create table inventory_group_rules (
  id integer generated always as identity primary key,
  group_id integer not null references inventory_groups,
  -- Rules are tried in this order, whatever group they lead to.
  place integer not null,
  brand_id integer references brands,
  -- Article keys with `*` for any signs and `?` for one; nothing: any article.
  article_mask text not null default '',
  -- All of these words stand in the name, in any form.
  words text not null default '',
  pattern text not null generated always as (translate(article_mask, '*?', '%_')) stored,
  query tsquery not null generated always as (plainto_tsquery('russian', words)) stored,
  check (brand_id is not null or article_mask <> '' or words <> '')
);
create unique index inventory_group_rules_place on inventory_group_rules (place);
create index inventory_group_rules_group on inventory_group_rules (group_id);
create index inventory_group_rules_brand on inventory_group_rules (brand_id) where brand_id is not null;

create table inventory_group_products (
  product_id integer primary key references products,
  group_id integer not null references inventory_groups
);
create index inventory_group_products_group on inventory_group_products (group_id, product_id);

alter table inventory_groups add column products_count integer not null default 0;

-- One row: how far goods have been put into their groups. Every change of the rules asks for all of them anew; products
-- that have come since are looked at by themselves: their ids are given out one import after another.
create table inventory_group_work (
  is_only boolean primary key default true check (is_only),
  asked integer not null default 1,
  done integer not null default 0,
  -- Which wish is being met, the last product looked at for it, and the last one there was.
  working integer not null default 0,
  last_id integer not null default 0,
  most_id integer not null default 0,
  moved integer not null default 0,
  ungrouped_count integer not null default 0,
  started_at timestamptz,
  finished_at timestamptz
);
insert into inventory_group_work default values;
