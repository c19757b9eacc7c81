import type { OpenInvoice, PayableBuyer } from '@artikul/contract/billing/payments'
import { MAX_OPEN_INVOICES } from '@artikul/contract/billing/payments'
import { useQuery } from '@tanstack/react-query'
import { roubles, shortDay } from '../../../lib/text/format.ts'
import { Checkbox } from '../../../ui/fields/checkbox.tsx'
import { Notice } from '../../../ui/hints/notice.tsx'
import { MoneyField } from '../../../ui/fields/number-field.tsx'
import { BuyerFields } from './buyer-fields.tsx'
import { partsOf, allocatedByInvoice, type PartsDraft } from './parts-draft.ts'
import { buyerQuery } from './payments.api.ts'

interface Props {
  draft: PartsDraft
  onChange: (next: PartsDraft) => void
  /** Sum of the payment. */
  sumKop: number
  /** Receiving seller; `undefined` when the contract determines it. */
  sellerId: number | undefined
  errors: Record<string, string>
}

const sellerOf = (payable: PayableBuyer | undefined, contractId: number | null) =>
  payable?.contracts.find(({ id }) => id === contractId)?.seller_id

/** Distribution of a payment: buyer, contract, open invoices. */
export function PartsFields({ draft, onChange, sumKop, sellerId, errors }: Props) {
  const buyer = useQuery(buyerQuery(draft.buyer?.id))
  const payable = draft.buyer ? buyer.data : undefined
  const seller = sellerId ?? sellerOf(payable, draft.contractId)
  const ofSeller = new Set(payable?.contracts.filter((one) => one.seller_id === seller).map(({ id }) => id))
  const invoices = payable?.invoices.filter((one) => ofSeller.has(one.contract_id)) ?? []
  const parts = partsOf(draft, payable, sumKop)
  const errorAt = (invoiceId: number | null) => {
    const at = parts.findIndex((part) => part.invoice_id === invoiceId)
    return ['sum_kop', 'invoice_id', 'contract_id'].map((name) => errors[`parts.${at}.${name}`]).find(Boolean)
  }
  return (
    <>
      <BuyerFields
        buyer={draft.buyer}
        contractId={draft.contractId}
        sellerId={sellerId}
        onBuyerChange={(found) => onChange({ buyer: found, contractId: null, sums: {} })}
        onContractChange={(contractId) =>
          onChange({
            ...draft,
            contractId,
            // A payment to one seller cannot pay the invoices of another.
            sums: sellerOf(payable, contractId) === seller ? draft.sums : {},
          })
        }
        errors={{ buyer: errors['contractor_id'], contract: errors['contract'] ?? errorAt(null) }}
      />
      {payable && (
        <>
          {invoices.length > 0 && (
            <Invoices
              invoices={invoices}
              draft={draft}
              rest={sumKop - allocatedByInvoice(draft, payable)}
              errorOf={errorAt}
              onChange={(sums) => onChange({ ...draft, sums })}
            />
          )}
          {payable.has_more && <Notice>Показаны первые {MAX_OPEN_INVOICES} счетов по сроку оплаты.</Notice>}
          <Rest rest={sumKop - allocatedByInvoice(draft, payable)} hasSum={sumKop > 0} error={errors['parts']} />
        </>
      )}
    </>
  )
}

interface InvoicesProps {
  invoices: readonly OpenInvoice[]
  draft: PartsDraft
  rest: number
  errorOf: (invoiceId: number) => string | undefined
  onChange: (sums: PartsDraft['sums']) => void
}

function Invoices({ invoices, draft, rest, errorOf, onChange }: InvoicesProps) {
  return (
    <fieldset>
      <legend className="mb-1 text-sm font-medium">Неоплаченные счета</legend>
      <ul className="flex max-h-72 flex-col divide-y divide-hairline overflow-y-auto rounded-md border border-hairline">
        {invoices.map(({ id, number, issued_on: day, left_kop: left }) => {
          const own = draft.sums[id]
          const isChosen = own !== undefined
          const toggle = (checked: boolean) => {
            const { [id]: _, ...others } = draft.sums
            onChange(checked ? { ...others, [id]: Math.max(0, Math.min(left, rest)) } : others)
          }
          return (
            <li key={id} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 px-3 py-1.5">
              <Checkbox
                label={
                  <span>
                    № {number} от {shortDay(day)}
                    <span className="text-text-2"> · осталось {roubles(left)}</span>
                  </span>
                }
                checked={isChosen}
                onCheckedChange={toggle}
              />
              {isChosen && (
                <div className="w-full sm:w-44 [&_label]:sr-only">
                  <MoneyField
                    label={`Сумма по счёту № ${number}`}
                    value={own}
                    onValueChange={(kop) => onChange({ ...draft.sums, [id]: kop })}
                    error={errorOf(id)}
                  />
                </div>
              )}
            </li>
          )
        })}
      </ul>
    </fieldset>
  )
}

function Rest({ rest, hasSum, error }: { rest: number; hasSum: boolean; error: string | undefined }) {
  if (error || rest < 0)
    return (
      <p role="alert" className="text-sm text-accent">
        {error ?? `Разнесено больше платежа на ${roubles(-rest)}`}
      </p>
    )
  if (!hasSum) return null
  return (
    <p className="text-sm text-text-2" role="status">
      {rest === 0
        ? 'Вся сумма разнесена по счетам.'
        : `Без счёта ${roubles(rest)}: по договору, в долг с ближайшим сроком или в аванс.`}
    </p>
  )
}
