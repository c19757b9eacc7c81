import {
  BULK_TARGET_STATES,
  BulkTransition,
  bulkMoveRoutes,
  type BulkTransitionPlan,
  type BulkTargetState,
} from '@artikul/contract/ordering/orders/bulk-transitions'
import { LINE_STATES, type LineState } from '@artikul/contract/ordering/orders/orders'
import { counted } from '@artikul/contract/core/plural'
import { useQuery, keepPreviousData } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { messageOf } from '../../../../lib/api/api-error.ts'
import { roubles } from '../../../../lib/text/format.ts'
import { useForm } from '../../../../lib/browser/use-form.ts'
import { Article } from '../../../../ui/text/article.tsx'
import { FormDialog } from '../../../../ui/windows/form-dialog.tsx'
import { FormError } from '../../../../ui/fields/form.tsx'
import { Select } from '../../../../ui/fields/select.tsx'
import { SkeletonRows } from '../../../../ui/states/skeleton.tsx'
import { TextArea } from '../../../../ui/fields/text-field.tsx'
import { query } from '../../../../lib/api/query.ts'
import { useApiMutation, useInvalidate } from '../../../../lib/api/use-api-mutation.ts'
import { toastMoved } from './toast-moved.ts'

const lines = (count: number) => counted(count, 'строка', 'строки', 'строк')
const DROPS: readonly BulkTargetState[] = ['refused_supplier', 'cancelled_client', 'removed']

/** Suggested target state for most of the selected lines. */
const NEXT: Partial<Record<LineState, BulkTargetState>> = {
  reserved: 'ready',
  in_work: 'ordered_supplier',
  ordered_supplier: 'confirmed_supplier',
  confirmed_supplier: 'in_transit',
  in_transit: 'arrived',
  delayed: 'arrived',
  arrived: 'ready',
  picking: 'ready',
}

interface Props {
  ids: readonly number[]
  /** Current states of the lines. */
  states: readonly LineState[]
  onDone: () => void
  onClose: () => void
}

/** Moves the selected lines to one state after a preview of the outcome. */
export default function BulkTransitionDialog({ ids, states, onDone, onClose }: Props) {
  const { draft, errors, isDirty, change, field, refuse, checked } = useForm<{ to: BulkTargetState; reason: string }>({
    defaultValues: {
      to: states.map((state) => NEXT[state]).find((next) => next !== undefined) ?? 'in_work',
      reason: '',
    },
    paths: { to: ['to', 'reason'] },
  })
  const plan = useQuery(
    query(
      bulkMoveRoutes.preview,
      { body: { line_ids: [...ids], to: draft.to } },
      { placeholderData: keepPreviousData, staleTime: 0, gcTime: 0 },
    ),
  )
  const refresh = useInvalidate('orders', 'order-lines')
  const send = useApiMutation(bulkMoveRoutes.apply, {
    // The displayed data is outdated after success and refusal alike.
    invalidates: ['orders', 'order-lines'],
    onSuccess: ({ lines_count: count }, { body: { to, moves } }) => {
      toastMoved(
        `«${LINE_STATES[to]}»: ${lines(count)}`,
        'staff',
        moves.map((one) => ({ ...one, to })),
        refresh,
      )
      onDone()
    },
    onError: (error) => refuse(error, ['reason']),
  })
  const known = plan.isPlaceholderData ? undefined : plan.data
  const submit = () => {
    if (!known) return
    const reason = draft.reason.trim()
    const refused = known.needs_reason && reason === '' ? { reason: 'Укажите причину: её увидит покупатель' } : {}
    const body = checked(BulkTransition, { to: draft.to, reason, moves: known.moves }, refused)
    if (body) send.mutate({ body })
  }
  const going = known?.lines_count ?? 0
  return (
    <FormDialog
      title="Сменить статус строк"
      description={`Выбрано: ${lines(ids.length)}`}
      submit={going > 0 ? `Сменить статус: ${lines(going)}` : 'Сменить статус'}
      dangerous={DROPS.includes(draft.to)}
      disabled={going === 0}
      form={{ errors, busy: send.isPending, submit }}
      isDirty={isDirty}
      onClose={onClose}
    >
      <Select
        label="Новый статус"
        items={BULK_TARGET_STATES.map((value) => ({ value, label: LINE_STATES[value] }))}
        value={draft.to}
        onValueChange={(to) => to && change({ to })}
      />
      {plan.error && <FormError text={messageOf(plan.error)} />}
      {plan.isPending ? <SkeletonRows count={3} /> : plan.data && <Effect plan={plan.data} />}
      <TextArea
        label="Причина"
        hint="Её увидит и покупатель"
        required={known?.needs_reason === true}
        maxLength={500}
        {...field('reason')}
      />
    </FormDialog>
  )
}

/** «Сумма заказов уменьшится на 1 200,00 ₽». */
const sumText = (kop: number) =>
  kop === 0
    ? 'Сумма заказов не изменится'
    : `Сумма заказов ${kop < 0 ? 'уменьшится' : 'вырастет'} на ${roubles(Math.abs(kop))}`

function Effect({ plan }: { plan: BulkTransitionPlan }) {
  const { lines_count: going, orders_count, companies_count, from, total_change_kop, freed_count, left } = plan
  return (
    <div className="flex flex-col gap-3 rounded-md border border-hairline p-3 text-sm" aria-live="polite">
      {going > 0 ? (
        <ul className="flex flex-col gap-1">
          <li className="font-semibold">
            {lines(going)} из {counted(orders_count, 'заказа', 'заказов', 'заказов')},{' '}
            {counted(companies_count, 'компания', 'компании', 'компаний')}
          </li>
          {from.map(({ state, lines_count: count }) => (
            <li key={state}>
              Сейчас «{LINE_STATES[state]}»: {lines(count)}
            </li>
          ))}
          <li>{sumText(total_change_kop)}</li>
          {freed_count > 0 && <li>Освободится на нашем складе: {lines(freed_count)}</li>}
        </ul>
      ) : (
        <p className="font-semibold">Менять нечего</p>
      )}
      {left.length > 0 && (
        <div>
          <p className="text-text-2">Останутся как есть: {lines(left.length)}</p>
          <ul className="mt-1 max-h-40 overflow-y-auto">
            {left.map(({ line_id: id, order_id, order_number: number, brand, article, why }) => (
              <li key={id} className="py-0.5">
                {brand} <Article>{article}</Article>,{' '}
                <Link to="/orders/$id" params={{ id: String(order_id) }} className="text-brand">
                  заказ № {number}
                </Link>
                : {why.toLowerCase()}
              </li>
            ))}
          </ul>
        </div>
      )}
    </div>
  )
}
