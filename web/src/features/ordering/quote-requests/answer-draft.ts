import type { Offer, ProductBrief } from '@artikul/contract/catalog/catalog'
import type { NewAnswer } from '@artikul/contract/ordering/new-quote-request'
import { useState } from 'react'
import { todayIso } from '../../../lib/text/format.ts'
import { roundQtyUp } from '../../../lib/text/sale-step.ts'

export interface AnswerDraftLine {
  rowId: number | null
  product: ProductBrief
  offer: Offer
  qty: number
  /** `null` for the ordinary price. */
  specialKop: number | null
  validUntil: string | null
  comment: string
}

export interface AnswerDraft {
  lines: readonly AnswerDraftLine[]
  /** Reason why a row is unavailable, by row id; empty until typed. */
  refusals: Readonly<Record<number, string>>
  withdrawn: readonly number[]
  text: string
}

const NOTHING: AnswerDraft = { lines: [], refusals: {}, withdrawn: [], text: '' }
const PRICE_HOLDS_DAYS = 7

/** Returns the default last day of a promised price: one week from today. */
function usualLastDay(now = new Date()): string {
  const day = new Date(`${todayIso(now)}T00:00:00Z`)
  day.setUTCDate(day.getUTCDate() + PRICE_HOLDS_DAYS)
  return day.toISOString().slice(0, 10)
}

export const isEmptyDraft = ({ lines, refusals, withdrawn }: AnswerDraft) =>
  lines.length === 0 && withdrawn.length === 0 && Object.keys(refusals).length === 0

export const toAnswer = ({ lines, refusals, withdrawn, text }: AnswerDraft): NewAnswer => ({
  lines: lines.map(({ rowId, offer, qty, specialKop, validUntil, comment }) => ({
    row_id: rowId,
    offer_id: offer.id,
    qty,
    special_kop: specialKop,
    valid_until: specialKop === null ? null : validUntil,
    comment: comment.trim(),
  })),
  refusals: Object.entries(refusals).map(([id, reason]) => ({ row_id: Number(id), reason: reason.trim() })),
  withdrawn: [...withdrawn],
  text: text.trim(),
})

/** Draft of a manager's answer, in memory until it is sent. */
export function useAnswerDraft() {
  const [draft, setDraft] = useState(NOTHING)
  const patch = (change: (now: AnswerDraft) => Partial<AnswerDraft>) => setDraft((now) => ({ ...now, ...change(now) }))
  return {
    draft,
    clear: () => setDraft(NOTHING),
    setText: (text: string) => patch(() => ({ text })),
    choose: (rowId: number | null, product: ProductBrief, offer: Offer, requestedQty: number) =>
      patch(({ lines }) => ({
        lines: [
          ...lines,
          {
            rowId,
            product,
            offer,
            qty: roundQtyUp(requestedQty, offer),
            specialKop: null,
            validUntil: usualLastDay(),
            comment: '',
          },
        ],
      })),
    change: (index: number, next: Partial<AnswerDraftLine>) =>
      patch(({ lines }) => ({ lines: lines.map((line, at) => (at === index ? { ...line, ...next } : line)) })),
    remove: (index: number) => patch(({ lines }) => ({ lines: lines.filter((_, at) => at !== index) })),
    refuse: (rowId: number, reason: string) =>
      patch(({ refusals }) => ({ refusals: { ...refusals, [rowId]: reason } })),
    keep: (rowId: number) =>
      patch(({ refusals }) => {
        const { [rowId]: _, ...rest } = refusals
        return { refusals: rest }
      }),
    toggleWithdrawn: (id: number) =>
      patch(({ withdrawn }) => ({
        withdrawn: withdrawn.includes(id) ? withdrawn.filter((one) => one !== id) : [...withdrawn, id],
      })),
  }
}
export type AnswerDrafting = ReturnType<typeof useAnswerDraft>
