import { CONSIGNEE_STREETS } from './vocabulary.data.ts'

/** Fictional companies with valid check digits. */
export const SELLERS = [
  {
    name: 'ООО «АРТИКУЛ»',
    full_name: 'Общество с ограниченной ответственностью «АРТИКУЛ»',
    inn: '7701234560',
    kpp: '770101001',
    ogrn: '1257700001239',
    address: '115230, г. Москва, Каширское ш., д. 7, стр. 1',
    phone: '+7 (495) 000-00-01',
    tax_regime: 'osno',
    director_title: 'Руководитель',
    director: 'Соколов П. А.',
    accountant: 'Белова Н. В.',
    invoice_prefix: 'РП',
    accounting_mode: 'portal',
  },
  {
    name: 'ООО «АРТИКУЛ РЕГИОН»',
    full_name: 'Общество с ограниченной ответственностью «АРТИКУЛ РЕГИОН»',
    inn: '7812345675',
    kpp: '781201001',
    ogrn: '1227800004563',
    address: '196084, г. Санкт-Петербург, Московский пр-т, д. 111',
    phone: '+7 (812) 000-00-02',
    tax_regime: 'usn',
    director_title: 'Руководитель',
    director: 'Орлова Е. С.',
    accountant: '',
    invoice_prefix: 'АР',
    accounting_mode: 'portal',
  },
] as const

export const INVOICE_NOTICE =
  'Внимание! Оплата данного счета означает согласие с условиями поставки товара. Уведомление об оплате обязательно, ' +
  'в противном случае не гарантируется наличие товара на складе. Товар отпускается по факту прихода денег на р/с ' +
  'Поставщика, самовывозом, при наличии доверенности и паспорта.'

export const ACCOUNTS = [
  {
    bank_name: 'ПАО СБЕРБАНК г. Москва',
    bic: '044525225',
    correspondent_account: '30101810400000000225',
    account: '40702810200000012345',
  },
  {
    bank_name: 'АО «АЛЬФА-БАНК» г. Москва',
    bic: '044525593',
    correspondent_account: '30101810200000000593',
    account: '40702810400000054321',
  },
] as const

export const CONTRACTORS = [
  {
    name: 'ООО «Автосервис Волга»',
    full_name: 'Общество с ограниченной ответственностью «Автосервис Волга»',
    inn: '6320123450',
    kpp: '632001001',
    ogrn: '1216320007892',
    address: '443010, г. Самара, ул. Ленинская, д. 141',
    phone: '+78460000003',
    consignees: CONSIGNEE_STREETS,
  },
  {
    name: 'ООО «Гараж-Плюс»',
    full_name: 'Общество с ограниченной ответственностью «Гараж-Плюс»',
    inn: '1650987650',
    kpp: '165001001',
    ogrn: '1191690003218',
    address: '423800, г. Набережные Челны, Казанский пр-т, д. 220',
    phone: '+78552000004',
    consignees: [['Основной склад', '423800, г. Набережные Челны, Казанский пр-т, д. 220', 52.3306, 55.7139]],
  },
  {
    name: 'ИП Смирнов Андрей Викторович',
    full_name: 'Индивидуальный предприниматель Смирнов Андрей Викторович',
    inn: '770123456703',
    kpp: null,
    ogrn: '320774600012341',
    address: '141006, Московская обл., г. Мытищи, Олимпийский пр-т, д. 29',
    phone: '+74950000005',
    consignees: [
      ['Магазин в Мытищах', '141006, Московская обл., г. Мытищи, Олимпийский пр-т, д. 29', 37.7358, 55.9116],
      ['Пункт выдачи в Королёве', '141070, Московская обл., г. Королёв, пр-т Космонавтов, д. 15', 37.8545, 55.9142],
    ],
  },
  {
    name: 'ООО «Шинный двор»',
    full_name: 'Общество с ограниченной ответственностью «Шинный двор»',
    inn: '5260123451',
    kpp: '526001001',
    ogrn: '1185275004562',
    address: '603001, г. Нижний Новгород, ул. Рождественская, д. 24',
    phone: '+78312000007',
    consignees: [
      ['Склад на Рождественской', '603001, г. Нижний Новгород, ул. Рождественская, д. 24', 43.9866, 56.3269],
    ],
  },
  {
    name: 'ООО «АвтоМастер Урал»',
    full_name: 'Общество с ограниченной ответственностью «АвтоМастер Урал»',
    inn: '6670123457',
    kpp: '667001001',
    ogrn: '1176658007899',
    address: '620014, г. Екатеринбург, ул. Малышева, д. 36',
    phone: '+73432000008',
    consignees: [['Сервис на Малышева', '620014, г. Екатеринбург, ул. Малышева, д. 36', 60.5977, 56.8351]],
  },
  {
    name: 'ООО «Столичный таксопарк»',
    full_name: 'Общество с ограниченной ответственностью «Столичный таксопарк»',
    inn: '7722123452',
    kpp: '772201001',
    ogrn: '1197746003212',
    address: '111024, г. Москва, ул. Авиамоторная, д. 50',
    phone: '+74952000009',
    consignees: [['Ремонтная зона', '111024, г. Москва, ул. Авиамоторная, д. 50', 37.7196, 55.742]],
  },
  {
    name: 'ООО «Грузовой двор»',
    full_name: 'Общество с ограниченной ответственностью «Грузовой двор»',
    inn: '2310123454',
    kpp: '231001001',
    ogrn: '1152310006540',
    address: '350059, г. Краснодар, ул. Уральская, д. 104',
    phone: '+78612000010',
    consignees: [['Склад на Уральской', '350059, г. Краснодар, ул. Уральская, д. 104', 39.0372, 45.0337]],
  },
  {
    name: 'ИП Орлова Светлана Юрьевна',
    full_name: 'Индивидуальный предприниматель Орлова Светлана Юрьевна',
    inn: '590412345679',
    kpp: null,
    ogrn: '325595800012340',
    address: '614000, г. Пермь, ул. Ленина, д. 58',
    phone: '+73422000011',
    consignees: [['Магазин на Ленина', '614000, г. Пермь, ул. Ленина, д. 58', 56.2294, 58.0105]],
  },
] as const

/** Zones of the own vehicles. */
export const ZONES = [
  {
    name: 'Самара и Тольятти',
    note: 'Свой транспорт, ежедневно',
    runs: [
      { name: 'Рейс 10:00', weekdays: [1, 2, 3, 4, 5], leaves_at: '10:00', order_before: '09:00' },
      { name: 'Рейс 16:00', weekdays: [1, 2, 3, 4, 5, 6], leaves_at: '16:00', order_before: '15:00' },
    ],
  },
  {
    name: 'Подмосковье, север',
    note: '',
    runs: [{ name: 'Рейс 09:00', weekdays: [2, 4, 6], leaves_at: '09:00', order_before: '07:30' }],
  },
] as const

export const OFFICES = [
  {
    name: 'Центральный офис и склад «Южный»',
    address: '115230, г. Москва, Каширское ш., д. 7, стр. 1',
    longitude: 37.6404,
    latitude: 55.6636,
    phone: '+74950000001',
    email: 'info@artikul.test',
    hours: 'пн–пт 9:00–19:00, сб 10:00–16:00',
    position: 1,
  },
  {
    name: 'Склад «Шушары»',
    address: '196084, г. Санкт-Петербург, Московский пр-т, д. 111',
    longitude: 30.3184,
    latitude: 59.8957,
    phone: '+78120000002',
    email: 'spb@artikul.test',
    hours: 'пн–пт 9:00–18:00',
    position: 2,
  },
] as const

/** Company that waits for approval. */
export const APPLICATION = {
  name: 'ООО «Мастер Авто»',
  full_name: 'Общество с ограниченной ответственностью «Мастер Авто»',
  inn: '2312345678',
  kpp: '231201001',
  ogrn: '1138218667113',
  address: '350000, г. Краснодар, ул. Красная, д. 120',
  director_title: 'Директор',
  director: 'Лукин Сергей Андреевич',
  phone: '+78610000006',
  email: 'master@auto.test',
  person: { email: 'admin@master.test', name: 'Лукин Сергей Андреевич' },
} as const

export const DEMO_PASSWORD = 'Artikul-Demo-2026'

/**
 * Orders of each company in the last three months. Two companies fell away, and the last one came two months ago; some
 * placings are split into several orders.
 */
export const PLACINGS: readonly { count: number; daysAgo: readonly [from: number, to: number] }[] = [
  { count: 96, daysAgo: [0, 90] },
  { count: 34, daysAgo: [0, 90] },
  { count: 30, daysAgo: [0, 90] },
  { count: 18, daysAgo: [44, 90] },
  { count: 14, daysAgo: [36, 90] },
  { count: 32, daysAgo: [9, 90] },
  { count: 16, daysAgo: [9, 90] },
  { count: 8, daysAgo: [9, 60] },
]
/** Companies without orders before the last three months. */
export const NEWCOMERS = [7]

/** Contracts of each company with the two sellers: days of deferment and the limit; 0 for prepayment. */
export const CONTRACTS: readonly (readonly [
  prefix: string,
  terms: readonly (readonly [days: number, limitKop: number])[],
])[] = [
  [
    'АВ',
    [
      [0, 0],
      [30, 150_000_000],
    ],
  ],
  [
    'ГП',
    [
      [21, 60_000_000],
      [0, 0],
    ],
  ],
  [
    'ИП',
    [
      [0, 0],
      [0, 0],
    ],
  ],
  [
    'ШД',
    [
      [14, 90_000_000],
      [0, 0],
    ],
  ],
  [
    'АУ',
    [
      [0, 0],
      [14, 60_000_000],
    ],
  ],
  [
    'СТ',
    [
      [30, 200_000_000],
      [30, 100_000_000],
    ],
  ],
  [
    'ГД',
    [
      [0, 0],
      [0, 0],
    ],
  ],
  [
    'ОР',
    [
      [0, 0],
      [0, 0],
    ],
  ],
]

/** The first four are shown at the start of the server. `companies`: indexes in CONTRACTORS. */
export const USERS = [
  { email: 'admin@client.test', name: 'Кузнецов Олег Игоревич', role: 'CONTRACTOR_ADMIN', companies: [0, 1] },
  { email: 'user@client.test', name: 'Мельникова Дарья Павловна', role: 'CONTRACTOR_USER', companies: [0] },
  { email: 'orders@artikul.test', name: 'Иванова Мария Сергеевна', role: 'ARTIKUL_ORDER_MANAGER', companies: [] },
  { email: 'warranty@artikul.test', name: 'Петров Денис Олегович', role: 'ARTIKUL_WARRANTY_MANAGER', companies: [] },
  { email: 'user@garage.test', name: 'Галиев Тимур Ринатович', role: 'CONTRACTOR_USER', companies: [1] },
  { email: 'admin@smirnov.test', name: 'Смирнов Андрей Викторович', role: 'CONTRACTOR_ADMIN', companies: [2] },
  { email: 'user@smirnov.test', name: 'Зайцева Ольга Николаевна', role: 'CONTRACTOR_USER', companies: [2] },
  { email: 'admin@shina.test', name: 'Власов Роман Петрович', role: 'CONTRACTOR_ADMIN', companies: [3] },
  { email: 'admin@ural.test', name: 'Сергеев Илья Олегович', role: 'CONTRACTOR_ADMIN', companies: [4] },
  { email: 'admin@taxi.test', name: 'Ким Алексей Викторович', role: 'CONTRACTOR_ADMIN', companies: [5] },
  { email: 'admin@gruz.test', name: 'Тарасенко Виктор Ильич', role: 'CONTRACTOR_ADMIN', companies: [6] },
  { email: 'admin@orlova.test', name: 'Орлова Светлана Юрьевна', role: 'CONTRACTOR_ADMIN', companies: [7] },
] as const

export const WAREHOUSES = [
  {
    name: 'Москва, Южный',
    shown_as: 'Москва, Южный',
    source: 'Собственный склад в Москве',
    kind: 'own',
    seller: 0,
    term_days: 1,
    share: 0.45,
    markup: 0,
  },
  {
    name: 'Санкт-Петербург, Шушары',
    shown_as: 'СПб, Шушары',
    source: 'Собственный склад в Петербурге',
    kind: 'own',
    seller: 0,
    term_days: 2,
    share: 0.35,
    markup: 0,
  },
  {
    name: 'Партнёр 107',
    shown_as: 'Склад 107',
    source: 'Прайс-лист партнёра 107',
    kind: 'partner',
    seller: 0,
    term_days: 3,
    share: 0.8,
    markup: 350,
  },
  {
    name: 'Партнёр 218',
    shown_as: 'Склад 218',
    source: 'Прайс-лист партнёра 218',
    kind: 'partner',
    seller: 1,
    term_days: 6,
    share: 0.7,
    markup: 500,
  },
] as const
