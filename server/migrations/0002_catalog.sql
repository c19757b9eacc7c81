-- Goods, who makes them, what replaces what, and who offers them.
create table brands (
  id integer generated always as identity primary key,
  name text not null,
  key text not null unique,
  slug text not null unique,
  is_original boolean not null default false
);

-- Spellings of a brand: key of the spelling → brand.
create table brand_aliases (
  key text primary key,
  brand_id integer not null references brands
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
  multiplicity numeric(12, 3) not null default 1 check (multiplicity > 0),
  weight_g integer,
  barcode text,
  country text,
  gtd text,
  description text,
  external_id text,
  external_number text,
  created_at timestamptz not null default now(),
  unique (brand_id, article)
);
create unique index products_code on products (code);
create index products_article_key on products (article_key);
-- The loose key differs from the strict one in a small share of articles: only those are indexed.
create index products_loose_key on products (loose_key) where loose_key <> article_key;

-- Old codes of merged products redirect to the new ones.
create table product_code_redirects (
  code text primary key,
  product_id integer not null references products
);

create table crosses (
  product_id integer not null references products,
  other_id integer not null references products,
  kind text not null check (kind in ('analogue', 'replaced_by', 'replaces')),
  source text not null default '',
  primary key (product_id, other_id)
);
create index crosses_other on crosses (other_id);

create table sources (
  id integer generated always as identity primary key,
  name text not null unique,
  kind text not null check (kind in ('own', 'partner', 'online')),
  vat_mode text not null default 'included' check (vat_mode in ('included', 'on_top', 'none')),
  fresh_hours integer not null default 72 check (fresh_hours > 0),
  seller_id integer not null references sellers,
  markup_hundredths integer not null default 0 check (markup_hundredths >= 0)
);

create table warehouses (
  id integer generated always as identity primary key,
  source_id integer not null references sources,
  name text not null unique,
  -- What a client sees: own warehouses by name, a supplier's by code.
  shown_as text not null,
  time_zone text not null default 'Europe/Moscow',
  cutoff time not null default '16:00',
  term_days integer not null default 1 check (term_days >= 0),
  guarantee_days integer not null default 1 check (guarantee_days >= 0),
  return_days integer not null default 14 check (return_days >= 0),
  imported_at timestamptz,
  external_id text,
  external_number text
);

create table offers (
  id integer generated always as identity primary key,
  product_id integer not null references products,
  warehouse_id integer not null references warehouses,
  purchase_kop bigint not null check (purchase_kop >= 0),
  on_hand numeric(12, 3) not null default 0 check (on_hand >= 0),
  reserved numeric(12, 3) not null default 0 check (reserved >= 0),
  -- Own stock is exact and never sold below zero; partner stock is what the price list says.
  tracked boolean not null,
  qty_exact boolean not null default true,
  qty_text text not null,
  multiplicity numeric(12, 3) not null default 1 check (multiplicity > 0),
  term_days integer,
  updated_at timestamptz not null default now(),
  constraint offers_never_oversold check (not tracked or reserved <= on_hand),
  unique (product_id, warehouse_id)
) with (fillfactor = 90);
create index offers_warehouse on offers (warehouse_id);
