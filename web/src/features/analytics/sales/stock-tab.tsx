import { ABC, analyticsRoutes, XYZ, type StockReport, type StockRow } from '@artikul/contract/analytics/sales'
import { counted } from '@artikul/contract/core/plural'
import { IconBuildingWarehouse } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { call } from '../../../lib/api/call.ts'
import { day, quantity, roubles } from '../../../lib/text/format.ts'
import { DataTable, type Column } from '../../../ui/lists/data-table.tsx'
import { Panel } from '../../../ui/panel.tsx'
import { EmptyState } from '../../../ui/states/empty-state.tsx'
import { QueryFallback } from '../../../ui/states/not-loaded.tsx'
import { Article } from '../../../ui/text/article.tsx'
import { stockInput, stockQuery, type AnalyticsSearch } from './analytics.api.ts'
import { Figures } from './figures.tsx'
import { FileButton } from './file-button.tsx'

const products = (count: number) => counted(count, 'товар', 'товара', 'товаров')
const DAYS_LIMIT = 3650
const daysText = (days: number | null) =>
  days === null ? '—' : days > DAYS_LIMIT ? 'больше 10 лет' : `${days.toLocaleString('ru-RU')} дн.`

const figuresOf = ({ totals, dead }: StockReport) => [
  {
    name: 'Стоимость склада',
    value: roubles(totals.value_kop),
    note: `${products(totals.products_count)}, по закупке`,
  },
  { name: 'Запаса хватит', value: daysText(totals.cover_days), note: 'При продажах последнего года' },
  { name: 'Неликвид', value: roubles(dead.value_kop), note: `${products(dead.products_count)} без продаж за 180 дней` },
]

const COLUMNS: readonly Column<StockRow>[] = [
  {
    id: 'product',
    header: 'Товар',
    lead: true,
    width: 'w-1/3',
    cell: ({ code, brand, article, name }) => (
      <div>
        <Link to="/catalog/$code" params={{ code }} className="quiet-link">
          {brand} <Article>{article}</Article>
        </Link>
        <p className="text-text-2">{name}</p>
      </div>
    ),
  },
  { id: 'on-hand', header: 'Остаток', numeric: true, cell: ({ on_hand: qty, unit }) => quantity(qty, unit) },
  { id: 'value', header: 'Стоимость', numeric: true, cell: ({ value_kop: kop }) => roubles(kop) },
  { id: 'sold', header: 'Продано за год', numeric: true, cell: ({ sold_qty: qty, unit }) => quantity(qty, unit) },
  { id: 'revenue', header: 'Выручка за год', numeric: true, cell: ({ revenue_kop: kop }) => roubles(kop) },
  { id: 'cover', header: 'Хватит на', numeric: true, cell: ({ cover_days: days }) => daysText(days) },
  {
    id: 'last',
    header: 'Последняя продажа',
    cell: ({ last_sold_on: on }) => (on === null ? 'Не было за год' : day(on)),
  },
]

interface Props {
  search: AnalyticsSearch
  onChange: (next: AnalyticsSearch) => void
}

/** Stock of own warehouses by class, with what lies too long. */
export function StockTab({ search, onChange }: Props) {
  const { stock: choice = 'dead' } = search
  const { data, error, refetch, isPlaceholderData } = useQuery(stockQuery(search))
  if (!data) return <QueryFallback error={error} onRetry={refetch} rows={10} />
  if (data.totals.products_count === 0)
    return (
      <EmptyState
        icon={<IconBuildingWarehouse size={32} stroke={1.5} />}
        title="На своих складах пусто"
        text="Показатели появятся на следующее утро после первого прихода или прайс-листа своего склада."
      />
    )
  return (
    <div className="flex flex-col gap-4">
      {data.computed_to && <p className="text-sm text-text-2">На утро {day(data.computed_to)}</p>}
      <Figures figures={figuresOf(data)} />
      <Classes data={data} choice={choice} onChange={onChange} />
      <Panel
        flush
        title={choice === 'dead' ? 'Неликвид: нет продаж 180 дней' : `Класс ${choice}`}
        actions={<FileButton name="Склад.xlsx" fetchFile={() => call(analyticsRoutes.stockFile, stockInput(search))} />}
      >
        {data.rows.length === 0 ? (
          <p className="px-4 py-6 text-sm text-text-2">Таких товаров нет.</p>
        ) : (
          <DataTable
            label="Товары своего склада"
            columns={COLUMNS}
            rows={data.rows}
            rowId={({ code }) => code}
            stale={isPlaceholderData}
          />
        )}
      </Panel>
    </div>
  )
}

const ABC_TEXTS = { A: '80 % выручки', B: 'следующие 15 %', C: 'остальное' }
const XYZ_TEXTS = { X: 'ровный спрос', Y: 'колеблется', Z: 'редкий' }

interface ClassesProps extends Pick<Props, 'onChange'> {
  data: StockReport
  choice: string
}

/** ABC × XYZ as a table of choices: rows by revenue, columns by evenness of demand. */
function Classes({ data, choice, onChange }: ClassesProps) {
  return (
    <Panel title="ABC × XYZ">
      <div className="overflow-x-auto">
        <table className="w-full min-w-xl border-separate border-spacing-1 text-sm">
          <caption className="sr-only">Классы товаров: строки по выручке, столбцы по ровности спроса</caption>
          <thead>
            <tr>
              <td />
              {XYZ.map((xyz) => (
                <th key={xyz} scope="col" className="px-2 text-left font-normal text-text-2">
                  <b className="text-text">{xyz}</b>, {XYZ_TEXTS[xyz]}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {ABC.map((abc) => (
              <tr key={abc}>
                <th scope="row" className="px-2 text-left font-normal text-text-2">
                  <b className="text-text">{abc}</b>, {ABC_TEXTS[abc]}
                </th>
                {XYZ.map((xyz) => {
                  const own = data.classes.find((one) => one.abc === abc && one.xyz === xyz)
                  const isChosen = choice === `${abc}${xyz}`
                  return (
                    <td key={xyz}>
                      <button
                        type="button"
                        aria-pressed={isChosen}
                        className="w-full rounded-md border border-hairline px-3 py-2 text-left hover:bg-raised aria-pressed:border-brand"
                        onClick={() => onChange({ stock: isChosen ? undefined : `${abc}${xyz}` })}
                      >
                        <span className="font-semibold">{products(own?.products_count ?? 0)}</span>
                        <span className="block text-text-2">{roubles(own?.value_kop ?? 0)}</span>
                      </button>
                    </td>
                  )
                })}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </Panel>
  )
}
