import type { Offer, ProductBrief } from '@artikul/contract/catalog/catalog'
import type { NewAnswer } from '@artikul/contract/ordering/new-quote-request'
import { useForm } from '../../../lib/browser/use-form.ts'
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
  const form = useForm<AnswerDraft>({ defaultValues: NOTHING, paths: { refusals: 'refusals' } })
  const { lines, refusals, withdrawn } = form.draft
  return {
    ...form,
    clear: () => form.change(NOTHING),
    choose: (rowId: number | null, product: ProductBrief, offer: Offer, requestedQty: number) =>
      form.change({
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
      }),
    changeLine: (index: number, next: Partial<AnswerDraftLine>) =>
      form.change({ lines: lines.map((line, at) => (at === index ? { ...line, ...next } : line)) }),
    remove: (index: number) => form.change({ lines: lines.filter((_, at) => at !== index) }),
    refuseRow: (rowId: number, reason: string) => form.change({ refusals: { ...refusals, [rowId]: reason } }),
    offerRow: (rowId: number) => {
      const { [rowId]: _, ...rest } = refusals
      form.change({ refusals: rest })
    },
    toggleWithdrawn: (id: number) =>
      form.change({ withdrawn: withdrawn.includes(id) ? withdrawn.filter((one) => one !== id) : [...withdrawn, id] }),
  }
}
export type AnswerDrafting = ReturnType<typeof useAnswerDraft>
