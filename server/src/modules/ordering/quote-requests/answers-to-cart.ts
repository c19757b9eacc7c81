import { formatQty } from '@artikul/contract/core/money'
import type { Kysely, Transaction } from 'kysely'
import type { DB } from '../../../platform/db/index.ts'
import { AppError } from '../../../platform/errors.ts'
import { putIntoCart, requireOwnConsignee, selectPromises, type Buyer, type PromisedGoods } from '../cart/index.ts'
import type { Pricing } from '../../pricing/index.ts'
import { selectAnswers, type AnswerRow } from './quote-requests.queries.ts'
import { qtyForCart } from './read-quote-requests.ts'
import { requireRequest } from './quote-request-messages.ts'

interface AnswersInput {
  answer_ids: number[]
  consignee_id?: number | undefined
}

/** Result for a line of the answer; the text describes deviations from the offer. */
interface Put {
  cartLines: number | null
  message: string | null
}

async function putAnswer(
  tx: Transaction<DB>,
  { buyer, pricing, consigneeId }: { buyer: Buyer; pricing: Pricing; consigneeId: number | undefined },
  answer: AnswerRow,
  promised: PromisedGoods,
): Promise<Put> {
  const name = `${answer.brand} ${answer.article}`
  if (answer.withdrawn_at) return { cartLines: null, message: `${name}: предложение отозвано` }
  if (answer.in_cart) return { cartLines: null, message: `${name}: уже в корзине` }
  try {
    const added = await putIntoCart(tx, buyer, pricing, {
      product_id: answer.product_id,
      warehouse_id: answer.warehouse_id,
      qty: qtyForCart(promised),
      client_ref: answer.client_ref || (answer.vehicle_name ?? ''),
      ...(answer.vehicle_id !== null && { vehicle_id: answer.vehicle_id }),
      answer_id: answer.id,
      ...(consigneeId !== undefined && { consignee_id: consigneeId }),
    })
    const short = added.qty === promised.qty ? null : `${name}: в корзине ${formatQty(added.qty)} ${answer.unit}`
    return { cartLines: added.cart_lines, message: added.message ? `${name}: ${added.message}` : short }
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'offer.gone') throw error
    return { cartLines: null, message: `${name}: сейчас нет в наличии` }
  }
}

/**
 * Adds the selected lines of an answer to the cart; a line that cannot be added is reported and does not affect the
 * others.
 * @throws AppError `not_found`, `cart.line_limit_reached`
 */
export async function addAnswersToCart(
  db: Kysely<DB>,
  { buyer, pricing }: { buyer: Buyer; pricing: Pricing },
  id: number,
  input: AnswersInput,
) {
  await requireOwnConsignee(db, buyer, input.consignee_id)
  return db.transaction().execute(async (tx) => {
    // Locks the request, so that two concurrent calls cannot add a line twice.
    await requireRequest(tx, buyer, id)
    const chosen = (await selectAnswers(tx, id)).filter((answer) => input.answer_ids.includes(answer.id))
    if (chosen.length < new Set(input.answer_ids).size)
      throw new AppError('not_found', { detail: 'Такой строки в ответе нет' })
    const promises = await selectPromises(tx, input.answer_ids)
    const puts: Put[] = []
    for (const answer of chosen) {
      const promised = promises.get(answer.id)
      if (promised)
        puts.push(await putAnswer(tx, { buyer, pricing, consigneeId: input.consignee_id }, answer, promised))
    }
    const counts = puts.flatMap(({ cartLines }) => cartLines ?? [])
    return {
      added: counts.length,
      cart_lines: counts.at(-1) ?? null,
      messages: puts.flatMap(({ message }) => message ?? []),
    }
  })
}
