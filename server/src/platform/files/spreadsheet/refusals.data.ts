import { formatQty } from '@artikul/contract/core/money'

/** Reasons for refused rows, as written in the report. */
export const REFUSAL_TEXTS = {
  no_article_column: 'В файле нет столбца с артикулом',
  no_article: 'Не указан артикул',
  article_unreadable: 'Артикул не читается',
  article_is_date: 'Артикул превращён таблицей в дату',
  article_is_exponent: 'Артикул превращён таблицей в число с порядком',
  article_digits_lost: 'Артикул длиннее 15 цифр записан числом, последние цифры потеряны',
  article_is_error: 'В ячейке артикула ошибка',
  article_too_long: 'Артикул длиннее 64 символов',
  article_is_own_code: 'Вместо артикула указан внутренний код поставщика',
  no_brand: 'Не указан производитель',
  brand_too_long: 'Название производителя длиннее 100 символов',
  no_price: 'Не указана цена',
  price_unreadable: 'Цена не читается',
  price_out_of_range: 'Цена вне допустимых пределов',
  foreign_currency: 'Цена не в рублях',
  qty_unreadable: 'Количество не читается',
  qty_out_of_range: 'Количество вне допустимых пределов',
  excluded: 'Позиция исключена поставщиком',
  unclosed_quote: 'Не закрыта кавычка',
  row_too_long: 'Слишком длинная строка',
  unreadable_text: 'Недопустимые символы',
} as const
export type RefusalReason = keyof typeof REFUSAL_TEXTS

/** «цена не читается: 5; не указан производитель: 3», most frequent first. */
export function describeReasons(counts: Partial<Record<RefusalReason, number>>): string {
  const reasons = (Object.entries(counts) as [RefusalReason, number][]).sort(([, a], [, b]) => b - a)
  return reasons.map(([reason, count]) => `${REFUSAL_TEXTS[reason].toLowerCase()}: ${formatQty(count)}`).join('; ')
}

/** Reasons for refused files. */
export const FILE_REFUSAL_TEXTS = {
  empty: 'Файл пуст: в нём нет строк',
  unknown_kind: 'Это не таблица: принимаются XLS, XLSX, ODS, CSV и они же в архиве ZIP',
  picture: 'Это снимок, а не таблица: пришлите саму таблицу в XLSX или CSV',
  pdf: 'PDF здесь не принимается: пришлите прайс-лист в XLS, XLSX, ODS или CSV',
  rar: 'Архив RAR не поддерживается: пришлите ZIP или сам файл',
  encrypted: 'Файл защищён паролем: снимите пароль и загрузите ещё раз',
  macros: 'Книга с макросами не принимается: сохраните её как XLSX',
  binary_workbook: 'Формат XLSB не поддерживается: сохраните книгу как XLSX',
  damaged: 'Файл повреждён и не читается',
  archive_unsafe: 'Архив составлен неверно и не принимается',
  archive_without_list: 'В архиве нет прайс-листа',
  declares_entities: 'Файл содержит объявление DOCTYPE и не принимается',
  too_large: 'Файл слишком велик после распаковки',
  too_many_rows: 'В файле слишком много строк',
  too_many_pages: 'В PDF больше 200 страниц: пришлите таблицу в XLSX или CSV',
  row_too_long: 'Строка длиннее 1 МБ: это не таблица',
  unreadable_text: 'В файле недопустимые символы',
  no_rows: 'В файле нет строк с товарами',
  nothing_accepted: 'Ни одна строка не принята, цены склада оставлены прежними',
  no_columns: 'Не удалось узнать столбцы: укажите их вручную',
  too_slow: 'Чтение файла заняло слишком много времени',
  too_many_files: 'Ваши прежние файлы ещё читаются: повторите через минуту',
  too_heavy: 'На чтение файла не хватило памяти: сохраните его в CSV',
} as const
export type FileRefusalReason = keyof typeof FILE_REFUSAL_TEXTS
