-- Suppliers of the demonstration have names of firms now; where it was filled before, they get them too.
with renamed (before, name) as (
  values ('Онлайн-поставщик 31', 'Метеор Автодеталь'), ('Онлайн-поставщик 32', 'Полный Борт'),
    ('Онлайн-поставщик 33', 'Дальние Рейсы')
), places as (
  update warehouses set name = replace(warehouses.name, renamed.before, renamed.name)
  from renamed join sources on sources.name = renamed.before and sources.kind = 'online'
  where warehouses.source_id = sources.id
)
update sources set name = renamed.name from renamed
where sources.name = renamed.before and sources.kind = 'online'
  and not exists (select from sources taken where taken.name = renamed.name);
