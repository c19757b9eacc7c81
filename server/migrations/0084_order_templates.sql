-- «Шаблоны заказов»: what a company orders again and again, by name. Lines are kept as they were written, without prices:
-- they are looked up anew each time.
create table order_templates (
  id integer generated always as identity primary key,
  contractor_id integer not null references contractors,
  name text not null,
  lines jsonb not null check (jsonb_typeof(lines) = 'array'),
  lines_count integer not null check (lines_count > 0),
  actor_id integer not null references users,
  subject_id integer not null references users,
  created_at timestamptz not null
);
create unique index order_templates_name on order_templates (contractor_id, lower(name));
call own_rows('order_templates', 'contractor_id = current_owner()');
