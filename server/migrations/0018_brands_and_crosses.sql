-- The staff's desk of brands and crosses.

alter table brands
  -- Since when staff say that it is a brand of its own; null: an import has added it, and nobody has looked yet.
  add column verified_at timestamptz,
  -- Brands of one family are searched together; empty: of none.
  add column family text not null default '',
  add column version integer not null default 1;
-- What the portal has worked with so far is known.
update brands set verified_at = now();
create index brands_name on brands (name collate "ru-x-icu", id);
create index brands_unverified on brands (id) where verified_at is null;
create index brands_family on brands (family) where family <> '';

-- As it was written; empty: only its key is known.
alter table brand_aliases add column spelling text not null default '';
create index brand_aliases_brand on brand_aliases (brand_id);

-- A product that is merged into another is looked for in everything that refers to it.
create index product_code_redirects_product on product_code_redirects (product_id);
create index cart_lines_product on cart_lines (product_id);
create index watches_product on watches (product_id);
create index list_rows_product on list_rows (product_id) where product_id is not null;
create index list_rows_first_product on list_rows (first_product_id) where first_product_id is not null;
create index list_rows_second_product on list_rows (second_product_id) where second_product_id is not null;
create index own_codes_product on own_codes (product_id);
create index request_rows_product on request_rows (product_id) where product_id is not null;
create index request_answers_product on request_answers (product_id);

-- Files of crosses: read and looked at first, brought into the catalogue by a second press.
create table cross_imports (
  id integer generated always as identity primary key,
  file_name text not null,
  -- Who says so: stands beside every cross of the file.
  source text not null,
  state text not null default 'checked' check (state in ('checked', 'applied', 'rolled_back')),
  rows_count integer not null,
  new_count integer not null,
  known_count integer not null,
  -- Rows whose brands are known, and an article is not.
  unknown_count integer not null,
  refused_count integer not null,
  -- Pairs of products that became crosses, and products made for that.
  crosses_added integer not null default 0,
  products_added integer not null default 0,
  actor_id integer not null references users,
  subject_id integer not null references users,
  created_at timestamptz not null,
  applied_at timestamptz,
  check ((state = 'checked') = (applied_at is null))
);
create index cross_imports_applied on cross_imports (applied_at desc) where state = 'applied';
create index cross_imports_waiting on cross_imports (created_at) where state = 'checked';

-- What stands in the file of an import, until it is applied; rows that are refused stay for their report.
create table cross_import_rows (
  import_id integer not null references cross_imports on delete cascade,
  row_number integer not null,
  state text not null check (state in ('new', 'known', 'unknown', 'refused')),
  -- Why it is refused, or what is unknown, in words.
  reason text,
  -- As written.
  brand text not null,
  article text not null,
  other_brand text not null,
  other_article text not null,
  kind text not null,
  reliability text not null,
  brand_id integer,
  product_id integer,
  other_brand_id integer,
  other_id integer,
  primary key (import_id, row_number)
);

alter table crosses
  add column reliability text not null default 'ordinary' check (reliability in ('sure', 'ordinary', 'doubtful')),
  -- The file that it came with; null: by hand, or before files were remembered.
  add column import_id integer references cross_imports,
  add column version integer not null default 1;
create index crosses_import on crosses (import_id) where import_id is not null;
