-- The first seller, manager, company, its contract, point and user. Put the true requisites in place of these.
-- psql -v password_hash='$argon2id$…' < first-rows.sql; both accounts get that password.
with seller as (
  insert into sellers (name, full_name, inn, kpp, ogrn, address, phone, tax_regime, director, invoice_prefix)
  values ('ООО «Пример»', 'Общество с ограниченной ответственностью «Пример»', '7700000016', '770001001',
          '1027700000016', '101000, г. Москва, ул. Примерная, д. 1', '+7 (495) 000-00-00', 'osno', 'Иванов И. И.', 'ПР')
  returning id
), account as (
  insert into seller_accounts (seller_id, bank_name, bic, correspondent_account, account, is_default)
  select id, 'БАНК', '044525225', '30101810400000000225', '40702810000000000000', true from seller
), manager as (
  insert into users (login, email, full_name, phone, password_hash, roles, rights)
  values ('manager', 'manager@example.ru', 'Иванова Мария Сергеевна', '+7 (495) 000-00-00', :'password_hash',
          '{ARTIKUL_ORDER_MANAGER}', '{accountant,prices,min_margin,administrator}')
  returning id
), price_group as (
  insert into price_groups (name, markup_hundredths) values ('Опт', 2000) returning id
), contractor as (
  insert into contractors (name, full_name, inn, kpp, address, status, price_group_id, manager_id)
  select 'ООО «Покупатель»', 'Общество с ограниченной ответственностью «Покупатель»', '7800000012', '780001001',
         '190000, г. Санкт-Петербург, ул. Примерная, д. 2', 'active', price_group.id, manager.id
  from price_group, manager
  returning id
), contract as (
  insert into contracts (seller_id, contractor_id, number, signed_on, prepayment_percent, is_default)
  select seller.id, contractor.id, '1', current_date, 100, true from seller, contractor
), consignee as (
  insert into consignees (contractor_id, name, address, is_default)
  select id, 'Основной склад', '190000, г. Санкт-Петербург, ул. Примерная, д. 2', true from contractor
), client as (
  insert into users (login, email, full_name, password_hash, roles, current_contractor_id)
  select 'buyer', 'buyer@example.ru', 'Петров Пётр Петрович', :'password_hash', '{CONTRACTOR_ADMIN}', id from contractor
  returning id, current_contractor_id
)
insert into user_contractors (user_id, contractor_id)
select id, current_contractor_id from client;
