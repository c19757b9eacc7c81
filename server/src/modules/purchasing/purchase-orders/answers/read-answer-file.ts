import { readSheetRows, type SheetRow } from '../../../../platform/files/spreadsheet/index.ts'
import { articleKey } from '@artikul/contract/catalog/article'
import { brandKey } from '@artikul/contract/catalog/brand'
import { parseNumber } from '@artikul/contract/suppliers/price-text'
import { MAX_ANSWER_ROWS } from '@artikul/contract/purchasing/supplier-order-files'
import type { SupplierLineAnswer } from './answers.ts'
import type { OrderFileLine } from './files.queries.ts'

/** Column headers used by suppliers; a column belongs to the first field that matches. */
const HEADERS = {
  line: /наш номер|номер строки|№ строки|строки заказа|reference|^id$/i,
  confirmed: /подтвержд|размещено|отгруз|факт|к поставке|выкуп/i,
  new_article: /нов.*(номер|артикул)|замен/i,
  answer: /ответ|ремарк|причин|примеч|статус/i,
  promised: /срок|дата|ожид/i,
  article: /артикул|номер|код детали|catalog/i,
  brand: /бренд|производитель|марка|make|brand/i,
  qty: /^(кол|qty|количество)/i,
  price: /цена|price/i,
} as const
type Row = SheetRow<keyof typeof HEADERS>

const REFUSAL = /отказ|нет в наличии|снят|отсутств|не постав/i
const MAX_QTY = 999_999
const MAX_KOP = 2_000_000_000
const LONGEST = { article: 100, reason: 300 }

export interface ParsedAnswerRow {
  number: number
  brand: string
  article: string
  /** Matched line; null when it belongs to another order. */
  line: OrderFileLine | null
  /** Supplier's answer; null when the row contains none. */
  answer: SupplierLineAnswer | null
}

function qtyIn(text: string): number | null {
  const qty = text === '' ? null : parseNumber(text)
  return qty !== null && qty >= 0 && qty <= MAX_QTY ? qty : null
}

function kopIn(text: string): number | null {
  const kop = Math.round((parseNumber(text) ?? 0) * 100)
  return kop > 0 && kop <= MAX_KOP ? kop : null
}

function dayIn(text: string): string | null {
  const [, day, month, year] = /(\d{1,2})\.(\d{1,2})\.(\d{4})/.exec(text) ?? []
  if (!day || !month || !year) return null
  const iso = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
  return Number.isNaN(Date.parse(iso)) ? null : iso
}

/** Parses the confirmed quantity of the line; null when not given. */
function confirmedOf(row: Row, ordered: number): number | null {
  const qty = qtyIn(row.text(row.has('confirmed') ? 'confirmed' : 'qty'))
  if (qty !== null) return Math.min(qty, ordered)
  return REFUSAL.test(row.text('answer')) ? 0 : null
}

function answerOf(row: Row, line: OrderFileLine): SupplierLineAnswer | null {
  const confirmedQty = confirmedOf(row, line.qty)
  if (confirmedQty === null) return null
  const newArticle = row.text('new_article').slice(0, LONGEST.article)
  return {
    lineId: line.id,
    confirmedQty,
    priceKop: kopIn(row.text('price')),
    newArticle: articleKey(newArticle) === articleKey(line.article) ? '' : newArticle,
    promisedOn: dayIn(row.text('promised')),
    reason: row.text('answer').slice(0, LONGEST.reason),
    ...(confirmedQty > 0 && { target: 'confirmed_supplier' as const }),
  }
}

const nameOf = ({ brand, article }: { brand: string; article: string }) => `${brandKey(brand)} ${articleKey(article)}`

/** Finds lines of the order, each once: by the portal's number, else the next line of the brand and article. */
function createFinder(lines: readonly OrderFileLine[]) {
  const left = new Map(lines.map((line) => [line.id, line]))
  const take = (line: OrderFileLine | undefined): OrderFileLine | null => {
    if (line) left.delete(line.id)
    return line ?? null
  }
  return {
    byNumber: (text: string) => take(left.get(Number(/^\s*L?(\d{1,9})(?:\.0+)?\s*$/i.exec(text)?.[1] ?? 0))),
    byName: (row: { brand: string; article: string }) =>
      take([...left.values()].find((line) => nameOf(line) === nameOf(row))),
  }
}

/**
 * Parses the answers that a supplier has entered into the order file.
 * @throws AppError `file.refused` with a readable reason
 */
export async function readAnswerFile(path: string, lines: readonly OrderFileLine[]): Promise<ParsedAnswerRow[]> {
  const rows = await readSheetRows(path, {
    headers: HEADERS,
    required: ['article'],
    most: MAX_ANSWER_ROWS,
    words: {
      noHeader: 'Не найден заголовок: нужен столбец «Артикул»',
      noRows: 'В файле нет строк с артикулом',
      tooMany: `В файле больше ${MAX_ANSWER_ROWS} строк`,
    },
  })
  const find = createFinder(lines)
  const named = rows.map((row) => ({ row, brand: row.text('brand'), article: row.text('article') }))
  // Rows with a number are matched first; the others are matched by similarity.
  const byNumber = new Map(named.map(({ row }) => [row, find.byNumber(row.text('line'))]))
  return named.map(({ row, brand, article }) => {
    const line = byNumber.get(row) ?? find.byName({ brand, article })
    return { number: row.number, brand, article, line, answer: line && answerOf(row, line) }
  })
}
