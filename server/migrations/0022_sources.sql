-- What managers say of sources and warehouses, and when they were last told of an old price list.
alter table sources add column version integer not null default 1;
alter table sources add column stale_told_on date;
alter table warehouses add column version integer not null default 1;
alter table warehouses add column region text not null default '';

-- Brands that a source takes nothing back of.
create table source_no_return_brands (
  source_id integer not null references sources on delete cascade,
  brand_id integer not null references brands,
  primary key (source_id, brand_id)
);
create index source_no_return_brands_brand on source_no_return_brands (brand_id);
