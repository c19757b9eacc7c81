import {
  ONE_C_MAPPED,
  oneCRoutes,
  PURCHASE_PRICE,
  UNUSED_1C,
  type OneCChanges,
  type OneCMapped,
  type OneCMapping,
  type OneCNode,
} from '@artikul/contract/integrations/one-c'
import { LINE_STATES, type LineState } from '@artikul/contract/ordering/orders/line-states'
import { formatQty } from '@artikul/contract/core/money'
import { counted } from '@artikul/contract/core/plural'
import { keysOf } from '@artikul/contract/core/keys'
import { useQuery } from '@tanstack/react-query'
import { query } from '../../../lib/api/query.ts'
import { useApiMutation } from '../../../lib/api/use-api-mutation.ts'
import { RowSelect } from '../../../ui/fields/select.tsx'
import { toastRefusal } from '../../../ui/hints/toast.ts'
import { Panel } from '../../../ui/panel.tsx'
import { EmptyState } from '../../../ui/states/empty-state.tsx'
import { QueryFallback } from '../../../ui/states/not-loaded.tsx'
import type { NodeTabProps } from './node-tab.ts'
import { ONE_C_KEYS } from './one-c.api.ts'

/** States that a status of 1C may stand for: goods leave with a shipment, refusals come with their lines. */
const STATES: readonly LineState[] = ['in_work', 'in_transit', 'arrived', 'picking', 'ready']

const ABOUT: Record<OneCMapped, string> = {
  warehouse: 'Несколько складов 1С могут быть одним складом портала: остатки сложатся.',
  price_type:
    'Цены одного типа становятся закупочными: к ним прибавляются наценки портала. Цены других типов могут стать ценами колонок: по ним без наценок продаются товары со своих складов.',
  group:
    'Группа номенклатуры портала для товаров группы 1С и вложенных в неё, если у них нет своего сопоставления. Назначенное вручную и по правилам портала важнее.',
  status: 'Что показать покупателю, когда заказ в 1С получил статус. Без сопоставления статус не меняет строк.',
}

type Item = { value: string; label: string }

const UNUSED: Item = { value: UNUSED_1C, label: 'Не использовать' }

/** Warehouses, price types and statuses of 1C with their meaning on the portal. */
export function Mappings({ node, mayWrite }: NodeTabProps) {
  const { data, error, refetch } = useQuery(query(oneCRoutes.mappings, { params: { id: node.id } }))
  if (!data) return <QueryFallback error={error} onRetry={refetch} rows={6} />
  const itemsOf: Record<OneCMapped, readonly Item[]> = {
    warehouse: data.warehouses.map(({ id, name }) => ({ value: String(id), label: name })),
    price_type: [
      { value: PURCHASE_PRICE, label: 'Закупочная цена' },
      UNUSED,
      ...data.price_columns.map(({ id, name }) => ({ value: String(id), label: `Колонка «${name}»` })),
    ],
    group: [UNUSED, ...data.inventory_groups.map(({ id, name }) => ({ value: String(id), label: name }))],
    status: STATES.map((state) => ({ value: state, label: LINE_STATES[state] })),
  }
  const shown = data.results.filter(({ kind }) => kind !== 'group' || node.directions.includes('groups'))
  if (shown.length === 0)
    return (
      <EmptyState
        title="Сопоставлять пока нечего"
        text="Склады, типы цен, группы товаров и статусы появятся здесь после первой выгрузки из 1С."
      />
    )
  const kinds = keysOf(ONE_C_MAPPED).filter((kind) => shown.some((row) => row.kind === kind))
  return (
    <div className="flex flex-col gap-4">
      {kinds.map((kind) => (
        <Panel key={kind} flush title={ONE_C_MAPPED[kind]}>
          <p className="px-4 pt-1 pb-2 text-sm text-text-2">
            {ABOUT[kind]}
            {kind === 'group' && data.group_changes && (
              <span className="block text-text">{groupsText(data.group_changes, node.is_trial)}</span>
            )}
          </p>
          <ul>
            {shown
              .filter((row) => row.kind === kind)
              .map((row) => (
                <Row key={row.external_id} node={node} row={row} items={itemsOf[kind]} mayWrite={mayWrite} />
              ))}
          </ul>
        </Panel>
      ))}
    </div>
  )
}

/** What a trial exchange would change. */
const trialText = (what: string, { added, changed, removed }: OneCChanges) =>
  `После включения: ${what}; новых ${formatQty(added)}, изменится ${formatQty(changed)}, уйдёт ${formatQty(removed)}`

function pricesText(changes: OneCChanges, isTrial: boolean) {
  const prices = counted(changes.total, 'цена', 'цены', 'цен')
  return isTrial ? trialText(prices, changes) : `В колонке ${prices}`
}

function groupsText(changes: OneCChanges, isTrial: boolean) {
  const products = `${counted(changes.total, 'товар', 'товара', 'товаров')} с группой из 1С`
  return isTrial ? trialText(products, changes) : `На портале ${products}`
}

interface RowProps {
  node: OneCNode
  row: OneCMapping
  items: readonly Item[]
  mayWrite: boolean
}

function Row({ node, row, items, mayWrite }: RowProps) {
  const save = useApiMutation(oneCRoutes.setMapping, {
    invalidates: ONE_C_KEYS,
    onError: toastRefusal('Не сопоставлено'),
  })
  const { kind, external_id } = row
  return (
    <li className="grid items-center gap-x-4 gap-y-1 border-t border-hairline px-4 py-2 text-sm sm:grid-cols-[1fr_minmax(12rem,18rem)]">
      <span className="min-w-0 break-words">
        {row.name}
        {row.rows_count > 0 && (
          <span className="text-text-2">
            {' '}
            · {kind === 'group' ? 'товаров' : 'строк'}: {formatQty(row.rows_count)}
          </span>
        )}
        {row.price_changes && <span className="block text-text-2">{pricesText(row.price_changes, node.is_trial)}</span>}
      </span>
      <RowSelect
        label={`${row.name}: на портале`}
        placeholder="Не сопоставлено"
        items={items}
        disabled={!mayWrite || save.isPending}
        value={row.target}
        onValueChange={(target) => save.mutate({ params: { id: node.id }, body: { kind, external_id, target } })}
      />
    </li>
  )
}
