import { counted } from '@artikul/contract/core/plural'
import { useQuery } from '@tanstack/react-query'
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { useBlocker } from '@tanstack/react-router'
import { useMemo, useRef, useState, type SyntheticEvent } from 'react'
import { session } from '../../../lib/session/current-session.ts'
import { todayIso } from '../../../lib/text/format.ts'
import { Button } from '../../../ui/button.tsx'
import { confirm } from '../../../ui/windows/confirm.tsx'
import { cx } from '../../../ui/cx.ts'
import { IconButton } from '../../../ui/icon-button.tsx'
import { LABELS } from '../../../ui/fields/labels.ts'
import { QueryFallback } from '../../../ui/states/not-loaded.tsx'
import { Notice } from '../../../ui/hints/notice.tsx'
import { monthsOf, movedDay, weekendsOf } from './calendar-days.ts'
import { CalendarSaveBar } from './calendar-save-bar.tsx'
import { calendarQuery, thisYear, type YearDays } from './delivery.api.ts'
import { dayClass, MonthGrid, OffDot } from './month-grid.tsx'
import { useCalendarChanges, type CalendarChanges } from './use-calendar-changes.ts'

const FIRST_YEAR = 2000
const LAST_YEAR = 2099
const NO_DAYS: ReadonlySet<string> = new Set()

interface Props {
  year: number | undefined
  onYearChange: (year: number) => void
}

/** Production calendar of a year: the days off. */
export function WorkCalendar({ year = thisYear(), onYearChange }: Props) {
  const { data, error, isPlaceholderData, refetch } = useQuery(calendarQuery(year))
  const calendar = useCalendarChanges(data?.daysOff ?? NO_DAYS)
  const count = calendar.days.length
  useLeaveConfirmation(count)
  return (
    <>
      <div className="mb-3 flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
        <YearSwitch year={year} onChange={onYearChange} />
        <Legend />
      </div>
      <p className="mb-3 text-sm text-text-2">
        Производственный календарь: выходные дни сдвигают сроки поставки и оплаты.
      </p>
      {data && !isPlaceholderData && <NoDaysOff shown={data} calendar={calendar} />}
      {data && <YearDaysGrid shown={data} stale={isPlaceholderData} calendar={calendar} />}
      {!data && (
        <QueryFallback error={error} onRetry={refetch}>
          <YearSkeleton />
        </QueryFallback>
      )}
      {count > 0 && <CalendarSaveBar calendar={calendar} />}
    </>
  )
}

/** Asks before leaving with unsaved days; switching the year preserves them and asks nothing. */
function useLeaveConfirmation(count: number) {
  useBlocker({
    disabled: count === 0,
    enableBeforeUnload: count > 0,
    shouldBlockFn: async ({ next }) => {
      const stays = next.pathname === '/settings' && 'tab' in next.search && next.search.tab === 'calendar'
      // A signed-out user cannot save anything.
      if (stays || !session.getState().authenticated) return false
      const text = `Не сохранено: ${counted(count, 'день', 'дня', 'дней')} рабочего календаря.`
      return !(await confirm({ title: 'Уйти без сохранения?', text }))
    },
  })
}

function YearSwitch({ year, onChange }: { year: number; onChange: (year: number) => void }) {
  return (
    <div className="flex items-center gap-1">
      <IconButton
        label={`${year - 1} год`}
        icon={<IconChevronLeft size={18} />}
        disabled={year <= FIRST_YEAR}
        onClick={() => onChange(year - 1)}
      />
      <h2 aria-live="polite" className="min-w-24 text-center text-lg font-semibold">
        {year} год
      </h2>
      <IconButton
        label={`${year + 1} год`}
        icon={<IconChevronRight size={18} />}
        disabled={year >= LAST_YEAR}
        onClick={() => onChange(year + 1)}
      />
    </div>
  )
}

const SAMPLES = [
  { text: 'рабочий', off: false, changed: false },
  { text: 'нерабочий', off: true, changed: false },
  { text: 'не сохранён', off: true, changed: true },
]

const Legend = () => (
  <ul className="flex flex-wrap gap-x-4 gap-y-1 text-sm text-text-2">
    {SAMPLES.map(({ text, off, changed }) => (
      <li key={text} className="flex items-center gap-1.5">
        <span aria-hidden="true" className="w-8">
          <span className={dayClass({ off, changed })}>7{off && <OffDot />}</span>
        </span>
        {text}
      </li>
    ))}
  </ul>
)

/** Warns of an empty calendar: days off are data, so every day of such a year is a working day, Sundays too. */
function NoDaysOff({ shown: { year, daysOff }, calendar }: { shown: YearDays; calendar: CalendarChanges }) {
  if (daysOff.size > 0 || calendar.days.some(({ day }) => day.startsWith(`${year}-`))) return null
  return (
    <div className="mb-3">
      <Notice tone="warn">
        <p>Календарь на {year} год не заполнен: все дни считаются рабочими, суббота и воскресенье тоже.</p>
        <Button size="sm" className="mt-2" onClick={() => calendar.setOff(weekendsOf(year))}>
          Отметить субботы и воскресенья
        </Button>
      </Notice>
    </div>
  )
}

/** Returns the day of the button that the event targets. */
const dayAt = ({ target }: SyntheticEvent) =>
  target instanceof Element ? target.closest<HTMLElement>('[data-day]')?.dataset['day'] : undefined

interface GridProps {
  shown: YearDays
  /** True while another year is loading: this one is dimmed and cannot be changed. */
  stale: boolean
  calendar: CalendarChanges
}

function YearDaysGrid({ shown: { year, daysOff }, stale, calendar }: GridProps) {
  const grid = useRef<HTMLDivElement>(null)
  const [visited, setVisited] = useState<string | null>(null)
  const months = useMemo(() => monthsOf(year), [year])
  const today = todayIso()
  const entry = [visited, today].find((day) => day?.startsWith(`${year}-`)) ?? `${year}-01-01`
  return (
    <div
      ref={grid}
      role="group"
      aria-label={`Дни ${year} года`}
      aria-busy={stale}
      className={cx(
        'grid gap-3 sm:grid-cols-2 md:grid-cols-3 lg:grid-cols-4',
        stale && 'pointer-events-none opacity-60',
      )}
      onFocus={(event) => setVisited(dayAt(event) ?? null)}
      onClick={(event) => {
        const day = dayAt(event)
        if (day && !stale) calendar.toggle(day)
      }}
      onKeyDown={(event) => {
        const day = dayAt(event)
        const next = day && !event.ctrlKey && !event.metaKey && !event.altKey ? movedDay(day, event.key) : null
        if (!next) return
        event.preventDefault()
        grid.current?.querySelector<HTMLElement>(`[data-day="${next}"]`)?.focus()
      }}
    >
      {months.map((month, index) => {
        const prefix = `${year}-${String(index + 1).padStart(2, '0')}-`
        return (
          <MonthGrid
            key={prefix}
            month={month}
            daysOff={daysOff}
            changes={calendar.changes}
            today={today}
            active={entry.startsWith(prefix) ? entry : null}
          />
        )
      })}
    </div>
  )
}

const YearSkeleton = () => (
  <div role="status" className="grid gap-3 sm:grid-cols-2 md:grid-cols-3 lg:grid-cols-4">
    <span className="sr-only">{LABELS.pending}</span>
    {Array.from({ length: 12 }, (_, month) => (
      <span key={month} aria-hidden="true" className="skeleton block h-64" />
    ))}
  </div>
)
