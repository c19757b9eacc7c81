import { deliveryRoutes, type NewZone, type Zone, type ZonePatch } from '@artikul/contract/pricing/delivery'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { call } from '../../../lib/api/call.ts'
import { todayIso } from '../../../lib/text/format.ts'

const paramsOf = (id: number) => ({ id: String(id) })

/** Shares the key and the reply with the zones of a company's card, so that changes made here appear there. */
export const zonesQuery = queryOptions({
  queryKey: ['zones'],
  queryFn: async ({ signal }) => (await call(deliveryRoutes.zones, { signal })).results,
})

export const createZone = (zone: NewZone) => call(deliveryRoutes.createZone, { body: zone })

export const changeZone = (zone: Zone, patch: Omit<ZonePatch, 'version'>) =>
  call(deliveryRoutes.updateZone, { params: paramsOf(zone.id), body: { version: zone.version, ...patch } })

export const removeZone = (zone: Zone) => call(deliveryRoutes.removeZone, { params: paramsOf(zone.id) })

export const thisYear = () => Number(todayIso().slice(0, 4))

export interface YearDays {
  /** Year of the days, so that the previous year's days are not attributed to the one being loaded. */
  year: number
  daysOff: ReadonlySet<string>
}

export const calendarQuery = (year = thisYear()) =>
  queryOptions({
    queryKey: ['calendar', year],
    queryFn: async ({ signal }): Promise<YearDays> => {
      const { days_off } = await call(deliveryRoutes.calendar, { query: { year: String(year) }, signal })
      return { year, daysOff: new Set(days_off) }
    },
    placeholderData: keepPreviousData,
  })

export interface DayChange {
  day: string
  is_off: boolean
}

export const changeCalendar = (days: DayChange[]) => call(deliveryRoutes.changeCalendar, { body: { days } })
