import { IconBookmark } from '@tabler/icons-react'
import { Suspense, useState } from 'react'
import { orderTemplateRoutes } from '@artikul/contract/ordering/orders/order-templates'
import { call } from '../lib/api/call.ts'
import { Button } from './button.tsx'
import { lazyWindow } from './windows/lazy-window.tsx'

const TemplateNameDialog = lazyWindow(() => import('./windows/template-name-dialog.tsx'))

interface Props {
  /** Source order; null: the current cart. */
  orderId: number | null
  className?: string
  disabled?: boolean
}

/** Saves the lines of an order or the current cart as a named template for repeat orders. */
export function SaveTemplateButton({ orderId, className, disabled = false }: Props) {
  const [isNaming, setNaming] = useState(false)
  return (
    <>
      <Button
        icon={<IconBookmark size={16} />}
        {...(className !== undefined && { className })}
        disabled={disabled}
        onClick={() => setNaming(true)}
      >
        В шаблон
      </Button>
      {isNaming && (
        <Suspense>
          <TemplateNameDialog
            title={orderId === null ? 'Сохранить корзину как шаблон' : 'Сохранить заказ как шаблон'}
            description="Детали и количества без цен. Шаблон увидят все сотрудники компании, он будет на странице «Заказ по списку»."
            send={(name) => call(orderTemplateRoutes.create, { body: { name, order_id: orderId } })}
            saved="Шаблон сохранён"
            onClose={() => setNaming(false)}
          />
        </Suspense>
      )}
    </>
  )
}
