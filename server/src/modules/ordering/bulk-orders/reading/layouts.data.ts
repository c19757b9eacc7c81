/** Content below a header in these files. */
export type Kind =
  | 'row'
  | 'article'
  | 'brand'
  | 'name'
  | 'qty'
  | 'price'
  | 'sum'
  | 'order'
  | 'text'
  | 'zero'
  | 'date'
  | 'barcode'
  | 'id'
  | null

export interface LayoutSample {
  /** Frequency among real orders. */
  title: string
  /** One-based row of the header; the lower row when it has two. */
  headerRow: number
  merged?: true
  upper?: readonly string[]
  columns: readonly (readonly [string, Kind])[]
}

/** Columns without a header text. */
export const blank = (count: number) => Array.from({ length: count }, () => ['', null] as const)

/** First nine of the twenty most common layouts of buyers' order files, with verbatim header texts. */
export const COMMON_LAYOUTS: readonly LayoutSample[] = [
  {
    title: '36: # Артикул Наименование Бренд Количество',
    headerRow: 1,
    columns: [
      ['#', 'row'],
      ['Артикул', 'article'],
      ['Наименование', 'name'],
      ['Бренд', 'brand'],
      ['Количество', 'qty'],
      ['Цена', 'price'],
      ['Сумма', 'sum'],
      ['Валюта', 'text'],
    ],
  },
  {
    title: '30: пять пустых столбцов между объединёнными ячейками',
    headerRow: 6,
    merged: true,
    columns: [
      ...blank(1),
      ['№', 'row'],
      ['Артикул', 'article'],
      ...blank(5),
      ['Производитель', 'brand'],
      ...blank(5),
      ['Наименование', 'name'],
      ...blank(5),
      ['Цена', 'price'],
      ['Количество', 'qty'],
      ...blank(1),
      ['Сумма', 'sum'],
    ],
  },
  {
    title: '28: Кол-во и Кол-во заказ',
    headerRow: 1,
    columns: [
      ['Производитель', 'brand'],
      ['Арт. детали', 'article'],
      ['Наименование', 'name'],
      ['ID', 'id'],
      ['Кол-во', 'zero'],
      ['Цена', 'price'],
      ['Кол-во заказ', 'qty'],
    ],
  },
  {
    title: '23: Код детали, Кол-во в отказ',
    headerRow: 7,
    merged: true,
    columns: [
      ['№', 'row'],
      ['Наименование', 'name'],
      ...blank(1),
      ['Производитель', 'brand'],
      ...blank(2),
      ['Код детали', 'article'],
      ...blank(3),
      ['Кол-во', 'qty'],
      ['Кол-во в отказ', 'zero'],
      ...blank(2),
      ['Цена детали', 'price'],
      ['Срок поставки', 'zero'],
      ['Склад', 'text'],
    ],
  },
  {
    title: '17: ИД заказа',
    headerRow: 6,
    columns: [
      ['№ п/п', 'row'],
      ['Артикул', 'article'],
      ['Наименование товара', 'name'],
      ['Производитель', 'brand'],
      ['ИД заказа', 'order'],
      ['Кол-во', 'qty'],
      ['Цена', 'price'],
      ['Сумма', 'sum'],
    ],
  },
  {
    title: '17: Внутренний_id_позиции, Фактическая_отгрузка',
    headerRow: 1,
    columns: [
      ['Внутренний_id_позиции', 'id'],
      ['Бренд', 'brand'],
      ['Номер', 'article'],
      ['Описание', 'name'],
      ['Количество', 'qty'],
      ['Цена', 'price'],
      ['Фактическая_отгрузка', 'zero'],
    ],
  },
  {
    title: '16: Заказ, Кол, Ожид, Штрихкод',
    headerRow: 1,
    columns: [
      ['Заказ', 'order'],
      [' Описание', 'name'],
      ['Номер', 'article'],
      ['Производитель', 'brand'],
      ['Кол', 'qty'],
      ['Цена', 'price'],
      ['Валюта', 'text'],
      ['Ожид', 'date'],
      ['Штрихкод', 'barcode'],
    ],
  },
  {
    title: '14: БРЕНД АРТИКУЛ КОЛ. НАИМЕНОВАНИЕ ЗАКУПКА',
    headerRow: 7,
    merged: true,
    columns: [
      ['№', 'row'],
      ['БРЕНД', 'brand'],
      ['АРТИКУЛ', 'article'],
      ['КОЛ.', 'qty'],
      ['НАИМЕНОВАНИЕ', 'name'],
      ...blank(1),
      ['ЗАКУПКА', 'price'],
    ],
  },
  {
    title: '13: Номер Бренд Описание Количество Цена закупки',
    headerRow: 1,
    columns: [
      ['Номер', 'article'],
      ['Бренд', 'brand'],
      ['Описание', 'name'],
      ['Количество', 'qty'],
      ['Цена закупки', 'price'],
    ],
  },
]
