import type { AdapterName } from '@artikul/contract/suppliers/online-suppliers'

export interface Template {
  adapter: AdapterName
  name: string
  /** Which suppliers it fits. */
  text: string
  /** Known address of the service. */
  url: string
  urlHint: string
  /** Name of the login's field; `null` when there is none. */
  login: string | null
  loginHint?: string
  secret: string
}

/** Templates of online suppliers, the most usual first. */
export const TEMPLATES: readonly Template[] = [
  {
    adapter: 'abcp',
    name: 'ABCP',
    text: 'Магазины поставщиков на платформе ABCP',
    url: '',
    urlHint: 'Например, https://id1234.public.api.abcp.ru',
    login: 'Логин',
    secret: 'Пароль',
  },
  {
    adapter: 'armtek',
    name: 'Armtek',
    text: 'Веб-сервисы Armtek: поиск и заказы',
    url: 'https://ws.armtek.ru/api',
    urlHint: 'Обычно менять не нужно.',
    login: 'Логин веб-сервисов',
    loginHint: 'Его выдаёт Armtek отдельно от логина на сайте.',
    secret: 'Пароль',
  },
  {
    adapter: 'rossko',
    name: 'Росско',
    text: 'Веб-сервис Росско, ключи из личного кабинета',
    url: 'https://api.rossko.ru/service/v2.1',
    urlHint: 'Обычно менять не нужно.',
    login: 'KEY1',
    loginHint: 'Через пробел можно добавить коды доставки и адреса.',
    secret: 'KEY2',
  },
  {
    adapter: 'rest',
    name: 'REST портала',
    text: 'Поставщики, которые сделали API по описанию портала',
    url: '',
    urlHint: 'Например, https://api.postavshik.ru',
    login: null,
    secret: 'Токен',
  },
  {
    adapter: 'api',
    name: 'Свой API (JSON или XML)',
    text: 'Любой другой поставщик: запрос и ответ описываются на экране; заказ — письмом или на сайте поставщика',
    url: '',
    urlHint: 'С полями {article} и {brand}: https://api.postavshik.ru/search?number={article}&brand={brand}',
    login: 'Логин',
    loginHint: 'Если нужен: в запросе это {login}.',
    secret: 'Ключ или пароль',
  },
]

export const templateOf = (adapter: AdapterName): Template =>
  TEMPLATES.find((template) => template.adapter === adapter) ?? (TEMPLATES[0] as Template) // the list is not empty
