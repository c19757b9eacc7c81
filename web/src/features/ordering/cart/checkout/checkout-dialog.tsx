import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { orderRoutes, type PlacedOrder } from '@artikul/contract/ordering/orders/orders'
import { useState } from 'react'
import { ApiError } from '../../../../lib/api/api-error.ts'
import { ErrorState } from '../../../../ui/states/error-state.tsx'
import { Dialog } from '../../../../ui/windows/dialog.tsx'
import { SkeletonRows } from '../../../../ui/states/skeleton.tsx'
import { query, detached } from '../../../../lib/api/query.ts'
import { useInvalidate } from '../../../../lib/api/use-api-mutation.ts'
import { CheckoutForm } from './checkout-form.tsx'
import { PlacedOrders } from './placed-orders.tsx'
import { usePreviewChoice } from './use-preview-choice.ts'
import { PointMissing } from './point-missing.tsx'

/** Checkout in one window, from the split of the selection to the created orders. */
export default function CheckoutDialog({ onClose }: { onClose: () => void }) {
  const refresh = useInvalidate('cart', 'carts', 'orders', 'order-lines', 'vehicles')
  const [placed, setPlaced] = useState<readonly PlacedOrder[] | null>(null)
  const choice = usePreviewChoice()
  const preview = useQuery(
    // Neither cached nor refreshed with orders: the preview must be the server's current state as it was shown.
    detached(
      query(
        orderRoutes.preview,
        { query: choice.query },
        { enabled: placed === null, staleTime: 0, gcTime: 0, placeholderData: keepPreviousData },
      ),
    ),
  )

  const onPlaced = (orders: readonly PlacedOrder[]) => {
    setPlaced(orders)
    void refresh()
  }
  if (placed) return <PlacedOrders orders={placed} onClose={onClose} />
  if (preview.data) {
    return (
      <CheckoutForm
        preview={preview.data}
        refreshing={preview.isFetching}
        onRefresh={() => void preview.refetch()}
        choice={choice}
        onPlaced={onPlaced}
        onClose={onClose}
      />
    )
  }
  return (
    <Dialog title="Оформление заказа" open onClose={onClose}>
      <NoPreview error={preview.error} onRetry={() => void preview.refetch()} />
    </Dialog>
  )
}

function NoPreview({ error, onRetry }: { error: Error | null; onRetry: () => void }) {
  if (!error) return <SkeletonRows count={3} />
  if (error instanceof ApiError && error.code === 'order.consignee_required')
    return <PointMissing why={error.message} onChosen={onRetry} />
  return <ErrorState error={error} onRetry={onRetry} />
}
