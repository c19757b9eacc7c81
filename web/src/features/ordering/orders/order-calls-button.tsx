import { IconPhone } from '@tabler/icons-react'
import { Suspense, useState } from 'react'
import { Button } from '../../../ui/button.tsx'
import { lazyWindow } from '../../../ui/windows/lazy-window.tsx'

const OrderCalls = lazyWindow(() => import('./order-calls.tsx'))

/** Opens the answers for a calling client beside the order. */
export function OrderCallsButton({ orderId }: { orderId: number }) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <Button icon={<IconPhone size={16} />} onClick={() => setIsOpen(true)}>
        Звонок клиента
      </Button>
      {isOpen && (
        <Suspense>
          <OrderCalls orderId={orderId} onClose={() => setIsOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
