import { DateField } from './date-field.tsx'

interface Props {
  from: string | undefined
  to: string | undefined
  onChange: (next: { from?: string | undefined; to?: string | undefined }) => void
}

/** Filter by days, both inclusive; the first day cannot be after the last. */
export function PeriodFields({ from, to, onChange }: Props) {
  return (
    <>
      <DateField
        label="С"
        value={from ?? null}
        {...(to && { max: to })}
        onValueChange={(day) => onChange({ from: day ?? undefined })}
      />
      <DateField
        label="По"
        value={to ?? null}
        {...(from && { min: from })}
        onValueChange={(day) => onChange({ to: day ?? undefined })}
      />
    </>
  )
}
