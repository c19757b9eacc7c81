import { accessScopeOf } from '../../../platform/access/index.ts'
import type {
  Request,
  RequestAnswer,
  RequestItem,
  RequestMessage,
  RequestsQuery,
} from '@artikul/contract/ordering/quote-requests'
import { moscowTime } from '../../../platform/clock.ts'
import type { Db } from '../../../platform/db/index.ts'
import { AppError } from '../../../platform/errors.ts'
import { isOnBehalf, type Actor } from '../../../platform/http/index.ts'
import { pageOf, paginationOf } from '../../../platform/paging.ts'
import { leftOf, selectPromises, shareOut, type PromisedGoods } from '../cart/index.ts'
import { selectOffersOfPairs } from '../../catalog/index.ts'
import type { ReadZone } from '../../companies/index.ts'
import type { PricedOffer, Pricing } from '../../pricing/index.ts'
import {
  selectAnswers,
  selectQuoteRequestMessages,
  selectPhotoIds,
  selectQuoteRequest,
  selectQuoteRequests,
  selectQuoteRequestRows,
  type AnswerRow,
  type QuoteRequestMessageRow,
  type RequestDetails,
  type RequestItemRow,
} from './quote-requests.queries.ts'

export interface QuoteRequestReadDeps {
  pricing: Pricing
  readZone: ReadZone
}

const presentItem = (row: RequestItemRow, actor: Actor): RequestItem => ({
  ...row,
  is_mine: row.taken_by === actor.userId,
  created_at: row.created_at.toISOString(),
  answer_by: row.answer_by.toISOString(),
  answered_at: row.answered_at?.toISOString() ?? null,
})

/** Lists a page of requests that the person may read. */
export async function listRequests(db: Db, actor: Actor, query: RequestsQuery) {
  const page = pageOf(query)
  const who = { reader: accessScopeOf(actor), managerId: actor.userId }
  const { rows, total } = await selectQuoteRequests(db, who, query, page)
  return { results: rows.map((row) => presentItem(row, actor)), pagination: paginationOf(page, total) }
}

const isManagers = ({ actor_id, subject_id }: QuoteRequestMessageRow) =>
  isOnBehalf({ actorId: actor_id, subjectId: subject_id })

const presentMessage = (row: QuoteRequestMessageRow): RequestMessage => ({
  ...row,
  by: isManagers(row) ? `${row.author} от имени: ${row.subject}` : row.author,
  at: row.created_at.toISOString(),
})

function addedBy(messages: readonly QuoteRequestMessageRow[], asker: string): string {
  const created = messages.find((message) => message.kind === 'created')
  return created && isManagers(created)
    ? `добавил менеджер ${created.author}, ${moscowTime(created.created_at)}`
    : asker
}

/**
 * Calculates the quantity that an answer adds to the cart: the rest of the promise, or all of it again once it has been
 * ordered.
 */
export const qtyForCart = (promised: PromisedGoods) => (leftOf(promised) > 0 ? leftOf(promised) / 1000 : promised.qty)

/** Goods of an answer at the company's current price, with and without the promise. */
interface Priced {
  now: PricedOffer
  ordinary: PricedOffer
}

async function priceAnswers(
  db: Db,
  { pricing, readZone }: QuoteRequestReadDeps,
  contractorId: number,
  answers: AnswerRow[],
) {
  const ids = answers.map((one) => one.id)
  const [quote, zoneId, offers, promises] = await Promise.all([
    pricing(contractorId),
    readZone(db, { contractorId, limits: null }, undefined),
    selectOffersOfPairs(db, answers),
    selectPromises(db, ids),
  ])
  const specials = shareOut(
    [...promises.values()].map((promised) => ({
      id: promised.id,
      answer_id: promised.id,
      qty: qtyForCart(promised),
    })),
    promises,
  )
  const priced = new Map<number, Priced>()
  for (const { id, product_id, warehouse_id, qty } of answers) {
    const row = offers.find((offer) => offer.product_id === product_id && offer.warehouse_id === warehouse_id)
    const now = row ? quote(row, zoneId, { qty, special: specials.get(id)?.price }) : null
    const ordinary = row ? quote(row, zoneId, { qty }) : null
    if (now && ordinary) priced.set(id, { now, ordinary })
  }
  return { priced, promises }
}

function presentAnswer(
  { withdrawn_at, product_id, code, brand, article, name, unit, ...row }: AnswerRow,
  priced: Priced | undefined,
  promised: PromisedGoods | undefined,
): RequestAnswer {
  const isWithdrawn = withdrawn_at !== null
  return {
    ...row,
    product: { id: product_id, code, brand, article, name, unit },
    price_kop: priced?.now.offer.price_kop ?? null,
    ordinary_kop: priced?.ordinary.offer.price_kop ?? null,
    is_special: (priced?.now.specialUntil ?? null) !== null,
    is_available: priced !== undefined && (priced.now.available > 0 || !priced.now.offer.qty_exact),
    expected_date: priced?.now.offer.expected_date ?? null,
    is_withdrawn: isWithdrawn,
    ordered_qty: promised?.ordered_qty ?? 0,
  }
}

/**
 * Reads a request with all of its answers at the company's current prices.
 * @throws AppError `not_found`, also for another company's request
 */
export async function readRequest(db: Db, deps: QuoteRequestReadDeps, actor: Actor, id: number): Promise<Request> {
  const request: RequestDetails | undefined = await selectQuoteRequest(db, accessScopeOf(actor), id)
  if (!request) throw new AppError('not_found', { detail: 'Запрос не найден' })
  const [rows, answers, messages, photos] = await Promise.all([
    selectQuoteRequestRows(db, id),
    selectAnswers(db, id),
    selectQuoteRequestMessages(db, id),
    selectPhotoIds(db, id),
  ])
  const { priced, promises } = await priceAnswers(db, deps, request.contractor_id, answers)
  return {
    ...presentItem(request, actor),
    text: request.text,
    vin: request.vin,
    car: request.car,
    added_by: addedBy(messages, request.asker),
    rows: rows.map(({ order_id: orderId, order_number: number, ...row }) => ({
      ...row,
      order: orderId === null || number === null ? null : { id: orderId, number },
    })),
    answers: answers.map((row) => presentAnswer(row, priced.get(row.id), promises.get(row.id))),
    photos,
    messages: messages.map(presentMessage),
  }
}
