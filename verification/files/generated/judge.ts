import { articleKey } from '@artikul/contract/catalog/article'
import { openQuestions, type PriceListQuestion } from '@artikul/contract/suppliers/price-list'
import type { PriceImportDetails } from '@artikul/contract/suppliers/price-lists'
import type { Db } from '../../../server/src/platform/db/index.ts'
import { splitBrand } from '../../../server/src/modules/suppliers/price-list-import/read-brand.ts'
import type { priceListDesk } from '../../../server/src/modules/suppliers/price-lists/price-lists.factory.ts'
import type { Answer } from './faults.ts'
import type { GeneratedList } from './lists.ts'
import type { Offer } from './offers.ts'

/** Result of an import beside the truth; `asked` is a question that did not lead to it. */
export type Outcome = 'right' | 'right_after_question' | 'refused' | 'asked' | 'wrong'

export interface Verdict {
  list: GeneratedList
  outcome: Outcome
  questions: readonly string[]
  /** Offers that differ from the truth, are missing or were made up, although nothing was asked or refused. */
  wrongRows: number
}

interface ImportedOffer {
  article_key: string
  brand_key: string
  purchase_kop: number
  on_hand: number
  min_qty: number
}

const keyOf = (article: string, brand: string) => `${articleKey(article)} ${splitBrand(brand).key}`

const isEqual = (imported: ImportedOffer | undefined, offer: Offer) =>
  imported?.purchase_kop === offer.priceKop &&
  imported.on_hand === offer.qty &&
  Math.max(imported.min_qty, 1) === offer.minQty

const selectOffers = (db: Db, warehouseId: number): Promise<ImportedOffer[]> =>
  db
    .selectFrom('offers')
    .innerJoin('products', 'products.id', 'offers.product_id')
    .innerJoin('brands', 'brands.id', 'products.brand_id')
    .select([
      'products.article_key',
      'brands.key as brand_key',
      'offers.purchase_kop',
      'offers.on_hand',
      'offers.min_qty',
    ])
    .where('offers.warehouse_id', '=', warehouseId)
    .execute()

/** Question of the portal that the answer belongs to; null when the portal decides by itself. */
const QUESTION_OF: Record<Answer['question'], PriceListQuestion | null> = {
  stock: 'stock',
  purchase_column: 'purchase',
  stock_columns: null,
  currency: 'currency',
  brand: 'brand',
  brand_of_groups: 'brand',
}

/** Layout with the answer of a person who has read the file. */
function answered({ layout, default_brand }: PriceImportDetails, answer: Answer) {
  if (layout === null) throw new Error('the file has no layout')
  const { header_row, has_brand_groups, missing_stock, currency_rate } = layout
  const columns =
    answer.question === 'purchase_column'
      ? layout.columns.map(({ index, field }) => ({
          index,
          field: index === answer.column ? ('purchase' as const) : field === 'purchase' ? null : field,
        }))
      : layout.columns
  return {
    sheet: null,
    header_row,
    columns,
    default_brand: answer.question === 'brand' ? answer.brand : default_brand,
    has_brand_groups: has_brand_groups || answer.question === 'brand_of_groups',
    missing_stock: answer.question === 'stock' ? answer.stock : missing_stock,
    currency_rate: answer.question === 'currency' ? answer.roublesPerUnit : currency_rate,
  }
}

interface Desk {
  lists: ReturnType<typeof priceListDesk>
  db: Db
}

/** Imports the list into an empty warehouse, answers its question, and compares every offer with the truth. */
export async function judge({ lists, db }: Desk, warehouseId: number, list: GeneratedList): Promise<Verdict> {
  const refused: Verdict = { list, outcome: list.isRefused ? 'right' : 'refused', questions: [], wrongRows: 0 }
  const { status, json: draft } = await lists.upload(warehouseId, list.content, '', list.fileName)
  if (status !== 201 || draft.layout === null) return refused
  const open = openQuestions({ ...draft.layout, default_brand: draft.default_brand })
  const unanswered: Verdict = { list, outcome: list.isRefused ? 'right' : 'asked', questions: open, wrongRows: 0 }
  if (open.length > 0) {
    const { answer } = list
    if (open.length > 1 || answer === null || QUESTION_OF[answer.question] !== open[0]) return unanswered
    const reply = await lists.ask('PATCH', `/${draft.id}/layout`, answered(draft, answer))
    if (reply.status !== 200) return unanswered
  }
  let done = await lists.apply(draft.id)
  const questions = [...open, ...done.doubts]
  if (done.state === 'waiting') done = await lists.approve(draft.id)
  if (done.state !== 'applied') return { ...refused, questions }
  const imported = await selectOffers(db, warehouseId)
  const byKey = new Map(imported.map((offer) => [`${offer.article_key} ${offer.brand_key}`, offer]))
  const truth = list.isRefused ? [] : list.offers
  const right = truth.filter((offer) => isEqual(byKey.get(keyOf(offer.article, offer.brand)), offer))
  const missing = Math.max(0, truth.length - imported.length - done.refused_count)
  const wrongRows = imported.length - right.length + missing
  if (right.length < truth.length || wrongRows > 0)
    return questions.length > 0
      ? { ...unanswered, questions }
      : { list, outcome: wrongRows > 0 ? 'wrong' : 'refused', questions, wrongRows }
  return { list, outcome: questions.length > 0 ? 'right_after_question' : 'right', questions, wrongRows: 0 }
}
