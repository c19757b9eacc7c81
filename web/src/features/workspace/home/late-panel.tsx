import type { LateLine, HomeToday } from '@artikul/contract/workspace/home'
import { OPEN_STATES } from '@artikul/contract/ordering/orders/line-groups'
import { LINE_STATES } from '@artikul/contract/ordering/orders/orders'
import { Link } from '@tanstack/react-router'
import { quantity, shortDay } from '../../../lib/text/format.ts'
import { Article } from '../../../ui/text/article.tsx'
import { OrderLink } from '../../../ui/files/document-link.tsx'
import { Panel } from '../../../ui/panel.tsx'
import { Tag } from '../../../ui/text/tag.tsx'

/** Lines past their guaranteed day; hidden when there are none. */
export function LatePanel({ results, total_count: total, has_more: hasMore }: HomeToday['late']) {
  if (total === 0) return null
  return (
    <Panel
      flush
      title={
        <>
          Опаздывают
          <span className="ml-2 font-normal text-text-2">
            {total}
            {hasMore && '+'}
          </span>
        </>
      }
      actions={
        <Link to="/orders" search={{ tab: 'lines', late: 'true' }} className="quiet-link text-sm">
          Все опаздывающие<span className="sr-only"> строки</span>
        </Link>
      }
    >
      <ul className="divide-y divide-hairline">
        {results.map((line) => (
          <LateRow key={line.id} line={line} />
        ))}
      </ul>
    </Panel>
  )
}

function LateRow({ line }: { line: LateLine }) {
  const open = line.parts.filter(({ state }) => OPEN_STATES.includes(state))
  const waited = open.reduce((sum, { qty }) => sum + qty, 0)
  const states = open.map(({ state, qty }) =>
    open.length > 1 ? `${LINE_STATES[state]} ${quantity(qty, line.unit)}` : LINE_STATES[state],
  )
  return (
    <li className="px-4 py-1.5 text-sm">
      <div className="flex flex-wrap items-baseline gap-x-3">
        <span className="min-w-0 flex-1 basis-48 truncate">
          <span className="font-semibold">{line.brand}</span>{' '}
          <Link to="/catalog/$code" params={{ code: line.product_code }} className="underline-offset-2 hover:underline">
            <Article>{line.article}</Article>
          </Link>{' '}
          <span className="text-text-2">{line.name}</span>
        </span>
        <span className="whitespace-nowrap tabular-nums">{quantity(waited, line.unit)}</span>
        <Tag tone="accent">Опаздывает на {line.late_days}&nbsp;дн.</Tag>
      </div>
      <p className="flex flex-wrap gap-x-3 text-xs text-text-2">
        <OrderLink id={line.order_id}>Заказ № {line.order_number}</OrderLink>
        <span className="min-w-0 break-words">{line.consignee}</span>
        {line.client_ref && <span className="min-w-0 break-words">Пометка: {line.client_ref}</span>}
        <span>{states.join(', ')}</span>
        <span>гарантировали {shortDay(line.guaranteed_date)}</span>
      </p>
    </li>
  )
}
