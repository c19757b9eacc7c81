import { memo, useId } from 'react'
import { WEEKDAYS } from '../../../lib/text/weekdays.ts'
import { cx } from '../../../ui/cx.ts'
import { dayName, type Month } from './calendar-days.ts'

interface MarkProps {
  off: boolean
  changed: boolean
  today?: boolean
}

/**
 * Days off differ by a dot and font weight too, for users who do not distinguish colours; unsaved ones have a dashed
 * border.
 */
export const dayClass = ({ off, changed, today = false }: MarkProps) =>
  cx(
    // Scroll margins keep a focused day clear of the header and of the bar below.
    'relative grid h-8 scroll-mt-20 scroll-mb-24 w-full place-items-center rounded-md text-sm pointer-coarse:h-11',
    off && 'bg-accent-soft font-semibold text-accent',
    !off && 'hover:bg-group',
    changed && 'border-2 border-dashed border-current',
    !changed && today && 'border border-control',
  )

export const OffDot = () => (
  <span aria-hidden="true" className="absolute bottom-1 left-1/2 size-1 -translate-x-1/2 rounded-full bg-current" />
)

interface Props {
  month: Month
  daysOff: ReadonlySet<string>
  changes: ReadonlyMap<string, boolean>
  today: string
  /** The only day reachable by Tab, when it belongs to this month. */
  active: string | null
}

/** One month; the surrounding calendar handles presses and keys, because it contains the other months. */
export const MonthGrid = memo(function MonthGrid({ month, daysOff, changes, today, active }: Props) {
  const id = useId()
  const cell = (day: string) => {
    const changed = changes.has(day)
    const off = changes.get(day) ?? daysOff.has(day)
    return (
      <button
        type="button"
        data-day={day}
        tabIndex={day === active ? 0 : -1}
        aria-current={day === today ? 'date' : undefined}
        aria-label={`${dayName(day)}: ${off ? 'нерабочий' : 'рабочий'}${changed ? ', не сохранено' : ''}`}
        className={dayClass({ off, changed, today: day === today })}
      >
        {Number(day.slice(8))}
        {off && <OffDot />}
      </button>
    )
  }
  return (
    <section className="rounded-lg border border-hairline bg-surface p-3">
      <h3 id={id} className="mb-1 px-1 font-semibold">
        {month.name}
      </h3>
      <table role="grid" aria-labelledby={id} className="w-full table-fixed border-collapse">
        <thead>
          <tr>
            {WEEKDAYS.map(({ weekday, short, name }) => (
              <th key={weekday} scope="col" className="h-7 text-xs font-normal text-text-2">
                <span aria-hidden="true">{short}</span>
                <span className="sr-only">{name}</span>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {month.weeks.map((week, index) => (
            <tr key={index}>
              {week.map((day, at) => (
                <td key={at} className="p-px">
                  {day && cell(day)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
})
