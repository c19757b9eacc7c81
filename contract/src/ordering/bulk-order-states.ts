/** States of a row. */
export const LIST_STATES = {
  found: 'Найдено',
  read: 'Найдено иначе',
  own_code: 'По вашему коду',
  replacement: 'Замена',
  several: 'Выберите производителя',
  check: 'Проверьте артикул',
  no_offers: 'Нет в наличии',
  not_found: 'Не найдено',
  faulty: 'Ошибка в строке',
} as const
export type ListState = keyof typeof LIST_STATES
