import { MAX_QUOTE_REQUEST_ROWS } from '@artikul/contract/ordering/new-quote-request'
import { listRoutes, type List } from '@artikul/contract/ordering/bulk-orders'
import type { ListRow } from '@artikul/contract/ordering/bulk-order-rows'
import { counted } from '@artikul/contract/core/plural'
import { requestRoutes } from '@artikul/contract/ordering/quote-requests'
import { useMutation } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { call } from '../../../lib/api/call.ts'
import { ApiError } from '../../../lib/api/api-error.ts'
import { chooseVehicle, useChosenVehicle } from '../../../lib/page/chosen-vehicle.ts'
import { useHasRole } from '../../../lib/session/current-session.ts'
import { newIdempotencyKey } from '../../../lib/api/idempotency-key.ts'
import { shownSum } from '../../../lib/text/shown-sum.ts'
import { Button } from '../../../ui/button.tsx'
import { Money } from '../../../ui/text/money.tsx'
import { toastRefusal } from '../../../ui/hints/toast.ts'
import { useApiMutation, useInvalidate } from '../../../lib/api/use-api-mutation.ts'
import { isToCart } from './list-rows-shown.ts'

const ROWS = ['строка', 'строки', 'строк'] as const

/** Totals of the chosen rows, with the ways to the cart and to a manager. */
export function ListTotals({ list }: { list: List }) {
  const isClient = useHasRole('ContractorAdmin', 'ContractorUser')
  const [put, setPut] = useState<{ added: number; left: number } | null>(null)
  const refresh = useInvalidate(`bulk-orders/${list.id}`, 'cart')
  const vehicle = useChosenVehicle()
  const toCart = useApiMutation(listRoutes.toCart, {
    onSuccess: async ({ added, left }) => {
      setPut({ added, left: left.length })
      await refresh()
    },
    onError: (error) => {
      // The vehicle was deleted meanwhile, so the next press adds the goods without it.
      if (error instanceof ApiError && error.code === 'vehicle.gone') chooseVehicle(null)
      toastRefusal('В корзину не положено')(error)
    },
  })
  const chosen = list.rows.filter(isToCart)
  return (
    <div className="sticky bottom-[var(--foot)] z-[3] flex flex-wrap items-center justify-between gap-x-4 gap-y-2 rounded-t-lg border border-hairline bg-surface px-4 py-3 shadow-lg">
      <p>
        К заказу {counted(chosen.length, ...ROWS)} на{' '}
        <Money kop={shownSum(chosen.map((row) => row.sum_kop))} className="text-lg font-semibold" />
        <span className="ml-1 text-xs text-text-2">с НДС</span>
        {vehicle && <span className="block text-sm text-text-2">Строки без пометки: для машины «{vehicle.name}»</span>}
      </p>
      {isClient && (
        <div className="flex flex-wrap items-center gap-2">
          {put && (
            <p role="status" className="text-sm">
              В корзине {counted(put.added, ...ROWS)}
              {put.left > 0 && `, не положено ${put.left}`}.{' '}
              <Link to="/cart" className="font-medium text-brand underline underline-offset-2">
                Перейти в корзину
              </Link>
            </p>
          )}
          <ManagerRequest list={list} />
          <Button
            look="primary"
            busy={toCart.isPending}
            disabled={chosen.length === 0 || toCart.isPending}
            onClick={() => toCart.mutate({ params: { id: list.id }, body: { vehicle_id: vehicle?.id ?? null } })}
          >
            В корзину
          </Button>
        </div>
      )}
    </div>
  )
}

const isUnmet = ({ state, asked }: ListRow) =>
  (state === 'not_found' || state === 'no_offers') && (asked.article !== '' || asked.name !== '')

/** Sends rows without any offer to the manager in one press. */
function ManagerRequest({ list }: { list: List }) {
  const navigate = useNavigate()
  const rows = list.rows.filter(isUnmet).slice(0, MAX_QUOTE_REQUEST_ROWS)
  const [key] = useState(newIdempotencyKey)
  const ask = useMutation({
    mutationFn: () =>
      call(requestRoutes.create, {
        idempotencyKey: key,
        body: {
          text: `Из списка «${list.name}»`,
          vin: '',
          car: '',
          rows: rows.map(({ product, asked, qty, client_ref }) => ({
            product_id: product?.id ?? null,
            brand: product?.brand ?? asked.brand,
            article: product?.article ?? asked.article,
            name: product?.name ?? asked.name,
            qty: qty ?? 1,
            client_ref,
          })),
        },
      }),
    onSuccess: ({ id }) => navigate({ to: '/requests/$id', params: { id: String(id) } }),
    onError: toastRefusal('Запрос не отправлен'),
  })
  if (rows.length === 0) return null
  return (
    <Button busy={ask.isPending} onClick={() => ask.mutate()}>
      Запрос менеджеру: {rows.length}
    </Button>
  )
}
