import { useMutation, useQueryClient } from '@tanstack/react-query'
import { cartRoutes } from '@artikul/contract/ordering/cart'
import type { Offer, ProductBrief } from '@artikul/contract/catalog/catalog'
import { call } from '../../../../lib/api/call.ts'
import { session } from '../../../../lib/session/current-session.ts'
import { useDestination } from '../../../../lib/page/destination.ts'
import { quantity } from '../../../../lib/text/format.ts'
import { toSaleStep } from '../../../../lib/text/sale-step.ts'
import { toast, toastRefusal } from '../../../../ui/hints/toast.ts'
import { invalidate } from '../../../../lib/api/use-api-mutation.ts'
import { noteAddition } from './additions.ts'

interface Addition {
  /** `reference` identifies an offer of an online supplier. */
  offer: Offer & { reference?: string }
  product: ProductBrief
  qty: number
}

/** Adds an offer to the cart and announces the added quantity. */
export function useAddToCart() {
  const queryClient = useQueryClient()
  const { asked: consigneeId } = useDestination()
  return useMutation({
    mutationFn: ({ offer: { id, reference }, qty }: Addition) => {
      const chosen = reference === undefined ? { offer_id: id } : { reference }
      return call(cartRoutes.add, { body: { ...chosen, qty, ...(consigneeId && { consignee_id: consigneeId }) } })
    },
    onSuccess: (added, { offer, product, qty }) => {
      session.setCartLines(added.cart_lines)
      noteAddition({
        line_id: added.line_id,
        title: `${product.brand} ${product.article}`,
        qty: toSaleStep(qty, offer),
        unit: product.unit,
      })
      void invalidate(queryClient, ['cart'])
      const what = `${product.brand} ${product.article}, ${quantity(added.qty, product.unit)}`
      toast({
        severity: added.message ? 'warn' : 'success',
        summary: 'Добавлено в корзину',
        detail: added.message ? `${what}: ${added.message}` : what,
      })
    },
    onError: toastRefusal('Не добавлено в корзину'),
  })
}
