import type { PlacedOrder } from '@artikul/contract/ordering/orders/orders'
import {
  assistedOrderRoutes,
  type AssistedOrder,
  type PlaceAssistedOrder,
} from '@artikul/contract/ordering/assisted-orders'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { chooseBuyer } from '../../../../lib/session/buyer.ts'
import { Dialog } from '../../../../ui/windows/dialog.tsx'
import { QueryFallback } from '../../../../ui/states/not-loaded.tsx'
import { CheckoutForm } from '../checkout/checkout-form.tsx'
import { usePreviewChoice } from '../checkout/use-preview-choice.ts'
import { PlacedOrders } from '../checkout/placed-orders.tsx'
import { query, detached } from '../../../../lib/api/query.ts'
import { useInvalidate } from '../../../../lib/api/use-api-mutation.ts'
import { call } from '../../../../lib/api/call.ts'
import { useForgetDraft } from './assisted-orders.api.ts'

/** Checkout of an assisted order in one window, from the split to the created orders. */
export default function AssistedOrderCheckout({ draft, onClose }: { draft: AssistedOrder; onClose: () => void }) {
  const refreshOrders = useInvalidate('orders', 'order-lines')
  const navigate = useNavigate()
  const forget = useForgetDraft(draft.id)
  const [placed, setPlaced] = useState<readonly PlacedOrder[] | null>(null)
  const choice = usePreviewChoice()
  const preview = useQuery(
    // Neither cached nor refreshed with the draft: the preview must be the server's current state as it was shown.
    detached(
      query(
        assistedOrderRoutes.preview,
        { params: { id: draft.id }, query: choice.query },
        { enabled: placed === null, staleTime: 0, gcTime: 0, placeholderData: keepPreviousData },
      ),
    ),
  )
  if (placed) {
    const leave = () => {
      chooseBuyer(draft.contractor)
      void navigate({ to: '/orders/new' }).then(forget)
    }
    return <PlacedOrders orders={placed} onClose={leave} />
  }
  if (preview.data)
    return (
      <CheckoutForm
        preview={preview.data}
        refreshing={preview.isFetching}
        onRefresh={() => void preview.refetch()}
        choice={choice}
        onPlaced={(orders) => {
          setPlaced(orders)
          void refreshOrders()
        }}
        onClose={onClose}
        byWord={{
          place: (body, idempotencyKey) =>
            call(assistedOrderRoutes.place, {
              params: { id: draft.id },
              // The form has validated `confirmed_by`.
              body: body as PlaceAssistedOrder,
              idempotencyKey,
            }),
          back: 'Вернуться в черновик',
        }}
        known={draft.lines.flatMap((line) => line.difference ?? [])}
      />
    )
  return (
    <Dialog title="Оформление заказа" open onClose={onClose}>
      <QueryFallback error={preview.error} onRetry={preview.refetch} rows={3} />
    </Dialog>
  )
}
