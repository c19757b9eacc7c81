-- «Сообщить о поступлении»: whom a letter tells that a product has come, or that it costs less.

create table watches (
  id integer generated always as identity primary key,
  contractor_id integer not null references contractors,
  product_id integer not null references products,
  kind text not null check (kind in ('stock', 'price')),
  -- In the product's unit, of all warehouses together; null: any.
  qty numeric(12, 3) check (qty > 0),
  price_kop bigint check (price_kop > 0),
  -- Whose it is: the letter goes to him.
  subject_id integer not null references users,
  actor_id integer not null references users,
  created_at timestamptz not null,
  -- When he was told; null: still waited for.
  told_at timestamptz,
  check ((kind = 'price') = (price_kop is not null)),
  check (kind = 'stock' or qty is null),
  unique (contractor_id, subject_id, product_id, kind)
);
create index watches_mine on watches (contractor_id, subject_id, created_at desc, id desc);
create index watches_waiting on watches (contractor_id, subject_id, product_id) where told_at is null;
call own_rows('watches', 'contractor_id = current_owner()');
