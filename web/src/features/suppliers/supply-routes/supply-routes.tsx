import {
  FRESHNESS,
  SOURCE_KINDS,
  VAT_MODES,
  supplyRouteRoutes,
  type Freshness,
  type SupplyRoute,
  type Warehouse,
} from '@artikul/contract/suppliers/supply-routes'
import { formatPercent } from '@artikul/contract/core/money'
import { counted } from '@artikul/contract/core/plural'
import { useQuery } from '@tanstack/react-query'
import { IconBuildingWarehouse, IconPencil, IconPlus } from '@tabler/icons-react'
import { Suspense, useMemo, useState } from 'react'
import { useHasRight } from '../../../lib/session/current-session.ts'
import { moment, roubles } from '../../../lib/text/format.ts'
import { weekdaysText } from '../../../lib/text/weekdays.ts'
import { Button } from '../../../ui/button.tsx'
import { DataTable, type Column } from '../../../ui/lists/data-table.tsx'
import { EmptyState } from '../../../ui/states/empty-state.tsx'
import { lazyWindow } from '../../../ui/windows/lazy-window.tsx'
import { QueryFallback } from '../../../ui/states/not-loaded.tsx'
import { Panel } from '../../../ui/panel.tsx'
import { Tag, type Tone } from '../../../ui/text/tag.tsx'
import { priceBoundsText } from './price-bounds.ts'
import { query } from '../../../lib/api/query.ts'

const SupplyRouteDialog = lazyWindow(() => import('./supply-route-dialog.tsx'))
const WarehouseDialog = lazyWindow(() => import('./warehouse-dialog.tsx'))

const LINK = 'text-left font-semibold break-words quiet-link'
const TONES: Record<Freshness, Tone> = { fresh: 'success', stale: 'warn', hidden: 'accent' }

const columns = (onOpen: ((warehouse: Warehouse) => void) | null): readonly Column<Warehouse>[] => [
  {
    id: 'name',
    header: 'Склад',
    lead: true,
    opens: true,
    width: 'w-1/4',
    cell: (warehouse) => (
      <div className="py-1.5">
        {onOpen ? (
          <button type="button" className={LINK} onClick={() => onOpen(warehouse)}>
            {warehouse.name}
          </button>
        ) : (
          <span className="font-semibold">{warehouse.name}</span>
        )}
        {warehouse.shown_as !== warehouse.name && <p className="text-text-2">Клиенты видят: {warehouse.shown_as}</p>}
        {warehouse.region !== '' && <p className="text-text-2">{warehouse.region}</p>}
      </div>
    ),
  },
  {
    id: 'cutoff',
    header: 'Отсечка',
    cell: ({ cutoff, time_zone: zone }) => (
      <>
        {cutoff} {zone !== 'Europe/Moscow' && <span className="text-text-2">{zone}</span>}
      </>
    ),
  },
  {
    id: 'ships',
    header: 'Отгрузка',
    cell: ({ ships_on: days }) => (days ? weekdaysText(days) : 'рабочие дни'),
  },
  { id: 'term', header: 'Срок', cell: termText },
  { id: 'guarantee', header: 'Гарантия', cell: ({ guarantee_days: days }) => `+${days}\u00a0раб. дн.` },
  {
    id: 'return',
    header: 'Возврат',
    cell: ({ return_days: days }) => (days === 0 ? 'без возврата' : `${days}\u00a0дн.`),
  },
  {
    id: 'imported',
    header: 'Прайс-лист',
    cell: ({ imported_at: at, freshness }) =>
      at === null ? (
        <span className="text-text-2">не загружали</span>
      ) : (
        <span className="inline-flex flex-wrap items-center gap-2 whitespace-nowrap">
          {moment(at)} <Tag tone={TONES[freshness]}>{FRESHNESS[freshness]}</Tag>
        </span>
      ),
  },
]

/** «3 дн.»; with the days added outside working hours. */
function termText({ term_days: days, off_hours_days: more }: Warehouse): string {
  return more === 0 ? `${days}\u00a0дн.` : `${days}\u00a0дн., вне рабочего времени +${more}\u00a0дн.`
}

/** Supply routes with their warehouses and terms. */
export default function SupplyRoutes() {
  const mayWrite = useHasRight('prices')
  const { data, error, refetch } = useQuery(query(supplyRouteRoutes.list, {}, { select: ({ results }) => results }))
  const [source, setSource] = useState<SupplyRoute | null>(null)
  const [warehouse, setWarehouse] = useState<Warehouse | 'new' | null>(null)
  const shown = useMemo(() => columns(mayWrite ? setWarehouse : null), [mayWrite])
  if (!data) return <QueryFallback error={error} onRetry={refetch} rows={14} />
  const add = mayWrite && (
    <Button icon={<IconPlus size={16} />} onClick={() => setWarehouse('new')} className="self-start">
      Добавить свой склад
    </Button>
  )
  return (
    <div className="flex flex-col gap-4">
      {data.length === 0 ? (
        <EmptyState
          icon={<IconBuildingWarehouse size={32} stroke={1.5} />}
          title="Поставщиков и складов пока нет"
          text="Добавьте свой склад. Поставщики появятся с их прайс-листами."
          action={add}
        />
      ) : (
        add
      )}
      {data.map((one) => (
        <Panel
          key={one.id}
          flush
          title={one.name}
          actions={
            mayWrite && (
              <Button size="sm" icon={<IconPencil size={14} />} onClick={() => setSource(one)}>
                Изменить
              </Button>
            )
          }
        >
          <Summary source={one} />
          <DataTable
            label={`Склады: ${one.name}`}
            columns={shown}
            rows={one.warehouses}
            rowId={({ id }) => String(id)}
          />
        </Panel>
      ))}
      <Suspense>
        {source && <SupplyRouteDialog source={source} onClose={() => setSource(null)} />}
        {warehouse !== null && (
          <WarehouseDialog warehouse={warehouse === 'new' ? null : warehouse} onClose={() => setWarehouse(null)} />
        )}
      </Suspense>
    </div>
  )
}

function Summary({ source }: { source: SupplyRoute }) {
  const brands = source.no_return_brands
  const bounds = priceBoundsText(source)
  const parts = [
    SOURCE_KINDS[source.kind],
    source.seller,
    VAT_MODES[source.vat_mode],
    `наценка ${formatPercent(source.markup_hundredths)}`,
    ...(source.kg_markup_kop > 0 ? [`${roubles(source.kg_markup_kop)} за\u00a0кг`] : []),
    ...(bounds ? [`цены ${bounds}`] : []),
    ...(source.stated_delivery_percent === null ? [] : [`выдача ${source.stated_delivery_percent}\u00a0%`]),
    ...(source.kind === 'partner' ? [`прайс актуален ${source.fresh_hours}\u00a0ч`] : []),
    ...(brands.length > 0 ? [`без возврата ${counted(brands.length, 'бренд', 'бренда', 'брендов')}`] : []),
  ]
  return <p className="px-4 py-2 text-sm text-text-2">{parts.join(' · ')}</p>
}
