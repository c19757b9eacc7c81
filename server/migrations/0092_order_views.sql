-- Filters of the lists of orders that a person has kept under a name.
create table order_views (
  id integer generated always as identity primary key,
  user_id integer not null references users,
  -- Null: of the staff.
  contractor_id integer references contractors,
  name text not null,
  filter jsonb not null,
  created_at timestamptz not null
);
create unique index order_views_names on order_views (user_id, contractor_id, lower(name)) nulls not distinct;
call own_rows('order_views', 'contractor_id = current_owner()');
