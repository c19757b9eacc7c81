import { readList, type ListRow } from '../../../platform/files/spreadsheet/index.ts'
import { MOST_RECEIPT_LINES } from '@artikul/contract/purchasing/goods-receipts'
import { parseNumber } from '@artikul/contract/suppliers/price-text'

/**
 * How suppliers head the columns of an УПД and of a packing list; a column belongs to the first that knows it. In the
 * УПД of the state's form «Цена (тариф)» is without VAT, and what is paid stands in «Стоимость … с налогом — всего».
 */
const HEADERS = {
  article: /артикул|номер (детали|запчасти)|код детали|каталожный|catalog|oem|^(номер|part)/i,
  brand: /бренд|производитель|марка|изготовитель|make|brand/i,
  name: /наименование|описание|^товар|name/i,
  qty: /^(кол(?!.*мест)|qty|факт|отгруж)/i,
  gross: /цена.*с (учётом |учетом )?(ндс|налог)/i,
  sum: /(стоимость|сумма|всего).*с (учётом |учетом )?(ндс|налог)/i,
  price: /^(?!.*без (ндс|налог)).*(цена|price)/i,
} as const

const MOST_QTY = 999_999
const MOST_KOP = 2_000_000_000
const LONGEST = { brand: 100, article: 100, name: 300 }

export interface FileLine {
  brand: string
  article: string
  name: string
  qty: number
  price_kop: number | null
}

function qtyIn(text: string): number | null {
  const qty = Math.round((parseNumber(text) ?? 0) * 1000) / 1000
  return qty > 0 && qty <= MOST_QTY ? qty : null
}

function kopIn(text: string): number | null {
  const kop = Math.round((parseNumber(text) ?? 0) * 100)
  return kop > 0 ? kop : null
}

/** For one with VAT: as it is named, else of the sum that is paid. */
function priceIn(row: ListRow<keyof typeof HEADERS>, qty: number): number | null {
  const sum = kopIn(row.text('sum'))
  const kop = kopIn(row.text('gross')) ?? (sum === null ? kopIn(row.text('price')) : Math.round(sum / qty))
  return kop !== null && kop > 0 && kop <= MOST_KOP ? kop : null
}

/**
 * What a supplier's УПД or packing list names.
 * @returns its lines, and the rows that name no quantity, as the table program counts them
 * @throws AppError `file.refused` with the reason in words
 */
export async function readReceiptFile(path: string): Promise<{ lines: FileLine[]; skipped: number[] }> {
  const rows = await readList(path, {
    headers: HEADERS,
    required: ['article', 'brand', 'qty'],
    most: MOST_RECEIPT_LINES,
    words: {
      noHeader: 'Не найден заголовок: нужны столбцы «Бренд», «Артикул» и «Количество»',
      noRows: 'В файле нет строк с артикулом',
      tooMany: `В файле больше ${MOST_RECEIPT_LINES} строк`,
    },
  })
  const lines: FileLine[] = []
  const skipped: number[] = []
  for (const row of rows) {
    const [brand, article] = [row.text('brand').slice(0, LONGEST.brand), row.text('article').slice(0, LONGEST.article)]
    const qty = qtyIn(row.text('qty'))
    if (qty === null || brand === '' || article === '') skipped.push(row.number)
    else
      lines.push({
        brand,
        article,
        name: row.text('name').slice(0, LONGEST.name),
        qty,
        price_kop: priceIn(row, qty),
      })
  }
  return { lines, skipped }
}
