import { searchRoutes } from '@artikul/contract/ordering/search'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { IconClockHour4, IconTruckDelivery } from '@tabler/icons-react'
import { useLocation } from '@tanstack/react-router'
import { useEffect, type ReactNode } from 'react'
import { consigneesQuery } from '../../../lib/queries/consignees-query.ts'
import { knownDestination, useDestination } from '../../../lib/page/destination.ts'
import { minutesLeft } from '../../../lib/text/minutes-left.ts'
import { prefetchQuick } from '../../../lib/api/query-client.ts'
import { useThisSecond } from '../../../lib/browser/use-now.ts'
import { RowSelect } from '../../../ui/fields/select.tsx'
import { toast } from '../../../ui/hints/toast.ts'
import { query } from '../../../lib/api/query.ts'
import { invalidate } from '../../../lib/api/use-api-mutation.ts'

/** Pages with dates on them. */
const DATED = /^\/(catalog(\/.*)?|cart|search-by-document)?$/
/** Pages where every row has its own point: a cart and an open list. */
const BY_ROW = /^\/(cart|search-by-document\?(.*&)?list=\d)/
/** The countdown appears within this time before the cut-off. */
const HURRY_MS = 3 * 3_600_000

/**
 * «Куда»: the delivery point of all dates in a search, and the time left to order for today's run. `beside` is shown
 * where the point is chosen.
 */
export function DestinationBar({ beside }: { beside?: ReactNode }) {
  const { points, asked: consigneeId, chosen, choose } = useDestination()
  const { pathname: path, href } = useLocation()
  if (!DATED.test(path)) return null
  const isChosenHere = !BY_ROW.test(href)
  return (
    <aside
      data-screen-only=""
      aria-label="Куда и до какого часа"
      className="flex flex-wrap items-center gap-x-4 border-b border-hairline bg-surface px-3 text-sm text-text-2 empty:hidden lg:px-5"
    >
      {isChosenHere && points.length > 0 && (
        <div className="flex min-h-9 min-w-0 items-center gap-1.5">
          <IconTruckDelivery size={16} aria-hidden="true" className="shrink-0" />
          <span aria-hidden="true" className="max-sm:hidden">
            Куда:
          </span>
          <div className="max-w-[min(36vw,24rem)] min-w-0 font-medium [&>select]:field-sizing-content [&>select]:w-auto [&>select]:max-w-full">
            <RowSelect
              label="Куда: для этой точки посчитаны сроки"
              items={points.map(({ id, name }) => ({ value: id, label: name }))}
              value={chosen?.id ?? null}
              onValueChange={(id) => id !== null && choose(id)}
            />
          </div>
        </div>
      )}
      {isChosenHere && beside}
      {points.length > 0 && <Countdown consigneeId={consigneeId} />}
    </aside>
  )
}

/** Checks whether the page at this path shows the bar. */
export const hasDestination = (path: string) => DATED.test(path)

const cutoffQuery = (consigneeId: number | undefined) =>
  query(
    searchRoutes.cutoff,
    { query: { consignee_id: consigneeId } },
    // Refetched, so that a page left open overnight gets the next day's cut-off.
    { staleTime: 10 * 60_000, refetchInterval: 10 * 60_000 },
  )

/** Prefetches the bar's data, so that the bar appears with the page and does not push it down later. */
export const readDestination = (path: string): Promise<unknown> =>
  Promise.all([
    prefetchQuick(consigneesQuery),
    DATED.test(path) ? prefetchQuick(cutoffQuery(knownDestination())) : undefined,
  ])

/** «До отсечки рейса 16:00 осталось 24 мин»; after the cut-off it refetches dates and shows a toast. */
function Countdown({ consigneeId }: { consigneeId: number | undefined }) {
  const queryClient = useQueryClient()
  const { data } = useQuery(cutoffQuery(consigneeId))
  const at = data?.cutoff ? Date.parse(data.cutoff.at) : null
  const now = useThisSecond()
  useEffect(() => {
    const wait = (at ?? 0) - Date.now()
    if (wait <= 0) return
    const passed = setTimeout(() => {
      void invalidate(queryClient, ['search', 'catalog', 'home/cutoffs', 'cart', 'bulk-orders'])
      toast({ severity: 'info', summary: 'Время отсечки прошло', detail: 'Сроки поставки на экране пересчитаны' })
    }, wait + 1000)
    return () => clearTimeout(passed)
  }, [at, queryClient])
  if (at === null || at <= now || at - now > HURRY_MS) return null
  return (
    <p className="flex min-h-9 items-center gap-1.5 max-sm:basis-full">
      <IconClockHour4 size={16} aria-hidden="true" className="shrink-0" />
      <span>
        До отсечки {data?.cutoff?.of} осталось{' '}
        <span className="font-medium whitespace-nowrap text-text">{minutesLeft(at - now)}</span>
      </span>
    </p>
  )
}
