import { cartsRoutes, type CartBrief } from '@artikul/contract/ordering/carts'
import NameDialog from '../../../ui/windows/name-dialog.tsx'
import { toast } from '../../../ui/hints/toast.ts'
import { call } from '../../../lib/api/call.ts'

interface Props {
  /** `null` for a new cart, which becomes current. */
  cart: CartBrief | null
  onClose: () => void
  onDone: () => Promise<unknown>
}

export default function CartNameDialog({ cart, onClose, onDone }: Props) {
  return (
    <NameDialog
      title={cart ? 'Переименовать корзину' : 'Новая корзина'}
      {...(!cart && { description: 'Её увидят все сотрудники компании. Дальше товары добавляются в неё.' })}
      name={cart?.name ?? ''}
      submit={cart ? 'Сохранить' : 'Создать'}
      send={(name): Promise<unknown> =>
        cart
          ? call(cartsRoutes.rename, { params: { id: cart.id }, body: { name } })
          : call(cartsRoutes.create, { body: { name, choose: true } })
      }
      onSaved={async (name) => {
        await onDone()
        toast({ severity: 'success', summary: cart ? 'Корзина переименована' : `Вы в корзине «${name}»` })
      }}
      onClose={onClose}
    />
  )
}
