import type { Range } from '@e965/xlsx'
import { WITH_FORMATS, WITH_MERGES, WITH_SHEETS, type Cell, type Container } from './containers.ts'
import type { ColumnKind, Layout } from './layouts.data.ts'
import { createNumericOffers, createOffers, type Offer } from './offers.ts'
import type { Random } from './random.ts'

/** What a person answers when the reader asks; it leads to the offers of the draft. */
export type Answer =
  | { question: 'stock'; stock: 'on_order' }
  | { question: 'purchase_column'; column: number }
  | { question: 'stock_columns'; columns: number[] }
  | { question: 'currency'; roublesPerUnit: number }
  | { question: 'brand'; brand: string }
  | { question: 'brand_of_groups' }

export interface DraftColumn {
  kind: ColumnKind | 'secondQty' | 'page' | 'numberType'
  header: string
}

/** Price list before it is written: the offers are the truth, everything else decides how they look. */
export interface Draft {
  layout: Layout
  fileName: string
  titles: string[][]
  columns: DraftColumn[]
  hasHeader: boolean
  offers: Offer[]
  /** Rows as written when they are not one per offer. */
  written?: Offer[]
  cells: Partial<Record<DraftColumn['kind'], (offer: Offer, index: number) => Cell>>
  /** Name of a maker in a row of its own above its offers. */
  groupedByBrand?: true
  mergesBrands?: true
  sheetCount: number
  answer: Answer | null
  /** True when nothing in the file can be sold. */
  isRefused?: true
}

export interface Fault {
  name: string
  /** Containers that can carry the fault; by default all. */
  containers?: readonly Container[]
  apply: (draft: Draft, random: Random) => void
}

const DEFAULT_HEADERS: Partial<Record<DraftColumn['kind'], string>> = {
  article: 'Артикул',
  brand: 'Бренд',
  name: 'Наименование',
  price: 'Цена',
  qty: 'Остаток',
}

const drop = (draft: Draft, kind: DraftColumn['kind']) => {
  draft.columns = draft.columns.filter((column) => column.kind !== kind)
}

const indexOf = ({ columns }: Draft, kind: DraftColumn['kind']) => columns.findIndex((column) => column.kind === kind)

const addHeader = (draft: Draft) => {
  draft.hasHeader = true
  for (const column of draft.columns) column.header ||= DEFAULT_HEADERS[column.kind] ?? ''
}

const rename = (draft: Draft, kind: DraftColumn['kind'], header: string) => {
  addHeader(draft)
  for (const column of draft.columns) if (column.kind === kind) column.header = header
}

const insertAfter = (draft: Draft, kind: DraftColumn['kind'], column: DraftColumn) => {
  draft.columns.splice(indexOf(draft, kind) + 1, 0, column)
}

/** Offers of one maker, for lists that name it once. */
const useOneMaker = (draft: Draft, random: Random): string => {
  const brand = random.pick(['BOSCH', 'TRW', 'GATES', 'NGK', 'TOYOTA'])
  draft.offers = createOffers(random, draft.offers.length, brand)
  drop(draft, 'brand')
  draft.answer = { question: 'brand', brand }
  return brand
}

const STOCK_WORDS: readonly (readonly [text: string, qty: number])[] = [
  ['10 и более', 10],
  ['В наличии > 4', 4],
  ['достаточно', 1],
  ['Склад: 5', 5],
  ['мало', 1],
  ['>20', 20],
]

const none = (name: string): Fault => ({ name, apply: () => undefined })

/** Twenty ways in which a list differs from a plain table; three of them not at all. */
export const FAULTS: readonly Fault[] = [
  none('none'),
  none('none-2'),
  none('none-3'),
  {
    name: 'leading-zeros-by-format',
    containers: WITH_FORMATS,
    apply: (draft, random) => {
      draft.offers = createNumericOffers(random, draft.offers.length)
      draft.cells.article = ({ article }) => ({ t: 'n', v: Number(article), z: '0'.repeat(article.length) })
    },
  },
  {
    name: 'no-stock-column',
    apply: (draft) => {
      drop(draft, 'qty')
      draft.offers = draft.offers.map((offer) => ({ ...offer, qty: 0 }))
      draft.answer = { question: 'stock', stock: 'on_order' }
    },
  },
  {
    name: 'catalogue-without-prices',
    apply: (draft, random) => {
      for (const kind of ['brand', 'price', 'retail', 'qty'] as const) drop(draft, kind)
      draft.columns.push({ kind: 'numberType', header: 'Тип номера' }, { kind: 'page', header: 'Стр.' })
      addHeader(draft)
      draft.cells.page = () => random.integer(3, 420)
      draft.cells.numberType = () => random.pick(['OEM', 'Аналог'])
      draft.isRefused = true
    },
  },
  {
    name: 'two-prices-without-header',
    apply: (draft) => {
      if (indexOf(draft, 'retail') < 0) draft.columns.splice(indexOf(draft, 'price'), 0, { kind: 'retail', header: '' })
      draft.hasHeader = false
      draft.titles = []
      draft.answer = { question: 'purchase_column', column: indexOf(draft, 'price') }
    },
  },
  {
    name: 'minimum-order',
    apply: (draft, random) => {
      if (indexOf(draft, 'minQty') < 0) insertAfter(draft, 'qty', { kind: 'minQty', header: 'Мин. заказ' })
      addHeader(draft)
      draft.offers = draft.offers.map((offer) => ({ ...offer, minQty: random.pick([1, 1, 2, 4, 10]) }))
    },
  },
  {
    name: 'two-stock-columns',
    apply: (draft) => {
      rename(draft, 'qty', 'Склад Москва')
      insertAfter(draft, 'qty', { kind: 'secondQty', header: 'Склад СПб' })
      draft.cells.qty = ({ qty }) => Math.floor(qty / 3)
      draft.cells.secondQty = ({ qty }) => qty - Math.floor(qty / 3)
      draft.answer = {
        question: 'stock_columns',
        columns: [indexOf(draft, 'qty'), indexOf(draft, 'secondQty')],
      }
    },
  },
  {
    name: 'two-sheets',
    containers: WITH_SHEETS,
    apply: (draft) => {
      draft.sheetCount = 2
    },
  },
  {
    name: 'foreign-currency',
    apply: (draft, random) => {
      rename(draft, 'price', `Цена, ${random.pick(['ГРН', 'тг', 'BYN', '$', '€'])}`)
      const offers = draft.offers
      draft.written = offers
      draft.offers = offers.map((offer) => ({ ...offer, priceKop: offer.priceKop * 3 }))
      draft.answer = { question: 'currency', roublesPerUnit: 3 }
    },
  },
  {
    name: 'merged-makers',
    containers: WITH_MERGES,
    apply: (draft) => {
      draft.offers = draft.offers.toSorted((one, other) => one.brand.localeCompare(other.brand))
      draft.mergesBrands = true
    },
  },
  {
    name: 'long-numbers',
    apply: (draft, random) => {
      draft.offers = draft.offers.map((offer) => ({
        ...offer,
        article: `${random.integer(1, 9)}${random.digits(random.integer(15, 17))}`,
      }))
    },
  },
  {
    name: 'thousands-separators',
    apply: (draft, random) => {
      const locale = random.pick(['en-US', 'de-DE'])
      const format = new Intl.NumberFormat(locale, { minimumFractionDigits: 2, maximumFractionDigits: 2 })
      draft.cells.price = ({ priceKop }) => format.format(priceKop / 100)
    },
  },
  {
    name: 'stock-in-words',
    apply: (draft, random) => {
      const words = draft.offers.map(() => random.pick(STOCK_WORDS))
      draft.offers = draft.offers.map((offer, index) => ({ ...offer, qty: words[index]?.[1] ?? 0 }))
      draft.cells.qty = (_, index) => words[index]?.[0] ?? ''
    },
  },
  {
    name: 'rare-headers',
    apply: (draft, random) => {
      rename(draft, 'brand', 'Произв-во')
      rename(draft, 'article', random.pick(['Идент. номер', 'Идентификационный номер']))
      rename(draft, 'qty', random.pick(['ЦС / Импортера', 'Наявність', 'in_stock']))
    },
  },
  {
    name: 'maker-in-file-name',
    apply: (draft, random) => {
      draft.fileName = `Прайс ${useOneMaker(draft, random)} ноябрь`
    },
  },
  {
    name: 'maker-in-title',
    apply: (draft, random) => {
      draft.titles = [[`Прайс-лист ${useOneMaker(draft, random)}`], ...draft.titles]
    },
  },
  {
    name: 'maker-in-groups',
    apply: (draft) => {
      drop(draft, 'brand')
      draft.offers = draft.offers.toSorted((one, other) => one.brand.localeCompare(other.brand))
      draft.groupedByBrand = true
      draft.answer = { question: 'brand_of_groups' }
    },
  },
  {
    name: 'repeats-dearer-first',
    apply: (draft) => {
      draft.written = draft.offers.flatMap((offer, index) =>
        index % 5 === 0 ? [{ ...offer, priceKop: offer.priceKop * 2 }, offer] : [offer],
      )
    },
  },
]

/** Vertical ranges of equal values in a column. */
export function rangesOfEqual(values: readonly string[], column: number, firstRow: number): Range[] {
  const ranges: Range[] = []
  let from = 0
  for (let at = 1; at <= values.length; at += 1) {
    if (at < values.length && values[at] === values[from]) continue
    if (at - from > 1) ranges.push({ s: { r: firstRow + from, c: column }, e: { r: firstRow + at - 1, c: column } })
    from = at
  }
  return ranges
}
