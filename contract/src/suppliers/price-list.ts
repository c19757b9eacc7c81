import { z } from 'zod'
import { keysOf } from '../core/keys.ts'
import { Kop, text, textAsItStands } from '../core/fields.ts'

export const PREVIEW_ROWS = 30
/** Columns that are shown and may be told. */
export const MAX_PRICE_COLUMNS = 60

/** Meanings of a price list column, as corrected by a person. */
export const PRICE_LIST_FIELDS = {
  article: 'Артикул',
  brand: 'Производитель',
  name: 'Наименование',
  purchase: 'Цена закупки',
  qty: 'Остаток',
  multiplicity: 'Кратность',
  term: 'Срок, дней',
  unit: 'Единица',
  weight: 'Вес',
  barcode: 'Штрихкод',
  country: 'Страна',
  declaration: 'ГТД',
  currency: 'Валюта',
  ownCode: 'Код поставщика',
  status: 'Статус',
  deleted: 'Пометка удаления',
} as const
export type PriceListField = keyof typeof PRICE_LIST_FIELDS
export const PriceListField = z.enum(keysOf(PRICE_LIST_FIELDS))

/** A column of the sheet, from zero; `field` null: of no meaning. */
const PriceListColumn = z.strictObject({
  index: z
    .int()
    .min(0)
    .max(MAX_PRICE_COLUMNS - 1),
  field: PriceListField.nullable(),
})
export type PriceListColumn = z.infer<typeof PriceListColumn>

export const PriceListLayout = z.object({
  /** «CSV», «XLSX» … */
  format: z.string(),
  sheet: z.string().nullable(),
  sheets: z.array(z.string()),
  /** As the table program counts rows; null: no header, the columns are told by their values. */
  header_row: z.int().nullable(),
  columns: z.array(PriceListColumn),
  prices_without_vat: z.boolean(),
  /** The columns were told before for a file of this source with the same header. */
  remembered: z.boolean(),
})
export type PriceListLayout = z.infer<typeof PriceListLayout>

export const PriceListLayoutPatch = z.strictObject({
  sheet: textAsItStands(100).nullable(),
  header_row: z.int().min(1).max(1_048_576).nullable(),
  /** null: find them out below this header. */
  columns: z.array(PriceListColumn).max(MAX_PRICE_COLUMNS).nullable(),
  default_brand: text(100),
})
export type PriceListLayoutPatch = z.infer<typeof PriceListLayoutPatch>

/** How far a price has moved: bounds of its new value as a share of the old one, the upper one not included. */
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
  /** Prices that moved five times or more, up or down; of them ten times or more. */
  jumped: z.int(),
  tenfold: z.int(),
  /** Offers that stay and have no stock any more. */
  stock_vanished: z.int(),
  /** New price over old one in the middle of offers that stay; 1 when there are none. */
  median_ratio: z.number(),
  /** How many prices moved so far, as `PRICE_MOVES`. */
  moves: z.array(z.int()),
  /** Those that moved most, up to 20. */
  biggest: z.array(MovedPrice),
  new_products: z.int(),
  new_brands: z.int(),
  /** Their names, up to 50. */
  new_brand_names: z.array(z.string()),
  /** Rows of the file that repeat an article met above. */
  repeated: z.int(),
  /** Accepted rows whose stock was not understood and counts as zero. */
  unread_qty: z.int(),
  refused: z.array(z.object({ reason: z.string(), count: z.int() })),
})
export type PriceListDifference = z.infer<typeof PriceListDifference>
