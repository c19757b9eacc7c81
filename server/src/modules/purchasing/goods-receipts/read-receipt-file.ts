import { readSheetRows, type SheetRow } from '../../../platform/files/spreadsheet/index.ts'
import { MAX_RECEIPT_LINES } from '@artikul/contract/purchasing/goods-receipts'
import { parseNumber } from '@artikul/contract/suppliers/price-text'

/**
 * Column headers of an УПД and of a packing list; a column belongs to the first field that matches. In the УПД of the
 * official form «Цена (тариф)» excludes VAT, and the payable sum is in «Стоимость … с налогом — всего».
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

const MAX_QTY = 999_999
const MAX_KOP = 2_000_000_000
const LONGEST = { brand: 100, article: 100, name: 300 }

export interface ReceiptFileLine {
  brand: string
  article: string
  name: string
  qty: number
  price_kop: number | null
}

function qtyIn(text: string): number | null {
  const qty = Math.round((parseNumber(text) ?? 0) * 1000) / 1000
  return qty > 0 && qty <= MAX_QTY ? qty : null
}

function kopIn(text: string): number | null {
  const kop = Math.round((parseNumber(text) ?? 0) * 100)
  return kop > 0 ? kop : null
}

/** Calculates the unit price with VAT: as given, else from the payable sum. */
function priceIn(row: SheetRow<keyof typeof HEADERS>, qty: number): number | null {
  const sum = kopIn(row.text('sum'))
  const kop = kopIn(row.text('gross')) ?? (sum === null ? kopIn(row.text('price')) : Math.round(sum / qty))
  return kop !== null && kop > 0 && kop <= MAX_KOP ? kop : null
}

/**
 * Parses a supplier's УПД or packing list.
 * @returns its lines, and the one-based numbers of rows without a quantity
 * @throws AppError `file.refused` with a readable reason
 */
export async function readReceiptFile(path: string): Promise<{ lines: ReceiptFileLine[]; skipped: number[] }> {
  const rows = await readSheetRows(path, {
    headers: HEADERS,
    required: ['article', 'brand', 'qty'],
    most: MAX_RECEIPT_LINES,
    words: {
      noHeader: 'Не найден заголовок: нужны столбцы «Бренд», «Артикул» и «Количество»',
      noRows: 'В файле нет строк с артикулом',
      tooMany: `В файле больше ${MAX_RECEIPT_LINES} строк`,
    },
  })
  const lines: ReceiptFileLine[] = []
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
