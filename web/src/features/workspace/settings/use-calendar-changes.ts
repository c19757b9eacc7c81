import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { deliveryRoutes } from '@artikul/contract/pricing/delivery'
import { LABELS } from '../../../ui/fields/labels.ts'
import { toast } from '../../../ui/hints/toast.ts'
import { invalidate } from '../../../lib/api/use-api-mutation.ts'
import { call } from '../../../lib/api/call.ts'
import { calendarQuery, type DayChange, type YearDays } from './delivery.api.ts'

type Changes = ReadonlyMap<string, boolean>

const NONE: Changes = new Map()

const withDays = ({ year, daysOff }: YearDays, sent: readonly DayChange[]): YearDays => {
  const next = new Set(daysOff)
  for (const { day, is_off } of sent) {
    if (!day.startsWith(`${year}-`)) continue
    if (is_off) next.add(day)
    else next.delete(day)
  }
  return { year, daysOff: next }
}

/** Unsaved day changes of all years, preserved while the user switches years. */
export function useCalendarChanges(stored: ReadonlySet<string>) {
  const queryClient = useQueryClient()
  const [changes, setChanges] = useState(NONE)
  const days = [...changes]
    .map(([day, is_off]): DayChange => ({ day, is_off }))
    .sort((a, b) => (a.day < b.day ? -1 : 1))
  const save = useMutation({
    mutationFn: (sent: DayChange[]) => call(deliveryRoutes.changeCalendar, { body: { days: sent } }),
    onSuccess: (_, sent) => {
      toast({ severity: 'success', summary: LABELS.completed, detail: 'Рабочий календарь сохранён' })
      for (const year of new Set(sent.map(({ day }) => Number(day.slice(0, 4)))))
        queryClient.setQueryData(calendarQuery(year).queryKey, (was) => was && withDays(was, sent))
      // Days changed while saving are still unsaved.
      setChanges(
        (all) =>
          new Map([...all].filter(([day, isOff]) => !sent.some((one) => one.day === day && one.is_off === isOff))),
      )
      void invalidate(queryClient, ['delivery/calendar'])
    },
  })
  return {
    days,
    changes,
    error: save.error,
    busy: save.isPending,
    toggle: (day: string) =>
      setChanges((all) => {
        const isOff = !(all.get(day) ?? stored.has(day))
        const next = new Map(all)
        if (isOff === stored.has(day)) next.delete(day)
        else next.set(day, isOff)
        return next
      }),
    setOff: (off: readonly string[]) =>
      setChanges((all) => new Map([...all, ...off.map((day) => [day, true] as const)])),
    discard: () => {
      save.reset()
      setChanges(NONE)
    },
    save: () => save.mutate(days),
  }
}
export type CalendarChanges = ReturnType<typeof useCalendarChanges>
