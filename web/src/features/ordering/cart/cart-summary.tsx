import type { Cart } from '@artikul/contract/ordering/cart'
import { counted } from '@artikul/contract/core/plural'
import { shownSum } from '../../../lib/text/shown-sum.ts'
import { Button } from '../../../ui/button.tsx'
import { DefinitionList } from '../../../ui/text/definition-list.tsx'
import { Money } from '../../../ui/text/money.tsx'
import { Panel } from '../../../ui/panel.tsx'
import { isToOrder, weightText } from './point-groups.ts'

interface Props {
  cart: Cart
  /** False: the cart is sent to the company's admin instead. */
  mayPlace: boolean
  onCheckout: () => void
  /** Called before a likely press, to preload the code. */
  onNear: () => void
}

/** Selected lines with their total and the checkout button. */
export function CartSummary({ cart, mayPlace, onCheckout, onNear }: Props) {
  const chosen = cart.lines.filter(isToOrder)
  const noReturn = chosen.filter((line) => line.offer?.return_days === 0)
  const noReturnSum = shownSum(noReturn.map((line) => line.sum_kop))
  return (
    <Panel title="К заказу" className="w-full xl:sticky xl:top-[72px] xl:w-72 xl:flex-none">
      <DefinitionList
        items={[
          ['Выбрано', counted(chosen.length, 'строка', 'строки', 'строк')],
          ['Всего в корзине', <Money key="all" kop={cart.total_sum_kop} />],
          ['Вес', weightText(chosen)],
          [
            'Без возврата',
            noReturn.length > 0 && (
              <>
                {counted(noReturn.length, 'строка', 'строки', 'строк')}
                {noReturnSum !== null && (
                  <>
                    {' на '}
                    <Money kop={noReturnSum} />
                  </>
                )}
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
        onPointerEnter={onNear}
        onFocus={onNear}
        onClick={onCheckout}
      >
        {mayPlace ? 'Оформить заказ' : 'Отправить на оформление'}
      </Button>
    </Panel>
  )
}
