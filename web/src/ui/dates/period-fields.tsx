import { IconCalendarEvent, IconChevronDown } from '@tabler/icons-react'
import { todayIso } from '../../lib/text/format.ts'
import { buttonClass } from '../button.tsx'
import { Menu } from '../windows/menu.tsx'
import { DateField } from './date-field.tsx'

interface Props {
  from: string | undefined
  to: string | undefined
  onChange: (next: { from?: string | undefined; to?: string | undefined }) => void
}

/** Whole months: `from` is the first day of a month, counted from this one; `to` the last day before another. */
const months = (today: string, from: number, to: number) => {
  const day = (shift: number, date: number) => {
    const at = new Date(`${today.slice(0, 7)}-01T00:00:00Z`)
    at.setUTCMonth(at.getUTCMonth() + shift, date)
    return at.toISOString().slice(0, 10)
  }
  return { from: day(from, 1), to: day(to, 0) }
}

/** Usual periods of an accountant, by name. */
export function usualPeriods(today: string): readonly (readonly [string, { from: string; to: string }])[] {
  const ofQuarter = (Number(today.slice(5, 7)) - 1) % 3
  return [
    ['Этот месяц', { from: `${today.slice(0, 7)}-01`, to: today }],
    ['Прошлый месяц', months(today, -1, 0)],
    ['Этот квартал', { from: months(today, -ofQuarter, 1).from, to: today }],
    ['Прошлый квартал', months(today, -ofQuarter - 3, -ofQuarter)],
    ['Этот год', { from: `${today.slice(0, 4)}-01-01`, to: today }],
  ]
}

/** Filter by days, both inclusive, in one row; the first day cannot be after the last. */
export function PeriodFields({ from, to, onChange }: Props) {
  return (
    <div className="col-span-2 grid w-full max-w-md grid-cols-[minmax(0,1fr)_minmax(0,1fr)_auto] items-end gap-2">
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
      <Menu
        label="Период: выбрать готовый"
        from="left"
        buttonClass={buttonClass()}
        button={
          <>
            <IconCalendarEvent size={16} aria-hidden="true" className="sm:hidden" />
            <span className="max-sm:hidden">Период</span>
            <IconChevronDown size={14} aria-hidden="true" />
          </>
        }
        items={usualPeriods(todayIso()).map(([label, period]) => ({
          label,
          checked: period.from === from && period.to === to,
          onSelect: () => onChange(period),
        }))}
      />
    </div>
  )
}
