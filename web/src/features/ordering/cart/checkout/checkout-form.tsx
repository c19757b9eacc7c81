import type { LineDifference } from '@artikul/contract/core/errors'
import {
  orderRoutes,
  type OrderPreview,
  type PlacedOrder,
  type PlaceOrder,
} from '@artikul/contract/ordering/orders/orders'
import { counted } from '@artikul/contract/core/plural'
import { useState, type ReactNode } from 'react'
import type { Reply } from '@artikul/contract/core/route'
import { ApiError } from '../../../../lib/api/api-error.ts'
import { useSession } from '../../../../lib/session/current-session.ts'
import { NO_ERRORS } from '../../../../lib/api/form-errors.ts'
import { useForm } from '../../../../lib/browser/use-form.ts'
import { useIdempotencyKey } from '../../../../lib/api/use-idempotency-key.ts'
import { useOfferAcceptance } from '../../../../lib/queries/use-offer-acceptance.ts'
import { Button } from '../../../../ui/button.tsx'
import { Dialog, DialogClose } from '../../../../ui/windows/dialog.tsx'
import { FormError } from '../../../../ui/fields/form.tsx'
import { Money } from '../../../../ui/text/money.tsx'
import { Notice } from '../../../../ui/hints/notice.tsx'
import { PublicOfferAcceptanceBox } from '../../../../ui/offer-to-accept.tsx'
import { TextArea, TextField } from '../../../../ui/fields/text-field.tsx'
import { VERBAL_CONFIRMATION_FIELDS, VerbalConfirmationFields } from '../assisted-orders/verbal-confirmation.tsx'
import { call } from '../../../../lib/api/call.ts'
import { DifferenceText } from './difference-text.tsx'
import { ContractChoices } from './contract-choices.tsx'
import { OrderPlans } from './order-plans.tsx'
import { isShort, ShortageActions } from './shortage-actions.tsx'
import { splitText } from './split-reasons.ts'
import type { PreviewChoice } from './use-preview-choice.ts'
import { ToleranceOffer } from './tolerance-offer.tsx'

interface Props {
  preview: OrderPreview
  refreshing: boolean
  onRefresh: () => void
  choice: PreviewChoice
  onPlaced: (orders: readonly PlacedOrder[]) => void
  onClose: () => void
  /** Settings of an assisted order, which always has a verbal confirmation and a route of its own. */
  byWord?: {
    place: (body: PlaceOrder, idempotencyKey: string) => Promise<Reply<typeof orderRoutes.place>>
    back: string
  }
  /** Changes known before the checkout is submitted. */
  known?: readonly LineDifference[]
}

const REFRESHED = ['cart.line_changed', 'order.delivery_changed', 'order.delivery_minimum']
const NOTHING_KNOWN: readonly LineDifference[] = []

/** State of the verbal confirmation, required when a manager places for a client. */
function useVerbalConfirmation(isByWord: boolean) {
  const { user } = useSession()
  const [confirmedBy, setConfirmedBy] = useState(
    isByWord ? { full_name: '', phone: '' } : { full_name: user?.full_name ?? '', phone: user?.phone ?? '' },
  )
  return {
    isVerbal: isByWord || (user !== null && user.impersonated_by !== null),
    toldBy: confirmedBy,
    setToldBy: setConfirmedBy,
  }
}

export function CheckoutForm({
  preview,
  refreshing,
  onRefresh,
  choice,
  onPlaced,
  onClose,
  byWord,
  known = NOTHING_KNOWN,
}: Props) {
  const { draft, errors, field, isDirty, forget, show, refuse } = useForm({
    defaultValues: { client_number: '', comment: '' },
  })
  const { isVerbal, toldBy: confirmedBy, setToldBy: setConfirmedBy } = useVerbalConfirmation(byWord !== undefined)
  const [shipComplete, setShipComplete] = useState<ReadonlySet<number>>(new Set())
  const [busy, setBusy] = useState(false)
  const [differences, setDifferences] = useState<readonly LineDifference[]>([])
  const keyOf = useIdempotencyKey()
  const acceptance = useOfferAcceptance(byWord === undefined)

  const place = async () => {
    setBusy(true)
    show(NO_ERRORS)
    const body: PlaceOrder = {
      lines: preview.lines.map((line) =>
        shipComplete.has(line.cart_line_id) ? { ...line, ship_complete: true } : line,
      ),
      ...(!byWord && { cart_id: preview.cart_id }),
      ...choice.chosen,
      ...(preview.plans.some(({ delivery }) => delivery) && { delivery_kop: preview.delivery_kop }),
      ...(draft.client_number.trim() && { client_number: draft.client_number.trim() }),
      ...(draft.comment.trim() && { comment: draft.comment.trim() }),
      ...(isVerbal && { confirmed_by: confirmedBy }),
    }
    try {
      if (!(await acceptance.accept())) return
      const idempotencyKey = keyOf(body)
      const { orders } = await (byWord
        ? byWord.place(body, idempotencyKey)
        : call(orderRoutes.place, { body, idempotencyKey }))
      onPlaced(orders)
    } catch (error) {
      if (error instanceof ApiError && error.code === 'order.changed') {
        setDifferences(error.differences)
        onRefresh()
        return
      }
      if (error instanceof ApiError && error.code === 'public_offer.not_accepted') void acceptance.refresh()
      // Changes of a colleague and of delivery are shown before the next attempt.
      if (error instanceof ApiError && REFRESHED.includes(error.code)) onRefresh()
      refuse(error, ['client_number', 'comment', ...VERBAL_CONFIRMATION_FIELDS])
    } finally {
      setBusy(false)
    }
  }
  const resolved = (item: LineDifference) => {
    setDifferences((items) => items.filter((one) => one !== item))
    onRefresh()
  }
  const actionsOf = (item: LineDifference) =>
    !byWord &&
    isShort(item) && (
      <ShortageActions
        item={item}
        version={preview.lines.find((line) => line.cart_line_id === item.cart_line_id)?.version}
        onTaken={() => resolved(item)}
        // Closes the form when no line is left to order.
        onRemoved={() => (preview.lines.length === 1 ? onClose() : resolved(item))}
        onError={(error) => refuse(error, [])}
      />
    )
  const count = preview.plans.length
  return (
    <Dialog
      title={`Будет ${count === 1 ? 'создан' : 'создано'} ${counted(count, 'заказ', 'заказа', 'заказов')}`}
      description={count > 1 ? `Почему несколько: ${splitText(preview.plans)}.` : 'Проверьте и подтвердите.'}
      width="lg"
      open
      isDirty={isDirty}
      onClose={onClose}
      actions={
        <>
          <p className="mr-auto self-center text-sm max-sm:w-full">
            Итого <Money kop={preview.total_kop} className="text-lg font-semibold" />
          </p>
          <DialogClose>{byWord?.back ?? 'Вернуться в корзину'}</DialogClose>
          <Button
            look="primary"
            busy={busy || refreshing}
            disabled={(!byWord && differences.some(isShort)) || preview.plans.some(({ delivery }) => delivery?.refusal)}
            onClick={() => void place()}
          >
            {differences.length > 0 ? 'Согласиться и оформить' : 'Оформить'}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-3">
        {errors.form && <FormError text={errors.form} />}
        {differences.length > 0 ? (
          <Differences items={differences} wasRefused actionsOf={actionsOf} />
        ) : (
          known.length > 0 && <Differences items={known} />
        )}
        <ContractChoices
          choices={preview.contract_choices}
          disabled={busy || refreshing}
          onChoose={choice.chooseContracts}
        />
        <OrderPlans
          plans={preview.plans}
          lines={preview.lines}
          disabled={busy || refreshing}
          onPickup={choice.choosePickup}
          shipComplete={shipComplete}
          onShipComplete={(ids, whole) =>
            setShipComplete(
              (before) => new Set([...[...before].filter((id) => !ids.includes(id)), ...(whole ? ids : [])]),
            )
          }
        />
        <PublicOfferAcceptanceBox acceptance={acceptance} />
        {isVerbal && (
          <VerbalConfirmationFields
            value={confirmedBy}
            onChange={(person) => {
              setConfirmedBy(person)
              forget(VERBAL_CONFIRMATION_FIELDS)
            }}
            errors={errors.fields}
          />
        )}
        <div className="grid gap-x-4 gap-y-3.5 md:grid-cols-[14rem_1fr]">
          <TextField
            label={byWord ? 'Номер заказа клиента' : 'Ваш номер заказа'}
            maxLength={50}
            {...field('client_number')}
          />
          <TextArea label="Комментарий к заказу" rows={1} maxLength={1000} {...field('comment')} />
        </div>
      </div>
    </Dialog>
  )
}

interface DifferencesProps {
  items: readonly LineDifference[]
  wasRefused?: boolean
  /** Immediate actions for a short or missing line. */
  actionsOf?: (item: LineDifference) => ReactNode
}

function Differences({ items, wasRefused = false, actionsOf }: DifferencesProps) {
  return (
    <Notice tone="warn">
      <p className="font-semibold">{wasRefused ? 'Заказ не оформлен: условия изменились' : 'Условия изменились'}</p>
      <ul className="mt-1 flex flex-col gap-1">
        {items.map((item, index) => (
          <li key={`${item.cart_line_id} ${item.kind} ${index}`}>
            {item.brand} <span className="article">{item.article}</span>: <DifferenceText difference={item} />
            {actionsOf?.(item)}
          </li>
        ))}
      </ul>
      <p className="mt-1 text-text-2">
        {wasRefused
          ? items.some(isShort)
            ? 'Решите, что делать с тем, чего не хватает. Остальные условия ниже уже новые.'
            : 'Ниже уже новые условия. Согласитесь с ними или вернитесь и измените строки.'
          : 'Назовите их клиенту. Чего не хватает, не оформится: вернитесь и измените количество.'}
      </p>
      {wasRefused && <ToleranceOffer differences={items} />}
    </Notice>
  )
}
