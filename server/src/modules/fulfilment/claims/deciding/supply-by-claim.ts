import { isSupplied, type SupplyingOutcome } from '@artikul/contract/fulfilment/claim-rules'
import type { Transaction } from 'kysely'
import type { DB } from '../../../../platform/db/index.ts'
import type { Author } from '../../../../platform/http/index.ts'
import { lockParts, orderByClaim, releaseClaimed } from '../../../ordering/index.ts'
import type { ClaimDeps } from '../create-claim.ts'
import { selectSupplies, type ClaimRecord } from '../claims.queries.ts'
import { type LineToSettle, insertSupplies } from './settle-claim.queries.ts'

const WORDS: Record<SupplyingOutcome, string> = { exchange: 'Замена', resupply: 'Довоз' }

interface Supply {
  claim: ClaimRecord
  outcome: SupplyingOutcome
  notBefore: string
  found: readonly { lineId: number; qty: number }[]
  lines: readonly { line: LineToSettle; qty: number }[]
}

/**
 * Creates an order for the accepted goods. Goods delivered later were already billed and cost nothing; exchanged goods
 * cost the original price, wait for the return, and are credited after it.
 * @throws AppError `claim.no_stock`
 */
export async function supplyGoods(
  tx: Transaction<DB>,
  deps: ClaimDeps,
  by: { author: Author; now: Date },
  { claim, outcome, notBefore, found, lines }: Supply,
) {
  const order = await orderByClaim(tx, deps, by, {
    place: {
      seller_id: claim.seller_id,
      contract_id: claim.contract_id,
      contractor_id: claim.contractor_id,
      consignee_id: claim.consignee_id,
    },
    words: `${WORDS[outcome]} по обращению ${claim.number}`,
    holdReason: outcome === 'exchange' ? `Ждём возврата товара по обращению ${claim.number}` : null,
    notBefore,
    found,
    goods: lines.map(({ line, qty }) => ({
      firstLineId: line.order_line_id,
      qty,
      priceKop: outcome === 'exchange' ? line.price_kop : 0,
    })),
  })
  await insertSupplies(
    tx,
    lines.map(({ line }, at) => ({
      order_line_id: order.lineIds[at] ?? 0,
      claim_line_id: line.id,
      contractor_id: claim.contractor_id,
      outcome,
      billed_line_id: outcome === 'resupply' ? line.billed_line_id : null,
    })),
  )
  return order
}

/**
 * Locks the new and the originally shipped lines of the claim together in a fixed order, so that concurrent shipping
 * cannot deadlock.
 */
export async function lockSupplyLines(tx: Transaction<DB>, claim: ClaimRecord, lines: readonly LineToSettle[]) {
  const supplies = isSupplied(claim.outcome) ? await selectSupplies(tx, claim.id) : []
  if (supplies.length > 0)
    await lockParts(tx, [...lines.map((line) => line.order_line_id), ...supplies.map(({ line_id: id }) => id)])
  return {
    /** Releases the given pieces of each claim line for shipping and removes the rest. */
    release: (qtyOf: (claimLineId: number) => number, author: Author, now: Date) =>
      releaseClaimed(
        tx,
        { mover: 'staff', author },
        supplies.map(({ line_id: lineId, claim_line_id: id }) => ({ lineId, qty: qtyOf(id) })),
        `Обращение ${claim.number}`,
        now,
      ),
  }
}
