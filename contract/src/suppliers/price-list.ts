import { z } from 'zod'
import { keysOf } from '../core/keys.ts'
import { Kop, text, textAsItStands } from '../core/fields.ts'
import { MAX_PRICE_COLUMNS } from './price-list-limits.ts'

/** Meanings of a price list column, as corrected by a person. */
export const PRICE_LIST_FIELDS = {
  article: 'Артикул',
  brand: 'Производитель',
  name: 'Наименование',
  purchase: 'Цена закупки',
  qty: 'Остаток',
  multiplicity: 'Кратность',
  minQty: 'Минимальный заказ',
  term: 'Срок, дней',
  unit: 'Единица',
  weight: 'Вес',
  barcode: 'Штрихкод',
  country: 'Страна',
  declaration: 'ГТД',
  currency: 'Валюта',
  photo: 'Фото (ссылки)',
  ownCode: 'Код поставщика',
  status: 'Статус',
  deleted: 'Пометка удаления',
} as const
export type PriceListField = keyof typeof PRICE_LIST_FIELDS
export const PriceListField = z.enum(keysOf(PRICE_LIST_FIELDS))

/** Column of the sheet, from zero; `field` is `null` when the column is ignored. */
const PriceListColumn = z.strictObject({
  index: z
    .int()
    .min(0)
    .max(MAX_PRICE_COLUMNS - 1),
  field: PriceListField.nullable(),
})
export type PriceListColumn = z.infer<typeof PriceListColumn>

/** Places where the proposed maker was found. */
export const BRAND_SOURCES = {
  groups: 'в строках групп',
  file_name: 'в имени файла',
  titles: 'в строках над таблицей',
  products: 'по артикулам каталога',
} as const
export type BrandSource = keyof typeof BRAND_SOURCES

/** Foreign currencies of price lists, as «Цены в …». */
export const FOREIGN_CURRENCIES = {
  USD: 'долларах США',
  EUR: 'евро',
  UAH: 'гривнах',
  KZT: 'тенге',
  BYN: 'белорусских рублях',
  CNY: 'юанях',
} as const
export type ForeignCurrency = keyof typeof FOREIGN_CURRENCIES

/** Stock of all rows of a file that has no column of it. */
export const MISSING_STOCK = {
  in_stock: 'В наличии, количество неизвестно',
  on_order: 'Нет в наличии: покупатель сможет только запросить',
} as const
export type MissingStock = keyof typeof MISSING_STOCK

/** Most roubles for one unit of a currency. */
export const MAX_CURRENCY_RATE = 100_000

/** Answers of a person about what the file itself does not say. */
const answers = {
  /** Rows of a single cell name the maker of the rows below them. */
  has_brand_groups: z.boolean(),
  missing_stock: z.enum(keysOf(MISSING_STOCK)).nullable(),
  /** Roubles for one unit of the file's currency. */
  currency_rate: z.number().positive('Курс больше нуля').max(MAX_CURRENCY_RATE, 'Не больше 100 000').nullable(),
}

export const PriceListLayout = z.object({
  /** «CSV», «XLSX» … */
  format: z.string(),
  sheet: z.string().nullable(),
  sheets: z.array(z.string()),
  /** Sheets with the same header, which are read together with `sheet`. */
  further_sheets: z.array(z.string()),
  /**
   * Row number as the spreadsheet counts; `null` when no header was found and columns are recognised by their values.
   */
  header_row: z.int().nullable(),
  columns: z.array(PriceListColumn),
  prices_without_vat: z.boolean(),
  /** Currency of the prices when it is not the rouble. */
  currency: z.enum(keysOf(FOREIGN_CURRENCIES)).nullable(),
  /**
   * Ratio of two prices without a header, of which the lower one is proposed as the purchase price; `null` when a person
   * has set the columns.
   */
  price_ratio: z.number().nullable(),
  ...answers,
  /** Rate given for the last file with this header; asked again, because rates change. */
  last_rate: z.number().nullable(),
  /** Place where the proposed maker was found; `null` when none was proposed. */
  brand_source: z.enum(keysOf(BRAND_SOURCES)).nullable(),
  /** True when the columns were set before for a file of this supply route with the same header. */
  remembered: z.boolean(),
})
export type PriceListLayout = z.infer<typeof PriceListLayout>

export const PriceListLayoutPatch = z.strictObject({
  /** `null` detects the sheet and joins those with the same header. */
  sheet: textAsItStands(100).nullable(),
  header_row: z.int().min(1).max(1_048_576).nullable(),
  /** `null` detects the columns below this header. */
  columns: z.array(PriceListColumn).max(MAX_PRICE_COLUMNS).nullable(),
  default_brand: text(100),
  has_brand_groups: answers.has_brand_groups.default(false),
  missing_stock: answers.missing_stock.default(null),
  currency_rate: answers.currency_rate.default(null),
})
export type PriceListLayoutPatch = z.infer<typeof PriceListLayoutPatch>

/** Questions that a person answers before the file counts. */
export const PRICE_LIST_QUESTIONS = {
  brand: 'Производителя в файле нет: укажите его столбец или одного на весь файл',
  stock: 'Остатка в файле нет: укажите, как считать товары',
  currency: 'Цены в файле не в рублях: укажите курс',
  purchase: 'В файле две цены без заголовка: подтвердите закупочную',
} as const
export type PriceListQuestion = keyof typeof PRICE_LIST_QUESTIONS

type Answered = Pick<
  PriceListLayout,
  'columns' | 'has_brand_groups' | 'missing_stock' | 'currency' | 'currency_rate' | 'price_ratio'
> & { default_brand: string }

/** Returns the questions about a layout that nobody has answered, in the order of the screen. */
export function openQuestions(layout: Answered): PriceListQuestion[] {
  const has = (wanted: PriceListField) => layout.columns.some(({ field }) => field === wanted)
  const isOpen: Record<PriceListQuestion, boolean> = {
    brand: !has('brand') && !layout.has_brand_groups && layout.default_brand === '',
    stock: !has('qty') && layout.missing_stock === null,
    currency: layout.currency !== null && layout.currency_rate === null,
    purchase: layout.price_ratio !== null,
  }
  return keysOf(PRICE_LIST_QUESTIONS).filter((question) => isOpen[question])
}

/** Ranges of a price change: new price as a share of the old one, upper bound excluded. */
export const PRICE_MOVES = [
  { from: 0, to: 0.1, label: 'Упали в 10 раз и больше' },
  { from: 0.1, to: 0.7, label: 'Упали больше чем на 30\u00a0%' },
  { from: 0.7, to: 0.9, label: 'Упали на 10–30\u00a0%' },
  { from: 0.9, to: 1, label: 'Упали до 10\u00a0%' },
  { from: 1, to: 1.1, label: 'Выросли до 10\u00a0%' },
  { from: 1.1, to: 1.3, label: 'Выросли на 10–30\u00a0%' },
  { from: 1.3, to: 10, label: 'Выросли больше чем на 30\u00a0%' },
  { from: 10, to: null, label: 'Выросли в 10 раз и больше' },
] as const

export const MovedPrice = z.object({
  brand: z.string(),
  article: z.string(),
  before_kop: Kop,
  after_kop: Kop,
})
export type MovedPrice = z.infer<typeof MovedPrice>

/** Effect of an import on the offers of its warehouse. */
export const PriceListDifference = z.object({
  offers_before: z.int(),
  added: z.int(),
  changed: z.int(),
  gone: z.int(),
  price_up: z.int(),
  price_down: z.int(),
  /** Prices that changed by a factor of five or more, and of ten or more. */
  jumped: z.int(),
  tenfold: z.int(),
  /** Remaining offers that have run out of stock. */
  stock_vanished: z.int(),
  /** Median of new price over old one among remaining offers; 1 when there are none. */
  median_ratio: z.number(),
  /** Number of price changes per range of `PRICE_MOVES`. */
  moves: z.array(z.int()),
  /** Largest changes, up to 20. */
  biggest: z.array(MovedPrice),
  new_products: z.int(),
  new_brands: z.int(),
  /** Names of new brands, up to 50. */
  new_brand_names: z.array(z.string()),
  /** Rows that repeat an article of an earlier row. */
  repeated: z.int(),
  /** Accepted rows whose stock was unreadable and counts as zero. */
  unread_qty: z.int(),
  /** Offers of the file whose stock is exactly zero, which buyers do not see. */
  without_stock: z.int(),
  /** Accepted articles that begin with a zero. */
  leading_zeros: z.int(),
  /** Rows by unit as written, the most frequent first, up to 20. */
  units: z.array(z.object({ unit: z.string(), count: z.int() })),
  refused: z.array(z.object({ reason: z.string(), count: z.int() })),
})
export type PriceListDifference = z.infer<typeof PriceListDifference>
