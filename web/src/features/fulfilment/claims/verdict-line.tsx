import type { ClaimLine } from '@artikul/contract/fulfilment/claims'
import type { ReactNode } from 'react'
import { quantity } from '../../../lib/text/format.ts'
import { Checkbox } from '../../../ui/fields/checkbox.tsx'
import { NumberField } from '../../../ui/fields/number-field.tsx'
import { TextArea, TextField } from '../../../ui/fields/text-field.tsx'

interface Verdict {
  qty: number | null
  /** Reason; undefined when none is required. */
  refusal?: string
}

export interface VerdictForm {
  draft: { lines: readonly Verdict[] }
  errors: { fields: Readonly<Record<string, string | undefined>> }
  changeLine: (at: number, next: Partial<Verdict>) => void
}

/** Adds `changeLine` to a form over the lines of a claim. */
export const withLines = <
  Line extends Verdict,
  Form extends { draft: { lines: Line[] }; change: (next: { lines: Line[] }) => void },
>(
  form: Form & { draft: { lines: Line[] } },
) => ({
  ...form,
  changeLine: (at: number, next: Partial<Line>) =>
    form.change({ lines: form.draft.lines.map((line, place) => (place === at ? { ...line, ...next } : line)) }),
})

interface Props {
  line: ClaimLine
  /** Index in the form. */
  at: number
  form: VerdictForm
  label: string
  /** Largest quantity that can be accepted. */
  most: number
  /** True when the line is accepted as a whole or declined. */
  isWhole?: boolean
  children?: ReactNode
}

/** Accepted quantity of a line and the reason for declining the rest. */
export function VerdictLine({ line, at, form, label, most, isWhole = false, children }: Props) {
  const name = `${line.brand} ${line.article}`
  const { qty = null, refusal } = form.draft.lines[at] ?? {}
  const error = form.errors.fields[`lines.${at}.qty`]
  const onQtyChange = (next: number | null) => form.changeLine(at, { qty: next })
  const isLess = refusal !== undefined && (qty ?? 0) < most
  return (
    <div className="flex flex-col gap-2 border-t border-hairline pt-3 first:border-0 first:pt-0">
      <p className="text-sm">
        <span className="font-semibold">{line.brand}</span> <span className="article">{line.article}</span>, {line.name}
      </p>
      <div className="grid gap-3 sm:grid-cols-[9rem_minmax(0,1fr)]">
        {isWhole ? (
          <div>
            <Checkbox
              label={
                <>
                  {label}
                  <span className="sr-only"> {name}</span>
                </>
              }
              checked={(qty ?? 0) > 0}
              onCheckedChange={(isAccepted) => onQtyChange(isAccepted ? most : 0)}
            />
            {error && <p className="mt-1 text-xs text-accent">{error}</p>}
          </div>
        ) : (
          <NumberField
            label={label}
            ofWhat={name}
            hint={`Из ${quantity(most, line.unit)}`}
            required
            min={0}
            format={{ maximumFractionDigits: 3 }}
            value={qty}
            onValueChange={onQtyChange}
            error={error}
          />
        )}
        <div className="flex flex-col gap-3">
          {children}
          {refusal !== undefined && (isLess || refusal !== '') && (
            <TextField
              label="Причина отказа"
              ofWhat={name}
              required={qty === 0}
              maxLength={500}
              value={refusal}
              onValueChange={(reason) => form.changeLine(at, { refusal: reason })}
              error={form.errors.fields[`lines.${at}.refusal`]}
            />
          )}
        </div>
      </div>
    </div>
  )
}

interface ClosingProps {
  form: {
    field: (name: 'text' | 'correction_number') => {
      value: string
      onValueChange: (value: string) => void
      error: string | undefined
    }
  }
  /** Accounting is in another system, which assigns the number of the correction. */
  asksNumber: boolean
}

/** Closing fields of a decision: number of the correction and a message to the client. */
export const ClosingFields = ({ form: { field }, asksNumber }: ClosingProps) => (
  <>
    {asksNumber && (
      <TextField label="Номер корректировки из 1С" required maxLength={50} {...field('correction_number')} />
    )}
    <TextArea label="Пояснение клиенту" maxLength={2000} {...field('text')} />
  </>
)
