import type { ProductBrief } from '@artikul/contract/catalog/catalog'
import { productAlertsQuery } from '../../../lib/queries/product-alerts-query.ts'
import { useQuery } from '@tanstack/react-query'
import { IconBell, IconBellCheck } from '@tabler/icons-react'
import { Suspense, useState } from 'react'
import { Button } from '../../../ui/button.tsx'
import { lazyWindow } from '../../../ui/windows/lazy-window.tsx'
import { useUnwatch, useCreateProductAlert } from './product-alerts.api.ts'
import { waitingText } from './product-alert-texts.ts'

const ProductAlertDialog = lazyWindow(() => import('./product-alert-dialog.tsx'))

interface Props {
  product: ProductBrief
  /** True when the product is available now, so that the alert defaults to a price. */
  available: boolean
}

/** «Сообщить о поступлении»: button that creates or removes alerts, with their state. */
export default function AlertProductButton({ product, available }: Props) {
  const { data, isPending } = useQuery(productAlertsQuery)
  const [isOpen, setOpen] = useState(false)
  const { watch, busy: isWatching } = useCreateProductAlert()
  const { unwatch, busy: isRemoving } = useUnwatch()
  const own = data?.filter((item) => item.product.id === product.id) ?? []
  const waiting = own.filter((item) => item.notified_at === null)
  const isWaiting = waiting.length > 0
  const press = () => {
    if (isWaiting) unwatch(waiting)
    else if (available) setOpen(true)
    else watch({ product_id: product.id, kind: 'stock', qty: null, price_kop: null })
  }
  return (
    <div className="flex flex-wrap items-center gap-2">
      <p role="status" className="text-sm text-text-2 empty:hidden">
        {isWaiting && (
          <>
            <IconBellCheck size={16} aria-hidden="true" className="mr-1 inline text-success" />
            {waitingText(waiting)}
          </>
        )}
      </p>
      <Button
        icon={isWaiting ? undefined : <IconBell size={16} />}
        busy={isWatching || isRemoving}
        disabled={isPending || isWatching || isRemoving}
        onClick={press}
      >
        {isWaiting ? 'Не сообщать' : available ? 'Сообщить о цене' : 'Сообщить о поступлении'}
      </Button>
      {(isWaiting || !available) && (
        <Button look="ghost" disabled={isPending} onClick={() => setOpen(true)}>
          Условие
        </Button>
      )}
      {isOpen && (
        <Suspense>
          <ProductAlertDialog product={product} available={available} own={own} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </div>
  )
}
