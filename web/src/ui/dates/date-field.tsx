import { Field as BaseField } from '@base-ui/react/field'
import { IconCalendar } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { day } from '../../lib/text/format.ts'
import { maskDay, parseDay } from '../../lib/text/day-text.ts'
import { Field, type FieldProps } from '../fields/field.tsx'
import { Popover } from '../windows/popover.tsx'
import { Spinner } from '../states/spinner.tsx'

const Calendar = lazy(() => import('./calendar.tsx'))

type Props = FieldProps & {
  /** `YYYY-MM-DD` */
  value: string | null
  onValueChange: (value: string | null) => void
  min?: string
  max?: string
  disabled?: boolean
}

/** Date field: typed as ДД.ММ.ГГГГ or chosen from the calendar, whose week starts on Monday. */
export function DateField({ value, onValueChange, min, max, disabled, ...field }: Props) {
  const [typed, setTyped] = useState<string | null>(null)
  const [open, setOpen] = useState(false)
  const put = (text: string) => {
    const parsed = parseDay(text)
    setTyped(parsed || text === '' ? null : text)
    if (parsed !== value) onValueChange(parsed)
  }
  return (
    <Field {...field}>
      <div className="relative">
        <BaseField.Control
          value={typed ?? (value ? day(value) : '')}
          onValueChange={(text) => put(maskDay(text))}
          onBlur={() => setTyped(null)}
          placeholder="дд.мм.гггг"
          inputMode="numeric"
          autoComplete="off"
          disabled={disabled ?? false}
          required={field.required}
          className="control pr-9!"
        />
        <Popover
          label="Календарь"
          align="end"
          open={open}
          onOpenChange={setOpen}
          trigger={
            <button
              type="button"
              aria-label={`Открыть календарь: ${field.label}`}
              disabled={disabled ?? false}
              className="absolute top-1/2 right-1.5 grid size-6 -translate-y-1/2 place-items-center rounded text-text-2 hover:bg-group"
            >
              <IconCalendar size={16} />
            </button>
          }
        >
          <Suspense fallback={<Spinner />}>
            <Calendar
              value={value}
              min={min}
              max={max}
              onChoose={(chosen) => {
                setTyped(null)
                onValueChange(chosen)
                setOpen(false)
              }}
            />
          </Suspense>
        </Popover>
      </div>
    </Field>
  )
}
