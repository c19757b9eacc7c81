import { formatQty } from '@artikul/contract/core/money'
import type { OnlineSupplier } from '@artikul/contract/suppliers/online-suppliers'
import { useQuery } from '@tanstack/react-query'
import { DefinitionList } from '../../../ui/text/definition-list.tsx'
import { EmptyState } from '../../../ui/states/empty-state.tsx'
import { QueryFallback } from '../../../ui/states/not-loaded.tsx'
import { Panel } from '../../../ui/panel.tsx'
import { HealthChart } from './health-chart.tsx'
import { slotsOf, totalOf, type Slot } from './health-slots.ts'
import { healthQuery } from './online-suppliers.api.ts'
import { answeredText, p95Text } from './supplier-words.ts'

/** Answers of a supplier in the last day. */
export function Health({ supplier }: { supplier: OnlineSupplier }) {
  const { data, error, refetch, dataUpdatedAt } = useQuery(healthQuery(supplier.id))
  const slots = data && slotsOf(data, dataUpdatedAt)
  return (
    <Panel title="Последние 24 часа">
      {!slots ? (
        <QueryFallback error={error} onRetry={refetch} rows={6} />
      ) : slots.some((slot) => totalOf(slot) > 0) ? (
        <>
          <HealthChart slots={slots} />
          <Facts supplier={supplier} slots={slots} />
        </>
      ) : (
        <EmptyState
          title="За сутки вопросов не было"
          text="Поставщика спрашивают, когда кто-то ищет деталь. Счёт обновляется раз в минуту."
        />
      )}
    </Panel>
  )
}

function Facts({ supplier: { day }, slots }: { supplier: OnlineSupplier; slots: readonly Slot[] }) {
  const sum = (field: Exclude<keyof Slot, 'at'>) => slots.reduce((all, slot) => all + slot[field], 0)
  const figures = [
    ['Спрошен', sum('asked')],
    ['Не спрошен: лимит или отдых', sum('refused')],
    ['Предложений принято', sum('offers')],
    ['Предложений отброшено', sum('dropped')],
  ] as const
  return (
    <div className="mt-4">
      <DefinitionList
        items={[
          ['Ответил в срок', answeredText(day)],
          ['95 % ответов', p95Text(day)],
          ...figures.map(([name, count]) => [name, formatQty(count)] as const),
        ]}
      />
    </div>
  )
}
