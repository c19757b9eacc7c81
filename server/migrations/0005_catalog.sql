-- Brands, products, cross references, inventory groups, words of names.

-- Stop words («перед», «только») have an empty stem; the word itself is used then.
create function sound_of(word text) returns text language sql immutable parallel safe as $$
  select regexp_replace(
    translate(coalesce((ts_lexize('russian_stem', word))[1], word),
      'аоеёиыэйяюубпдтгкзсвфжшщлмнрхцчъь', 'aaiiiiiiauuppttkkssffwwwlmnrhcx'),
    '(.)\1+', '\1', 'g')
$$;

-- The sound and the sound without one of its letters: two sounds that are one typing error apart have a common element.
create function cuts_of(sound text) returns text[] language sql immutable parallel safe as $$
  select array(
    select overlay(sound placing '' from at for 1) from generate_series(1, length(sound)) as at
    union
    select sound)
$$;

-- Makers of goods.
create table brands (
  id integer generated always as identity primary key,
  name text not null,
  key text not null unique,
  slug text not null unique,
  is_original boolean not null default false,
  -- Time of the approval by staff; null for brands added by an import and not reviewed yet.
  verified_at timestamptz,
  -- Brands of one family are searched together; empty when there is none.
  family text not null default '',
  version integer not null default 1
);
-- Prefix search of brands independent of the database collation.
create index brands_key_beginnings on brands (key text_pattern_ops);
create index brands_name on brands (name collate "ru-x-icu", id);
create index brands_unverified on brands (id) where verified_at is null;
create index brands_family on brands (family) where family <> '';

-- Spellings of a brand by key.
create table brand_aliases (
  key text primary key,
  brand_id integer not null references brands,
  spelling text not null default ''
);
create index brand_aliases_key_beginnings on brand_aliases (key text_pattern_ops);
create index brand_aliases_brand on brand_aliases (brand_id);

-- Files of cross references: checked first, applied by a second press.
create table cross_reference_imports (
  id integer generated always as identity primary key,
  file_name text not null,
  -- Source stored with every cross reference of the file.
  source text not null,
  state text not null default 'checked' check (state in ('checked', 'applied', 'rolled_back')),
  rows_count integer not null,
  new_count integer not null,
  known_count integer not null,
  -- Rows with known brands and an unknown article.
  unknown_count integer not null,
  refused_count integer not null,
  -- Created relations, and products created for them.
  cross_references_added integer not null default 0,
  products_added integer not null default 0,
  actor_id integer not null,
  subject_id integer not null,
  created_at timestamptz not null,
  applied_at timestamptz,
  constraint cross_reference_imports_check check ((state = 'checked') = (applied_at is null))
);
create index cross_reference_imports_applied on cross_reference_imports (applied_at desc) where state = 'applied';
create index cross_reference_imports_waiting on cross_reference_imports (created_at) where state = 'checked';

-- Rows of a file until it is applied; refused ones stay for the report.
create table cross_reference_import_rows (
  import_id integer references cross_reference_imports on delete cascade,
  row_number integer,
  state text not null check (state in ('new', 'known', 'unknown', 'refused')),
  -- Reason of the refusal or the unknown parts, in words.
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
  related_product_id integer,
  primary key (import_id, row_number)
);

-- Progress of assigning products to groups, one row. Every change of rules starts over; new products are processed by
-- id, because imports assign ids in order.
create table inventory_group_work (
  is_only boolean default true primary key check (is_only),
  asked integer not null default 1,
  done integer not null default 0,
  -- Change being processed, the last processed product and the last product at its start.
  working integer not null default 0,
  last_id integer not null default 0,
  most_id integer not null default 0,
  moved integer not null default 0,
  ungrouped_count integer not null default 0,
  started_at timestamptz,
  finished_at timestamptz
);

-- Inventory groups. Unset values are inherited from the parent.
create table inventory_groups (
  id integer generated always as identity primary key,
  parent_id integer references inventory_groups,
  name text not null check (name <> ''),
  -- Position among siblings.
  position integer not null default 0,
  markup_hundredths integer check (markup_hundredths >= 0),
  -- Minimum markup over cost.
  min_markup_hundredths integer check (min_markup_hundredths >= 0),
  -- «Честный знак»: whether goods must be marked, and since when.
  marking text check (marking in ('none', 'experiment', 'required')),
  marking_from date,
  -- Goods of a hidden group are not offered to clients.
  is_hidden boolean,
  version integer not null default 1,
  actor_id integer,
  subject_id integer,
  changed_at timestamptz not null default now(),
  products_count integer not null default 0,
  constraint inventory_groups_check check (parent_id <> id),
  unique nulls not distinct (parent_id, name)
);
create index inventory_groups_parent on inventory_groups (parent_id);

-- Rules that assign products to groups; listed products come first, then the first matching rule.
create table inventory_group_rules (
  id integer generated always as identity primary key,
  group_id integer not null references inventory_groups,
  -- Global order of the rules.
  place integer not null,
  brand_id integer references brands,
  -- Article key pattern with `*` for any characters and `?` for one; empty for any article.
  article_mask text not null default '',
  -- All of these words occur in the name, in any form.
  words text not null default '',
  pattern text generated always as (translate(article_mask, '*?', '%_')) stored not null,
  query tsquery generated always as (plainto_tsquery('russian'::regconfig, words)) stored not null,
  constraint inventory_group_rules_check check (brand_id is not null or (article_mask <> '') or (words <> ''))
);
create unique index inventory_group_rules_place on inventory_group_rules (place);
create index inventory_group_rules_group on inventory_group_rules (group_id);
create index inventory_group_rules_brand on inventory_group_rules (brand_id) where brand_id is not null;

-- Stems in the index of names. A prefix is searched as its few stems, because for a prefix the index gathers all
-- products first.
create table name_stems (
  stem text collate "C" primary key
);

create table name_words (
  word text primary key,
  sound text generated always as (sound_of(word)) stored not null,
  cuts text[] generated always as (cuts_of(sound_of(word))) stored not null,
  -- Number of names that contain it.
  times integer not null check (times > 0)
);
create index name_words_cuts on name_words using gin (cuts);

-- Last product whose words were read; one row.
create table name_words_read (
  is_only boolean default true primary key check (is_only),
  product_id integer not null,
  noted_id integer,
  noted_xid xid8,
  constraint name_words_noted check ((noted_id is null) = (noted_xid is null))
);

create table products (
  id integer generated always as identity primary key,
  brand_id integer not null references brands,
  article text not null,
  article_key text not null,
  loose_key text not null,
  code text not null,
  name text not null,
  unit text not null default 'шт',
  multiplicity numeric(12,3) not null default 1 check (multiplicity > 0),
  weight_g integer,
  barcode text,
  country text,
  gtd text,
  description text,
  external_id text,
  external_number text,
  created_at timestamptz not null default now(),
  group_id integer references inventory_groups,
  -- First of its photos, repeated here so that a search reads it with the product.
  photo_hash text,
  unique (brand_id, article)
);
create unique index products_code on products (code);
-- Loose keys differ from strict ones in few articles: only those are indexed.
create index products_loose_key on products (loose_key) where loose_key <> article_key;
-- Lookup when the article is not found as typed.
create index products_barcode on products (barcode) where barcode is not null;
-- Words of names in all forms and by prefix. A hyphen before a digit would make it negative: «5W-40» becomes «5w» and
-- «40».
create index products_name_words on products using gin (to_tsvector('russian'::regconfig, translate(name, '-/.+', '    ')));
-- Prefixes of articles independent of the database collation.
create index products_article_beginnings on products (article_key text_pattern_ops);
-- Samples of the products: words that many names contain are answered from them instead of gathering all names.
create index products_name_sample_16 on products using gin (to_tsvector('russian'::regconfig, translate(name, '-/.+', '    '))) where (id % 16) = 0;
create index products_name_sample_64 on products using gin (to_tsvector('russian'::regconfig, translate(name, '-/.+', '    '))) where (id % 64) = 0;
create index products_name_sample_256 on products using gin (to_tsvector('russian'::regconfig, translate(name, '-/.+', '    '))) where (id % 256) = 0;
create index products_group on products (group_id, id) where group_id is not null;
create index products_name_words_0 on products using gin (to_tsvector('russian'::regconfig, translate(name, '-/.+', '    '))) where (brand_id % 16) = 0;
create index products_name_words_1 on products using gin (to_tsvector('russian'::regconfig, translate(name, '-/.+', '    '))) where (brand_id % 16) = 1;
create index products_name_words_2 on products using gin (to_tsvector('russian'::regconfig, translate(name, '-/.+', '    '))) where (brand_id % 16) = 2;
create index products_name_words_3 on products using gin (to_tsvector('russian'::regconfig, translate(name, '-/.+', '    '))) where (brand_id % 16) = 3;
create index products_name_words_4 on products using gin (to_tsvector('russian'::regconfig, translate(name, '-/.+', '    '))) where (brand_id % 16) = 4;
create index products_name_words_5 on products using gin (to_tsvector('russian'::regconfig, translate(name, '-/.+', '    '))) where (brand_id % 16) = 5;
create index products_name_words_6 on products using gin (to_tsvector('russian'::regconfig, translate(name, '-/.+', '    '))) where (brand_id % 16) = 6;
create index products_name_words_7 on products using gin (to_tsvector('russian'::regconfig, translate(name, '-/.+', '    '))) where (brand_id % 16) = 7;
create index products_name_words_8 on products using gin (to_tsvector('russian'::regconfig, translate(name, '-/.+', '    '))) where (brand_id % 16) = 8;
create index products_name_words_9 on products using gin (to_tsvector('russian'::regconfig, translate(name, '-/.+', '    '))) where (brand_id % 16) = 9;
create index products_name_words_10 on products using gin (to_tsvector('russian'::regconfig, translate(name, '-/.+', '    '))) where (brand_id % 16) = 10;
create index products_name_words_11 on products using gin (to_tsvector('russian'::regconfig, translate(name, '-/.+', '    '))) where (brand_id % 16) = 11;
create index products_name_words_12 on products using gin (to_tsvector('russian'::regconfig, translate(name, '-/.+', '    '))) where (brand_id % 16) = 12;
create index products_name_words_13 on products using gin (to_tsvector('russian'::regconfig, translate(name, '-/.+', '    '))) where (brand_id % 16) = 13;
create index products_name_words_14 on products using gin (to_tsvector('russian'::regconfig, translate(name, '-/.+', '    '))) where (brand_id % 16) = 14;
create index products_name_words_15 on products using gin (to_tsvector('russian'::regconfig, translate(name, '-/.+', '    '))) where (brand_id % 16) = 15;

create table cross_references (
  product_id integer references products,
  related_product_id integer references products,
  kind text not null check (kind in ('analogue', 'replaced_by', 'replaces')),
  source text not null default '',
  reliability text not null default 'ordinary' check (reliability in ('sure', 'ordinary', 'doubtful')),
  -- File that created it; null when created by hand.
  import_id integer references cross_reference_imports,
  version integer not null default 1,
  primary key (product_id, related_product_id)
);
create index cross_references_other on cross_references (related_product_id);
create index cross_references_import on cross_references (import_id) where import_id is not null;

-- Pictures as WebP without metadata, under the hash of their bytes: products with the same picture share it. Unused ones
-- are purged after a day.
create table product_photo_files (
  hash text primary key,
  -- At most 160 and 1000 px wide and high; a small picture is not enlarged.
  thumbnail bytea not null,
  picture bytea not null,
  -- Size of the picture.
  width integer not null check (width > 0),
  height integer not null check (height > 0),
  created_at timestamptz not null
);
create index product_photo_files_created on product_photo_files (created_at);

-- Photos of a product in their order.
create table product_photos (
  id integer generated always as identity primary key,
  product_id integer not null references products,
  position integer not null check (position > 0),
  hash text not null references product_photo_files,
  source text not null check (source in ('import', 'price_list', 'one_c', 'url', 'manual')),
  -- Address that it was downloaded from.
  source_url text,
  -- Author or licence, as stated by the person who added it.
  licence text not null default '',
  -- Null for a price list that came by itself.
  actor_id integer,
  subject_id integer,
  created_at timestamptz not null,
  constraint product_photos_author check (source = 'price_list' or num_nulls(actor_id, subject_id) = 0),
  constraint product_photos_position unique (product_id, position),
  constraint product_photos_once unique (product_id, hash)
);
create index product_photos_hash on product_photos (hash);

-- Properties of products: viscosity, diameter.
create table product_properties (
  product_id integer not null references products,
  name text not null check (name <> ''),
  value text not null check (value <> ''),
  unit text not null default '',
  -- The value when it is a number.
  number numeric,
  position integer not null,
  primary key (product_id, name)
);

-- Documents of a product or of all products of a brand.
create table certificates (
  id integer generated always as identity primary key,
  product_id integer references products,
  brand_id integer references brands,
  kind text not null check (kind in ('conformity', 'declaration', 'quality')),
  number text not null check (number <> ''),
  -- Last day of validity; null without an end.
  valid_until date,
  -- PDF or picture, as downloaded.
  file_name text not null,
  type text not null,
  bytes bytea not null,
  size integer not null,
  actor_id integer not null,
  subject_id integer not null,
  created_at timestamptz not null,
  constraint certificates_owner check (num_nonnulls(product_id, brand_id) = 1)
);
create index certificates_product on certificates (product_id) where product_id is not null;
create index certificates_brand on certificates (brand_id) where brand_id is not null;

-- Archives of photos, tables of properties and photos of price lists, imported by a job.
create table product_content_imports (
  id integer generated always as identity primary key,
  kind text not null check (kind in ('photos', 'properties', 'price_list')),
  file_name text not null,
  -- File in the data directory until it is imported.
  storage text,
  licence text not null default '',
  state text not null default 'queued' check (state in ('queued', 'running', 'done', 'failed')),
  -- Files of the archive or rows of the table, and how many of them have been processed.
  total_count integer not null default 0,
  processed_count integer not null default 0,
  -- Photos or properties that were added or changed, and products that have them.
  saved_count integer not null default 0,
  products_count integer not null default 0,
  -- Files or rows that were there already, and those of the report.
  known_count integer not null default 0,
  refused_count integer not null default 0,
  failure text not null default '',
  -- Null for a price list that came by itself.
  actor_id integer,
  subject_id integer,
  created_at timestamptz not null,
  ended_at timestamptz,
  constraint product_content_imports_author check (kind = 'price_list' or num_nulls(actor_id, subject_id) = 0)
);
create index product_content_imports_queued on product_content_imports (id) where state in ('queued', 'running');

-- Files and rows that were not imported, for the report.
create table product_content_refusals (
  import_id integer not null references product_content_imports on delete cascade,
  number integer not null,
  -- Path in the archive, or brand and article of the row.
  entry text not null,
  reason text not null,
  primary key (import_id, number)
);

-- Addresses of photos that price lists name for products without a photo. They stay for a while, so that a daily price
-- list does not repeat a download that has failed.
create table product_photo_links (
  product_id integer primary key references products,
  import_id integer not null references product_content_imports on delete cascade,
  -- Row of the price list.
  row_number integer not null,
  urls text[] not null,
  created_at timestamptz not null
);
create index product_photo_links_import on product_photo_links (import_id, row_number);
create index product_photo_links_created on product_photo_links (created_at);

create table inventory_group_products (
  product_id integer primary key references products,
  group_id integer not null references inventory_groups
);
create index inventory_group_products_group on inventory_group_products (group_id, product_id);

-- Groups that accounting systems give products; manual assignments and rules go before them.
create table accounted_groups (
  product_id integer references products,
  -- Connection to the accounting system.
  accounting_id integer,
  group_id integer not null references inventory_groups,
  primary key (product_id, accounting_id)
);
create index accounted_groups_group on accounted_groups (group_id);
create index accounted_groups_accounting on accounted_groups (accounting_id, product_id);

-- Redirects of merged products' codes.
create table product_code_redirects (
  code text primary key,
  product_id integer not null references products
);
-- Merging products updates every reference.
create index product_code_redirects_product on product_code_redirects (product_id);

create trigger products_named after insert on products referencing new table as inserted
  for each statement execute function enqueue_job_of_rows('name_words');

insert into inventory_group_work (asked) values (1);

insert into name_words_read (product_id) values (0);

grant select, insert, update on
  products
  to artikul_client;
grant select on
  brand_aliases, brands, certificates, inventory_groups, product_code_redirects
  to artikul_client;
