/** What stands below a header in these files. */
type Kind =
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
  /** How often it was met among real orders (domain: customer order files). */
  title: string
  /** The header's row, from one; of its lower part when it has two. */
  headerRow: number
  merged?: true
  upper?: readonly string[]
  columns: readonly (readonly [string, Kind])[]
}

const blank = (count: number) => Array.from({ length: count }, () => ['', null] as const)

/** The twenty commonest layouts of buyers' order files, header words verbatim. */
export const LAYOUTS: readonly LayoutSample[] = [
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
  {
    title: '40: номер заказа — имя столбца, вместо «Кол-во» стоит 0',
    headerRow: 1,
    columns: [
      ['№', 'row'],
      ['Марка', 'brand'],
      ['Артикул', 'article'],
      ['Наименование', 'name'],
      ['0', 'qty'],
      ['Цена', 'price'],
      ['Сумма', 'sum'],
      ['Кол-во подтверждено', 'zero'],
      ['Изменения цены поставщика', 'text'],
      ['45127789', 'text'],
    ],
  },
  {
    title: '9: В заказе, штук; Размешено, штук; Референсе',
    headerRow: 7,
    merged: true,
    columns: [
      ['Валюта', 'text'],
      ['Производитель', 'brand'],
      ['Номер детали', 'article'],
      ['Номер замены', null],
      ['Наименование детали', 'name'],
      ['Цена, р.', 'price'],
      ['Сумма, р.', 'sum'],
      ['В заказе, штук', 'qty'],
      ['Размешено, штук', 'zero'],
      ['Референсе', 'text'],
      ['Ремарки', null],
      ['Comment', null],
      ['Направление', 'text'],
    ],
  },
  {
    title: '8: Количество заказанное, штук; Reference ID',
    headerRow: 7,
    merged: true,
    columns: [
      ['№ п/п', 'row'],
      ['Номер детали', 'article'],
      ['Наименование детали', 'name'],
      ['Производитель', 'brand'],
      ['Цена, рублей (с НДС)', 'price'],
      ['Количество заказанное, штук', 'qty'],
      ['Сумма, рублей (с НДС)', 'sum'],
      ['Заявленная дата поставки', 'date'],
      ['Возможность замены номера', 'text'],
      ['Reference ID', 'text'],
      ['Новый номер детали (при замене)', null],
    ],
  },
  {
    title: '8: make / catalog No под одной шапкой, буквы вразрядку',
    headerRow: 8,
    merged: true,
    upper: [
      'No',
      '',
      'Spare Parts reg.No',
      '',
      'reference',
      'c o m m e n t s',
      '',
      'qty',
      'order',
      '',
      '',
      'price(RUR)',
      'amount(RUR)',
    ],
    columns: [
      ['', 'row'],
      ...blank(1),
      ['make', 'brand'],
      ['catalog No', 'article'],
      ['', 'text'],
      ...blank(2),
      ['', 'qty'],
      ['', 'order'],
      ...blank(2),
      ['', 'price'],
      ['', 'sum'],
    ],
  },
  {
    title: '8: id, Ед.изм., Кол-во к отгрузке',
    headerRow: 5,
    merged: true,
    columns: [
      ...blank(1),
      ['id', 'id'],
      ['Артикул', 'article'],
      ['Бренд', 'brand'],
      ['Наименование товара', 'name'],
      ...blank(2),
      ['Кол-во', 'qty'],
      ['Ед.изм.', 'text'],
      ['Цена закупки(руб.)', 'price'],
      ['Кол-во к отгрузке', 'zero'],
      ['Срок поставки', 'zero'],
    ],
  },
  {
    title: '7: Количество (в единицах хранения)',
    headerRow: 7,
    merged: true,
    columns: [
      ['№', 'row'],
      ['Номенклатура', 'name'],
      ['Артикул', 'article'],
      ['Производитель', 'brand'],
      ['Ед. измерения', 'text'],
      ['Количество (в единицах хранения)', 'qty'],
      ['Цена', 'price'],
      ['Сумма с НДС', 'sum'],
    ],
  },
  {
    title: '5: семнадцать строк до заголовка',
    headerRow: 18,
    merged: true,
    columns: [
      ['№пп', 'row'],
      ['Артикул', 'article'],
      ['Бренд', 'brand'],
      ['Наименование', 'name'],
      ['Кол-во', 'qty'],
      ['Цена (с НДС)', 'price'],
      ['Плановая дата поставки', 'date'],
    ],
  },
  {
    title: '5: одинаковые имена столбцов',
    headerRow: 10,
    merged: true,
    columns: [
      ['№', 'row'],
      ['Артикул', 'article'],
      ['Бренд', 'brand'],
      ['Товары (работы, услуги)', 'name'],
      ['Кол-во', 'qty'],
      ['Ед.', 'text'],
      ['Цена', 'price'],
      ['Сумма', 'sum'],
      ['Кол-во', 'zero'],
      ['Цена ', 'price'],
      ['Сумма', 'sum'],
    ],
  },
  {
    title: '4: № заказа, № строки заказа, Ответ поставщика',
    headerRow: 5,
    merged: true,
    columns: [
      ['№', 'row'],
      ['№ заказа', 'order'],
      ['№ строки заказа', 'row'],
      ['Идентификатор поставщика', 'text'],
      ['Артикул', 'article'],
      ['Производитель', 'brand'],
      ['Наименование', 'name'],
      ['Цена', 'price'],
      ['Кол-во', 'qty'],
      ['Сумма', 'sum'],
      ['Ответ поставщика', null],
    ],
  },
  {
    title: '4: Номер Производителя, s_id, info_1',
    headerRow: 7,
    columns: [
      ['Производитель', 'brand'],
      ['Номер Производителя', 'article'],
      ['Количество', 'qty'],
      ['Цена', 'price'],
      ['s_id', 'id'],
      ['info_1', 'text'],
      ['info_2', null],
    ],
  },
  {
    title: '4: Материал, ЕИ, Наименование материала',
    headerRow: 4,
    merged: true,
    columns: [
      ['Заказ', 'order'],
      ['Дата поставки', 'date'],
      ['Количество', 'qty'],
      ['Цена с НДС', 'price'],
      ['Валюта', 'text'],
      ['ЕИ', 'text'],
      ['Материал', 'article'],
      ['Бренд', 'brand'],
      ['Наименование материала', 'name'],
    ],
  },
]

export const GOODS = [
  { brand: 'TOYOTA', article: '04152-YZZA1', name: 'Фильтр масляный', qty: 4, price: 410.5 },
  { brand: 'MANN-FILTER', article: 'W 712/75', name: 'Фильтр масляный', qty: 2, price: 520 },
  { brand: 'KYB', article: '333114', name: 'Амортизатор передний', qty: 1, price: 4300.25 },
  { brand: 'BOSCH', article: '0986452041', name: 'Фильтр', qty: 12, price: 333.33 },
] as const

function cellsBelow({ columns }: LayoutSample): (string | number | null)[][] {
  return GOODS.map((goods, at) =>
    columns.map(([, kind]) => {
      const cells: Record<Exclude<Kind, null>, string | number> = {
        row: at + 1,
        article: goods.article,
        brand: goods.brand,
        name: goods.name,
        qty: goods.qty,
        price: goods.price,
        sum: Math.round(goods.qty * goods.price * 100) / 100,
        order: 45_127_789,
        text: 'Москва',
        zero: at === 1 ? 5 : 0,
        date: '24.11.2026',
        barcode: '4006633374668',
        id: 7_700_100 + at * 13,
      }
      return kind === null ? null : cells[kind]
    }),
  )
}

/** Rows of the whole sheet: what stands above the header, the header, the goods, the total. */
export function sheetOf(layout: LayoutSample): (string | number | null)[][] {
  const above = layout.headerRow - 1 - (layout.upper ? 1 : 0)
  const titles = ['Заказ поставщику № 12 от 20.11.2026', 'Покупатель: ООО «Ромашка»', 'Просим поставить:', '']
  const preamble = Array.from({ length: above }, (_, at) => [titles[at % titles.length] ?? ''])
  const header = layout.columns.map(([text]) => text)
  return [
    ...preamble,
    ...(layout.upper ? [[...layout.upper]] : []),
    header,
    ...cellsBelow(layout),
    ['Итого', null, null],
  ]
}
