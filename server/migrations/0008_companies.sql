-- Companies: how they come, what is known of them, by which contracts they buy, where their goods go.

-- What the supplier asks people to agree to, in versions; the hash is of the text as it was shown.
create table legal_texts (
  id integer generated always as identity primary key,
  kind text not null check (kind in ('offer', 'personal_data')),
  version integer not null check (version > 0),
  title text not null,
  body text not null,
  hash text not null default '',
  published_at timestamptz not null default now(),
  unique (kind, version)
);

-- Who agreed to what, when and from where: added and read, never changed.
create table consents (
  id integer generated always as identity primary key,
  user_id integer not null references users,
  contractor_id integer not null references contractors,
  kind text not null check (kind in ('offer', 'personal_data')),
  version integer not null,
  text_hash text not null,
  form text not null,
  given_at timestamptz not null,
  address text not null,
  user_agent text not null
);
create index consents_contractor on consents (contractor_id);
create index consents_user on consents (user_id);
call own_rows('consents', 'contractor_id = current_owner()');

-- What somebody typed into the registration form; it becomes an account and a company when its letter is answered.
create table registrations (
  id integer generated always as identity primary key,
  token_hash bytea not null unique,
  email citext not null,
  password_hash text not null,
  company jsonb not null,
  person jsonb not null,
  consents jsonb not null,
  address text not null,
  user_agent text not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz
);
create index registrations_email on registrations (email, created_at);
create index registrations_expires on registrations (expires_at);

alter table contractors
  add column actual_address text not null default '',
  add column okpo text,
  add column director_title text not null default '',
  add column director text not null default '',
  add column deputy_id integer references users,
  add column declined_reason text,
  add column decided_at timestamptz,
  -- Anybody may write a known ИНН into a registration: only companies that were let in hold theirs for themselves.
  drop constraint contractors_inn_kpp_key;
create unique index contractors_inn_kpp on contractors (inn, kpp) nulls not distinct where status = 'active';
create index contractors_waiting on contractors (created_at) where status = 'pending';
create index contractors_manager on contractors (manager_id);
create index contractors_phone on contractors (phone) where phone <> '';
create index contractors_ru_name on contractors (name collate "ru-x-icu", id);
create index users_ru_name on users (full_name collate "ru-x-icu", id);
create index users_phone on users (phone) where phone is not null;

create table contractor_accounts (
  id integer generated always as identity primary key,
  contractor_id integer not null references contractors,
  bic text not null,
  bank_name text not null,
  correspondent_account text not null default '',
  account text not null,
  is_default boolean not null default false,
  unique (contractor_id, account, bic)
);
call own_rows('contractor_accounts', 'contractor_id = current_owner()');

-- Its end is told of once, 30 days before; until its own first day the contract that it renews stands.
alter table contracts add column end_told_at timestamptz, add column renews_id integer references contracts;
update contracts set is_default = false where is_default and exists (
  select from contracts other where other.contractor_id = contracts.contractor_id
    and other.seller_id = contracts.seller_id and other.is_default and other.id < contracts.id);
create unique index contracts_main on contracts (contractor_id, seller_id) where is_default;
create index contracts_ending on contracts (valid_to) where valid_to is not null and end_told_at is null;

create table contract_files (
  contract_id integer primary key references contracts,
  name text not null,
  type text not null,
  bytes bytea not null,
  size integer not null,
  uploaded_at timestamptz not null default now(),
  actor_id integer references users
);
call own_rows('contract_files', 'exists (select from contracts where contracts.id = contract_id)');

-- Where the supplier's own cars go, and when.
create table delivery_zones (
  id integer generated always as identity primary key,
  name text not null unique,
  note text not null default '',
  version integer not null default 1
);
create table delivery_waves (
  id integer generated always as identity primary key,
  zone_id integer not null references delivery_zones on delete cascade,
  name text not null,
  -- ISO: Monday is 1.
  weekdays smallint[] not null check (
    weekdays <@ array[1, 2, 3, 4, 5, 6, 7]::smallint[] and cardinality(weekdays) > 0
  ),
  leaves_at time not null,
  order_before time not null check (order_before <= leaves_at),
  unique (zone_id, name)
);

alter table consignees
  -- By weekday: [{"weekday": 1, "from": "09:00", "to": "18:00"}]
  add column hours jsonb not null default '[]',
  add column zone_id integer references delivery_zones on delete set null,
  add column carrier text not null default '',
  add column carrier_payer text not null default 'supplier' check (carrier_payer in ('supplier', 'recipient')),
  add column carrier_terminal text not null default '',
  -- Who may collect: [{"full_name": "…", "phone": "+7…", "document": "…"}]
  add column people jsonb not null default '[]',
  add column document_email text not null default '',
  -- Never used and thrown away: shown nowhere. The row stays, so that nothing has to be searched for it first.
  add column deleted_at timestamptz check (deleted_at is null or archived_at is not null);
create index orders_consignee on orders (consignee_id);
create index consignees_all on consignees (contractor_id, name collate "ru-x-icu", id);
create index consignees_zone on consignees (zone_id) where zone_id is not null;
create index consignees_phone on consignees (phone) where phone <> '';
create unique index consignees_code on consignees (contractor_id, lower(code)) where code is not null and archived_at is null;

-- The supplier's own places, for the page of contacts.
create table offices (
  id integer generated always as identity primary key,
  name text not null,
  address text not null,
  longitude double precision,
  latitude double precision,
  phone text not null default '',
  email text not null default '',
  hours text not null default '',
  position integer not null default 0
);

-- Answers of the directory of companies, banks and addresses, so that one question is asked once.
create table suggestion_cache (
  kind text not null,
  question text not null,
  answer jsonb not null,
  asked_at timestamptz not null,
  primary key (kind, question)
);
create index suggestion_cache_asked on suggestion_cache (asked_at);

do $$
declare
  name text;
begin
  foreach name in array array['artikul_app', 'artikul_client', 'artikul_staff'] loop
    execute format('revoke update, delete, truncate on consents from %I', name);
  end loop;
end $$;

insert into legal_texts (kind, version, published_at, title, body) values
('offer', 1, '2026-11-01', 'Публичная оферта', '## 1. Предмет

Поставщик передаёт в собственность Покупателя автомобильные запасные части, а Покупатель принимает и оплачивает их на условиях этой оферты и договора, если он заключён.

## 2. Принятие оферты

Оферта принята (статья 438 Гражданского кодекса РФ), когда Покупатель отметил «Принимаю условия оферты» при регистрации или оформил заказ на портале.

## 3. Заказ

Заказ, оформленный под логином и паролем сотрудника Покупателя, считается подписанным простой электронной подписью Покупателя (статьи 6 и 9 Федерального закона № 63-ФЗ). Покупатель хранит пароли своих сотрудников в тайне и отвечает за их действия на портале.

## 4. Цена и оплата

Цены указаны на портале в рублях с учётом НДС. Порядок оплаты определяет договор; без договора действует предоплата 100 %.

## 5. Поставка

Срок поставки указан в каждой строке заказа. Поставщик сообщает об изменении срока, цены или количества до отгрузки; строку с изменёнными условиями Покупатель вправе снять.

## 6. Возврат и гарантия

Условия возврата указаны у каждого товара. Требования по качеству Покупатель заявляет на портале в сроки, установленные законом и изготовителем.

## 7. Документы

Универсальный передаточный документ в электронной форме передаётся через оператора электронного документооборота.'),
('personal_data', 1, '2026-11-01', 'Согласие на обработку персональных данных', 'Я свободно, своей волей и в своём интересе даю согласие оператору, реквизиты которого указаны на странице «Контакты», на обработку моих персональных данных.

## Данные

Фамилия, имя, отчество, телефон, адрес электронной почты, место работы, а также адрес в сети и сведения о браузере, с которого я вхожу на портал.

## Цели

Регистрация и вход на портал, приём и исполнение заказов организации, которую я представляю, расчёты, документы и обращения по ним.

## Действия

Сбор, запись, систематизация, хранение, уточнение, использование, передача перевозчику и поставщику деталей в объёме, нужном для доставки заказа, обезличивание, блокирование, удаление, с использованием средств автоматизации и без них. Данные хранятся на территории Российской Федерации.

## Срок и отзыв

Согласие действует до его отзыва. Отозвать его можно письмом на адрес электронной почты, указанный на странице «Контакты». После отзыва вход на портал невозможен; документы, которые закон требует хранить, хранятся установленный срок.');
update legal_texts set hash = encode(sha256(convert_to(body, 'UTF8')), 'hex');
alter table legal_texts alter column hash drop default;
