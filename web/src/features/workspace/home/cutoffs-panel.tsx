import type { PointsCutoff } from '@artikul/contract/workspace/home'
import { useQuery } from '@tanstack/react-query'
import { useDestination } from '../../../lib/page/destination.ts'
import { moment } from '../../../lib/text/format.ts'
import { minutesLeft } from '../../../lib/text/minutes-left.ts'
import { useThisSecond } from '../../../lib/browser/use-now.ts'
import { Panel } from '../../../ui/panel.tsx'
import { pointsCutoffsQuery } from './home.api.ts'

/** Remaining time to order for today's runs of other points; that of the chosen point is above the page. */
export function CutoffsPanel() {
  const { asked: consigneeId } = useDestination()
  const { data } = useQuery(pointsCutoffsQuery(consigneeId))
  const now = useThisSecond()
  const left = data?.results.filter(({ at }) => Date.parse(at) > now) ?? []
  if (left.length === 0) return null
  return (
    <Panel flush title="Отсечки других точек">
      <ul className="divide-y divide-hairline">
        {left.map((cutoff) => (
          <CutoffRow key={`${cutoff.at} ${cutoff.of}`} cutoff={cutoff} now={now} />
        ))}
      </ul>
    </Panel>
  )
}

function CutoffRow({ cutoff: { of, at, points, points_count: count }, now }: { cutoff: PointsCutoff; now: number }) {
  const others = count - points.length
  return (
    <li className="flex min-h-9 flex-wrap items-baseline gap-x-3 gap-y-0.5 px-4 py-2 text-sm">
      <span>
        До отсечки {of} осталось{' '}
        <span className="font-semibold whitespace-nowrap tabular-nums">{minutesLeft(Date.parse(at) - now)}</span>
      </span>
      <span className="min-w-0 break-words text-text-2">
        {points.join(', ')}
        {others > 0 && ` и ещё ${others}`}
      </span>
      <time dateTime={at} className="ml-auto text-xs text-text-2 tabular-nums">
        до {moment(at).slice(-5)}
      </time>
    </li>
  )
}
