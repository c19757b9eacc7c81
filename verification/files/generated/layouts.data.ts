/** Meaning of a column; `decoy…` columns hold values that a reader could mistake for others. */
export type ColumnKind =
  | 'article'
  | 'brand'
  | 'name'
  | 'price'
  | 'qty'
  | 'retail'
  | 'minQty'
  | 'unit'
  | 'rowNumber'
  | 'ownCode'
  | 'barcode'
  | 'weight'
  | 'country'
  | 'applicability'

export interface Layout {
  name: string
  /** Rows above the table. */
  titles: readonly (readonly string[])[]
  /** Header texts by column; null: the list has no header. */
  header: readonly string[] | null
  columns: readonly ColumnKind[]
  /** Rows between the offers with the name of a category in one cell. */
  hasGroups?: true
  /** Last row with «Итого». */
  hasTotal?: true
  /** Prices and quantities as numbers, or as texts in this form. */
  numbers: 'number' | 'spaces-comma' | 'roubles' | 'point'
}

/** Twenty layouts after price lists of suppliers: from 1С, warehouse programs, distributors and by hand. */
export const LAYOUTS: readonly Layout[] = [
  {
    name: 'plain',
    titles: [],
    header: ['Бренд', 'Артикул', 'Наименование', 'Остаток', 'Цена'],
    columns: ['brand', 'article', 'name', 'qty', 'price'],
    numbers: 'number',
  },
  {
    name: '1c-td-sheet',
    titles: [['Прайс-лист'], ['Дата: 15.11.2026'], []],
    header: [
      'Номенклатура.Артикул',
      'Номенклатура',
      'Производитель',
      'Свободный остаток',
      'Цена, руб. с НДС',
      'Ед. изм.',
    ],
    columns: ['article', 'name', 'brand', 'qty', 'price', 'unit'],
    hasTotal: true,
    numbers: 'number',
  },
  {
    name: 'distributor-tab',
    titles: [],
    header: ['Производитель', 'Номер детали', 'Название', 'Количество', 'Цена', 'Мин. партия'],
    columns: ['brand', 'article', 'name', 'qty', 'price', 'minQty'],
    numbers: 'point',
  },
  {
    name: 'own-code-first',
    titles: [],
    header: ['Код', 'Артикул', 'Фирма', 'Товар', 'Наличие', 'Опт'],
    columns: ['ownCode', 'article', 'brand', 'name', 'qty', 'price'],
    numbers: 'number',
  },
  {
    name: 'row-numbers',
    titles: [['ООО «Поставщик»'], ['г. Москва, тел. +7 (495) 123-45-67'], []],
    header: ['№', 'Каталожный номер', 'Торговая марка', 'Описание', 'Кол-во', 'Стоимость'],
    columns: ['rowNumber', 'article', 'brand', 'name', 'qty', 'price'],
    numbers: 'spaces-comma',
  },
  {
    name: 'english',
    titles: [],
    header: ['Brand', 'Part Number', 'Description', 'Stock', 'Price'],
    columns: ['brand', 'article', 'name', 'qty', 'price'],
    numbers: 'point',
  },
  {
    name: 'with-retail',
    titles: [],
    header: ['Артикул', 'Бренд', 'Наименование', 'Цена опт', 'РРЦ', 'В наличии'],
    columns: ['article', 'brand', 'name', 'price', 'retail', 'qty'],
    numbers: 'number',
  },
  {
    name: 'grouped',
    titles: [['Прайс на запчасти от 20.11.2026']],
    header: ['Артикул', 'Наименование', 'Изготовитель', 'Цена', 'Остаток'],
    columns: ['article', 'name', 'brand', 'price', 'qty'],
    hasGroups: true,
    numbers: 'number',
  },
  {
    name: 'barcodes',
    titles: [],
    header: ['Штрихкод', 'Производитель', 'Артикул производителя', 'Наименование товара', 'Цена, ₽', 'Доступно'],
    columns: ['barcode', 'brand', 'article', 'name', 'price', 'qty'],
    numbers: 'number',
  },
  {
    name: 'applicability',
    titles: [],
    header: ['Марка (бренд)', '№ по каталогу', 'Наименование', 'Применяемость', 'Цена', 'Остаток, шт.'],
    columns: ['brand', 'article', 'name', 'applicability', 'price', 'qty'],
    numbers: 'number',
  },
  {
    name: 'weights',
    titles: [],
    header: ['Артикул', 'Бренд', 'Название', 'Вес, кг', 'Страна', 'Кол-во', 'Ваша цена'],
    columns: ['article', 'brand', 'name', 'weight', 'country', 'qty', 'price'],
    numbers: 'roubles',
  },
  {
    name: 'no-header',
    titles: [],
    header: null,
    columns: ['brand', 'article', 'name', 'qty', 'price'],
    numbers: 'number',
  },
  {
    name: 'no-header-price-first',
    titles: [],
    header: null,
    columns: ['article', 'price', 'qty', 'name', 'brand'],
    numbers: 'number',
  },
  {
    name: 'long-titles',
    titles: [
      ['Общество с ограниченной ответственностью «Опт-Деталь»'],
      ['ИНН 7701234560, КПП 770101001'],
      ['Прайс-лист действителен с 24.11.2026'],
      ['Минимальный заказ 3 000 руб.'],
      ['Доставка по Москве бесплатно от 10 000 руб.'],
      [],
    ],
    header: ['Производитель', 'Артикул', 'Номенклатура', 'Остаток', 'Цена со скидкой'],
    columns: ['brand', 'article', 'name', 'qty', 'price'],
    numbers: 'number',
  },
  {
    name: 'shop-export',
    titles: [],
    header: ['sku', 'name', 'brand', 'price', 'quantity', 'weight'],
    columns: ['article', 'name', 'brand', 'price', 'qty', 'weight'],
    numbers: 'point',
  },
  {
    name: 'oem-number',
    titles: [],
    header: ['OEM номер', 'Фирма', 'Деталь', 'Остатки', 'Цена с НДС'],
    columns: ['article', 'brand', 'name', 'qty', 'price'],
    hasTotal: true,
    numbers: 'spaces-comma',
  },
  {
    name: 'short-words',
    titles: [],
    header: ['Арт.', 'Произв.', 'Наим.', 'Ост.', 'Цена'],
    columns: ['article', 'brand', 'name', 'qty', 'price'],
    numbers: 'number',
  },
  {
    name: 'minimum-order',
    titles: [],
    header: ['Бренд', 'Артикул', 'Наименование', 'Цена, руб.', 'Остаток', 'Минимальный заказ'],
    columns: ['brand', 'article', 'name', 'price', 'qty', 'minQty'],
    numbers: 'number',
  },
  {
    name: 'upper-case',
    titles: [['ПРАЙС-ЛИСТ'], []],
    header: ['БРЕНД', 'КАТ. НОМЕР', 'НАИМЕНОВАНИЕ', 'ЕД.', 'ЦЕНА', 'СКЛАД'],
    columns: ['brand', 'article', 'name', 'unit', 'price', 'qty'],
    numbers: 'number',
  },
  {
    name: 'vendor-code',
    titles: [],
    header: ['Код товара', 'Наименование', 'Артикул', 'Производитель', 'Розница', 'Опт. цена', 'Наличие'],
    columns: ['ownCode', 'name', 'article', 'brand', 'retail', 'price', 'qty'],
    hasGroups: true,
    numbers: 'number',
  },
]
