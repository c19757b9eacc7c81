export interface TourStep {
  /** Highlighted part of the frame; hidden parts are skipped. */
  at: string
  title: string
  text: string
}

const SEARCH = 'header search'
const NAV = 'nav[aria-label^=Основная]'
const PALETTE = 'header button[aria-keyshortcuts]'
const BELL = 'header button[aria-label^=Уведомления]'
const USER = 'header button[aria-label^=Профиль]'
const DESTINATION = 'aside[aria-label^=Куда]'

const again = 'Это знакомство можно открыть здесь же ещё раз.'

export const CLIENT_STEPS: readonly TourStep[] = [
  {
    at: SEARCH,
    title: 'Поиск деталей',
    text: 'Введите артикул, название или VIN: увидите свою цену, остаток и дату доставки. Целый список загрузите в разделе «По списку».',
  },
  {
    at: DESTINATION,
    title: 'Куда и до какого часа',
    text: 'Сроки посчитаны до этой точки доставки. Рядом видно, до какого часа заказать, чтобы успеть на ближайший рейс.',
  },
  {
    at: NAV,
    title: 'Разделы',
    text: 'Отсюда открываются каталог, корзина и заказы, где видно, на каком шаге каждая строка.',
  },
  {
    at: BELL,
    title: 'Уведомления',
    text: 'Здесь появится то, что случилось с заказами: изменился срок, нужен ваш ответ, товар готов к отгрузке.',
  },
  {
    at: USER,
    title: 'Профиль',
    text: `Какие письма получать, пароль и второй фактор, прайс-лист и описание API. ${again}`,
  },
]

export const STAFF_STEPS: readonly TourStep[] = [
  {
    at: SEARCH,
    title: 'Поиск деталей',
    text: 'Введите артикул или название. Выберите клиента над списком, чтобы увидеть его цены и сроки.',
  },
  {
    at: PALETTE,
    title: 'Быстрый переход',
    text: 'Заказ, счёт или УПД по номеру, компания по ИНН, контакт по телефону: всё находится в одном поле.',
  },
  {
    at: NAV,
    title: 'Разделы',
    text: 'На широком экране все разделы слева, нужные чаще можно закрепить вверху. На узком остальные стоят под «Ещё».',
  },
  {
    at: BELL,
    title: 'Уведомления',
    text: 'Здесь появится то, что ждёт вас: вопросы клиентов, отказы поставщиков, ошибки загрузки.',
  },
  {
    at: USER,
    title: 'Профиль',
    text: `Какие письма получать, пароль и второй фактор, список клавиш. ${again}`,
  },
]
