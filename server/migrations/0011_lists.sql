-- «Заказ по списку»: what a person asked by a whole list, what was found for each row, and what was chosen.

create table lists (
  id integer generated always as identity primary key,
  -- null: staff, who have no company.
  contractor_id integer references contractors,
  subject_id integer not null references users,
  actor_id integer not null references users,
  name text not null,
  -- The file as it was sent, or the text as it was pasted: it is read anew when columns are corrected, and given back
  -- with the answer.
  content bytea not null,
  is_pasted boolean not null,
  -- «Куда» of rows that name no point.
  consignee_id integer references consignees,
  layout jsonb not null,
  preview jsonb not null,
  skipped jsonb not null,
  rows_count integer not null,
  done_count integer not null default 0,
  -- Grows when the file is read anew: what was found for the rows before it is of no use.
  version integer not null default 1,
  created_at timestamptz not null,
  -- When a server last worked at it: whoever stopped in the middle is taken over from.
  worked_at timestamptz not null,
  check (done_count between 0 and rows_count)
);
create index lists_mine on lists (subject_id, contractor_id, created_at desc, id desc);
create index lists_contractor on lists (contractor_id);
create index lists_consignee on lists (consignee_id) where consignee_id is not null;
create index lists_old on lists (created_at);
call own_rows('lists', 'contractor_id = current_owner()');

create table list_rows (
  list_id integer not null references lists on delete cascade,
  position integer not null check (position > 0),
  contractor_id integer references contractors,
  row_number integer not null,
  -- As written.
  article text not null,
  brand text not null,
  name text not null,
  qty_text text not null,
  own_code text not null,
  -- What is wrong with the row itself, in words; null: it can be looked up.
  fault text,
  -- What is odd about it, in words: a point that nobody knows.
  remark text,
  qty numeric(12, 3) check (qty > 0),
  ceiling_kop bigint check (ceiling_kop > 0),
  consignee_id integer references consignees,
  client_ref text not null,
  state text check (
    state in ('found', 'read', 'own_code', 'replacement', 'several', 'check', 'no_offers', 'not_found', 'faulty')
  ),
  -- Why it was found otherwise than written.
  because text,
  product_id integer references products,
  -- What is chosen: goods of one warehouse, or of two.
  first_product_id integer references products,
  first_warehouse_id integer references warehouses,
  first_qty numeric(12, 3) check (first_qty > 0),
  second_product_id integer references products,
  second_warehouse_id integer references warehouses,
  second_qty numeric(12, 3) check (second_qty > 0),
  selected boolean not null default false,
  in_cart boolean not null default false,
  primary key (list_id, position),
  check ((first_product_id is null) = (first_qty is null) and (first_warehouse_id is null) = (first_qty is null)),
  check ((second_product_id is null) = (second_qty is null) and (second_warehouse_id is null) = (second_qty is null)),
  check (second_qty is null or first_qty is not null)
);
create index list_rows_consignee on list_rows (consignee_id) where consignee_id is not null;
call own_rows('list_rows', 'contractor_id = current_owner()');

-- How a company's files with the same header are to be read.
create table list_layouts (
  contractor_id integer not null references contractors,
  -- SHA-256 of the header's words.
  fingerprint text not null,
  columns jsonb not null,
  actor_id integer not null references users,
  subject_id integer not null references users,
  changed_at timestamptz not null,
  primary key (contractor_id, fingerprint)
);
call own_rows('list_layouts', 'contractor_id = current_owner()');

-- The buyer's own codes of products, learnt when a row with a code goes to the cart.
create table own_codes (
  contractor_id integer not null references contractors,
  code_key text not null,
  product_id integer not null references products,
  actor_id integer not null references users,
  subject_id integer not null references users,
  learnt_at timestamptz not null,
  primary key (contractor_id, code_key)
);
call own_rows('own_codes', 'contractor_id = current_owner()');
