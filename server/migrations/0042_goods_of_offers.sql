-- An offer is of a product and of a warehouse, checked a statement at a time: the foreign keys asked both a row at a time
-- and locked every product they met, which was a third of the time of a price list's first import (decision 0052).
alter table offers drop constraint offers_product_id_fkey, drop constraint offers_warehouse_id_fkey;

-- Planned anew each time: a plan made for a million offers would read all products for one.
create function refuse_offers_of_nothing() returns trigger language plpgsql as $$
declare
  is_found boolean;
begin
  execute 'select exists (
    select from added where not exists (select from products where products.id = added.product_id))' into is_found;
  if is_found then
    raise foreign_key_violation using message = 'an offer of no product', table = 'offers', constraint = 'offers_product_id_fkey';
  end if;
  execute 'select exists (
    select from (select distinct warehouse_id from added) as met
    where not exists (select from warehouses where warehouses.id = met.warehouse_id))' into is_found;
  if is_found then
    raise foreign_key_violation using message = 'an offer of no warehouse', table = 'offers', constraint = 'offers_warehouse_id_fkey';
  end if;
  return null;
end $$;
create trigger offers_are_of_goods after insert on offers
  referencing new table as added for each statement execute function refuse_offers_of_nothing();

-- Few are moved, by a merge of brands; a trigger of a statement could not tell such updates from those of stock.
create function refuse_moved_offer_of_nothing() returns trigger language plpgsql as $$
begin
  if not exists (select from products where id = new.product_id) then
    raise foreign_key_violation using message = 'an offer of no product', table = 'offers', constraint = 'offers_product_id_fkey';
  end if;
  if not exists (select from warehouses where id = new.warehouse_id) then
    raise foreign_key_violation using message = 'an offer of no warehouse', table = 'offers', constraint = 'offers_warehouse_id_fkey';
  end if;
  return null;
end $$;
create trigger moved_offers_are_of_goods after update of product_id, warehouse_id on offers
  for each row when ((old.product_id, old.warehouse_id) is distinct from (new.product_id, new.warehouse_id))
  execute function refuse_moved_offer_of_nothing();

-- Whoever writes offers is waited for: what he has added and not committed could not be seen.
create function refuse_goods_with_offers() returns trigger language plpgsql as $$
declare
  column_name constant text := tg_argv[0];
  is_used boolean;
begin
  lock table offers in share mode;
  execute format('select exists (select from gone join offers on offers.%I = gone.id)', column_name) into is_used;
  if is_used then
    raise foreign_key_violation using message = format('%s still offered', tg_table_name), table = 'offers',
      constraint = format('offers_%s_fkey', column_name);
  end if;
  return null;
end $$;
create trigger products_without_offers after delete on products
  referencing old table as gone for each statement execute function refuse_goods_with_offers('product_id');
create trigger warehouses_without_offers after delete on warehouses
  referencing old table as gone for each statement execute function refuse_goods_with_offers('warehouse_id');

create function refuse_emptied_goods() returns trigger language plpgsql as $$
begin
  if exists (select from offers) then
    raise foreign_key_violation using message = format('%s still offered', tg_table_name), table = 'offers';
  end if;
  return null;
end $$;
create trigger emptied_products_without_offers after truncate on products
  for each statement execute function refuse_emptied_goods();
create trigger emptied_warehouses_without_offers after truncate on warehouses
  for each statement execute function refuse_emptied_goods();
