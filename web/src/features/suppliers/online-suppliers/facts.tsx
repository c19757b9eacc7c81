import { formatPercent, formatQty } from '@artikul/contract/core/money'
import { counted } from '@artikul/contract/core/plural'
import { FACT_DAYS, supplierFactsRoutes, type SupplierFacts } from '@artikul/contract/purchasing/supplier-facts'
import { useQuery } from '@tanstack/react-query'
import { DefinitionList } from '../../../ui/text/definition-list.tsx'
import { EmptyState } from '../../../ui/states/empty-state.tsx'
import { QueryPanel } from '../../../ui/lists/query-panel.tsx'
import { query } from '../../../lib/api/query.ts'

const LINES = ['строка', 'строки', 'строк'] as const

/** «92 % (46 из 50)»; a dash when there is nothing to count. */
const shareText = (count: number, of: number): string =>
  of === 0 ? '—' : `${formatPercent(Math.round((count * 1000) / of) * 10)} (${formatQty(count)} из ${formatQty(of)})`

/** Reliability of the supplier: shares of refused lines and of deliveries in time. */
export function Facts({ id }: { id: number }) {
  const facts = useQuery(query(supplierFactsRoutes.get, { params: { id } }))
  return (
    <QueryPanel title={`Заказы за ${FACT_DAYS} дней`} query={facts}>
      {(all) => <Counted facts={all} />}
    </QueryPanel>
  )
}

function Counted({ facts: { ordered, refused, arrived, in_time } }: { facts: SupplierFacts }) {
  if (ordered === 0)
    return <EmptyState title="Заказов не было" text="Доля отказов и поставок в срок появится после первых заказов." />
  return (
    <div className="p-4">
      <DefinitionList
        items={[
          ['Заказано', counted(ordered, ...LINES)],
          ['Отказано', shareText(refused, ordered)],
          ['Приехало в срок', shareText(in_time, arrived)],
        ]}
      />
    </div>
  )
}
