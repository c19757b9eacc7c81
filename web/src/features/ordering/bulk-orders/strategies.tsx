import { STRATEGIES, listRoutes, type List, type StrategySummary } from '@artikul/contract/ordering/bulk-orders'
import { counted } from '@artikul/contract/core/plural'
import { useQuery } from '@tanstack/react-query'
import { cx } from '../../../ui/cx.ts'
import { nearDay } from '../../../lib/text/format.ts'
import { Money } from '../../../ui/text/money.tsx'
import { Panel } from '../../../ui/panel.tsx'
import { SkeletonRows } from '../../../ui/states/skeleton.tsx'
import { query } from '../../../lib/api/query.ts'
import { useApiMutation, useInvalidate } from '../../../lib/api/use-api-mutation.ts'
import { toastRefusal } from '../../../ui/hints/toast.ts'

/** Four ways to choose offers for all rows at once, each with its total. */
export function Strategies({ list }: { list: List }) {
  const { data, error } = useQuery(query(listRoutes.strategies, { params: { id: list.id } }, { staleTime: 0 }))
  const choose = useApiMutation(listRoutes.choose, {
    onSuccess: useInvalidate(`bulk-orders/${list.id}`),
    onError: toastRefusal('Предложения не выбраны'),
  })
  const possible = data?.results.filter(({ possible: count }) => count > 0) ?? []
  if (error || (data && possible.length === 0)) return null
  return (
    <Panel title="Выбрать для всех строк">
      {!data && <SkeletonRows count={2} />}
      <div className="grid gap-2 sm:grid-cols-2 xl:grid-cols-4">
        {possible.map((summary) => (
          <button
            key={summary.strategy}
            type="button"
            disabled={choose.isPending}
            onClick={() => choose.mutate({ params: { id: list.id }, body: { strategy: summary.strategy } })}
            className="flex flex-col rounded-md border border-hairline p-3 text-left hover:not-disabled:bg-raised disabled:opacity-50"
          >
            <Summary summary={summary} />
          </button>
        ))}
      </div>
    </Panel>
  )
}

function Summary({ summary }: { summary: StrategySummary }) {
  const { strategy, sum_kop, covered, possible, shipments, latest_date } = summary
  const isWhole = covered === possible
  return (
    <>
      <span className="flex items-baseline justify-between gap-2">
        <span className="font-semibold">{STRATEGIES[strategy]}</span>
        {/* The total of fewer rows is lower, but no cheaper: it is not emphasized. */}
        <Money kop={sum_kop} className={isWhole ? 'font-semibold' : 'text-text-2'} />
      </span>
      <span className={cx('mt-1 block text-sm', isWhole ? 'text-text-2' : 'text-warn')}>
        {coveredText(summary)}
        <Extra summary={summary} />
      </span>
      <span className="block text-sm text-text-2">
        {counted(shipments, 'отгрузка', 'отгрузки', 'отгрузок')}
        {latest_date && `, последняя ${nearDay(latest_date)}`}
      </span>
    </>
  )
}

/** «все 15 строк» or «12 из 15 строк». */
function coveredText({ covered, possible }: StrategySummary) {
  if (covered < possible) return `${covered} из ${counted(possible, 'строки', 'строк', 'строк')}`
  return `${possible > 1 ? 'все ' : ''}${counted(possible, 'строка', 'строки', 'строк')}`
}

/** «, за них +11 101 ₽»: difference to the cheapest way for the same rows. */
function Extra({ summary: { strategy, extra_kop: extra } }: { summary: StrategySummary }) {
  if (extra === null || strategy === 'cheapest') return null
  if (extra === 0) return ', за них столько же'
  return (
    <>
      , за них {extra > 0 ? '+' : '−'}
      <Money kop={Math.abs(extra)} />
    </>
  )
}
