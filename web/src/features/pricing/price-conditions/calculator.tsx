import { useQuery } from '@tanstack/react-query'
import { IconCalculator } from '@tabler/icons-react'
import { priceConditionRoutes } from '@artikul/contract/pricing/price-conditions'
import { todayIso } from '../../../lib/text/format.ts'
import { targetsQuery } from '../../../lib/queries/price-targets-query.ts'
import { DateField } from '../../../ui/dates/date-field.tsx'
import { EmptyState } from '../../../ui/states/empty-state.tsx'
import { LookupField } from '../../../ui/fields/lookup-field.tsx'
import { QueryFallback } from '../../../ui/states/not-loaded.tsx'
import { NumberField } from '../../../ui/fields/number-field.tsx'
import { Panel } from '../../../ui/panel.tsx'
import { query } from '../../../lib/api/query.ts'
import { Explanation } from './explanation.tsx'
import { explanationQuery, type ConditionsSearch } from './price-conditions.api.ts'

interface Props {
  search: ConditionsSearch
  onChange: (next: ConditionsSearch) => void
}

/** «Какую цену увидит покупатель и почему»: for any buyer, product, quantity and day. */
export function Calculator({ search, onChange }: Props) {
  const { data } = useQuery(explanationQuery(search))
  const { contractor_id: id } = search
  const { data: company } = useQuery(
    query(
      priceConditionRoutes.targets,
      { query: { kind: 'contractor', id } },
      { select: ({ results }) => results[0] ?? null, enabled: id !== undefined },
    ),
  )
  const product = data && search.product_id !== undefined ? data.product : null
  return (
    <div className="flex flex-col gap-4">
      <search className="grid gap-3 sm:grid-cols-2 xl:grid-cols-4">
        <LookupField
          lookUp={targetsQuery('product')}
          label="Артикул"
          placeholder="Начало артикула"
          value={product && { id: product.id, name: `${product.brand} ${product.article}, ${product.name}` }}
          onValueChange={(target) => onChange({ product_id: target?.id })}
        />
        <LookupField
          lookUp={targetsQuery('contractor')}
          label="Покупатель"
          placeholder="Розничная колонка"
          value={search.contractor_id === undefined ? null : (company ?? null)}
          onValueChange={(target) => onChange({ contractor_id: target?.id })}
        />
        <NumberField
          label="Количество"
          placeholder="1"
          min={0}
          value={search.qty ?? null}
          onValueChange={(qty) => onChange({ qty: qty ?? undefined })}
        />
        <DateField
          label="День"
          min={todayIso()}
          value={search.day ?? null}
          onValueChange={(day) => onChange({ day: day ?? undefined })}
        />
      </search>
      <Answer search={search} />
    </div>
  )
}

function Answer({ search }: Pick<Props, 'search'>) {
  const { data, error, isPlaceholderData, refetch } = useQuery(explanationQuery(search))
  if (search.product_id === undefined)
    return (
      <EmptyState
        icon={<IconCalculator size={32} stroke={1.5} />}
        title="Выберите артикул"
        text="Покажем, какую цену увидит покупатель на каждом складе и как она получилась."
      />
    )
  if (!data) return <QueryFallback error={error} onRetry={refetch} rows={6} />
  const { product, inventory_group: group, offers } = data
  return (
    <Panel
      flush
      title={`${product.brand} ${product.article}`}
      actions={<span className="text-sm text-text-2">{group ?? 'Без группы номенклатуры'}</span>}
      className={isPlaceholderData ? 'opacity-60' : ''}
    >
      {offers.map((offer) => (
        <Explanation key={offer.offer_id} offer={offer} />
      ))}
      {offers.length === 0 && <EmptyState title="Сейчас ни у кого нет" />}
    </Panel>
  )
}
