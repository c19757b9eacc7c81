import { CLAIM_TERMS, isOfMoney, tooFewFilesText, type ClaimOutcome } from '@artikul/contract/fulfilment/claim-rules'
import type { ClaimKind } from '@artikul/contract/fulfilment/claim-states'
import { ClaimKindField as Kinds } from '@artikul/contract/fulfilment/claim-fields'
import type { ClaimableGoods, ClaimableLine, Eligibility } from '@artikul/contract/fulfilment/claim-goods'
import { NewClaim } from '@artikul/contract/fulfilment/new-claim'
import { useState } from 'react'
import { useForm } from '../../../lib/browser/use-form.ts'
import type { UploadedFile } from '../../../lib/api/attachments.ts'

export interface ChosenLine {
  qty: number
  askedKop: number | null
}

/** Returns outcomes of the kind; without visible prices, money outcomes of a price claim are excluded. */
export const outcomesOf = ({ lines }: ClaimableGoods, kind: ClaimKind): readonly ClaimOutcome[] =>
  CLAIM_TERMS[kind].outcomes.filter(
    (outcome) => kind !== 'price' || !isOfMoney(outcome) || lines.some((line) => line.price_kop !== null),
  )
const firstOutcome = (goods: ClaimableGoods, kind: ClaimKind) =>
  outcomesOf(goods, kind)[0] ?? CLAIM_TERMS[kind].outcomes[0]

export const eligibilityOf = (line: ClaimableLine, kind: ClaimKind): Eligibility | undefined =>
  line.kinds.find((one) => one.kind === kind)

/** Returns the reason why no line can be claimed as this kind, or null when one can. */
export function whyNot({ lines }: ClaimableGoods, kind: ClaimKind): string | null {
  const found = lines.map((line) => eligibilityOf(line, kind))
  return found.some((one) => one?.reason === null) ? null : (found[0]?.reason ?? 'Недоступно')
}

const firstKind = (goods: ClaimableGoods): ClaimKind =>
  Kinds.options.find((kind) => whyNot(goods, kind) === null) ?? 'unfit'

/** Suggested quantity: all pieces for a price claim, otherwise one. */
function suggested(line: ClaimableLine, kind: ClaimKind): ChosenLine {
  const most = eligibilityOf(line, kind)?.qty ?? null
  return { qty: kind === 'price' ? line.shipped_qty : Math.min(1, most ?? 1), askedKop: null }
}

function startWith(goods: ClaimableGoods, kind: ClaimKind, wanted: number | undefined): Record<number, ChosenLine> {
  const only = goods.lines.length === 1 ? goods.lines[0] : goods.lines.find((line) => line.order_line_id === wanted)
  if (!only || eligibilityOf(only, kind)?.reason !== null) return {}
  return { [only.shipment_line_id]: suggested(only, kind) }
}

const linesOf = (goods: ClaimableGoods, kind: ClaimKind, lines: ClaimFields['lines']): NewClaim['lines'] =>
  goods.lines.flatMap(({ shipment_line_id: id }) => {
    const chosen = lines[id]
    return chosen
      ? [{ shipment_line_id: id, qty: chosen.qty, asked_kop: kind === 'price' ? chosen.askedKop : null }]
      : []
  })

interface ClaimFields {
  kind: ClaimKind
  outcome: ClaimOutcome
  text: string
  lines: Readonly<Record<number, ChosenLine>>
}

function newClaim(goods: ClaimableGoods, orderLineId: number | undefined): ClaimFields {
  const kind = firstKind(goods)
  return { kind, outcome: firstOutcome(goods, kind), text: '', lines: startWith(goods, kind, orderLineId) }
}

/** State of a new claim about a shipment. */
export function useClaimDraft(goods: ClaimableGoods, orderLineId: number | undefined) {
  const form = useForm<ClaimFields>({
    defaultValues: newClaim(goods, orderLineId),
    paths: { kind: ['kind', 'file_ids', 'text'], outcome: ['outcome', 'text', 'lines'], lines: 'lines' },
  })
  const { kind, outcome, text, lines } = form.draft
  const [files, setFiles] = useState<readonly UploadedFile[]>([])
  const [pending, setPending] = useState(0)
  const body: NewClaim = {
    shipment_id: goods.id,
    kind,
    outcome,
    text: text.trim(),
    lines: linesOf(goods, kind, lines),
    file_ids: files.map((file) => file.id),
  }
  return {
    ...form.draft,
    errors: form.errors,
    show: form.show,
    field: form.field,
    files,
    isSendingFiles: pending > 0,
    body,
    setKind: (next: ClaimKind) =>
      form.change({
        kind: next,
        outcome: firstOutcome(goods, next),
        // Lines that do not fit the new kind are deselected, the others are reset to the suggestion.
        lines: Object.fromEntries(
          goods.lines
            .filter((line) => lines[line.shipment_line_id] && eligibilityOf(line, next)?.reason === null)
            .map((line) => [line.shipment_line_id, suggested(line, next)]),
        ),
      }),
    setFiles: (change: (all: readonly UploadedFile[]) => readonly UploadedFile[]) => {
      setFiles(change)
      form.forget(['file_ids'])
    },
    setPending,
    choose: (line: ClaimableLine, isChosen: boolean) => {
      const { [line.shipment_line_id]: _, ...rest } = lines
      form.change({ lines: isChosen ? { ...rest, [line.shipment_line_id]: suggested(line, kind) } : rest })
    },
    changeLine: (id: number, next: Partial<ChosenLine>) => {
      const now = lines[id]
      if (now) form.change({ lines: { ...lines, [id]: { ...now, ...next } } })
    },
    /** Returns the claim; null when there are errors, which appear beside their fields. */
    checked: () => {
      const isTooFew = files.length < CLAIM_TERMS[kind].leastFiles
      return form.checked(NewClaim, body, { file_ids: isTooFew && tooFewFilesText(kind) })
    },
  }
}
export type ClaimDraft = ReturnType<typeof useClaimDraft>
