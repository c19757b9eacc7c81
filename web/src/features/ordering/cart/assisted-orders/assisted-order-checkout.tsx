import type { PlacedOrder } from '@artikul/contract/ordering/orders/orders'
import type { AssistedOrder } from '@artikul/contract/ordering/assisted-orders'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { chooseBuyer } from '../../../../lib/session/buyer.ts'
import { Dialog } from '../../../../ui/windows/dialog.tsx'
import { QueryFallback } from '../../../../ui/states/not-loaded.tsx'
import { CheckoutForm } from '../checkout/checkout-form.tsx'
import { draftPreviewQuery, placeDraft, useRefreshDrafts } from './assisted-orders.api.ts'
import { PlacedOrders } from '../checkout/placed-orders.tsx'

/** Checkout of an assisted order in one window, from the split to the created orders. */
export default function AssistedOrderCheckout({ draft, onClose }: { draft: AssistedOrder; onClose: () => void }) {
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  const refresh = useRefreshDrafts()
  const [placed, setPlaced] = useState<readonly PlacedOrder[] | null>(null)
  const preview = useQuery({ ...draftPreviewQuery(draft.id), enabled: placed === null })
  if (placed) {
    const leave = () => {
      chooseBuyer(draft.contractor)
      void navigate({ to: '/orders/new' }).then(() => refresh())
    }
    return <PlacedOrders orders={placed} onClose={leave} />
  }
  if (preview.data)
    return (
      <CheckoutForm
        preview={preview.data}
        refreshing={preview.isFetching}
        onRefresh={() => void preview.refetch()}
        onPlaced={(orders) => {
          setPlaced(orders)
          void queryClient.invalidateQueries({ queryKey: ['orders'] })
          void queryClient.invalidateQueries({ queryKey: ['order-lines'] })
        }}
        onClose={onClose}
        byWord={{ place: (body, key) => placeDraft(draft.id, body, key), back: 'Вернуться в черновик' }}
        known={draft.lines.flatMap((line) => line.difference ?? [])}
      />
    )
  return (
    <Dialog title="Оформление заказа" open onClose={onClose}>
      <QueryFallback error={preview.error} onRetry={preview.refetch} rows={3} />
    </Dialog>
  )
}
