interface About {
  /** What the setting decides, in words. */
  about: string
  /** True for a value that nobody may read on a screen. */
  isSecret?: true
}

const SECRET = { isSecret: true } as const

/** Every setting of the environment by group, in the order of the screen. */
export const ENVIRONMENT: Readonly<Record<string, Readonly<Record<string, About>>>> = {
  Портал: {
    PRODUCT_NAME: { about: 'Название портала; если задано в разделе «Название и вид», действует оно' },
    PUBLIC_ORIGIN: { about: 'Адрес портала для людей: с него начинаются ссылки в письмах' },
    ACCEPTANCE_DAYS: { about: 'Через сколько рабочих дней отгрузка принята без возражений' },
    DEMO_DATA: { about: 'Демонстрационные данные в пустой базе' },
    DEMO_SUPPLIERS: { about: 'Имитация онлайн-поставщиков для демонстрации' },
  },
  'Секреты и доступ': {
    AUTH_SECRET: { about: 'Секрет подписей и шифрования паролей', ...SECRET },
    AUTH_SECRET_PREVIOUS: { about: 'Прежний секрет на время замены', ...SECRET },
    STAFF_SECOND_FACTOR: { about: 'Нужен ли сотрудникам второй фактор' },
    SECURITY_CONTACT: { about: 'Куда сообщать об уязвимостях' },
    PRIVATE_URLS: { about: 'Можно ли обращаться к адресам внутренней сети' },
    TRUST_PROXY: { about: 'Верить ли адресу посетителя от обратного прокси' },
  },
  'Почта и уведомления': {
    SMTP_URL: { about: 'Почтовый сервер; если не задан, действует раздел «Почтовый сервер»', ...SECRET },
    MAIL_FROM: { about: 'Отправитель писем при сервере из окружения' },
    WEB_PUSH: { about: 'Уведомления в браузере' },
    MAX_BOT_TOKEN: { about: 'Токен бота MAX', ...SECRET },
    MAX_BOT_NAME: { about: 'Имя бота MAX' },
    MAX_ORIGIN: { about: 'Адрес службы MAX' },
  },
  'Внешние службы': {
    DADATA_KEY: { about: 'Ключ DaData: реквизиты по ИНН, банки, адреса', ...SECRET },
    DADATA_ORIGIN: { about: 'Адрес DaData' },
    MAP_KEY: { about: 'Ключ карт; виден браузеру' },
    MAP_ORIGIN: { about: 'Адрес карт' },
    LAXIMO_ORIGIN: { about: 'Каталог деталей по VIN' },
    LAXIMO_IMAGES_ORIGIN: { about: 'Адрес картинок каталога' },
    LAXIMO_LOGIN: { about: 'Логин каталога', ...SECRET },
    LAXIMO_PASSWORD: { about: 'Пароль каталога', ...SECRET },
  },
  'База данных': {
    DATABASE_URL: { about: 'PostgreSQL; если не задан, работает встроенный', ...SECRET },
    DATABASE_DIRECT_URL: { about: 'Владелец таблиц, мимо пула соединений', ...SECRET },
    DATABASE_REPLICA_URL: { about: 'Реплики для чтения', ...SECRET },
    DATABASE_POOL: { about: 'Соединений с базой у одного сервера' },
    PREPARE_STATEMENTS: { about: 'Подготовленные запросы' },
    SLOW_QUERY_MS: { about: 'С какого времени запрос пишется в лог, мс' },
    DATA_DIR: { about: 'Папка встроенной базы, секрета и собранных прайс-листов' },
  },
  'Работа сервера': {
    NODE_ENV: { about: 'Режим: production — боевой' },
    HOST: { about: 'Адрес, на котором отвечает сервер' },
    PORT: { about: 'Порт сервера' },
    REQUESTS_AT_ONCE: { about: 'Сколько запросов выполняется одновременно' },
    DRAIN_SECONDS: { about: 'Сколько ждать балансировщик перед остановкой, с' },
    METRICS_HOST: { about: 'Адрес метрик' },
    METRICS_PORT: { about: 'Порт метрик Prometheus' },
    LOG_LEVEL: { about: 'Подробность лога' },
  },
}
