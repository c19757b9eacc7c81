import type { ComingGroup, HomeToday } from '@artikul/contract/workspace/home'
import { counted } from '@artikul/contract/core/plural'
import { Link } from '@tanstack/react-router'
import { Panel } from '../../../ui/panel.tsx'
import { Tag } from '../../../ui/text/tag.tsx'

/** Arrivals of today by delivery point and run; hidden when there are none. */
export function ComingPanel({ results, total_count: total, has_more: hasMore }: HomeToday['coming']) {
  if (total === 0) return null
  const hidden = total - results.length
  return (
    <Panel
      flush
      title="Придёт сегодня"
      actions={
        <Link to="/orders" search={{ tab: 'lines', sort: 'expected_date' }} className="quiet-link text-sm">
          Всё, что ожидаем
        </Link>
      }
    >
      <ul className="divide-y divide-hairline">
        {results.map((group) => (
          <ComingRow key={`${group.consignee_id} ${group.delivery_run}`} group={group} hasMore={hasMore} />
        ))}
      </ul>
      {hidden > 0 && (
        <p className="border-t border-hairline px-4 py-2 text-xs text-text-2">
          И ещё {counted(hidden, 'доставка', 'доставки', 'доставок')}: они в строках заказов.
        </p>
      )}
    </Panel>
  )
}

/** States of the lines, nearest to delivery first. */
function placesOf({ shipped, ready, in_transit: coming, in_work: inWork }: ComingGroup): string {
  const places = [
    { name: 'отгружено', count: shipped },
    { name: 'готово', count: ready },
    { name: 'в пути', count: coming },
    { name: 'в работе', count: inWork },
  ].filter(({ count }) => count > 0)
  const [only] = places
  return places.length === 1 ? (only?.name ?? '') : places.map(({ name, count }) => `${name} ${count}`).join(', ')
}

function ComingRow({ group, hasMore }: { group: ComingGroup; hasMore: boolean }) {
  const {
    consignee_id: id,
    consignee,
    delivery_run: deliveryRun,
    leaves_today: leavesToday,
    lines_count: lines,
  } = group
  const hasLeft = group.shipped === lines
  return (
    <li className="flex min-h-9 flex-wrap items-center gap-x-3 gap-y-0.5 px-4 py-1.5 text-sm">
      <Link
        to="/orders"
        search={hasLeft ? { tab: 'shipments', consignee: id } : { tab: 'lines', consignee: id, sort: 'expected_date' }}
        className="min-w-0 font-semibold break-words underline-offset-2 hover:underline"
      >
        {consignee}
      </Link>
      <span>{deliveryRun || 'Самовывоз'}</span>
      {!leavesToday && <Tag tone="warn">Сегодня рейсов больше нет</Tag>}
      <span className="ml-auto text-text-2 tabular-nums">
        {counted(lines, 'строка', 'строки', 'строк')}
        {hasMore && ' и больше'}, {placesOf(group)}
      </span>
    </li>
  )
}
