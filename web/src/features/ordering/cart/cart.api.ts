import { priceAt } from '@artikul/contract/catalog/best-offers'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { cartRoutes, type Cart, type CartLine, type CartLinePatch } from '@artikul/contract/ordering/cart'
import { counted } from '@artikul/contract/core/plural'
import { lineSumKop, toThousandths } from '@artikul/contract/core/money'
import { cartsRoutes } from '@artikul/contract/ordering/carts'
import { messageOf } from '../../../lib/api/api-error.ts'
import { call } from '../../../lib/api/call.ts'
import { shownSum } from '../../../lib/text/shown-sum.ts'
import { toast, toastRefusal, toastUndoable } from '../../../ui/hints/toast.ts'
import { query } from '../../../lib/api/query.ts'
import { invalidate } from '../../../lib/api/use-api-mutation.ts'

export const cartQuery = query(cartRoutes.get, {}, { staleTime: 0 })

/** Counts additions made on other pages too. */
export const cartsQuery = query(cartsRoutes.list, {}, { staleTime: 0 })

/** Current totals of the carts, queried separately because pricing is slower than listing names. */
export const cartSumsQuery = query(cartsRoutes.sums, {}, { staleTime: 0 })

/** Selects the cart named by a link; without access, shows an error and the current cart stays. */
export const openCart = async (id: number): Promise<void> => {
  await call(cartsRoutes.choose, { params: { id } }).catch(toastRefusal('Корзина не открыта'))
}

const present = (patch: CartLinePatch) =>
  Object.fromEntries(Object.entries(patch).filter(([, value]) => value !== undefined))

function changed(line: CartLine, patch: CartLinePatch): CartLine {
  const next: CartLine = { ...line, ...present(patch) }
  const price = next.offer ? priceAt(next.offer, next.qty) : next.price_kop
  return { ...next, sum_kop: price === null ? null : lineSumKop(price, toThousandths(next.qty)) }
}

function cartOf(cart: Cart, lines: CartLine[]): Cart {
  const selected = lines.filter((line) => line.selected)
  const sum = (of: CartLine[]) => shownSum(of.map((line) => line.sum_kop))
  return { ...cart, lines, selected_count: selected.length, selected_sum_kop: sum(selected), total_sum_kop: sum(lines) }
}

/** Applies a change to the cart optimistically and reverts it when the server refuses. */
function useCartChange<T>(
  send: (change: T) => Promise<{ message?: string | null }>,
  apply: (cart: Cart, change: T) => Cart,
) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationKey: ['cart-change'],
    mutationFn: send,
    onMutate: async (change: T) => {
      await queryClient.cancelQueries({ queryKey: cartQuery.queryKey })
      const before = queryClient.getQueryData(cartQuery.queryKey)
      if (before) queryClient.setQueryData(cartQuery.queryKey, apply(before, change))
      return before
    },
    onSuccess: ({ message }) => {
      if (message) toast({ severity: 'warn', summary: 'Проверьте количество', detail: message, group: 'rounded' })
    },
    onError: (error, _change, before) => {
      if (before) queryClient.setQueryData(cartQuery.queryKey, before)
      toast({ severity: 'error', summary: 'Корзина не изменена', detail: messageOf(error) })
    },
    onSettled: () => {
      // Only the last of several quick changes refetches: an earlier reply would undo later typing.
      if (queryClient.isMutating({ mutationKey: ['cart-change'] }) === 1) {
        void invalidate(queryClient, ['cart', 'carts'])
      }
    },
  })
}

export const useChangeLine = () =>
  useCartChange(
    // Selecting a line needs no version, because it overwrites nothing.
    ({ line: { id, version }, patch }: { line: CartLine; patch: CartLinePatch }) =>
      call(cartRoutes.change, {
        params: { id },
        body: patch.selected === undefined ? { ...patch, version } : patch,
      }),
    (cart, { line: { id }, patch }) =>
      cartOf(
        cart,
        cart.lines.map((line) => (line.id === id ? changed(line, patch) : line)),
      ),
  )

interface Selection {
  ids: number[]
  selected?: boolean
  consignee_id?: number | null
}

export const useSelectLines = () =>
  useCartChange(
    async ({ ids, ...patch }: Selection) => {
      await call(cartRoutes.select, { body: { line_ids: ids, ...patch } })
      return {}
    },
    (cart, { ids, ...patch }) =>
      cartOf(
        cart,
        cart.lines.map((line) => (ids.includes(line.id) ? { ...line, ...patch } : line)),
      ),
  )

const removedText = (lines: readonly CartLine[], count: number) =>
  lines.length === 1
    ? lines.map(({ product: { brand, article } }) => `${brand} ${article}: убрано из корзины`).join('')
    : `Из корзины убрано: ${counted(count, 'строка', 'строки', 'строк')}`

/** Removes lines; the message puts them back. */
export function useRemoveLines() {
  const queryClient = useQueryClient()
  return useCartChange(
    async (lines: readonly CartLine[]) => {
      const { removed_ids: ids } = await call(cartRoutes.removeMany, { body: { line_ids: lines.map(({ id }) => id) } })
      if (ids.length > 0)
        toastUndoable({
          summary: removedText(lines, ids.length),
          undo: () =>
            call(cartRoutes.restore, { body: { line_ids: ids } }).finally(() =>
              invalidate(queryClient, ['cart', 'carts']),
            ),
          undone: ids.length === 1 ? 'Строка возвращена в корзину' : 'Строки возвращены в корзину',
        })
      return {}
    },
    (cart, lines) => {
      const ids = new Set(lines.map(({ id }) => id))
      return cartOf(
        cart,
        cart.lines.filter((line) => !ids.has(line.id)),
      )
    },
  )
}
