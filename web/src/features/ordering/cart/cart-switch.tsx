import { useQuery } from '@tanstack/react-query'
import { cartsRoutes, type CartBrief } from '@artikul/contract/ordering/carts'
import { counted } from '@artikul/contract/core/plural'
import { IconChevronDown, IconPencil, IconPlus, IconShoppingCart, IconTrash } from '@tabler/icons-react'
import { Suspense, useState } from 'react'
import { call } from '../../../lib/api/call.ts'
import { buttonClass } from '../../../ui/button.tsx'
import { confirm } from '../../../ui/windows/confirm.tsx'
import { lazyWindow } from '../../../ui/windows/lazy-window.tsx'
import { Menu } from '../../../ui/windows/menu.tsx'
import { toastRefusal, toastUndoable } from '../../../ui/hints/toast.ts'
import { useApiMutation, useInvalidate } from '../../../lib/api/use-api-mutation.ts'
import { cartsQuery } from './cart.api.ts'

const CartNameDialog = lazyWindow(() => import('./cart-name-dialog.tsx'))

const MAIN = 'Основная'

/** Selects the user's current cart among the company's, with actions on the whole cart. */
export function CartSwitch() {
  const { data } = useQuery(cartsQuery)
  const refresh = useInvalidate('carts', 'cart')
  // The cart to rename is fixed here: another one may become current while the name is typed.
  const [naming, setNaming] = useState<'new' | CartBrief | null>(null)
  const onError = toastRefusal('Корзина не изменена')
  const choose = useApiMutation(cartsRoutes.choose, { invalidates: ['carts', 'cart'], onError })
  const remove = useApiMutation(cartsRoutes.remove, {
    invalidates: ['carts', 'cart'],
    onSuccess: ({ moved }, { params }) =>
      toastUndoable({
        summary: 'Корзина удалена',
        ...(moved > 0 && { detail: `В «Основную» перешло: ${counted(moved, 'строка', 'строки', 'строк')}` }),
        undo: () => call(cartsRoutes.restore, { params }).finally(refresh),
        undone: 'Корзина возвращена',
      }),
    onError,
  })
  const carts = data?.results ?? []
  const current = carts.find((cart) => cart.is_current)
  const askRemove = async (id: number, name: string) => {
    const text = 'Её строки перейдут в «Основную», ничего не потеряется.'
    if (await confirm({ title: `Удалить корзину «${name}»?`, text, dangerous: true })) remove.mutate({ params: { id } })
  }
  return (
    <>
      <Menu
        label={`Корзины, сейчас ${current?.name ?? MAIN}`}
        buttonClass={buttonClass({})}
        button={
          <>
            <IconShoppingCart size={16} aria-hidden="true" />
            <span className="max-w-48 truncate">{current?.name ?? MAIN}</span>
            <IconChevronDown size={16} aria-hidden="true" className="flex-none" />
          </>
        }
        items={[
          ...carts.map(({ id, name, is_current, lines_count }) => ({
            label: lines_count > 0 ? `${name}: ${counted(lines_count, 'строка', 'строки', 'строк')}` : `${name}: пусто`,
            checked: is_current,
            onSelect: () => choose.mutate({ params: { id } }),
          })),
          { label: 'Новая корзина…', icon: <IconPlus size={16} />, onSelect: () => setNaming('new') },
          ...(current && !current.is_main
            ? [
                {
                  label: 'Переименовать эту корзину…',
                  icon: <IconPencil size={16} />,
                  onSelect: () => setNaming(current),
                },
                {
                  label: 'Удалить эту корзину…',
                  icon: <IconTrash size={16} />,
                  dangerous: true,
                  onSelect: () => void askRemove(current.id, current.name),
                },
              ]
            : []),
        ]}
      />
      {naming && (
        <Suspense>
          <CartNameDialog cart={naming === 'new' ? null : naming} onClose={() => setNaming(null)} onDone={refresh} />
        </Suspense>
      )}
    </>
  )
}
