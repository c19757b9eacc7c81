import { deliveryRoutes, type NewZone, type Zone, type ZonePatch } from '@artikul/contract/delivery'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { call } from '../../lib/call.ts'
import { todayIso } from '../../lib/format.ts'

const paramsOf = (id: number) => ({ id: String(id) })

/** The key and the answer are those by which a company's card asks for zones: what is changed here is fresh there. */
export const zonesQuery = queryOptions({
  queryKey: ['zones'],
  queryFn: async ({ signal }) => (await call(deliveryRoutes.zones, { signal })).results,
})

export const createZone = (zone: NewZone) => call(deliveryRoutes.createZone, { body: zone })

export const changeZone = (zone: Zone, patch: Omit<ZonePatch, 'version'>) =>
  call(deliveryRoutes.updateZone, { params: paramsOf(zone.id), body: { version: zone.version, ...patch } })

export const removeZone = (zone: Zone) => call(deliveryRoutes.removeZone, { params: paramsOf(zone.id) })

export const thisYear = () => Number(todayIso().slice(0, 4))

export const calendarQuery = (year = thisYear()) =>
  queryOptions({
    queryKey: ['calendar', year],
    queryFn: async ({ signal }) => {
      const { days_off } = await call(deliveryRoutes.calendar, { query: { year: String(year) }, signal })
      // With its year, so that what stays on screen while another comes is not taken for the other's.
      return { year, daysOff: new Set(days_off) }
    },
    placeholderData: keepPreviousData,
  })

export const changeCalendar = (days: { day: string; is_off: boolean }[]) =>
  call(deliveryRoutes.changeCalendar, { body: { days } })
