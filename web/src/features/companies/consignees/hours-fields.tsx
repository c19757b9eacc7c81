import { timeText } from '../../../lib/text/time-text.ts'
import { WEEKDAYS } from '../../../lib/text/weekdays.ts'
import { Checkbox } from '../../../ui/fields/checkbox.tsx'
import { cx } from '../../../ui/cx.ts'
import { sentIndex, type DayDraft } from './consignee-draft.ts'
import type { ConsigneeForm } from './use-consignee-form.ts'

/** Receiving hours, one row per weekday. */
export function HoursFields({ form: { draft, change, errors } }: { form: ConsigneeForm }) {
  const { days } = draft
  const patch = (weekday: number, fields: Partial<DayDraft>) =>
    change({ days: days.map((day) => (day.weekday === weekday ? { ...day, ...fields } : day)) })
  const monday = days[0]
  return (
    <fieldset className="min-w-0">
      <legend className="mb-1 text-xs font-semibold text-text-2">Часы приёмки</legend>
      {days.map((day) => {
        const at = sentIndex(draft, day.weekday)
        const problem = errors.fields[`hours.${at}.from`] ?? errors.fields[`hours.${at}.to`]
        return (
          <DayRow
            key={day.weekday}
            day={day}
            problem={problem}
            onChange={(fields) => patch(day.weekday, fields)}
            onCopy={
              monday && day !== monday
                ? () => patch(day.weekday, { isOpen: monday.isOpen, from: monday.from, to: monday.to })
                : undefined
            }
          />
        )
      })}
      {errors.fields['hours'] && (
        <p role="alert" className="text-xs text-accent">
          {errors.fields['hours']}
        </p>
      )}
    </fieldset>
  )
}

interface RowProps {
  day: DayDraft
  problem: string | undefined
  onChange: (fields: Partial<DayDraft>) => void
  onCopy: (() => void) | undefined
}

function DayRow({ day, problem, onChange, onCopy }: RowProps) {
  const { short = '', name = '' } = WEEKDAYS.find(({ weekday }) => weekday === day.weekday) ?? {}
  return (
    <div role="group" aria-label={name} className="py-0.5">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <Checkbox
          className="w-14"
          label={
            <>
              <span aria-hidden="true">{short}</span>
              <span className="sr-only">{name}</span>
            </>
          }
          checked={day.isOpen}
          onCheckedChange={(isOpen) => onChange({ isOpen })}
        />
        {day.isOpen ? (
          <div className="flex items-center gap-1.5 text-sm">
            <TimeInput label={`${name}, с`} value={day.from} wrong={problem} onChange={(from) => onChange({ from })} />
            <span aria-hidden="true">–</span>
            <TimeInput label={`${name}, до`} value={day.to} wrong={problem} onChange={(to) => onChange({ to })} />
          </div>
        ) : (
          <span className="text-sm text-text-2">приёмки нет</span>
        )}
        {onCopy && (
          <button
            type="button"
            aria-label={`Как в понедельник: ${name}`}
            className="ml-auto min-h-6 text-xs text-text-2 underline decoration-hairline underline-offset-2 hover:text-text"
            onClick={onCopy}
          >
            Как в понедельник
          </button>
        )}
      </div>
      {problem && (
        <p role="alert" className="text-xs text-accent">
          {problem}
        </p>
      )}
    </div>
  )
}

interface TimeProps {
  label: string
  value: string
  wrong: string | undefined
  onChange: (value: string) => void
}

/** Plain text instead of the browser's time input, which follows the browser's language; here it is always 24 hours. */
const TimeInput = ({ label, value, wrong, onChange }: TimeProps) => (
  <input
    aria-label={label}
    aria-invalid={wrong !== undefined || undefined}
    inputMode="numeric"
    maxLength={5}
    autoComplete="off"
    placeholder="09:00"
    value={value}
    onChange={(event) => onChange(event.target.value)}
    onBlur={() => timeText(value) !== value && onChange(timeText(value))}
    className={cx('control control-row w-16! text-center')}
  />
)
