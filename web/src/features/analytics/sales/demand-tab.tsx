import { DEMAND_KINDS, type DemandRow } from '@artikul/contract/analytics/sales'
import { keysOf } from '@artikul/contract/core/keys'
import { IconSearchOff } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { day } from '../../../lib/text/format.ts'
import { PeriodFields } from '../../../ui/dates/period-fields.tsx'
import { CountChips } from '../../../ui/lists/count-chips.tsx'
import { DataTable, type Column } from '../../../ui/lists/data-table.tsx'
import { Panel } from '../../../ui/panel.tsx'
import { EmptyState } from '../../../ui/states/empty-state.tsx'
import { QueryFallback } from '../../../ui/states/not-loaded.tsx'
import { Article } from '../../../ui/text/article.tsx'
import { demandQuery, periodOf, type AnalyticsSearch } from './analytics.api.ts'

const COLUMNS: readonly Column<DemandRow>[] = [
  {
    id: 'wish',
    header: 'Искали',
    lead: true,
    width: 'w-1/2',
    cell: ({ typed, product }) =>
      product === null ? (
        <Link to="/catalog" search={{ q: typed }} className="quiet-link wrap-anywhere">
          {/* Typed by a client: words as often as a part number. */}
          <Article className="whitespace-normal!">{typed}</Article>
        </Link>
      ) : (
        <div>
          <Link to="/catalog/$code" params={{ code: product.code }} className="quiet-link">
            {product.brand} <Article>{product.article}</Article>
          </Link>
          <p className="text-text-2">{product.name}</p>
        </div>
      ),
  },
  {
    id: 'wishes',
    header: 'Запросов компаний',
    numeric: true,
    cell: ({ wishes_count: count }) => count.toLocaleString('ru-RU'),
  },
  { id: 'last', header: 'Последний раз', cell: ({ last_on: on }) => day(on) },
]

const EMPTY_TEXTS = {
  not_found: 'Всё, что искали покупатели, нашлось в каталоге.',
  out_of_stock: 'Всё найденное было в наличии.',
  too_dear: 'Цены найденного не выше последних покупок больше чем на 10 %.',
  too_late: 'Всё найденное привезут за пять дней.',
  not_ordered: 'Всё найденное заказали в ближайшие три дня.',
  refused: 'Поставщики ни в чём не отказали.',
} as const

interface Props {
  search: AnalyticsSearch
  onChange: (next: AnalyticsSearch) => void
}

/** Wishes of buyers that became no order: what to add to the catalogue, to buy, or to offer cheaper and sooner. */
export function DemandTab({ search, onChange }: Props) {
  const { kind = 'not_found' } = search
  const { data, error, refetch, isPlaceholderData } = useQuery(demandQuery(search))
  return (
    <div className="flex flex-col gap-4">
      <div className="flex flex-col gap-3" data-screen-only="">
        <div className="flex flex-wrap items-end gap-3">
          <PeriodFields {...periodOf(search)} onChange={onChange} />
        </div>
        <CountChips
          label="Почему не заказали"
          chips={keysOf(DEMAND_KINDS).map((value) => ({ value, label: DEMAND_KINDS[value] }))}
          value={kind}
          onValueChange={(value) => onChange({ kind: value === 'not_found' ? undefined : value })}
        />
      </div>
      <Panel flush>
        {!data ? (
          <QueryFallback error={error} onRetry={refetch} rows={10} />
        ) : data.results.length === 0 ? (
          <EmptyState
            icon={<IconSearchOff size={32} stroke={1.5} />}
            title="Упущенного спроса нет"
            text={EMPTY_TEXTS[kind]}
          />
        ) : (
          <DataTable
            label={DEMAND_KINDS[kind]}
            columns={COLUMNS}
            rows={data.results}
            rowId={({ typed }) => typed}
            stale={isPlaceholderData}
          />
        )}
      </Panel>
    </div>
  )
}
