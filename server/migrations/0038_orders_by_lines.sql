-- Lines of all orders in one list: a part of a line knows whose it is, where it goes, when it was ordered and when it is
-- expected, so that what stands in a state is read from an index alone, the newest or the longest awaited first.
alter table order_line_parts
  add column contractor_id integer,
  add column consignee_id integer,
  add column ordered_at timestamptz,
  add column expected_date date;
alter table order_line_parts disable trigger user;
update order_line_parts part set contractor_id = line.contractor_id, consignee_id = line.consignee_id,
    ordered_at = orders.created_at, expected_date = line.expected_date
  from order_lines line join orders on orders.id = line.order_id where line.id = part.line_id;
alter table order_line_parts enable trigger user;
alter table order_line_parts
  alter column contractor_id set not null,
  alter column consignee_id set not null,
  alter column ordered_at set not null,
  alter column expected_date set not null;

create function place_line_part() returns trigger language plpgsql as $$
begin
  select line.contractor_id, line.consignee_id, orders.created_at, line.expected_date
    into new.contractor_id, new.consignee_id, new.ordered_at, new.expected_date
    from order_lines line join orders on orders.id = line.order_id where line.id = new.line_id;
  return new;
end $$;
create trigger order_line_parts_have_places before insert or update of line_id on order_line_parts
  for each row execute function place_line_part();

create function move_places_of_parts() returns trigger language plpgsql as $$
begin
  if tg_table_name = 'orders' then
    update order_line_parts part set ordered_at = new.created_at
      from order_lines line where line.order_id = new.id and part.line_id = line.id;
  else
    update order_line_parts set consignee_id = new.consignee_id, expected_date = new.expected_date
      where line_id = new.id;
  end if;
  return null;
end $$;
create trigger order_lines_move_parts after update of consignee_id, expected_date on order_lines for each row
  when ((new.consignee_id, new.expected_date) is distinct from (old.consignee_id, old.expected_date))
  execute function move_places_of_parts();
create trigger orders_move_parts after update of created_at on orders for each row
  when (new.created_at is distinct from old.created_at) execute function move_places_of_parts();

drop policy client on order_line_parts;
create policy client on order_line_parts to artikul_client using (contractor_id = current_owner());

create index order_line_parts_company on order_line_parts (contractor_id, state, ordered_at desc, line_id)
  include (consignee_id);
create index order_line_parts_state on order_line_parts (state, ordered_at desc, line_id);
-- The states of `OPEN_STATES`: what has not left for the buyer yet.
create index order_line_parts_company_expected on order_line_parts (contractor_id, state, expected_date, line_id)
  include (ordered_at, consignee_id)
  where state in ('new', 'awaiting_payment', 'on_hold', 'needs_confirm', 'reserved', 'in_work', 'ordered_supplier',
    'confirmed_supplier', 'in_transit', 'delayed', 'arrived', 'picking', 'ready');
create index order_line_parts_expected on order_line_parts (state, expected_date, line_id) include (ordered_at)
  where state in ('new', 'awaiting_payment', 'on_hold', 'needs_confirm', 'reserved', 'in_work', 'ordered_supplier',
    'confirmed_supplier', 'in_transit', 'delayed', 'arrived', 'picking', 'ready');

-- The newest lines of an article. Marks and own numbers are read through within a company, where row-level security lets
-- no index of a text come first; among everybody's they are found by their beginning, whose reading can be cut short.
drop index order_lines_article;
create index order_lines_article on order_lines (contractor_id, article_key, id);
create index order_lines_marks on order_lines (contractor_id, id) include (client_ref, consignee_id, order_id)
  where client_ref <> '';
drop index order_lines_client_ref;
create index order_lines_client_ref on order_lines (lower(client_ref) text_pattern_ops) where client_ref <> '';
drop index orders_client_number;
create index orders_client_number on orders (lower(client_number) text_pattern_ops) where client_number <> '';

create index orders_texts on orders (contractor_id, id) include (number, client_number, consignee_id);
create index orders_company_status on orders (contractor_id, status, created_at desc, id desc) include (consignee_id);
create index orders_company_total on orders (contractor_id, total_kop desc, id desc);
create index orders_total on orders (total_kop desc, id desc);
create index orders_status_total on orders (status, total_kop desc, id desc);
drop index orders_status;
create index orders_status on orders (status, created_at desc, id desc);
drop index orders_consignee;
create index orders_consignee on orders (consignee_id, created_at desc, id desc);
