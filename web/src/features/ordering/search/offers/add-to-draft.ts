import type { Offer, ProductBrief } from '@artikul/contract/catalog/catalog'
import { assistedOrderRoutes } from '@artikul/contract/ordering/assisted-orders'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import { ApiError, messageOf } from '../../../../lib/api/api-error.ts'
import { chooseBuyer, useBuyer, type Buyer } from '../../../../lib/session/buyer.ts'
import { call } from '../../../../lib/api/call.ts'
import { quantity } from '../../../../lib/text/format.ts'
import { toast } from '../../../../ui/hints/toast.ts'
import { invalidate } from '../../../../lib/api/use-api-mutation.ts'

interface Addition {
  buyer: Buyer
  offer: Offer
  product: ProductBrief
  qty: number
}

/** «В заказ»: adds an offer to the assisted order of the buyer chosen by a manager; null when none is chosen. */
export function useAddToDraft() {
  const buyer = useBuyer()
  const queryClient = useQueryClient()
  const { mutate } = useMutation({
    mutationFn: ({ buyer: { id, draft }, offer, qty }: Addition) =>
      call(assistedOrderRoutes.add, {
        body: { contractor_id: id, offer_id: offer.id, qty, ...(draft !== undefined && { draft_id: draft }) },
      }),
    onSuccess: (added, { buyer: of, product }) => {
      chooseBuyer({ ...of, draft: added.draft_id })
      void invalidate(queryClient, ['assisted-orders'])
      const what = `${product.brand} ${product.article}, ${quantity(added.qty, product.unit)}`
      toast({
        severity: added.message ? 'warn' : 'success',
        summary: `Добавлено в черновик № ${added.draft_id}`,
        detail: added.message ? `${what}: ${added.message}` : what,
      })
    },
    onError: (error, { buyer: { draft: _, ...of } }) => {
      // The assisted order was placed, sent or deleted meanwhile, so the next press creates another one.
      if (error instanceof ApiError && error.code === 'not_found') chooseBuyer(of)
      toast({ severity: 'error', summary: 'Не добавлено в черновик', detail: messageOf(error) })
    },
  })
  const add = useCallback(
    (addition: Omit<Addition, 'buyer'>) => {
      if (buyer) mutate({ buyer, ...addition })
    },
    [buyer, mutate],
  )
  return buyer && add
}
