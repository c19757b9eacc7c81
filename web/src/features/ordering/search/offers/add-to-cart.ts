import { useMutation, useQueryClient } from '@tanstack/react-query'
import { cartRoutes } from '@artikul/contract/ordering/cart'
import type { Offer, ProductBrief } from '@artikul/contract/catalog/catalog'
import { call } from '../../../../lib/api/call.ts'
import { session } from '../../../../lib/session/current-session.ts'
import { ApiError } from '../../../../lib/api/api-error.ts'
import { chooseVehicle, useChosenVehicle } from '../../../../lib/page/chosen-vehicle.ts'
import { useDestination } from '../../../../lib/page/destination.ts'
import { quantity } from '../../../../lib/text/format.ts'
import { roundQtyUp } from '../../../../lib/text/sale-step.ts'
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
  const vehicle = useChosenVehicle()
  return useMutation({
    mutationFn: ({ offer: { id, reference }, qty }: Addition) => {
      const chosen = reference === undefined ? { offer_id: id } : { reference }
      return call(cartRoutes.add, {
        body: {
          ...chosen,
          qty,
          ...(consigneeId && { consignee_id: consigneeId }),
          ...(vehicle && { client_ref: vehicle.name, vehicle_id: vehicle.id }),
        },
      })
    },
    onSuccess: (added, { offer, product, qty }) => {
      session.setCartLines(added.cart_lines)
      noteAddition({
        line_id: added.line_id,
        title: `${product.brand} ${product.article}`,
        qty: roundQtyUp(qty, offer),
        unit: product.unit,
      })
      void invalidate(queryClient, ['cart'])
      const whom = vehicle ? `, для машины «${vehicle.name}»` : ''
      const what = `${product.brand} ${product.article}, ${quantity(added.qty, product.unit)}${whom}`
      toast({
        severity: added.message ? 'warn' : 'success',
        summary: 'Добавлено в корзину',
        detail: added.message ? `${what}: ${added.message}` : what,
        // Of several additions in a row the last is shown, so that they do not cover the page.
        ...(!added.message && { group: 'added' }),
      })
    },
    onError: (error) => {
      // The vehicle was deleted meanwhile, so the next press adds the goods without it.
      if (vehicle && error instanceof ApiError && error.code === 'vehicle.gone') chooseVehicle(null)
      toastRefusal('Не добавлено в корзину')(error)
    },
  })
}
