import type { ClaimLine } from '@artikul/contract/claims'
import type { ReactNode } from 'react'
import { quantity } from '../../lib/format.ts'
import { Checkbox } from '../../ui/checkbox.tsx'
import { NumberField } from '../../ui/number-field.tsx'
import { TextField } from '../../ui/text-field.tsx'

interface Props {
  line: ClaimLine
  label: string
  /** The most that may be told. */
  most: number
  /** All of it or nothing. */
  isWhole?: boolean
  qty: number | null
  onQtyChange: (qty: number | null) => void
  error: string | undefined
  /** Undefined: no reason is asked for. */
  refusal?: { value: string; onChange: (value: string) => void; error: string | undefined }
  children?: ReactNode
}

/** How much of a line is accepted, and why not all of it. */
export function VerdictLine({ line, label, most, isWhole = false, qty, onQtyChange, error, refusal, children }: Props) {
  const name = `${line.brand} ${line.article}`
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
          {refusal && (isLess || refusal.value !== '') && (
            <TextField
              label="Причина отказа"
              ofWhat={name}
              required={qty === 0}
              maxLength={500}
              value={refusal.value}
              onValueChange={refusal.onChange}
              error={refusal.error}
            />
          )}
        </div>
      </div>
    </div>
  )
}
