-- Contractors, consignees, contracts, sellers, legal texts.

create table contractors (
  id integer generated always as identity primary key,
  name text not null,
  full_name text not null,
  inn text not null,
  kpp text,
  ogrn text,
  address text not null,
  phone text not null default '',
  email text not null default '',
  status text not null default 'pending' check (status in ('pending', 'active', 'declined')),
  stopped_reason text,
  price_group_id integer,
  manager_id integer,
  external_id text,
  external_number text,
  version integer not null default 1,
  actor_id integer,
  subject_id integer,
  created_at timestamptz not null default now(),
  actual_address text not null default '',
  okpo text,
  director_title text not null default '',
  director text not null default '',
  substitute_id integer,
  declined_reason text,
  decided_at timestamptz,
  tolerance_hundredths integer not null default 0 check ((tolerance_hundredths >= 0) and (tolerance_hundredths <= 10000)),
  tolerance_kop bigint not null default 0 check ((tolerance_kop >= 0) and (tolerance_kop <= 10000000)),
  tolerance_days integer not null default 0 check ((tolerance_days >= 0) and (tolerance_days <= 60)),
  substitute_from date,
  substitute_to date,
  constraint contractors_check check (substitute_from <= substitute_to),
  constraint contractors_check1 check (substitute_id is not null or (substitute_from is null and substitute_to is null))
);
-- Thousands of companies are searched by a part of the name.
create index contractors_name on contractors using gin (name gin_trgm_ops);
create index contractors_inn on contractors (inn text_pattern_ops);
create unique index contractors_inn_kpp on contractors (inn, kpp) nulls not distinct where status = 'active';
create index contractors_waiting on contractors (created_at) where status = 'pending';
create index contractors_manager on contractors (manager_id);
create index contractors_phone on contractors (phone) where phone <> '';
create index contractors_ru_name on contractors (name collate "ru-x-icu", id);
create index contractors_deputy on contractors (substitute_id) where substitute_id is not null;
create index contractors_inn_tail on contractors (reverse(inn) text_pattern_ops);
create index contractors_phone_tail on contractors (reverse(phone) text_pattern_ops) where phone <> '';

-- Consents with version, time and address; append-only.
create table consents (
  id integer generated always as identity primary key,
  user_id integer not null,
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
-- Counts companies and people per accepted version.
create index consents_text_companies on consents (kind, version, contractor_id);
create index consents_text_people on consents (kind, version, user_id);
call own_rows('consents', 'contractor_id = current_owner()');

create table consignees (
  id integer generated always as identity primary key,
  contractor_id integer not null references contractors,
  name text not null,
  code text,
  legal_name text,
  inn text,
  kpp text,
  address text not null,
  longitude double precision,
  latitude double precision,
  contact text not null default '',
  phone text not null default '',
  is_default boolean not null default false,
  archived_at timestamptz,
  external_id text,
  external_number text,
  version integer not null default 1,
  actor_id integer,
  subject_id integer,
  created_at timestamptz not null default now(),
  -- By weekday: [{"weekday": 1, "from": "09:00", "to": "18:00"}]
  hours jsonb not null default '[]'::jsonb,
  zone_id integer,
  carrier text not null default '',
  carrier_payer text not null default 'supplier' check (carrier_payer in ('supplier', 'recipient')),
  carrier_terminal text not null default '',
  -- Who may collect: [{"full_name": "…", "phone": "+7…", "document": "…"}]
  people jsonb not null default '[]'::jsonb,
  document_email text not null default '',
  -- Never used and deleted: hidden everywhere. The row stays, so that references need not be searched.
  deleted_at timestamptz,
  constraint consignees_check check (deleted_at is null or archived_at is not null)
);
create index consignees_contractor on consignees (contractor_id) where archived_at is null;
create unique index consignees_default on consignees (contractor_id) where is_default and archived_at is null;
create index consignees_all on consignees (contractor_id, name collate "ru-x-icu", id);
create index consignees_zone on consignees (zone_id) where zone_id is not null;
create index consignees_phone on consignees (phone) where phone <> '';
create unique index consignees_code on consignees (contractor_id, lower(code)) where code is not null and archived_at is null;
create index consignees_phone_tail on consignees (reverse(phone) text_pattern_ops) where phone <> '';
call own_rows('consignees', 'contractor_id = current_owner()');

-- «Гараж»: vehicles of a company, each with at least one number.
create table vehicles (
  id integer generated always as identity primary key,
  contractor_id integer not null references contractors,
  name text not null,
  -- Latin capitals and digits.
  vin text,
  frame_number text,
  -- Cyrillic without spaces: А123ВС77.
  plate text,
  make text not null default '',
  model text not null default '',
  year integer,
  notes text not null default '',
  -- Usual delivery point.
  consignee_id integer references consignees,
  archived_at timestamptz,
  -- Never used and deleted: hidden everywhere, and purged when the deletion can no longer be undone.
  deleted_at timestamptz,
  version integer not null default 1,
  actor_id integer not null,
  subject_id integer not null,
  created_at timestamptz not null default now(),
  constraint vehicles_deleted check (deleted_at is null or archived_at is not null),
  constraint vehicles_numbered check (num_nonnulls(vin, frame_number, plate) > 0),
  -- Target of references that also name the company: rows of another company cannot be referred to.
  constraint vehicles_of_contractor unique (id, contractor_id)
);
create index vehicles_all on vehicles (contractor_id, name collate "ru-x-icu", id);
create index vehicles_consignee on vehicles (consignee_id) where consignee_id is not null;
create unique index vehicles_vin on vehicles (contractor_id, vin) where vin is not null and archived_at is null;
create unique index vehicles_frame_number on vehicles (contractor_id, frame_number) where frame_number is not null and archived_at is null;
create unique index vehicles_plate on vehicles (contractor_id, plate) where plate is not null and archived_at is null;
-- Staff search vehicles of all companies.
create index vehicles_words on vehicles using gin ((name || ' ' || coalesce(vin, '') || ' ' || coalesce(frame_number, '') || ' ' || coalesce(plate, '')) gin_trgm_ops);
call own_rows('vehicles', 'contractor_id = current_owner()');

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

-- Versions of legal texts; the hash is of the text as displayed.
create table legal_texts (
  id integer generated always as identity primary key,
  kind text not null check (kind in ('offer', 'personal_data', 'privacy_policy')),
  version integer not null check (version > 0),
  title text not null,
  body text not null check (body <> ''),
  hash text not null,
  published_at timestamptz not null default now(),
  in_force_from date not null,
  note text not null default '',
  unique (kind, version)
);

-- Publishers; the first texts came with the portal. Separate from the texts, which outlive the accounts.
create table legal_publications (
  legal_text_id integer primary key references legal_texts,
  actor_id integer not null,
  subject_id integer not null
);

create table legal_withdrawals (
  legal_text_id integer primary key references legal_texts,
  actor_id integer not null,
  subject_id integer not null,
  created_at timestamptz not null
);

-- Addresses without an account that get emails about a company's affairs after confirmation.
create table email_recipients (
  id integer generated always as identity primary key,
  contractor_id integer not null references contractors,
  email text not null check (email <> ''),
  topics text[] not null check (cardinality(topics) > 0),
  mail text not null check (mail in ('at_once', 'digest')),
  -- Null for the whole company.
  consignee_id integer references consignees,
  sees_prices boolean not null,
  -- Part of every email to the address, therefore stored in clear; it only turns emails on or off.
  secret text not null unique,
  version integer not null default 1,
  asked_at timestamptz not null,
  confirmed_at timestamptz,
  stopped_at timestamptz,
  removed_at timestamptz,
  actor_id integer not null,
  subject_id integer not null
);
create unique index email_recipients_once on email_recipients (contractor_id, email, consignee_id) nulls not distinct where removed_at is null;
create index email_recipients_asked on email_recipients (contractor_id, asked_at);
create index email_recipients_address on email_recipients (email, asked_at);
create index email_recipients_point on email_recipients (consignee_id);
create index email_recipients_removed on email_recipients (removed_at) where removed_at is not null;
call own_rows('email_recipients', 'contractor_id = current_owner()');

-- Offices of the supplier on the contacts page.
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

-- Texts of public pages: every change is a new version.
create table page_texts (
  page text check (page in ('about', 'rospart')),
  version integer check (version > 0),
  body text not null check (body <> ''),
  actor_id integer not null,
  subject_id integer not null,
  created_at timestamptz not null,
  primary key (page, version)
);

-- Submitted registration forms; confirmed ones become an account and a company.
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

create table sellers (
  id integer generated always as identity primary key,
  name text not null,
  full_name text not null,
  inn text not null unique,
  kpp text,
  ogrn text not null,
  address text not null,
  phone text not null default '',
  tax_regime text not null check (tax_regime in ('osno', 'usn', 'usn_5', 'usn_7')),
  director_title text not null default 'Руководитель',
  director text not null,
  accountant text not null default '',
  invoice_prefix text not null,
  invoice_notice text not null default '',
  accounting_mode text not null default '1c' check (accounting_mode in ('1c', 'portal')),
  external_id text,
  -- Last exchange with its accounting system; null when there is none.
  exchanged_at timestamptz,
  -- A closed seller gets no new contracts and warehouses.
  closed_at timestamptz,
  version integer not null default 1
);

create table contracts (
  id integer generated always as identity primary key,
  seller_id integer not null references sellers,
  contractor_id integer not null references contractors,
  number text not null,
  signed_on date not null,
  valid_to date,
  prepayment_percent integer not null default 100 check ((prepayment_percent >= 0) and (prepayment_percent <= 100)),
  deferment_days integer not null default 0 check (deferment_days >= 0),
  deferment_from text not null default 'shipment' check (deferment_from in ('shipment', 'receipt')),
  deferment_calendar text not null default 'calendar' check (deferment_calendar in ('calendar', 'banking')),
  limit_kop bigint not null default 0 check (limit_kop >= 0),
  price_group_id integer,
  edo_operator text,
  edo_id text,
  invoice_notice text,
  is_default boolean not null default false,
  external_id text,
  external_number text,
  version integer not null default 1,
  actor_id integer,
  subject_id integer,
  created_at timestamptz not null default now(),
  end_notified_at timestamptz,
  renews_id integer references contracts,
  disputes_block boolean not null default false,
  unique (seller_id, contractor_id, number)
);
create index contracts_contractor on contracts (contractor_id);
create unique index contracts_main on contracts (contractor_id, seller_id) where is_default;
create index contracts_ending on contracts (valid_to) where valid_to is not null and end_notified_at is null;
call own_rows('contracts', 'contractor_id = current_owner()');

create table contract_files (
  contract_id integer primary key references contracts,
  name text not null,
  type text not null,
  bytes bytea not null,
  size integer not null,
  uploaded_at timestamptz not null default now(),
  actor_id integer
);

create table seller_accounts (
  id integer generated always as identity primary key,
  seller_id integer not null references sellers,
  bank_name text not null,
  bic text not null,
  correspondent_account text not null,
  account text not null,
  is_default boolean not null default false
);
create index seller_accounts_seller on seller_accounts (seller_id);

-- Logo, stamp and signature printed on invoices. Replaced ones stay on the invoices issued before.
create table seller_pictures (
  id integer generated always as identity primary key,
  seller_id integer not null references sellers,
  kind text not null check (kind in ('logo', 'stamp', 'signature')),
  -- PNG.
  bytes bytea not null,
  added_at timestamptz not null,
  removed_at timestamptz,
  actor_id integer not null,
  subject_id integer not null
);
create unique index seller_pictures_current on seller_pictures (seller_id, kind) where removed_at is null;
create index seller_pictures_seller on seller_pictures (seller_id, added_at);

-- Cached answers of the directory of companies, banks and addresses.
create table suggestion_cache (
  kind text,
  question text,
  answer jsonb not null,
  asked_at timestamptz not null,
  primary key (kind, question)
);
create index suggestion_cache_asked on suggestion_cache (asked_at);

-- Standard VAT rates by date (НК РФ ст. 164): the rate follows the day of shipment.
create table vat_rates (
  rate text not null check (rate in ('22', '20', '10', '7', '5', '0', 'none')),
  tax_regime text,
  valid_from date,
  valid_to date,
  primary key (tax_regime, valid_from)
);

call own_rows('contract_files', 'exists (select from contracts where contracts.id = contract_files.contract_id)');

create trigger legal_texts_append_only before delete or update on legal_texts
  for each row execute function refuse_change();
create trigger legal_publications_append_only before delete or update on legal_publications
  for each row execute function refuse_change();
create trigger legal_withdrawals_append_only before delete or update on legal_withdrawals
  for each row execute function refuse_change();
create trigger page_texts_append_only before delete or update on page_texts
  for each row execute function refuse_change();

insert into legal_texts (kind, version, published_at, in_force_from, title, body, hash)
select kind, 1, '2026-11-01', '2026-11-01', title, body, encode(sha256(convert_to(body, 'UTF8')), 'hex')
from (values
('offer', 'Публичная оферта', '## 1. Предмет

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
('personal_data', 'Согласие на обработку персональных данных', 'Я свободно, своей волей и в своём интересе даю согласие оператору, реквизиты которого указаны на странице «Контакты», на обработку моих персональных данных.

## Данные

Фамилия, имя, отчество, телефон, адрес электронной почты, место работы, а также адрес в сети и сведения о браузере, с которого я вхожу на портал.

## Цели

Регистрация и вход на портал, приём и исполнение заказов организации, которую я представляю, расчёты, документы и обращения по ним.

## Действия

Сбор, запись, систематизация, хранение, уточнение, использование, передача перевозчику и поставщику деталей в объёме, нужном для доставки заказа, обезличивание, блокирование, удаление, с использованием средств автоматизации и без них. Данные хранятся на территории Российской Федерации.

## Срок и отзыв

Согласие действует до его отзыва. Отозвать его можно письмом на адрес электронной почты, указанный на странице «Контакты». После отзыва вход на портал невозможен; документы, которые закон требует хранить, хранятся установленный срок.'),
('privacy_policy', 'Политика обработки персональных данных', '## 1. Общие положения

Политика составлена по Федеральному закону от 27.07.2006 № 152-ФЗ «О персональных данных» и говорит, как оператор обрабатывает персональные данные тех, кто пользуется порталом. Оператор — поставщик; его наименование, ИНН, ОГРН, адрес, телефон и электронная почта указаны на странице [«Контакты»](/contacts).

Политика действует для всех данных, которые оператор получает через портал. Согласие на обработку персональных данных — отдельный документ: [его текст](/offer?doc=personal_data).

## 2. Чьи данные и какие

- **Сотрудники покупателей**, которые зарегистрированы на портале: фамилия, имя, отчество, телефон, адрес электронной почты, компания, логин, действия на портале.
- **Контактные лица** грузополучателей и получатели писем, которых указал покупатель: имя, телефон, адрес электронной почты.
- **Владельцы и водители машин**, которых покупатель назвал в своём гараже: имя, государственный номер, VIN.
- **Индивидуальные предприниматели**: фамилия, имя, отчество, ИНН, ОГРНИП, адрес, банковские реквизиты.
- **Сотрудники оператора**, которые работают на портале: фамилия, имя, отчество, телефон, адрес электронной почты, действия на портале.
- **Все, кто открывает портал**: адрес в сети, сведения о браузере, время обращения.

Специальные категории персональных данных и биометрические персональные данные оператор не обрабатывает. Если данные другого человека указывает покупатель, он отвечает за то, что вправе их передать.

## 3. Цели и правовые основания

| Цель | Основание (статья 6 закона № 152-ФЗ) |
| --- | --- |
| Регистрация и вход на портал, безопасность учётных записей | согласие (пункт 1 части 1) |
| Заключение и исполнение договора: заказы, доставка, возврат, расчёты, обращения | договор (пункт 5 части 1), согласие |
| Письма о заказах, оплате и товарах, которые человек выбрал сам | согласие (пункт 1 части 1) |
| Бухгалтерский и налоговый учёт, хранение первичных документов | обязанность по закону (пункт 2 части 1) |
| Защита портала от перебора паролей и других нарушений | законные интересы оператора (пункт 7 части 1) |

Рекламных рассылок без отдельного согласия нет. Решений, которые порождают для человека юридические последствия, только автоматически оператор не принимает.

## 4. Как данные обрабатываются

Действия с данными перечислены в согласии; обработка смешанная, с передачей по сети по защищённому соединению. Базы данных находятся на территории Российской Федерации; за границу данные не передаются.

Данные получают только те, кому они нужны для исполнения заказа: перевозчик, поставщик детали, оператор электронного документооборота, банк, справочник реквизитов и адресов — и государственные органы в случаях, которые назвал закон. Данные не продаются и не распространяются.

Оператор назначил ответственного за обработку персональных данных, даёт доступ к ним только тем сотрудникам, которым он нужен, ведёт журнал действий, хранит пароли только в необратимо преобразованном виде и делает резервные копии.

## 5. Сроки

- Данные учётной записи — пока она действует и до отзыва согласия.
- Данные в договорах, заказах и первичных документах — пять лет после окончания отчётного года, если закон не требует дольше.
- Неподтверждённая заявка на регистрацию — трое суток, после этого она удаляется.
- Запись о том, что с документом согласились, — пока действует договор и три года после него.

Когда цель достигнута, срок истёк или согласие отозвано, а другого основания нет, данные уничтожаются или обезличиваются в течение тридцати дней.

## 6. Файлы cookie

Портал использует только технические cookie: без них нельзя войти и работать. Счётчиков посещений и рекламных cookie нет, поэтому согласия на cookie портал не спрашивает.

| Название | Для чего | Срок |
| --- | --- | --- |
| `access_token` | вход: подтверждает запросы | 10 минут |
| `access_token_impersonate` | работа менеджера от имени клиента | 10 минут |
| `__Secure-artikul_refresh` | вход: продлевает его, недоступен программам страницы | 30 дней |
| `is_authenticated` | вход выполнен | 30 дней |
| `user_group` | какие разделы показать | 30 дней |
| `is_impersonated` | менеджер работает от имени клиента | 30 дней |
| `page_size` | сколько строк на странице списка | 30 дней |

Кроме cookie браузер хранит на устройстве выбранную тему оформления, отметку, что сообщение о cookie закрыто, и другие настройки экрана. Их и cookie можно удалить в настройках браузера; после этого понадобится войти заново.

Карту с точками доставки рисует сторонняя служба карт: она получает адрес в сети и сведения о браузере. Вместо карты можно пользоваться списком адресов.

## 7. Ваши права

Вы вправе узнать, обрабатывает ли оператор ваши данные, какие, зачем и кому они переданы; потребовать их уточнить, заблокировать или уничтожить, если они неполны, устарели или обрабатываются незаконно; отозвать согласие; обжаловать действия оператора в Роскомнадзор или в суд.

Напишите на адрес электронной почты или почтовый адрес со страницы [«Контакты»](/contacts): назовите себя, укажите логин или адрес электронной почты на портале и то, о чём просите. Оператор ответит в течение десяти рабочих дней; этот срок можно продлить не больше чем на пять рабочих дней, объяснив почему. Имя, телефон и пароль вы меняете сами в профиле.

## 8. Изменения

Новая редакция публикуется на этой странице с днём, с которого она действует. Прежние редакции остаются доступны.')
) as text (kind, title, body);

insert into vat_rates (rate, tax_regime, valid_from, valid_to) values
  ('20', 'osno', '2019-01-01', '2025-12-31'),
  ('22', 'osno', '2026-01-01', null),
  ('none', 'usn', '2019-01-01', null),
  ('5', 'usn_5', '2025-01-01', null),
  ('7', 'usn_7', '2025-01-01', null);

grant select, insert, delete on
  contractor_accounts
  to artikul_client;
grant select, insert, update, delete on
  vehicles
  to artikul_client;
grant select, insert, update on
  consignees, email_recipients, suggestion_cache
  to artikul_client;
grant select, insert on
  consents
  to artikul_client;
grant select, update on
  contractors
  to artikul_client;
grant select on
  contract_files, contracts, legal_publications, legal_texts, legal_withdrawals, seller_accounts, seller_pictures, sellers,
  vat_rates
  to artikul_client;
revoke update, delete on
  consents
  from artikul_staff;
revoke update, delete on
  consents
  from artikul_app;
grant update (id) on contracts to artikul_client;
