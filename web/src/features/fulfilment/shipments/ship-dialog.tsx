import { counted } from '@artikul/contract/core/plural'
import {
  ShipReady,
  shipmentRoutes,
  type ReadyGroup,
  type ReadyLine,
  type ShipmentPlan,
} from '@artikul/contract/fulfilment/shipments'
import { useQuery, keepPreviousData } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { roubles } from '../../../lib/text/format.ts'
import { useForm } from '../../../lib/browser/use-form.ts'
import { useDebouncedValue } from '../../../lib/browser/use-debounced-value.ts'
import { Dialog, DialogClose } from '../../../ui/windows/dialog.tsx'
import { EmptyState } from '../../../ui/states/empty-state.tsx'
import { FormDialog } from '../../../ui/windows/form-dialog.tsx'
import { QueryFallback } from '../../../ui/states/not-loaded.tsx'
import { Notice } from '../../../ui/hints/notice.tsx'
import { toast } from '../../../ui/hints/toast.ts'
import { query, detached } from '../../../lib/api/query.ts'
import { useApiMutation, useInvalidate } from '../../../lib/api/use-api-mutation.ts'
import { ShipGroup } from './ship-lines.tsx'
import { ShipPlan } from './ship-plan.tsx'
import { readyGroupName, SHIPMENT_KEYS } from './shipments.api.ts'

interface Props {
  groups: readonly ReadyGroup[]
  onClose: () => void
  onShipped: () => void
}

const titleOf = (groups: readonly ReadyGroup[]) =>
  groups.length === 1
    ? `Отгрузка: ${groups[0]?.consignee ?? ''}`
    : `Отгрузка: ${counted(groups.length, 'точка', 'точки', 'точек')}`

/** Detached, so that refreshing shipments does not plan shipped goods again. */
const planQuery = (lines: ShipReady['lines']) =>
  detached(
    query(
      shipmentRoutes.preview,
      { body: { lines } },
      { enabled: lines.length > 0, placeholderData: keepPreviousData, retry: false, gcTime: 0 },
    ),
  )

/** «Отгрузить готовое»: quantities to ship and a preview of the shipments. */
export default function ShipDialog(props: Props) {
  const { groups, onClose } = props
  const { data, error, refetch } = useQuery(
    query(shipmentRoutes.readyLines, { query: { groups: groups.map(readyGroupName).join(',') } }),
  )
  const ready = data?.results.filter((line) => line.ready_qty > 0) ?? []
  if (data && ready.length > 0) return <Loaded {...props} lines={data.results} hasMore={data.has_more} />
  return (
    <Dialog title={titleOf(groups)} width="lg" open onClose={onClose} actions={<DialogClose>Закрыть</DialogClose>}>
      {data ? (
        <EmptyState title="Уже отгружено" text="Готового к отгрузке здесь больше нет." />
      ) : (
        <QueryFallback error={error} onRetry={refetch} />
      )}
    </Dialog>
  )
}

interface LoadedProps extends Props {
  lines: readonly ReadyLine[]
  hasMore: boolean
}

export interface Draft {
  /** Quantities by line id; 0 or null: the line is not shipped. */
  qty: Record<number, number | null>
  /** Numbers assigned by 1С, by contract and point. */
  numbers: Record<string, string>
  despite: string
  /** True when orders that their buyers want whole are shipped in part. */
  allowPartial: boolean
}

/** Orders that wait for the rest of their lines, because their buyers want them shipped whole. */
const waitingOrders = (lines: readonly ReadyLine[]) =>
  new Set(lines.filter((line) => line.ship_complete && line.coming.length > 0).map((line) => line.order_id))

function allReady(lines: readonly ReadyLine[]): Draft {
  const waiting = waitingOrders(lines)
  const ready = lines.filter((line) => line.ready_qty > 0)
  return {
    qty: Object.fromEntries(ready.map((line) => [line.line_id, waiting.has(line.order_id) ? 0 : line.ready_qty])),
    numbers: {},
    despite: '',
    allowPartial: false,
  }
}

/** Returns the chosen quantities for the request, in display order. */
const chosenOf = (lines: readonly ReadyLine[], { qty }: Draft): ShipReady['lines'] =>
  lines.flatMap(({ line_id }) => {
    const own = qty[line_id] ?? 0
    return own > 0 ? [{ line_id, qty: own }] : []
  })

function bodyOf(lines: ShipReady['lines'], { numbers, despite, allowPartial }: Draft, plan: ShipmentPlan | undefined) {
  const typed = (plan?.shipments ?? [])
    .filter((one) => one.needs_number)
    .map(({ contract_id, consignee_id }) => ({
      contract_id,
      consignee_id,
      number: numbers[readyGroupName({ contract_id, consignee_id })] ?? '',
    }))
  return {
    lines,
    ...(typed.length > 0 && { numbers: typed }),
    ...(despite.trim() !== '' && { despite_reason: despite }),
    ...(allowPartial && { allow_partial: true }),
  }
}

function Loaded({ groups, lines, hasMore, onClose, onShipped }: LoadedProps) {
  const navigate = useNavigate()
  const form = useForm({
    defaultValues: allReady(lines),
    paths: { qty: 'lines', numbers: 'numbers', despite: 'despite_reason' },
  })
  const { draft, errors, change } = form
  const ship = useApiMutation(shipmentRoutes.ship)
  const refresh = useInvalidate(...SHIPMENT_KEYS)
  const chosen = chosenOf(lines, draft)
  const plan = useQuery(planQuery(useDebouncedValue(chosen, 300)))
  const held = plan.data?.shipments.filter((one) => one.held !== null) ?? []
  const mayDespite = plan.data?.may_despite === true
  const total = plan.data?.shipments.reduce((sum, one) => sum + one.total_kop, 0) ?? 0
  const submit = () => {
    const missing = held.length > 0 && draft.despite.trim() === '' ? { despite_reason: 'Укажите причину' } : {}
    const body = form.checked(ShipReady, bodyOf(chosen, draft, plan.data), missing)
    if (!body) return
    const known = [...chosen.map((_, at) => `lines.${at}.qty`), 'despite_reason', 'numbers']
    ship.mutate(
      { body },
      {
        onSuccess: ({ shipments }) => {
          const [first] = shipments
          toast({
            severity: 'success',
            summary: shipments.length === 1 ? `Отгрузка № ${first?.number ?? ''} оформлена` : 'Отгрузки оформлены',
            ...(shipments.length > 1 && { detail: shipments.map(({ number }) => `№ ${number}`).join(', ') }),
          })
          onShipped()
          void refresh()
          if (shipments.length === 1 && first) void navigate({ to: '/shipments/$id', params: { id: String(first.id) } })
        },
        onError: (error) => {
          form.refuse(error, known)
          void refresh()
        },
      },
    )
  }
  const isPartial = plan.data?.shipments.some(({ orders }) => orders.some(({ incomplete }) => incomplete !== null))
  const isStopped = (held.length > 0 && !mayDespite) || (isPartial === true && !draft.allowPartial)
  return (
    <FormDialog
      width="lg"
      title={titleOf(groups)}
      description="Ноль оставляет строку до следующего рейса."
      submit={chosen.length > 0 && plan.data ? `Отгрузить на ${roubles(total)}` : 'Отгрузить'}
      disabled={chosen.length === 0 || isStopped || !plan.data || plan.isPlaceholderData}
      form={{ errors, busy: ship.isPending, submit }}
      isDirty={form.isDirty}
      onClose={onClose}
    >
      {hasMore && <Notice tone="warn">Показаны первые 1 000 строк: остальное отгрузите следом.</Notice>}
      {groups.map((group) => (
        <ShipGroup
          key={readyGroupName(group)}
          group={groups.length > 1 ? group : null}
          lines={lines.filter((line) => readyGroupName(line) === readyGroupName(group))}
          qty={draft.qty}
          errorOf={(lineId) => errors.fields[`lines.${chosen.findIndex((one) => one.line_id === lineId)}.qty`]}
          onChange={(lineId, qty) => change({ qty: { ...draft.qty, [lineId]: qty } })}
        />
      ))}
      <ShipPlan
        plan={chosen.length > 0 ? plan.data : undefined}
        error={chosen.length > 0 ? plan.error : null}
        draft={draft}
        errors={errors.fields}
        onChange={change}
      />
    </FormDialog>
  )
}
