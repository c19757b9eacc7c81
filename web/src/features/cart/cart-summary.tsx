import type { Cart } from '@artikul/contract/cart'
import { counted } from '@artikul/contract/plural'
import { Suspense, useState } from 'react'
import { lazyWithPreload } from '../../ui/lazy-with-preload.ts'
import { Button } from '../../ui/button.tsx'
import { DefinitionList } from '../../ui/definition-list.tsx'
import { Money } from '../../ui/money.tsx'
import { Panel } from '../../ui/panel.tsx'

const [CheckoutDialog, preloadCheckout] = lazyWithPreload(() => import('./checkout-dialog.tsx'))

/** What is chosen and the way to order it. */
export function CartSummary({ cart }: { cart: Cart }) {
  const [open, setOpen] = useState(false)
  const chosen = cart.lines.filter((line) => line.selected && line.offer !== null)
  const noReturn = chosen.filter((line) => line.offer?.return_days === 0)
  const noReturnSum = noReturn.reduce((sum, line) => sum + line.sum_kop, 0)
  return (
    <Panel title="К заказу" className="w-full lg:sticky lg:top-[72px] lg:w-72 lg:flex-none">
      <DefinitionList
        items={[
          ['Выбрано', counted(chosen.length, 'строка', 'строки', 'строк')],
          ['Всего в корзине', <Money key="all" kop={cart.total_sum_kop} />],
          [
            'Без возврата',
            noReturn.length > 0 && (
              <>
                {counted(noReturn.length, 'строка', 'строки', 'строк')} на <Money kop={noReturnSum} />
              </>
            ),
          ],
        ]}
      />
      <p className="mt-3 flex items-baseline justify-between border-t border-hairline pt-3">
        <span>Итого</span>
        <Money kop={cart.selected_sum_kop} className="text-xl font-semibold" />
      </p>
      <p className="text-right text-xs text-text-2">с НДС</p>
      <Button
        look="primary"
        className="mt-3 w-full"
        disabled={chosen.length === 0}
        onPointerEnter={preloadCheckout}
        onFocus={preloadCheckout}
        onClick={() => setOpen(true)}
      >
        Оформить заказ
      </Button>
      {open && (
        <Suspense>
          <CheckoutDialog onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </Panel>
  )
}
