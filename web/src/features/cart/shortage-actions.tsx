import { cartRoutes } from '@artikul/contract/cart'
import type { Difference } from '@artikul/contract/errors'
import { formatQty } from '@artikul/contract/money'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { call } from '../../lib/call.ts'
import { Button } from '../../ui/button.tsx'

/** The line cannot be ordered as it is: a part of it, or all of it, is not there. */
export const isShort = ({ kind }: Difference) => kind === 'stock' || kind === 'gone'

interface Props {
  item: Difference
  /** Of the cart line as it was shown. */
  version: number | undefined
  onTaken: () => void
  onRemoved: () => void
  onError: (error: unknown) => void
}

/** «Взять 31», «Найти ещё 19», «Убрать»: what becomes of a line of which there is too little. */
export function ShortageActions({ item, version, onTaken, onRemoved, onError }: Props) {
  const queryClient = useQueryClient()
  const params = { id: String(item.cart_line_id) }
  const refreshCart = () => queryClient.invalidateQueries({ queryKey: ['cart'] })
  const take = useMutation({
    mutationFn: (qty: number) =>
      call(cartRoutes.change, { params, body: { qty, ...(version !== undefined && { version }) } }),
    onSuccess: onTaken,
    onError,
    onSettled: refreshCart,
  })
  const remove = useMutation({
    mutationFn: () => call(cartRoutes.remove, { params }),
    onSuccess: onRemoved,
    onError,
    onSettled: refreshCart,
  })
  const available = item.available_qty ?? 0
  const missing = (item.asked_qty ?? 0) - available
  return (
    <div className="mt-1 flex flex-wrap items-center gap-2">
      {available > 0 && (
        <Button size="sm" busy={take.isPending} onClick={() => take.mutate(available)}>
          Взять {formatQty(available)}
        </Button>
      )}
      <Button size="sm" look="danger" busy={remove.isPending} onClick={() => remove.mutate()}>
        Убрать
      </Button>
      <Link to="/catalog" search={{ q: item.article }} className="text-sm text-accent underline underline-offset-2">
        Найти {available > 0 ? `ещё ${formatQty(missing)}` : 'другое предложение'}
      </Link>
    </div>
  )
}
