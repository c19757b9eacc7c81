import { oneCRoutes, type OneCOrder } from '@artikul/contract/integrations/one-c'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useMemo } from 'react'
import { pageQuery } from '../../../lib/api/query.ts'
import { useApiMutation } from '../../../lib/api/use-api-mutation.ts'
import { moment } from '../../../lib/text/format.ts'
import { Button } from '../../../ui/button.tsx'
import { toast, toastRefusal } from '../../../ui/hints/toast.ts'
import type { Column } from '../../../ui/lists/data-table.tsx'
import { PagedPanel } from '../../../ui/lists/paged-panel.tsx'
import { EmptyState } from '../../../ui/states/empty-state.tsx'
import { Money } from '../../../ui/text/money.tsx'
import { Tag } from '../../../ui/text/tag.tsx'
import type { NodeTabProps } from './node-tab.ts'
import { LIVE, ONE_C_KEYS } from './one-c.api.ts'
import { WaitingFilter } from './waiting-filter.tsx'

function StateTag({ order: { is_confirmed: isConfirmed, sent_at: sentAt } }: { order: OneCOrder }) {
  if (isConfirmed) return <Tag tone="success">Подтверждён</Tag>
  return sentAt === null ? <Tag tone="warn">Ждёт 1С</Tag> : <Tag tone="warn">Ждёт подтверждения</Tag>
}

const columns = (onResend: ((id: number) => void) | null): readonly Column<OneCOrder>[] => [
  {
    id: 'number',
    header: 'Заказ',
    lead: true,
    cell: ({ order_id: id, number }) => (
      <Link to="/orders/$id" params={{ id: String(id) }} className="font-semibold whitespace-nowrap quiet-link">
        № {number}
      </Link>
    ),
  },
  { id: 'own', header: '№ в 1С', cell: ({ external_number: number }) => number },
  { id: 'contractor', header: 'Покупатель', words: true, cell: ({ contractor }) => contractor },
  { id: 'sum', header: 'Сумма', numeric: true, cell: ({ total_kop: kop }) => <Money kop={kop} /> },
  { id: 'state', header: 'Статус', cell: (order) => <StateTag order={order} /> },
  { id: 'sent', header: 'Передан', cell: ({ sent_at: at }) => at && moment(at) },
  { id: 'confirmed', header: 'Подтверждён', cell: ({ confirmed_at: at }) => at && moment(at) },
  ...(onResend
    ? [
        {
          id: 'acts',
          header: 'Действия',
          cell: ({ order_id: id, number, sent_at: at }: OneCOrder) =>
            at !== null && (
              <Button
                size="sm"
                look="ghost"
                aria-label={`Передать ещё раз: заказ № ${number}`}
                onClick={() => onResend(id)}
              >
                Передать ещё раз
              </Button>
            ),
        },
      ]
    : []),
]

/** Orders for 1C: given or not, confirmed or not. */
export function Orders({ node, search, onChange, mayWrite }: NodeTabProps) {
  const { page, page_size, waiting } = search
  const list = useQuery(
    pageQuery(
      oneCRoutes.orders,
      {
        params: { id: node.id },
        query: { page, page_size, ...(waiting && { state: 'waiting' as const }) },
      },
      LIVE,
    ),
  )
  const { mutate } = useApiMutation(oneCRoutes.resend, {
    invalidates: ONE_C_KEYS,
    onSuccess: () => toast({ severity: 'success', summary: '1С получит заказ в следующем обмене' }),
    onError: toastRefusal('Заказ не поставлен на передачу'),
  })
  const shown = useMemo(
    () => columns(mayWrite ? (orderId) => mutate({ params: { id: node.id }, body: { order_id: orderId } }) : null),
    [mutate, node.id, mayWrite],
  )
  return (
    <>
      <WaitingFilter {...{ node, search, onChange }} waiting="Только не подтверждённые" />
      <PagedPanel
        label="Заказы для 1С"
        columns={shown}
        query={list}
        rowId={({ order_id: id }) => String(id)}
        empty={
          <EmptyState
            title={waiting ? 'Все заказы подтверждены' : 'Заказов для 1С ещё не было'}
            text={
              waiting
                ? '1С получила последние изменения всех заказов.'
                : 'Новые заказы и их изменения передаются в ближайшем обмене, пока 1С их не подтвердит.'
            }
          />
        }
        search={search}
        onChange={(next) => onChange({ ...search, ...next })}
      />
    </>
  )
}
