import {
  ONE_C_DOCUMENT_KINDS,
  ONE_C_DOCUMENT_STATES,
  oneCRoutes,
  type OneCDocument,
} from '@artikul/contract/integrations/one-c'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useMemo } from 'react'
import { pageQuery } from '../../../lib/api/query.ts'
import { useApiMutation } from '../../../lib/api/use-api-mutation.ts'
import { day, moment } from '../../../lib/text/format.ts'
import { Button } from '../../../ui/button.tsx'
import { toastRefusal } from '../../../ui/hints/toast.ts'
import type { Column } from '../../../ui/lists/data-table.tsx'
import { PagedPanel } from '../../../ui/lists/paged-panel.tsx'
import { EmptyState } from '../../../ui/states/empty-state.tsx'
import { Money } from '../../../ui/text/money.tsx'
import { Tag, type Tone } from '../../../ui/text/tag.tsx'
import type { NodeTabProps } from './node-tab.ts'
import { LIVE, ONE_C_KEYS } from './one-c.api.ts'
import { WaitingFilter } from './waiting-filter.tsx'

const TONES: Record<OneCDocument['state'], Tone> = { applied: 'success', waiting: 'accent', refused: 'neutral' }

const columns = (mayApply: boolean): readonly Column<OneCDocument>[] => [
  {
    id: 'document',
    header: 'Документ',
    lead: true,
    cell: ({ kind, number, day: on }) => (
      <span className="font-semibold">
        {ONE_C_DOCUMENT_KINDS[kind]} № {number} от {day(on)}
      </span>
    ),
  },
  {
    id: 'order',
    header: 'Заказ',
    cell: ({ order_id: id, order_number: number }) =>
      id !== null && (
        <Link to="/orders/$id" params={{ id: String(id) }} className="quiet-link">
          № {number}
        </Link>
      ),
  },
  { id: 'sum', header: 'Сумма', numeric: true, cell: ({ sum_kop: kop }) => <Money kop={kop} /> },
  {
    id: 'state',
    header: 'Статус',
    words: true,
    cell: ({ state, reason }) => (
      <>
        <Tag tone={TONES[state]}>{ONE_C_DOCUMENT_STATES[state]}</Tag>
        {reason !== '' && <span className="mt-0.5 block text-text-2">{reason}</span>}
      </>
    ),
  },
  { id: 'received', header: 'Пришёл', cell: ({ received_at: at }) => moment(at) },
  ...(mayApply
    ? [{ id: 'acts', header: 'Действия', cell: (document: OneCDocument) => <Acts document={document} /> }]
    : []),
]

function Acts({ document }: { document: OneCDocument }) {
  const retry = useApiMutation(oneCRoutes.retryDocument, {
    invalidates: ONE_C_KEYS,
    onError: toastRefusal('Документ не проведён'),
  })
  const refuse = useApiMutation(oneCRoutes.refuseDocument, {
    invalidates: ONE_C_KEYS,
    onError: toastRefusal('Документ не отмечен'),
  })
  if (document.state !== 'waiting') return null
  const params = { id: document.id }
  const name = `${ONE_C_DOCUMENT_KINDS[document.kind]} № ${document.number}`
  return (
    <span className="flex flex-wrap gap-1">
      <Button
        size="sm"
        busy={retry.isPending}
        aria-label={`Провести: ${name}`}
        onClick={() => retry.mutate({ params })}
      >
        Провести
      </Button>
      <Button
        size="sm"
        look="ghost"
        busy={refuse.isPending}
        aria-label={`Не нужен: ${name}`}
        onClick={() => refuse.mutate({ params })}
      >
        Не нужен
      </Button>
    </span>
  )
}

/** Documents of 1C: what came and what became of it. */
export function Documents({ node, search, onChange, mayWrite }: NodeTabProps) {
  const { page, page_size, q, waiting } = search
  const list = useQuery(
    pageQuery(
      oneCRoutes.documents,
      {
        params: { id: node.id },
        query: { page, page_size, q, ...(waiting && { state: 'waiting' as const }) },
      },
      LIVE,
    ),
  )
  // In the trial nothing can be applied.
  const mayApply = mayWrite && !node.is_trial
  const shown = useMemo(() => columns(mayApply), [mayApply])
  return (
    <>
      <WaitingFilter
        {...{ node, search, onChange }}
        text="Номер документа или заказа"
        waiting="Только ждущие решения"
      />
      <PagedPanel
        label="Документы 1С"
        columns={shown}
        query={list}
        rowId={({ id }) => String(id)}
        empty={
          <EmptyState
            title={q !== undefined || waiting ? 'Таких документов нет' : 'Документов из 1С ещё не было'}
            text={
              q !== undefined || waiting
                ? 'Измените условия поиска.'
                : 'Здесь появятся заказы, отгрузки, оплаты и возвраты, которые прислала 1С.'
            }
          />
        }
        search={search}
        onChange={(next) => onChange({ ...search, ...next })}
      />
    </>
  )
}
