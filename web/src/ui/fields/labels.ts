/** Texts of the components themselves; pages do not override them. */
export const LABELS = {
  pending: 'Ожидание',
  completed: 'Успешно',
  clear: 'Очистить',
  today: 'Сегодня',
  empty: 'Нет доступных вариантов',
  noSelection: 'Нет выбранного элемента',
  searching: 'Ищем…',
  noResults: 'Результаты не найдены',
  noFile: 'Файл не выбран',
  accept: 'Да',
  reject: 'Нет',
  close: 'Закрыть',
  retry: 'Повторить',
  pricesHidden: 'Цены скрыты администратором компании',
} as const
