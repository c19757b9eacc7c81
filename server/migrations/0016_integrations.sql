-- Exchange with 1C: connections, received files, goods and documents of the accounting system, orders to send.

create table one_c_nodes (
  id integer generated always as identity primary key,
  seller_id integer not null references sellers,
  name text not null unique,
  login text not null unique,
  -- Keyed hash.
  password_hash text not null,
  -- What the node exchanges.
  directions text[] not null check (directions <@ array['offers', 'orders_out', 'orders_in', 'shipments', 'payments',
    'contracts', 'agreements', 'upd', 'debts', 'companies_out', 'groups']),
  is_paused boolean not null default false,
  -- Received data is shown and not applied until a person permits it.
  is_trial boolean not null default true,
  -- Maker of goods that name none.
  default_brand text not null default '',
  -- Orders placed before are not sent.
  sends_from timestamptz not null,
  -- Last event whose order is in the queue.
  events_position bigint not null,
  failed_logins integer not null default 0,
  locked_until timestamptz,
  last_exchange_at timestamptz,
  -- Since when it exchanges, neither paused nor in trial; null: since it was connected.
  active_since timestamptz,
  -- Prices and stock have changed since the last price imports.
  has_new_offers boolean not null default false,
  -- Sale prices, groups, their mapping or products have changed since they were written to the portal.
  has_new_goods boolean not null default false,
  -- What the last write of groups has changed, or would change in trial.
  group_changes jsonb,
  -- Largest share of the goods in stock that a full package may remove without a person, per cent.
  loss_percent integer not null default 20 check (loss_percent between 0 and 100),
  -- Session whose removals wait for a person, with the number of goods.
  held_session_id integer,
  held_count integer not null default 0,
  version integer not null default 1,
  actor_id integer not null references users,
  subject_id integer not null references users,
  created_at timestamptz not null
);

create table one_c_sessions (
  id integer generated always as identity primary key,
  node_id integer not null references one_c_nodes,
  kind text not null check (kind in ('catalog', 'sale', 'odata')),
  token_hash text not null unique,
  started_at timestamptz not null,
  seen_at timestamptz not null,
  -- 1C has confirmed the orders, or said that the package is complete.
  ended_at timestamptz,
  constraint one_c_sessions_node unique (id, node_id)
);
create index one_c_sessions_last on one_c_sessions (node_id, id desc);
create index one_c_sessions_seen on one_c_sessions (seen_at);

create table one_c_files (
  id integer generated always as identity primary key,
  session_id integer not null,
  node_id integer not null,
  name text not null,
  size bigint not null default 0,
  state text not null default 'receiving' check (state in ('receiving', 'queued', 'importing', 'done', 'failed')),
  -- A package of all goods, in which missing ones are gone; null until read.
  is_full boolean,
  -- Objects by kind.
  counts jsonb not null default '{}'::jsonb,
  objects_done integer not null default 0,
  -- Reason of the failure, in words for the administrator of 1C.
  failure text not null default '',
  created_at timestamptz not null,
  finished_at timestamptz,
  foreign key (session_id, node_id) references one_c_sessions (id, node_id) on delete cascade,
  unique (session_id, name)
);
create index one_c_files_working on one_c_files (id) where state in ('queued', 'importing');
create index one_c_files_node on one_c_files (node_id, id desc);

-- Content of a file as received; large packages are deleted once read.
create table one_c_file_parts (
  file_id integer references one_c_files on delete cascade,
  position integer,
  -- Compressed by Zstandard.
  packed bytea not null,
  primary key (file_id, position)
);
alter table one_c_file_parts alter column packed set storage external;

create table one_c_goods (
  node_id integer references one_c_nodes,
  external_id text collate "C",
  brand text not null,
  brand_key text not null,
  article text not null,
  article_key text not null,
  name text not null,
  unit text not null,
  barcode text not null,
  -- `22`, `10`, `none`; empty when not stated.
  vat_rate text not null,
  -- First group of 1C that it names; empty when it names none.
  group_id text collate "C" not null default '',
  is_deleted boolean not null,
  -- Session that contained it last.
  session_id integer not null,
  product_id integer references products,
  -- Matched or detached by a person: rules leave it alone.
  is_matched_by_hand boolean not null default false,
  primary key (node_id, external_id)
);
create index one_c_goods_product on one_c_goods (product_id, node_id) where product_id is not null;
create index one_c_goods_name on one_c_goods (node_id, name, external_id) where not is_deleted;
create index one_c_goods_unmatched on one_c_goods (node_id, name) where product_id is null and not is_deleted;
create index one_c_goods_article on one_c_goods (article_key, brand_key);

-- Pictures of goods in their order, by the names of their files.
create table one_c_pictures (
  node_id integer,
  external_id text collate "C",
  position integer check (position > 0),
  path text not null,
  -- Session that named it last.
  session_id integer not null,
  -- Session whose file was processed; null until one is stored and the goods are matched.
  processed_session_id integer,
  -- Photo of the product that it became.
  photo_hash text,
  -- Reason why the processed file is no photo; empty otherwise.
  refusal text not null default '',
  primary key (node_id, external_id, position)
);
create index one_c_pictures_waiting on one_c_pictures (node_id, session_id, path)
  where processed_session_id is distinct from session_id;

-- Nodes are not deleted: a check of every row of stock and prices would take a third of their writing.
create table one_c_stock (
  node_id integer,
  -- Empty when 1C names no warehouse.
  warehouse_id text collate "C",
  -- Goods, or goods and characteristic: «id#id».
  offer_id text collate "C",
  external_id text collate "C" not null,
  qty numeric(12,3) not null check (qty >= 0),
  session_id integer not null,
  primary key (node_id, warehouse_id, offer_id)
);

create table one_c_prices (
  node_id integer,
  price_type_id text collate "C",
  offer_id text collate "C",
  external_id text collate "C" not null,
  price_kop bigint not null check (price_kop >= 0),
  session_id integer not null,
  primary key (node_id, price_type_id, offer_id)
);

-- Reference data of 1C and what it means on the portal.
create table one_c_mappings (
  node_id integer references one_c_nodes,
  kind text check (kind in ('warehouse', 'price_type', 'status', 'unit', 'maker_property', 'group')),
  external_id text,
  name text not null,
  -- Prices of the type include VAT; null for other kinds.
  includes_vat boolean,
  -- Group above a group of goods; null for other kinds and at the top.
  parent_id text,
  -- Warehouse or inventory group on the portal, state of order lines; `purchase`, `none` or the column of a price type; null when not mapped.
  target text,
  -- Column to which the prices of the type were written, and what the last time has changed, or would change in trial.
  written_column_id integer,
  price_changes jsonb,
  primary key (node_id, kind, external_id)
);

-- Values of the properties that name makers.
create table one_c_maker_values (
  node_id integer references one_c_nodes,
  external_id text,
  name text not null,
  primary key (node_id, external_id)
);

-- Orders for 1C: sent until 1C confirms the revision that was sent.
create table one_c_orders (
  node_id integer references one_c_nodes,
  order_id integer references orders,
  -- Version of the order when it was queued.
  revision integer not null,
  queued_at timestamptz not null,
  sent_revision integer,
  session_id integer,
  sent_at timestamptz,
  confirmed_revision integer,
  confirmed_at timestamptz,
  -- Number and id of the order in 1C.
  external_id text,
  external_number text,
  primary key (node_id, order_id)
);
create index one_c_orders_waiting on one_c_orders (node_id, order_id) where confirmed_revision is distinct from revision;
create index one_c_orders_order on one_c_orders (order_id);
create index one_c_orders_session on one_c_orders (session_id) where session_id is not null;

-- Companies approved on the portal that 1C has to get: each is created there at most once.
create table one_c_new_companies (
  node_id integer references one_c_nodes,
  contractor_id integer references contractors,
  queued_at timestamptz not null,
  -- `sent` until 1C shows the company that was sent: an answer may be lost; `waiting` for a person.
  state text not null default 'queued' check (state in ('queued', 'sent', 'waiting', 'done')),
  -- Reason to wait, in words.
  reason text not null default '',
  sent_at timestamptz,
  -- Id and version in 1C, once it was read back.
  external_id text,
  data_version text,
  confirmed_at timestamptz,
  primary key (node_id, contractor_id)
);
create index one_c_new_companies_contractor on one_c_new_companies (contractor_id);
create index one_c_new_companies_open on one_c_new_companies (node_id, contractor_id) where state <> 'done';

-- Documents of 1C in their last state.
create table one_c_documents (
  id integer generated always as identity primary key,
  node_id integer not null references one_c_nodes,
  kind text not null check (kind in ('order', 'shipment', 'payment', 'return')),
  external_id text not null,
  number text not null,
  day date not null,
  sum_kop bigint not null,
  order_id integer references orders,
  content jsonb not null,
  state text not null check (state in ('applied', 'waiting', 'refused')),
  -- Reason to wait, in words.
  reason text not null default '',
  -- Shipment, bank document or ledger entry that it became.
  target_id integer,
  session_id integer not null,
  received_at timestamptz not null,
  applied_at timestamptz,
  unique (node_id, kind, external_id)
);
create index one_c_documents_last on one_c_documents (node_id, received_at desc, id desc);
create index one_c_documents_waiting on one_c_documents (node_id, id) where state = 'waiting';
create index one_c_documents_order on one_c_documents (order_id) where order_id is not null;

-- Reading of a base by the portal, over OData.
create table one_c_connections (
  node_id integer primary key references one_c_nodes,
  url text not null,
  login text not null,
  -- Encrypted password.
  secret bytea not null,
  is_on boolean not null default true,
  every_minutes integer not null check (every_minutes between 5 and 1440),
  -- Documents of earlier days are not read.
  reads_from date not null,
  -- Empty: changes are found by the versions of objects.
  exchange_plan text not null default '',
  -- Null: chosen by the objects of the base.
  preset text check (preset in ('ut', 'ka', 'unf', 'bp')),
  -- Corrections of the preset.
  overrides jsonb not null default '{}'::jsonb,
  -- Preset and mapping found by the last check; null until it succeeds.
  resolved jsonb,
  -- Mapping by which the stored objects were read.
  read_mapping jsonb,
  report jsonb not null default '[]'::jsonb,
  checked_at timestamptz,
  wants_check boolean not null default true,
  next_read_at timestamptz not null,
  read_at timestamptz,
  -- Last read of all objects, besides changes.
  scanned_at timestamptz,
  failure text not null default '',
  version integer not null default 1,
  actor_id integer not null references users,
  subject_id integer not null references users
);
create index one_c_connections_due on one_c_connections (next_read_at) where is_on;

-- Failures of the exchange that staff were notified of; deleted once it works again.
create table one_c_alarms (
  node_id integer references one_c_nodes,
  -- 1C is silent or confirms no orders, its last files were refused, the portal cannot read the base.
  reason text check (reason in ('lag', 'file', 'reading')),
  -- What has failed and what to do, in words for staff.
  text text not null,
  since timestamptz not null,
  primary key (node_id, reason)
);

-- Objects that were read, in their last version.
create table one_c_objects (
  node_id integer references one_c_nodes,
  kind text check (kind in ('company', 'contract', 'agreement', 'upd', 'correction')),
  external_id text collate "C",
  data_version text not null,
  -- ИНН of a company, company of a contract, company or partner of an agreement, document that an УПД or a correction is based on.
  belongs_to text collate "C" not null,
  name text not null,
  content jsonb not null,
  session_id integer not null,
  -- `new` until the object is looked at; the others as on the screen.
  state text not null default 'new' check (state in ('new', 'applied', 'waiting', 'idle', 'gone')),
  reason text not null default '',
  -- Company, contract, price column, shipment or ledger entry that it became.
  target_id integer,
  -- Matched or detached by a person: rules leave it alone.
  is_matched_by_hand boolean not null default false,
  primary key (node_id, kind, external_id)
);
create index one_c_objects_belongs on one_c_objects (node_id, kind, belongs_to);
create index one_c_objects_partner on one_c_objects (node_id, (content->>'partner')) where kind = 'company';
create index one_c_objects_name on one_c_objects (node_id, kind, name, external_id);
create index one_c_objects_state on one_c_objects (node_id, kind, state) where state in ('new', 'waiting');
create index one_c_objects_target on one_c_objects (target_id, kind) where target_id is not null;
