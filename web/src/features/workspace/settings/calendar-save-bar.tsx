import { counted } from '@artikul/contract/core/plural'
import { messageOf } from '../../../lib/api/api-error.ts'
import { day as dayText } from '../../../lib/text/format.ts'
import { Button } from '../../../ui/button.tsx'
import { FormError } from '../../../ui/fields/form.tsx'
import type { DayChange } from './delivery.api.ts'
import type { CalendarChanges } from './use-calendar-changes.ts'

const listed = (days: readonly DayChange[], isOff: boolean) =>
  days
    .filter(({ is_off }) => is_off === isOff)
    .map(({ day }) => dayText(day))
    .join(', ')

/** Description of the changed days, visible at any scroll position. */
export function CalendarSaveBar({ calendar }: { calendar: CalendarChanges }) {
  const { days, error, busy, save, discard } = calendar
  const off = listed(days, true)
  const on = listed(days, false)
  return (
    <div className="sticky bottom-[calc(var(--foot)+0.5rem)] z-[5] mt-3 flex flex-col gap-2 rounded-lg border border-control bg-surface p-3 shadow-2xl">
      {error && <FormError text={messageOf(error)} />}
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <div role="status" className="min-w-0 flex-1 basis-64 text-sm">
          {off && <p className="line-clamp-2">Станут нерабочими: {off}</p>}
          {on && <p className="line-clamp-2">Станут рабочими: {on}</p>}
        </div>
        <div className="flex flex-wrap gap-2">
          <Button disabled={busy} onClick={discard}>
            Отменить
          </Button>
          <Button look="primary" busy={busy} onClick={save}>
            Сохранить {counted(days.length, 'день', 'дня', 'дней')}
          </Button>
        </div>
      </div>
    </div>
  )
}
